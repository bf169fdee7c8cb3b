package dev.mausbot.home.auth;

import dev.mausbot.home.auth.signed.SignedRequests;
import java.util.Optional;

/**
 * How this machine's Admin gets in: by signing each request.
 *
 * @param requests decides about them; empty on a machine of no fleet, where nothing is opened by a signature
 * @param sources whom a failure is counted against
 */
public record AdminAccess(Optional<SignedRequests> requests, SourceAddress sources) {}
