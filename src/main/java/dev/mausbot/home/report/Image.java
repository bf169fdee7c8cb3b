package dev.mausbot.home.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/**
 * What this program was built from.
 *
 * @param version as its Maven project says
 * @param commit of its sources; {@code unknown} where they were no repository, and ending in {@code -dirty} where they
 *     were changed since
 * @param executable whether it is a native executable and not a JVM's
 */
record Image(String version, String commit, boolean executable) {
    private static final String FILE = "build.properties";

    /** Of this very program, as the build wrote it down. */
    static Image current() {
        Properties built = new Properties();
        try (InputStream file = Objects.requireNonNull(Image.class.getResourceAsStream(FILE), FILE)) {
            built.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException("this program's own " + FILE + " cannot be read", e);
        }
        return new Image(
                built.getProperty("version"),
                built.getProperty("commit"),
                System.getProperty("org.graalvm.nativeimage.imagecode") != null);
    }
}
