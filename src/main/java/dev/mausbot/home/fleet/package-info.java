/**
 * The Admin's side, without a server: asks a machine how it is and believes nothing that is not signed.
 */
@NullMarked
package dev.mausbot.home.fleet;

import org.jspecify.annotations.NullMarked;
