package dev.mausbot.home.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.gate.harness.InternalRequest;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
@QuarkusTestResource(TempHome.class)
class TurnsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Inject
    TurnFixture fixture;

    @Inject
    BoxRoutes boxRoutes;

    @Inject
    Turns served;

    private List<String> types(String turn) {
        return fixture.events(turn).stream().map(StoredEvent::type).toList();
    }

    @Test
    void aTurnIsNumberedWithoutAGapAndEndsOnce() {
        Turns turns = fixture.turns(1, HOUR);
        Turn turn = fixture.submit(
                turns, fixture.conversation("script"), "echo text:Hi; sleep 0.2; echo out; echo err >&2");
        assertThat(fixture.untilOver(turn.id()).state()).isEqualTo(TurnState.FINISHED);
        List<StoredEvent> events = fixture.events(turn.id());
        assertThat(events.stream().map(StoredEvent::id))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, events.size()).boxed().toList());
        assertThat(types(turn.id()))
                .startsWith("started", "text")
                .contains("output", "result")
                .endsWith("ended")
                .containsOnlyOnce("ended");
        assertThat(events.getFirst().data()).contains("\"boxed\":false").contains("WITHOUT a box");
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of("an unknown engine", "abacus", Place.BOX, "", "x", "no engine \"abacus\""),
                Arguments.of("a Local VM", "script", Place.LOCAL_VM, "", "x", "Local VM"),
                Arguments.of("this computer", "script", Place.THIS_COMPUTER, "", "x", "your own computer"),
                Arguments.of(
                        "a folder that is not there", "script", Place.BOX, "/no/such", "x", "/no/such is not there"),
                Arguments.of("a folder above the data", "script", Place.BOX, "/", "x", "the home's own data"),
                Arguments.of("a folder in the data", "script", Place.BOX, "workspaces", "x", "own data"),
                Arguments.of("the engine's own refusal", "script", Place.BOX, "", "refuse:no key", "no key"),
                Arguments.of("the launcher's refusal", "script", Place.BOX, "", "no-launch", "install bubblewrap"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void refusesBeforeAnythingStarts(
            String what, String engine, Place place, String folder, String message, String reason) {
        Turns turns = fixture.turns(1, HOUR);
        String path = folder.equals("workspaces")
                ? fixture.shop().limits().workspaces().toString()
                : folder;
        String conversation =
                fixture.conversation(engine, place, Optional.of(path).filter(named -> !named.isEmpty()));
        Turn turn =
                fixture.untilOver(fixture.submit(turns, conversation, message).id());
        assertThat(turn.state()).isEqualTo(TurnState.REFUSED);
        assertThat(turn.reason().orElseThrow()).contains(reason);
        assertThat(types(turn.id())).containsExactly("ended");
    }

    @Test
    void aFailingScriptFailsWithItsReason() {
        Turn turn = fixture.untilOver(fixture.submit(fixture.turns(1, HOUR), fixture.conversation("script"), "exit 3")
                .id());
        assertThat(turn.state()).isEqualTo(TurnState.FAILED);
        assertThat(turn.reason()).contains("exit code 3");
    }

    @Test
    void anEngineThatOwesAnAnswerAndStaysSilentFailsLongBeforeItsTimeIsOver() {
        Turn turn = fixture.untilOver(fixture.submit(
                        fixture.turns(1, HOUR),
                        fixture.conversation("script"),
                        // What it says on standard error is no answer.
                        "echo patience:300; while sleep 0.1; do echo waiting >&2; done")
                .id());
        assertThat(turn.state()).isEqualTo(TurnState.FAILED);
        assertThat(turn.reason()).contains("it says nothing");
    }

    @Test
    void oneTurnOfAConversationAtATimeAndAnHonestPosition() {
        Turns turns = fixture.turns(2, HOUR);
        String a = fixture.conversation("script");
        String b = fixture.conversation("script");
        Turn first = fixture.submit(turns, a, TurnFixture.WAIT);
        Turn second = fixture.submit(turns, a, "echo 2");
        Turn third = fixture.submit(turns, a, "echo 3");
        assertThat(turns.position(first.id())).isZero();
        assertThat(turns.position(second.id())).isEqualTo(1);
        assertThat(turns.position(third.id())).isEqualTo(2);
        Turn other = fixture.submit(turns, b, "echo other");
        assertThat(fixture.untilOver(other.id()).state()).isEqualTo(TurnState.FINISHED);
        assertThat(turns.find(second.id()).orElseThrow().state()).isEqualTo(TurnState.QUEUED);
        fixture.go(a);
        Turn done = fixture.untilOver(third.id());
        Turn before = turns.find(second.id()).orElseThrow();
        assertThat(before.endedAt().orElseThrow())
                .isBeforeOrEqualTo(done.startedAt().orElseThrow());
    }

    @Test
    void theSessionIsGivenBackOnTheNextTurn() {
        Turns turns = fixture.turns(1, HOUR);
        String conversation = fixture.conversation("script");
        Turn first = fixture.submit(turns, conversation, "echo session:--evil; echo session:s-1; echo text:$SESSION");
        Turn second = fixture.submit(turns, conversation, "echo text:$SESSION");
        fixture.untilOver(second.id());
        assertThat(fixture.events(first.id())).anyMatch(event -> event.data().contains("\"none\""));
        assertThat(fixture.events(second.id())).anyMatch(event -> event.data().contains("\"s-1\""));
    }

    @Test
    void aFailureThatAnEngineReportsWhenItIsInterruptedIsTheInterrupt() {
        Turns turns = fixture.turns(1, HOUR);
        Turn running = fixture.submit(
                turns,
                fixture.conversation("script"),
                "trap 'echo fail:interrupted; exit' TERM\necho text:up\nsleep 300 &\nwait\nwait");
        await().atMost(TurnFixture.PATIENCE).until(() -> fixture.shop().store().lastEvent(running.id()) >= 2);
        turns.interrupt(running.id());
        assertThat(fixture.untilOver(running.id()).state()).isEqualTo(TurnState.INTERRUPTED);
    }

    @Test
    void interruptsWhatWaitsAndWhatRuns() {
        Turns turns = fixture.turns(1, HOUR);
        String conversation = fixture.conversation("script");
        Turn running = fixture.submit(turns, conversation, "sleep 300");
        Turn waiting = fixture.submit(turns, conversation, "echo never");
        fixture.untilStarted(running.id());
        turns.interrupt(waiting.id());
        assertThat(fixture.untilOver(waiting.id()).state()).isEqualTo(TurnState.INTERRUPTED);
        assertThat(types(waiting.id())).containsExactly("ended");
        turns.interrupt(running.id());
        assertThat(fixture.untilOver(running.id()).state()).isEqualTo(TurnState.INTERRUPTED);
        turns.interrupt(running.id());
        assertThat(types(running.id())).containsExactly("started", "result", "ended");
    }

    @Test
    void whatRunsTooLongFails() {
        Turns turns = fixture.turns(1, Duration.ofSeconds(1));
        Turn turn = fixture.untilOver(fixture.submit(turns, fixture.conversation("script"), "sleep 300")
                .id());
        assertThat(turn.state()).isEqualTo(TurnState.FAILED);
        assertThat(turn.reason().orElseThrow()).contains("longer than a turn may (1 s)");
    }

    @Test
    void anEngineThatReadsOnIsToldThatTheTurnIsOver() {
        Turns turns = fixture.turns(1, HOUR);
        Turn turn = fixture.untilOver(
                fixture.submit(turns, fixture.conversation("script-open"), "echo done:ok; cat > /dev/null; echo bye")
                        .id());
        assertThat(turn.state()).isEqualTo(TurnState.FINISHED);
        assertThat(fixture.events(turn.id())).anyMatch(event -> event.data().contains("bye"));
    }

    @Test
    void anEngineThatAsksIsAnsweredAndTheAnswerIsNotStored() {
        Turn turn = fixture.untilOver(fixture.submit(
                        fixture.turns(1, HOUR),
                        fixture.conversation("script-open"),
                        "echo ask:blue; read -r a; echo ask:${a}berry; read -r b; echo text:$b; echo done:")
                .id());
        assertThat(turn.state()).isEqualTo(TurnState.FINISHED);
        assertThat(types(turn.id())).containsExactly("started", "text", "result", "ended");
        assertThat(fixture.events(turn.id()).get(1).data()).contains("blueberry");
    }

    @Test
    void anEngineThatHangsAfterItsResultIsEndedAndHasFinished() {
        Turns turns = fixture.turns(1, HOUR);
        Turn turn = fixture.untilOver(fixture.submit(turns, fixture.conversation("script"), "echo done:ok; sleep 300")
                .id());
        assertThat(turn.state()).isEqualTo(TurnState.FINISHED);
    }

    @Test
    void aShutdownInterruptsWhatRunsAndKeepsWhatWaits() {
        Turns turns = fixture.turns(1, HOUR);
        String conversation = fixture.conversation("script");
        Turn running = fixture.submit(turns, conversation, "sleep 300");
        Turn waiting = fixture.submit(turns, conversation, "echo text:after");
        fixture.untilStarted(running.id());
        turns.close(Duration.ofMillis(100));
        assertThat(turns.find(running.id()).orElseThrow())
                .returns(TurnState.INTERRUPTED, Turn::state)
                .returns(Optional.of("The server was stopped."), Turn::reason);
        assertThat(turns.find(waiting.id()).orElseThrow().state()).isEqualTo(TurnState.QUEUED);
        assertThat(turns.submit(conversation, "late")).isInstanceOf(Turns.Submitted.Closing.class);
        fixture.turns(1, HOUR).recover();
        assertThat(fixture.untilOver(waiting.id()).state()).isEqualTo(TurnState.FINISHED);
    }

    /** A server that is killed stores nothing more: what it had stored of a turn is all there is. */
    @Test
    void whatAKilledServerWasRunningReadsInterruptedAndLosesNothing() {
        TurnStore store = fixture.shop().store();
        String conversation = fixture.conversation("script");
        Turn torn = store.add(conversation, "the message");
        store.begin(torn.id());
        store.append(torn.id(), List.of(new StoredEvent(1, "text", "{\"text\":\"half\"}")));
        Turn waiting = store.add(conversation, "echo text:requeued");
        fixture.turns(1, HOUR).recover();
        assertThat(store.find(torn.id()).orElseThrow().state()).isEqualTo(TurnState.INTERRUPTED);
        assertThat(types(torn.id())).containsExactly("text", "ended");
        assertThat(store.message(torn.id())).isEqualTo("the message");
        assertThat(fixture.untilOver(waiting.id()).state()).isEqualTo(TurnState.FINISHED);
    }

    @Test
    void untilTheBoxesAreAttackedNothingStartsAndNothingIsLost() {
        TurnStore store = fixture.shop().store();
        Turn left = store.add(fixture.conversation("script"), "echo text:left");
        Turns turns = fixture.unopened(2, HOUR);
        turns.recover();
        Turn early = fixture.submit(turns, fixture.conversation("script"), "echo text:early");
        assertThat(turns.position(left.id())).isEqualTo(1);
        assertThat(turns.position(early.id())).isEqualTo(2);
        assertThat(store.find(left.id()).orElseThrow().state()).isEqualTo(TurnState.QUEUED);
        turns.open();
        assertThat(fixture.untilOver(left.id()).state()).isEqualTo(TurnState.FINISHED);
        assertThat(fixture.untilOver(early.id()).state()).isEqualTo(TurnState.FINISHED);
    }

    @Test
    void aTurnThatWritesWithoutEndIsKeptUpToABound() {
        Turns turns = fixture.turns(1, HOUR);
        Turn turn = fixture.untilOver(fixture.submit(
                        turns, fixture.conversation("script"), "head -c 40000000 /dev/zero | tr '\\0' x | fold -w 1000")
                .id());
        assertThat(turn.state()).isEqualTo(TurnState.FINISHED);
        List<StoredEvent> events = fixture.events(turn.id());
        assertThat(events.stream().mapToLong(event -> event.data().length()).sum())
                .isBetween(Transcript.MOST_CHARS * 9 / 10, Transcript.MOST_CHARS + 1000);
        assertThat(events).filteredOn(event -> event.type().equals("status")).hasSize(1);
        assertThat(events.getLast().last()).isTrue();
    }

    @Test
    void aBoxLearnsWhoItIsAndLeavesNotes() {
        String conversation = fixture.conversation("script");
        Turn turn = fixture.submit(served, conversation, TurnFixture.WAIT);
        fixture.untilStarted(turn.id());
        String bot =
                fixture.shop().conversations().find(conversation).orElseThrow().bot();
        Caller caller = new Caller("b1", bot, conversation, turn.id());
        Caller other = new Caller("b2", "other", conversation, turn.id());
        assertThat(text(ask(caller, "GET", "whoami", "")))
                .isEqualTo("{\"bot\":\"" + bot + "\",\"conversation\":\"" + conversation + "\",\"turn\":\"" + turn.id()
                        + "\"}");
        assertThat(ask(caller, "POST", "notes", "{\"text\":\"look\\nhere\"}").status())
                .isEqualTo(201);
        assertThat(ask(other, "POST", "notes", "{\"text\":\"x\"}").status()).isEqualTo(409);
        for (String bad : List.of(
                "",
                "{}",
                "[]",
                "{\"text\":1}",
                "{\"text\":\"\"}",
                "{\"text\":\"x\",\"turn\":\"y\"}",
                "{\"text\":\"" + "x".repeat(4097) + "\"}")) {
            assertThat(ask(caller, "POST", "notes", bad).status()).as(bad).isEqualTo(400);
        }
        assertThat(ask(caller, "GET", "notes", "").status()).isEqualTo(404);
        assertThat(ask(caller, "GET", "../bots", "").status()).isEqualTo(404);
        assertThat(fixture.shop().conversations().notes(conversation, new Page(0, 10)))
                .extracting(Note::text)
                .containsExactly("look\nhere");
        assertThat(fixture.events(turn.id()))
                .anyMatch(event -> event.type().equals("note") && event.data().equals("{\"text\":\"look\\nhere\"}"));
        fixture.go(conversation);
        fixture.untilOver(turn.id());
        await().until(() -> ask(caller, "POST", "notes", "{\"text\":\"late\"}").status() == 409);
    }

    private InternalAnswer ask(Caller caller, String method, String path, String body) {
        return boxRoutes
                .answer(new InternalRequest(caller, method, path, "", Map.of(), body.getBytes(StandardCharsets.UTF_8)))
                .toCompletableFuture()
                .join();
    }

    private static String text(InternalAnswer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }
}
