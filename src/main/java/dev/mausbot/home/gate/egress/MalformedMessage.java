package dev.mausbot.home.gate.egress;

import java.io.Serial;

/** Bytes that are not HTTP/1.1 as this gate reads it. Carries no stack: boxes and origins send such bytes at will. */
final class MalformedMessage extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    MalformedMessage(String what) {
        super(what, null, false, false);
    }
}
