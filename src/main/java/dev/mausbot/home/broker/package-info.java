/**
 * Keys stay outside of boxes: a box calls providers and MCP servers with a token of its own, and the broker adds what
 * really opens them.
 */
@NullMarked
package dev.mausbot.home.broker;

import org.jspecify.annotations.NullMarked;
