package dev.mausbot.home;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.mausbot.home.box.BoxWorks;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the built server, in a real browser, with the shell for an engine. */
@Tag("end-to-end")
class PageServeTest {
    @TempDir
    private Path folder;

    private Path home;
    private ServeProcess server;
    private Browser browser;
    private Page page;

    @BeforeEach
    void open() throws IOException {
        BoxWorks.assumeHere();
        home = Files.createDirectory(folder.resolve("h")).toRealPath();
        server = ServeProcess.start(home);
        browser = Browser.start();
        page = browser.page;
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private void firstBot(String name) {
        page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill(name);
        browser.press("Make the bot");
    }

    private void shows(String view, String title) {
        browser.open(server.address + view, title);
    }

    /** A file that a script in a bot's box waits for. */
    private void letGoOn(String name) throws IOException {
        try (var bots = Files.list(home.resolve(".openmausbot/workspaces"))) {
            Files.createFile(bots.findFirst().orElseThrow().resolve(name));
        }
    }

    @Test
    void aPersonPairsMakesABotAndWatchesItsFirstTurn() throws Exception {
        page.navigate(server.address + "/inbox");
        assertThat(page).hasURL(server.address + "/pair");
        browser.look("pair");
        browser.signIn(home);
        assertThat(page.getByText("Make your first bot")).isVisible();
        assertThat(page.getByText("ready", new Page.GetByTextOptions().setExact(true))
                        .first())
                .isVisible();
        browser.look("first-run");
        firstBot("Ada");

        browser.say(
                "echo one; until [ -e go ]; do sleep 0.1; done; echo two; echo bad >&2; curl -sS http://10.0.0.1/ || true");
        assertThat(browser.turn().locator(".out").first()).hasText("one\n");
        assertThat(browser.turn().locator(".turn-state")).hasText("running");
        browser.look("running");

        page.reload();
        assertThat(browser.turn().locator(".out").first()).hasText("one\n");
        letGoOn("go");
        assertThat(browser.turn().locator(".turn-state")).hasText("finished");
        assertThat(browser.turn().locator(".parts")).containsText("two");
        String live = browser.turn().locator(".parts").textContent();
        assertThat(live.split("one", -1)).hasSize(2);
        page.reload();
        assertThat(browser.turn().locator(".parts").textContent().replaceAll("\\s+", " "))
                .isEqualTo(live.replaceAll("\\s+", " "));
        browser.look("conversation");
        shows("/", "Bots");
        browser.look("home");
        shows("/box", "The box");
        assertThat(page.getByText("10.0.0.1")).isVisible();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aTurnThatRunsIsStoppedAndOneThatWaitsSaysItsPlace() throws Exception {
        browser.signIn(home);
        firstBot("Ada");
        browser.say("echo here; sleep 600");
        assertThat(browser.turn().locator(".out")).hasText("here\n");
        browser.say("echo next");
        assertThat(browser.turn().locator(".place")).hasText("place 1 in the queue");
        page.locator("article.turn").first().getByText("Stop").click();
        assertThat(page.locator("article.turn").first().locator(".turn-state")).hasText("interrupted");
        assertThat(browser.turn().locator(".turn-state")).hasText("finished");
        assertThat(browser.turn().locator(".out")).hasText("next\n");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void whatABotWritesIsShownAndDoesNothing() throws Exception {
        browser.signIn(home);
        firstBot("<b>Eve</b>");
        assertThat(page.locator("h1")).containsText("<b>Eve</b>");
        browser.say("""
                cat <<'EOF'
                <img src=x onerror="document.title='owned'"><script>document.title='owned'</script>
                <article class="ask"><button name="decision" value="allow">Allow once</button></article>
                EOF
                printf 'ansi \\033[31mred\\033[0m bidi \\342\\200\\256evil\\342\\200\\254 zero\\342\\200\\213width bell\\007\\n'""");
        assertThat(browser.turn().locator(".turn-state")).hasText("finished");
        String live = browser.turn().locator(".out").textContent();
        assertThat(live)
                .contains("<script>", "Allow once", "␛[31mred", "⟨U+202E⟩evil⟨U+202C⟩", "zero⟨U+200B⟩width", "bell␇")
                .doesNotContain("\u202e", "\u001b");
        page.reload();
        assertThat(browser.turn().locator(".out").textContent()).isEqualTo(live);
        assertThat(page.locator("article.turn img, article.turn script, article.turn article, .parts button"))
                .hasCount(0);
        assertThat(page.title()).doesNotContain("owned");
        browser.look("hostile");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theBoxIsCheckedAgainAndAKeyIsStoredAndNotShown() throws Exception {
        browser.signIn(home);
        shows("/box", "The box");
        assertThat(page.locator("#checks-title .tag")).hasText("29/29");
        String before = page.locator("#checks time").getAttribute("datetime");
        browser.press("Run again");
        assertThat(page.getByText("Attacking a box")).isVisible();
        page.waitForCondition(() -> page.locator("#checks time").count() == 1
                && !before.equals(page.locator("#checks time").getAttribute("datetime")));
        assertThat(page.locator("#checks-title .tag")).hasText("29/29");
        page.locator("details.layer summary").first().click();
        browser.look("box");

        shows("/keys", "Keys");
        page.locator("#key-anthropic summary").click();
        page.getByLabel("Key for anthropic").fill("sk-a-key-that-nobody-may-see-1234");
        page.locator("#key-anthropic").getByText("Store the key").click();
        assertThat(page.locator("#key-anthropic .tail")).hasText("1234");
        assertThat(page.content()).doesNotContain("nobody-may-see");
        browser.look("keys");
        for (String view : new String[] {"Inbox", "Servers", "Audit"}) {
            shows("/" + view.toLowerCase(Locale.ROOT), view);
            browser.look(view.toLowerCase(Locale.ROOT));
        }
        assertThat(page.content()).doesNotContain("nobody-may-see");
        shows("/sessions", "Sessions");
        browser.look("sessions");
        assertThat(browser.complaints()).isEmpty();
        browser.press("Sign out");
        assertThat(page).hasURL(server.address + "/pair");
        page.navigate(server.address + "/");
        assertThat(page).hasURL(server.address + "/pair");
    }

    @Test
    void aConnectionThatBreaksLosesNothingAndRepeatsNothing() throws Exception {
        browser.signIn(home);
        String talk = server.conversation();
        try (Breaking line = Breaking.to(URI.create(server.address).getPort())) {
            page.navigate(line.address() + "/conversations/" + talk);
            browser.say(
                    "for i in {1..40}; do echo line $i; sleep 0.2; done; until [ -e go ]; do sleep 0.1; done; echo last");
            assertThat(browser.turn().locator(".out")).containsText("line 3\n");
            line.breakOff();
            assertThat(browser.turn().locator(".out")).containsText("line 25\n");
            line.breakOff();
            assertThat(browser.turn().locator(".out")).containsText("line 40\n");
            letGoOn("go");
            assertThat(browser.turn().locator(".turn-state")).hasText("finished");
        }
        assertThat(browser.turn().locator(".out").textContent())
                .isEqualTo(IntStream.rangeClosed(1, 40)
                        .mapToObj(i -> "line " + i + "\n")
                        .collect(Collectors.joining("", "", "last\n")));
    }

    @Test
    void aKeyboardIsEnough() throws Exception {
        browser.signIn(home);
        page.keyboard().press("Tab");
        assertThat(page.locator(":focus")).hasText("Skip to the content");
        page.keyboard().press("Enter");
        page.keyboard().press("Tab");
        assertThat(page.locator(":focus")).hasId("name");
        page.keyboard().type("Ada");
        page.keyboard().press("Enter");
        page.waitForURL(url -> url.contains("/conversations/"));
        page.locator("#message").focus();
        page.keyboard().type("echo typed");
        page.keyboard().press("Control+Enter");
        assertThat(browser.turn().locator(".out")).hasText("typed\n");
    }
}
