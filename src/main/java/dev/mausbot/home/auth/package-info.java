/**
 * Who may call the public API.
 */
@NullMarked
package dev.mausbot.home.auth;

import org.jspecify.annotations.NullMarked;
