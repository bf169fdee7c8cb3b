package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kernel's settings that decide whether an unprivileged process may have namespaces. */
public final class KernelSettings {
    private final Path proc;

    /** Reads them below a {@code /proc}; a setting that this kernel does not have is not set. */
    public KernelSettings(Path proc) {
        this.proc = proc;
    }

    /** Ubuntu 23.10 and later: a program without an AppArmor profile gets a namespace without any capability. */
    public boolean appArmorRestricts() {
        return "1".equals(value("sys/kernel/apparmor_restrict_unprivileged_userns"));
    }

    /** Debian's own switch. */
    public boolean cloningForbidden() {
        return "0".equals(value("sys/kernel/unprivileged_userns_clone"));
    }

    /** None at all on this machine. */
    public boolean noneAllowed() {
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
