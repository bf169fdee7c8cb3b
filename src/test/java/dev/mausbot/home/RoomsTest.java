package dev.mausbot.home;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameStartingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.box.Boxes;
import dev.mausbot.home.box.Weakening;
import dev.mausbot.home.broker.BrokerToken;
import dev.mausbot.home.gate.harness.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds the house to its plan ({@code docs/architecture.md}): which room may use which, and how big a file may get. */
class RoomsTest {
    private static final String HOUSE = "dev.mausbot.home";
    private static final Path SOURCES = Path.of("src/main/java");
    private static final int LONGEST_FILE = 300;

    /** The rooms, each with the rooms that it may use. A later row may use nothing that is not above it. */
    enum Room {
        BOOT(Kind.CORE),
        AUDIT(Kind.CORE, BOOT),
        SUPERVISOR(Kind.CORE, BOOT),
        BOX(Kind.CORE, BOOT),
        GATE(Kind.CORE, BOOT, AUDIT),
        BROKER(Kind.CORE, BOOT, AUDIT, GATE),
        RELAY(Kind.CORE, BOOT, GATE, AUDIT),
        INSIDE(Kind.CORE),
        LAUNCH(Kind.CORE, BOOT, AUDIT, BOX, GATE, BROKER, RELAY),
        ENGINE(Kind.CORE, BOX),
        DOCTOR(Kind.CORE, BOOT, BOX, ENGINE),
        SELFCHECK(Kind.CORE, BOOT, AUDIT, BOX, GATE, BROKER, RELAY, LAUNCH),
        TURN(Kind.SHELL, BOOT, AUDIT, BOX, GATE, BROKER, RELAY, LAUNCH, ENGINE),
        APPROVAL(Kind.SHELL, BOOT, AUDIT, GATE, TURN),
        AUTH(Kind.SHELL, BOOT, AUDIT),
        FLEET(Kind.CORE, BOOT, AUTH),
        REPORT(Kind.SHELL, BOOT, AUDIT, BOX, GATE, BROKER, LAUNCH, SELFCHECK, TURN, APPROVAL, AUTH),
        TEAM(Kind.SHELL, BOOT, AUDIT, BOX, TURN),
        CONTAINER(Kind.SHELL, BOOT, AUDIT, ENGINE, GATE, BROKER),
        WEB(Kind.SHELL, BOOT, AUDIT, BOX, ENGINE, SELFCHECK, TURN, APPROVAL, AUTH, REPORT, TEAM);

        /** The core is plain Java; the shell is the framework around it. */
        private enum Kind {
            CORE,
            SHELL
        }

        private final Kind kind;

        @SuppressWarnings("ImmutableEnumChecker") // Set.of cannot be changed
        private final Set<Room> mayUse;

        Room(Kind kind, Room... mayUse) {
            this.kind = kind;
            this.mayUse = Set.of(mayUse);
        }

        private String packages() {
            return HOUSE + "." + name().toLowerCase(Locale.ROOT) + "..";
        }
    }

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(HOUSE);

    @ParameterizedTest
    @EnumSource
    void usesOnlyTheRoomsThatItMay(Room room) {
        String[] allowed = Stream.concat(Stream.of(room), room.mayUse.stream())
                .map(Room::packages)
                .toArray(String[]::new);

        noClasses()
                .that(resideInAPackage(room.packages()))
                .should()
                .dependOnClassesThat(resideInAPackage(HOUSE + "..").and(not(resideInAnyPackage(allowed))))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @ParameterizedTest
    @EnumSource
    void keepsFrameworksOutOfTheCore(Room room) {
        if (room.kind == Room.Kind.CORE) {
            noClasses()
                    .that(resideInAPackage(room.packages()))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage("io.quarkus..", "jakarta.."))
                    .allowEmptyShould(true)
                    .check(CLASSES);
        }
    }

    /** The self-check weakens the box that it attacks; nothing that opens a bot's box can name what it does that with. */
    @Test
    void letsOnlyTheSelfCheckWeakenABox() {
        noClasses()
                .that(not(resideInAnyPackage(Room.BOX.packages(), Room.SELFCHECK.packages())))
                .should()
                .dependOnClassesThat(belongTo(equivalentTo(Weakening.class)))
                .orShould()
                .callMethod(Boxes.class, "weakened", BoxTools.class, Path.class, Weakening.class)
                .check(CLASSES);
    }

