/**
 * Requests that carry a signature instead of a session, and the signed answers to them. Plain Java: whoever asks signs with
 * the same code as who answers verifies with.
 */
@NullMarked
package dev.mausbot.home.auth.signed;

import org.jspecify.annotations.NullMarked;
