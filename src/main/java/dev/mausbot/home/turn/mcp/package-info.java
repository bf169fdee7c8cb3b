/**
 * What turns reach beyond their provider: MCP servers, through the broker or in the box, and connected apps, through the
 * harness gate. Addresses are the owner's; the values of headers and variables are sealed.
 */
@NullMarked
package dev.mausbot.home.turn.mcp;

import org.jspecify.annotations.NullMarked;
