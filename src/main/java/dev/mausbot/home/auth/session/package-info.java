/**
 * Sessions: how the owner stays signed in. Plain Java, but for the rows that keep them.
 */
@NullMarked
package dev.mausbot.home.auth.session;

import org.jspecify.annotations.NullMarked;
