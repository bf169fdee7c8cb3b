/** The built image, booted in an emulated machine as a cloud would; {@code ./home vm} prepares it and runs these tests. */
@NullMarked
package dev.mausbot.home.vm;

import org.jspecify.annotations.NullMarked;
