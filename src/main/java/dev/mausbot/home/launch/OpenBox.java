package dev.mausbot.home.launch;

import dev.mausbot.home.box.Box;
import dev.mausbot.home.box.BoxEnd;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * A box with its gates.
 *
 * @param box the box
 * @param over completes when the box has ended and its tokens, sockets and folder are gone
 * @param filling what fills in the box's tokens in what its engine is told
 */
public record OpenBox(Box box, CompletableFuture<BoxEnd> over, UnaryOperator<String> filling) {}
