package dev.mausbot.home.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AuditLogTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-30T12:00:00Z"));
    private static final AuditEvent EVENT = new AuditEvent.BoxStarted("b1", "ada", "c1", "t1", List.of("LD_PRELOAD"));

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("events")
    void writesEachKindOfEventAsOneLine(AuditEvent event, String expected) throws IOException {
        try (AuditLog log = AuditLog.open(folder, CLOCK)) {
            log.record(event);
        }

        assertThat(Files.readString(newest()))
                .isEqualTo("{\"time\":\"2026-11-30T12:00:00Z\",\"event\":" + expected + "}\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(newest())))
                .isEqualTo("rw-------");
    }

    static Stream<org.junit.jupiter.params.provider.Arguments> events() {
        Duration second = Duration.ofSeconds(1);
        return Stream.of(
                row(
                        new AuditEvent.EgressDecided("b1", "ada", "example.org", 443, true, "public"),
                        "'egress.decided','box':'b1','bot':'ada','host':'example.org','port':443,"
                                + "'decision':'allowed','reason':'public'"),
                row(
                        new AuditEvent.EgressDecided("b1", "ada", "10.0.0.1", 80, false, "private_range"),
                        "'egress.decided','box':'b1','bot':'ada','host':'10.0.0.1','port':80,"
                                + "'decision':'refused','reason':'private_range'"),
                row(
                        new AuditEvent.EgressClosed("b1", "ada", "example.org", 443, 5, 7, second),
                        "'egress.closed','box':'b1','bot':'ada','host':'example.org','port':443,"
                                + "'bytesUp':5,'bytesDown':7,'ms':1000"),
                row(
                        new AuditEvent.HarnessRefused("b1", "ada", "GET", "/api/bots", "not_internal"),
                        "'harness.refused','box':'b1','bot':'ada','method':'GET','path':'/api/bots',"
                                + "'reason':'not_internal'"),
                row(
                        new AuditEvent.Noted("b1", "ada", "c1", "hello"),
                        "'note','box':'b1','bot':'ada','conversation':'c1','text':'hello'"),
                row(
                        EVENT,
                        "'box.started','box':'b1','bot':'ada','conversation':'c1','turn':'t1','leftOut':'LD_PRELOAD'"),
                row(
                        new AuditEvent.SignInSent("b1", "ada", "c1", "t1", 8085, "answered 200"),
                        "'sign-in.sent','box':'b1','bot':'ada','conversation':'c1','turn':'t1','port':8085,"
                                + "'outcome':'answered 200'"),
                row(
                        new AuditEvent.PairingMade("admin", "phone", second),
                        "'pairing.made','by':'admin','label':'phone','ms':1000"),
                row(new AuditEvent.PairingLocked("10.0.0.1"), "'pairing.locked','source':'10.0.0.1'"),
                row(
                        new AuditEvent.SessionStarted("s1", "cookie", "phone", "10.0.0.1"),
                        "'session.started','session':'s1','kind':'cookie','label':'phone','source':'10.0.0.1'"),
                row(
                        new AuditEvent.SessionEnded("s1", "phone", "revoked"),
                        "'session.ended','session':'s1','label':'phone','reason':'revoked'"),
                row(
                        new AuditEvent.CardOpened("b1", "ada", "c1", "t1", "k1", "Bash", "ls"),
                        "'card.opened','box':'b1','bot':'ada','conversation':'c1','turn':'t1','card':'k1',"
                                + "'tool':'Bash','about':'ls'"),
                row(
                        new AuditEvent.CardClosed(
                                "b1", "ada", "c1", "t1", "k1", "Bash", "ls", "allowed", Decider.owner("s1", "phone")),
                        "'card.closed','box':'b1','bot':'ada','conversation':'c1','turn':'t1','card':'k1',"
                                + "'tool':'Bash','about':'ls','decision':'allowed','by':'owner','session':'s1','label':'phone'"),
                row(
                        new AuditEvent.ToolReported("b1", "ada", "c1", "t1", "PreToolUse", "Bash", "ls"),
                        "'tool.reported','box':'b1','bot':'ada','conversation':'c1','turn':'t1',"
                                + "'hook':'PreToolUse','tool':'Bash','about':'ls'"),
                row(
                        new AuditEvent.AskRefused("b1", "ada", "malformed"),
                        "'ask.refused','box':'b1','bot':'ada','reason':'malformed'"),
                row(
                        new AuditEvent.ApprovalsChanged("", "ada", "", "FULL", Decider.owner("s1", "phone")),
                        "'approvals.changed','box':'','bot':'ada','conversation':'','decision':'FULL','by':'owner',"
                                + "'session':'s1','label':'phone'"),
                row(
                        new AuditEvent.BoxEnded("b1", "ada", 137, second),
                        "'box.ended','box':'b1','bot':'ada','exitCode':137,'ms':1000"));
    }

    private static org.junit.jupiter.params.provider.Arguments row(AuditEvent event, String expected) {
        return org.junit.jupiter.params.provider.Arguments.of(event, expected.replace('\'', '"'));
    }

    @Test
    void keepsABoundedNumberOfOlderFilesAndLosesNoLineBetweenThem() throws IOException {
        long longest = 4096;
        try (AuditLog log = AuditLog.open(folder, CLOCK, longest)) {
            IntStream.range(0, 500)
                    .forEach(n ->
                            log.record(new AuditEvent.BoxStarted("b" + n, "ada", "c", "t".repeat(n % 90), List.of())));
        }

        List<Path> files = Stream.concat(
                        IntStream.rangeClosed(1, AuditLog.KEPT)
                                .map(age -> AuditLog.KEPT + 1 - age)
                                .mapToObj(age -> folder.resolve("audit.jsonl." + age)),
                        Stream.of(newest()))
                .toList();
        try (Stream<Path> found = Files.list(folder)) {
            assertThat(found).containsExactlyInAnyOrderElementsOf(files);
        }
        int next = -1;
        for (Path file : files) {
            assertThat(Files.size(file)).isLessThanOrEqualTo(longest);
            for (String line : Files.readAllLines(file)) {
                int number = Integer.parseInt(
                        new ObjectMapper().readTree(line).path("box").asText().substring(1));
                assertThat(number).isEqualTo(next < 0 ? number : next);
                next = number + 1;
            }
        }
        assertThat(next).isEqualTo(500);
    }

    @Test
    void goesOnWithTheFileOfAnEarlierRun() throws IOException {
        for (int run = 0; run < 2; run++) {
            try (AuditLog log = AuditLog.open(folder, CLOCK)) {
                log.record(EVENT);
            }
        }

        assertThat(Files.readAllLines(newest())).hasSize(2);
    }

    @Test
    void countsWhatItCannotWriteAndTellsOfTheGapOnceItCan() throws IOException {
        Files.createDirectory(newest()); // nobody, root included, can append to a folder
        try (AuditLog log = AuditLog.open(folder, CLOCK)) {
            log.record(EVENT);
            log.record(EVENT);
            await().untilAsserted(() -> assertThat(log.lost()).isEqualTo(2));
            assertThat(log.lastFailure()).contains("audit.jsonl");
            assertThat(log.failing()).isTrue();

            Files.delete(newest());
            log.record(EVENT);
            await().untilAsserted(() -> assertThat(Files.readAllLines(newest())).hasSize(2));
            await().untilAsserted(() -> assertThat(log.failing()).isFalse());
        }

        assertThat(Files.readAllLines(newest()).getFirst())
                .isEqualTo("{\"time\":\"2026-11-30T12:00:00.000001500Z\",\"event\":\"audit.gap\",\"lost\":2}");
    }

    @Test
    void givesPagesOfItsFilesNewestFirst() throws IOException {
        try (AuditLog log = AuditLog.open(folder, CLOCK, 4096)) {
            IntStream.range(0, 100)
                    .forEach(n -> log.record(
                            n % 10 == 0
                                    ? new AuditEvent.Noted("b" + n, "ada", "c", "x")
                                    : new AuditEvent.BoxStarted("b" + n, "ada", "c", "t", List.of())));
        }
        try (AuditLog log = AuditLog.open(folder, CLOCK, 4096)) {
            List<String> boxes = new ArrayList<>();
            Optional<Instant> before = Optional.empty();
            for (List<String> page = log.page(7, before, Optional.empty());
                    !page.isEmpty();
                    page = log.page(7, before, Optional.empty())) {
                for (String line : page) {
                    JsonNode event = new ObjectMapper().readTree(line);
                    boxes.add(event.path("box").asText());
                    before = Optional.of(Instant.parse(event.path("time").asText()));
                }
            }
            assertThat(boxes)
                    .isEqualTo(IntStream.range(0, 100)
                            .mapToObj(n -> "b" + (99 - n))
                            .toList());
            assertThat(log.page(100, Optional.empty(), Optional.of("note"))).hasSize(10);
            assertThat(log.page(100, Optional.empty(), Optional.of("not"))).isEmpty();
            assertThat(log.page(3, Optional.of(CLOCK.instant()), Optional.empty()))
                    .isEmpty();
        }
    }

    @Test
    void passesOverWhatIsNoneOfItsLines() throws IOException {
        Files.writeString(newest(), "{\"time\":\"2026-11-30T1\nnonsense\n\n{\"time\":\"x\",\"event\":\"note\"}\n");
        try (AuditLog log = AuditLog.open(folder, CLOCK)) {
            assertThat(log.page(10, Optional.empty(), Optional.empty())).isEmpty();
        }
    }

    /** As on a full disk that has been tidied up, while no box does anything. */
    @Test
    void failsUntilItCanWriteAgainAlsoWhenNothingHappens() throws IOException {
        Files.createDirectory(newest());
        try (AuditLog log = AuditLog.open(folder, CLOCK, 1 << 20, 20)) {
            assertThat(log.failing()).isFalse();
            log.record(EVENT);
            await().until(log::failing);
            Files.delete(newest());
            await().until(() -> !log.failing());
            assertThat(Files.readAllLines(newest())).singleElement().asString().contains("audit.gap");
            assertThat(log.lost()).isEqualTo(1);
        }
    }

    @Test
    void doesNotWriteThroughALink() throws IOException {
        Path elsewhere = Files.createFile(folder.resolve("elsewhere"));
        Files.createSymbolicLink(newest(), elsewhere);

        try (AuditLog log = AuditLog.open(folder, CLOCK)) {
            log.record(EVENT);
            await().untilAsserted(() -> assertThat(log.lost()).isEqualTo(1));
        }

        assertThat(elsewhere).isEmptyFile();
    }

    private Path newest() {
        return folder.resolve(AuditLog.FILE);
    }
}
