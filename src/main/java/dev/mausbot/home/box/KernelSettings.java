package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kernel's settings that decide whether an unprivileged process may have namespaces. */
final class KernelSettings {
    private final Path proc;

    KernelSettings(Path proc) {
        this.proc = proc;
    }

    /** Ubuntu 23.10 and later: a program without an AppArmor profile gets a namespace without any capability. */
    boolean appArmorRestricts() {
        return "1".equals(value("sys/kernel/apparmor_restrict_unprivileged_userns"));
    }

    /** Debian's own switch. */
    boolean cloningForbidden() {
        return "0".equals(value("sys/kernel/unprivileged_userns_clone"));
    }

    boolean noneAllowed() {
        return "0".equals(value("sys/user/max_user_namespaces"));
    }

    private String value(String name) {
        try {
            return Files.readString(proc.resolve(name)).trim();
        } catch (IOException absent) {
            return "";
        }
    }
}
