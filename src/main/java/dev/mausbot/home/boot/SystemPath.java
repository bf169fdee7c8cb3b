package dev.mausbot.home.boot;

/** Where programs are looked for, as root, for the server and in boxes: folders of the system, whatever PATH we were started with. */
public final class SystemPath {
    public static final String VALUE = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private SystemPath() {}
}
