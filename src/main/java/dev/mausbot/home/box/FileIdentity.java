package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which file it is, whatever it is called: device and inode, as {@code stat(2)} tells them. */
record FileIdentity(long device, long inode) {
    private static final Pattern FILE_KEY = Pattern.compile("\\(dev=([0-9a-f]+),ino=([0-9]+)\\)");

    /** The identity of what is at a path, itself a link or not. */
    static FileIdentity of(Path path) throws IOException {
        return new FileIdentity(number(path, "unix:dev"), number(path, "unix:ino"));
    }

    private static long number(Path path, String attribute) throws IOException {
        if (Files.getAttribute(path, attribute, LinkOption.NOFOLLOW_LINKS) instanceof Long number) {
            return number;
        }
        throw new IOException(path + " has no " + attribute);
    }

    /**
     * The identity in attributes that were read through an open folder, where the JDK tells it only as a file key, in
     * words.
     */
    static FileIdentity of(BasicFileAttributes attributes) throws IOException {
        Matcher key = FILE_KEY.matcher(String.valueOf(attributes.fileKey()));
        if (!key.matches()) {
            throw new IOException(
                    "this Java runtime tells a file's identity in a way unknown to us: " + attributes.fileKey());
        }
        return new FileIdentity(Long.parseLong(key.group(1), 16), Long.parseLong(key.group(2)));
    }

    /** As {@code stat -c %d:%i} prints it. */
    @Override
    public String toString() {
        return device + ":" + inode;
    }
}
