package dev.mausbot.home.gate;

/**
 * A gate's socket that is open. Closing it stops listening, ends every connection that came through it, removes the
 * socket's file, and may be done twice.
 */
public interface Listening extends AutoCloseable {
    @Override
    void close();
}
