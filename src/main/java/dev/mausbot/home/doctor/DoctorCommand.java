package dev.mausbot.home.doctor;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Contract;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.RuntimeFolder;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.engine.EngineProgram;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code doctor}: one line for each finding, with what mends it. */
@Command(
        name = "doctor",
        customSynopsis = "cloud-home doctor [--json]%n",
        description = "Looks whether this host can run boxes, by really starting one, and at all that they need.%n",
        optionListHeading = "Options:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:boxes work", "1:something keeps boxes from working", "2:the options make no sense"})
public final class DoctorCommand implements Callable<Integer> {
    private static final int BLOCKED = 1;
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final Path ROOT = Path.of("/");

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "this text")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Option(names = "--json", description = "the findings as JSON")
    private boolean json;

    private final Map<String, String> environment;
    private final BoxTools.Bridging bridging;

    @SuppressWarnings("NullAway.Init") // picocli sets the options
    private DoctorCommand(Map<String, String> environment, BoxTools.Bridging bridging) {
        this.environment = environment;
        this.bridging = bridging;
    }

    /**
     * Runs it; the exit code.
     *
     * @param bridging what would bridge the ports of boxes here
     */
    public static int run(List<String> arguments, Map<String, String> environment, BoxTools.Bridging bridging) {
        return new CommandLine(new DoctorCommand(environment, bridging))
                .setOut(new PrintWriter(System.out, /* autoFlush= */ true, StandardCharsets.UTF_8))
                .execute(arguments.toArray(String[]::new));
    }

    @Override
    public Integer call() throws IOException {
        HostFacts host = HostFacts.current();
        Contract contract = BootContract.read(environment, host);
        List<Finding> findings = findings(contract, host);
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? json(findings) : table(findings));
        out.flush();
        return blocked(findings) ? BLOCKED : 0;
    }

    private List<Finding> findings(Contract contract, HostFacts host) throws IOException {
        Optional<BootContract> valid =
                contract instanceof Contract.Valid(BootContract it) ? Optional.of(it) : Optional.empty();
        List<String> faults = contract instanceof Contract.Invalid(List<String> all) ? all : List.of();
        Path data = valid.map(BootContract::dataFolder).orElseGet(() -> Path.of(System.getProperty("user.home")));
        return switch (RuntimeFolder.open(valid.flatMap(BootContract::runtimeFolder), host)) {
            case Opened.Refused<RuntimeFolder>(String reason) -> {
                Path wanted = valid.flatMap(BootContract::runtimeFolder).orElse(ROOT);
                yield examine(host, wanted, data, faults, new BoxDetection.Detected.Off(reason, ""));
            }
            case Opened.Ready<RuntimeFolder>(RuntimeFolder runtime) -> {
                try (runtime) {
                    Path real = runtime.path().toRealPath();
                    yield examine(host, real, data, faults, new BoxDetection().detect(real, bridging));
                }
            }
        };
    }

    private List<Finding> examine(
            HostFacts host, Path runtime, Path data, List<String> faults, BoxDetection.Detected detected)
            throws IOException {
        Path folder = existing(data);
        long free = Files.getFileStore(folder).getUsableSpace();
        List<Finding> findings = new ArrayList<>(
                Doctor.examine(new Patient(ROOT, host, runtime, folder, free, faults, detected, Instant.now())));
        Optional<BoxTools> tools =
                detected instanceof BoxDetection.Detected.On on ? Optional.of(on.tools()) : Optional.empty();
        findings.addAll(EngineVersions.find(EngineProgram.all(environment.getOrDefault("PATH", "")), tools, runtime));
        return findings;
    }

    /** The folder, or the nearest one above it that is there. */
    private static Path existing(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (!Files.isDirectory(existing)) {
            existing = existing.resolveSibling("").normalize();
        }
        return existing;
    }

    private static boolean blocked(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.severity() == Finding.Severity.BLOCKS);
    }

    private static String word(Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }

    static String table(List<Finding> findings) {
        StringBuilder table = new StringBuilder();
        for (Finding finding : findings) {
            table.append("%-6s  %-20s  %s%n".formatted(word(finding), finding.about(), plain(finding.says())));
            if (!finding.fix().isEmpty()) {
                table.append("%-6s  %-20s  -> %s%n".formatted("", "", plain(finding.fix())));
            }
        }
        return table.append(blocked(findings) ? "No box can be used here.\n" : "Boxes work here.\n")
                .toString();
    }

    static String json(List<Finding> findings) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter())) {
            generator.writeStartObject();
            generator.writeBooleanField("boxes", !blocked(findings));
            generator.writeArrayFieldStart("findings");
            for (Finding finding : findings) {
                generator.writeStartObject();
                generator.writeStringField("about", finding.about());
                generator.writeStringField("severity", word(finding));
                generator.writeStringField("says", finding.says());
                generator.writeStringField("fix", finding.fix());
                generator.writeEndObject();
            }
            generator.writeEndArray();
            generator.writeEndObject();
        }
        return text + "\n";
    }

    /** What came out of a box may hold what steers a terminal. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(each -> plain.append(each >= ' ' && each < 0x7f ? (char) each : '?'));
        return plain.toString();
    }
}
