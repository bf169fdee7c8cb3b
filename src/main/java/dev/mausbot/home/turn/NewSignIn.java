package dev.mausbot.home.turn;

import dev.mausbot.home.relay.LoopbackUrl;

/** What the owner's browser was sent to at the end of a sign-in, as it was pasted. */
record NewSignIn(String redirectUrl) {
    private static final int LONGEST = 16 * 1024;

    NewSignIn {
        Fields.text("redirectUrl", redirectUrl, LONGEST);
    }

    /** The address, without the spaces and line ends that come with copying. */
    LoopbackUrl url() {
        return switch (LoopbackUrl.read(redirectUrl.strip())) {
            case LoopbackUrl.Read.Loopback(LoopbackUrl url) -> url;
            case LoopbackUrl.Read.Refused(String reason) -> throw Problem.of(400, reason);
        };
    }

    /** Without what signs in. */
    @Override
    public String toString() {
        return "NewSignIn[***]";
    }
}