    /** What starts inside a box, or as root, starts in milliseconds and loads next to nothing. */
    @ParameterizedTest
    @EnumSource(names = {"INSIDE", "SUPERVISOR"})
    void keepsLibrariesOutOfWhatMustStartAtOnce(Room room) {
        noClasses()
                .that(resideInAPackage(room.packages()))
                .should()
                .dependOnClassesThat(
                        not(resideInAnyPackage("java..", "javax..", "jdk..", "org.jspecify..", HOUSE + "..")))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    /**
     * Secrets come over a pipe: who asked the environment itself would miss them where a supervisor started the server.
     * What runs inside a box has the box's environment and no other.
     */
    @Test
    void asksTheEnvironmentInOnePlace() {
        noClasses()
                .that(not(simpleName("Main").or(simpleName("ServeSettings")).or(resideInAPackage(HOUSE + ".inside.."))))
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .check(CLASSES);
    }

    /**
     * How long a comparison takes tells how much of a guess was right. So bytes are compared by {@code MessageDigest.isEqual},
     * but for what is no secret: addresses, and the words that the relay and a box exchange.
     */
    @Test
    void comparesBytesInConstantTime() {
        assertThat(codeOf(one -> !one.getSimpleName().equals("AddressRange")
                                && !resideInAPackage(Room.RELAY.packages()).test(one))
                        .filter(code -> calls(code, Arrays.class, "equals|mismatch|compare"))
                        .map(JavaCodeUnit::getFullName))
                .isEmpty();
    }

    /** Nor is a secret's text compared where it is revealed: {@code Secret.matches} is for that, and digests are. */
    @Test
    void comparesNoRevealedSecret() {
        List<JavaCodeUnit> revealing = codeOf(_ -> true)
                .filter(code -> calls(code, Secret.class, "reveal")
                        || calls(code, BrokerToken.class, "text")
                        || calls(code, Capability.class, "text"))
                .toList();
        assertThat(revealing).hasSizeGreaterThan(10);
        assertThat(revealing.stream()
                        .filter(code -> calls(code, String.class, "equals|equalsIgnoreCase|contentEquals|compareTo.*")
                                || calls(code, Objects.class, "equals"))
                        .map(JavaCodeUnit::getFullName))
                .isEmpty();
    }

    /** What the server remembers of its boxes' tokens are digests: whoever reads its memory of them can use none. */
    @Test
    void keepsNoTokenThatItWouldKnowAgain() {
        noFields()
                .that()
                .areDeclaredInClassesThat(resideInAPackage(HOUSE + ".."))
                .should()
                .haveRawType(BrokerToken.class)
                .check(CLASSES);
        noFields()
                .that()
                .areDeclaredInClassesThat(
                        resideInAPackage(Room.BROKER.packages()).and(simpleNameStartingWith("BoxGrants")))
                .should()
                .haveRawType(String.class)
                .check(CLASSES);
    }

    private static Stream<JavaCodeUnit> codeOf(Predicate<JavaClass> which) {
        return CLASSES.stream().filter(which).flatMap(one -> one.getCodeUnits().stream());
    }

    private static boolean calls(JavaCodeUnit code, Class<?> owner, String names) {
        return code.getMethodCallsFromSelf().stream()
                .anyMatch(call -> call.getTargetOwner().isEquivalentTo(owner)
                        && call.getName().matches(names));
    }

    @Test
    void hasARoomForEveryClass() {
        Predicate<JavaClass> housed = Stream.of(Room.values())
                .<Predicate<JavaClass>>map(room -> resideInAPackage(room.packages()))
                .reduce(_ -> false, Predicate::or);

        assertThat(CLASSES.stream()
                        .filter(one -> !one.getPackageName().equals(HOUSE))
                        .filter(housed.negate())
                        .map(JavaClass::getName))
                .isEmpty();
        assertThat(CLASSES).isNotEmpty();
    }

    @Test
    void keepsEveryFileShort() throws IOException {
        Map<Path, Integer> tooLong = new TreeMap<>();
        for (Path source : sources()) {
            int lines = Files.readAllLines(source).size();
            if (lines > LONGEST_FILE) {
                tooLong.put(source, lines);
            }
        }

        assertThat(tooLong).isEmpty();
    }

    @Test
    void namesThingsAfterWhatTheyAre() throws IOException {
        assertThat(sources().stream().map(source -> source.getFileName().toString()))
                .isNotEmpty()
                .noneMatch(name -> name.matches(".*(Utils?|Helpers?|Manager|Impl)\\.java"));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java")).collect(Collectors.toList());
        }
    }
}
