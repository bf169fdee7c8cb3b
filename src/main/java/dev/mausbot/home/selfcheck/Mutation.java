package dev.mausbot.home.selfcheck;

import java.util.Optional;
import java.util.stream.Stream;

/** A protection that can be taken from the checked box, to see that the check for it is not blind. */
public enum Mutation {
    BIND_DATA("bind-data", "the data folder and the runtime folder are in the box", Changes.bindData()),
    NO_WORK("no-work", "the turn's folder is read-only", Changes.noWork()),
    TMP_SHARED("tmp-shared", "/tmp and /var/tmp are the host's", Changes.tmpShared()),
    IMAGE_WRITABLE(
            "image-writable", "files can be made in /usr (in a private folder in its place)", Changes.imageWritable()),
    BIND_FLY("bind-fly", "/.fly is in the box", Changes.bindFly()),
    BIND_SYS("bind-sys", "all of /sys is in the box", Changes.bindSys()),
    SHARE_PID("share-pid", "another process shares the box", Changes.sharePid()),
    SHARE_NET("share-net", "the box has the host's network", Changes.shareNet()),
    OPEN_EGRESS("open-egress", "the egress gate lets everything out (nothing is really called)", Changes.openEgress()),
    DEAF_HARNESS("deaf-harness", "the harness gate hears no internal route", Changes.deafHarness()),
    OPEN_HARNESS("open-harness", "the harness gate answers every route", Changes.openHarness()),
    ENV_ALL("env-all", "variables pass that no box may have", Changes.envAll()),
    NO_SECCOMP("no-seccomp", "there is no system call filter", Changes.noSeccomp()),
    RAW_KEY("raw-key", "the environment holds the real key", Changes.rawKey()),
    KEY_FILE("key-file", "a file of the plan holds the real key", Changes.keyFile()),
    RAW_URL("raw-url", "the base URL is the provider's own", Changes.rawUrl()),
    DROP_KEY("drop-key", "the provider is not shown the key", Changes.dropKey()),
    ANY_TOKEN("any-token", "the broker takes any token", Changes.anyToken()),
    ANY_GRANT("any-grant", "a token opens every grant", Changes.anyGrant());

    private final String word;
    private final String sentence;

    @SuppressWarnings("ImmutableEnumChecker") // a function of nothing but its arguments
    private final Change change;

    Mutation(String word, String sentence, Change change) {
        this.word = word;
        this.sentence = sentence;
        this.change = change;
    }

    /** As it is named on a command line. */
    public String word() {
        return word;
    }

    /** What the box is like with it. */
    public String sentence() {
        return sentence;
    }

    Change change() {
        return change;
    }

    /** The one of that name. */
    public static Optional<Mutation> named(String word) {
        return Stream.of(values()).filter(one -> one.word.equals(word)).findFirst();
    }
}
