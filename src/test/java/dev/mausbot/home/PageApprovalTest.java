package dev.mausbot.home;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.mausbot.home.box.BoxWorks;
import dev.mausbot.home.engine.RealClients;
import dev.mausbot.home.engine.StubProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The owner answers the real Claude Code in a browser. */
class PageApprovalTest {
    private static final Pattern WAITING = Pattern.compile("\\(1\\) .*");

    @TempDir
    private Path folder;

    private Path home;
    private StubProvider provider;
    private ServeProcess server;
    private Browser browser;
    private Page page;

    @BeforeEach
    void open() throws IOException {
        BoxWorks.assumeHere();
        home = Files.createDirectory(folder.resolve("h")).toRealPath();
        provider = new StubProvider();
        String path = RealClients.pathOf("claude", "OMB_TEST_CLAUDE", "@anthropic-ai/claude-code", folder);
        server = ServeProcess.start(
                home,
                Map.of(
                        "PATH",
                        path + ":/usr/bin:/bin",
                        "ANTHROPIC_API_KEY",
                        "stub-key",
                        "ANTHROPIC_BASE_URL",
                        provider.url()));
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
        if (provider != null) {
            provider.close();
        }
    }

    @Test
    void theOwnerAllowsInTheConversationAndDeniesInTheInbox() throws Exception {
        browser.signIn(home);
        String bot = server.post("/api/bots", Map.of("name", "Ada", "engine", "claude"))
                .path("id")
                .asText();
        String talk = server.post("/api/conversations", Map.of("bot", bot, "title", "Tidy up"))
                .path("id")
                .asText();
        page.navigate(server.address + "/conversations/" + talk);
        page.locator("#message").fill("RUN:touch made:END");
        page.locator("form.say button").click();

        Locator card = page.locator("article.turn article.ask");
        assertThat(card.locator(".input")).containsText("touch made");
        assertThat(card.locator(".notice")).containsText("up to its box");
        assertThat(page).hasTitle(WAITING);
        assertThat(page.locator("#icon")).hasAttribute("href", "/page/icon-waiting.svg");
        browser.look("card");
        Path made = home.resolve(".openmausbot/workspaces").resolve(bot).resolve("made");
        assertThat(made).doesNotExist();

        page.reload();
        card.getByText("Allow once").click();
        assertThat(page.locator("article.turn .turn-state")).hasText("finished");
        assertThat(made).exists();
        assertThat(page).not().hasTitle(WAITING);
        assertThat(card).hasAttribute("data-state", "allowed");
        page.locator("article.turn details.tool summary").first().click();
        browser.look("tool");

        page.navigate(server.address + "/inbox");
        String turn = server.turn(talk, "RUN:touch more:END");
        Locator waiting = page.locator("#waiting article.ask");
        assertThat(waiting.locator(".input")).containsText("touch more");
        browser.look("inbox-waiting");
        waiting.getByLabel("A note, if you deny it").fill("not here, please");
        waiting.getByText("Deny", new Locator.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("#waiting article.ask")).hasAttribute("data-state", "denied");
        page.navigate(server.address + "/conversations/" + talk + "#turn-" + turn);
        assertThat(page.locator("#turn-" + turn + " .turn-state")).hasText("finished");
        assertThat(page.locator("#turn-" + turn)).containsText("not here, please");
        assertThat(home.resolve(".openmausbot/workspaces").resolve(bot).resolve("more"))
                .doesNotExist();
        assertThat(browser.complaints()).isEmpty();
    }
}
