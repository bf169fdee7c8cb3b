package dev.mausbot.home.supervisor;

/** Where programs are looked for, as root and for the server: folders of the system, whatever PATH we were started with. */
final class SystemPath {
    static final String VALUE = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private SystemPath() {}
}
