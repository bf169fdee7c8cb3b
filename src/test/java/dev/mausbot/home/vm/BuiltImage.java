package dev.mausbot.home.vm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;

/**
 * What {@code ./home vm} has prepared.
 *
 * @param kernel that boots
 * @param initramfs with which it finds the image's files
 * @param root the image's files as a disk, which is never written
 * @param program the executable in the image, to run here
 * @param config the image's own settings, as the image has them
 */
record BuiltImage(Path kernel, Path initramfs, Path root, Path program, JsonNode config) {
    static BuiltImage prepared() throws IOException {
        JsonNode told = new ObjectMapper().readTree(named("OMB_VM_CONFIG").toFile());
        return new BuiltImage(
                named("OMB_VM_KERNEL"),
                named("OMB_VM_INITRAMFS"),
                named("OMB_VM_ROOT"),
                named("OMB_VM_PROGRAM"),
                told.has("OCIv1") ? told.at("/OCIv1/config") : told);
    }

    private static Path named(String variable) {
        Optional<String> file = Optional.ofNullable(System.getenv(variable));
        Assumptions.assumeTrue(file.isPresent(), variable + " is not set: use ./home vm");
        return Path.of(file.orElseThrow());
    }

    /** The variables that the image sets, and these over them. */
    Map<String, String> environment(Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>();
        texts("Env").forEach(variable -> {
            int equals = variable.indexOf('=');
            all.put(variable.substring(0, equals), variable.substring(equals + 1));
        });
        all.putAll(settings);
        return all;
    }

    /** A shell script that becomes the image's entry point with these variables. It removes itself: it holds secrets. */
    String entry(Map<String, String> settings) {
        StringBuilder script = new StringBuilder("rm -f -- \"$0\"\ncd ")
                .append(quoted(config.path("WorkingDir").asText("/")))
                .append('\n');
        environment(settings)
                .forEach((name, value) -> script.append("export ")
                        .append(name)
                        .append('=')
                        .append(quoted(value))
                        .append('\n'));
        List<String> command = new ArrayList<>(texts("Entrypoint"));
        command.addAll(texts("Cmd"));
        script.append("exec");
        command.forEach(word -> script.append(' ').append(quoted(word)));
        return script.append('\n').toString();
    }

    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private List<String> texts(String member) {
        List<String> texts = new ArrayList<>();
        config.path(member).forEach(each -> texts.add(each.asText()));
        return texts;
    }
}
