package dev.mausbot.home;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The owner answers the real Claude Code in a browser. */
@Tag("end-to-end")
class PageApprovalTest {
    private static final Pattern WAITING = Pattern.compile("\\(1\\) .*");

    @TempDir
    private Path folder;

    private PageHouse house;
    private ServeProcess server;
    private Browser browser;
    private Page page;

    @BeforeEach
    void open() throws IOException {
        house = PageHouse.ofClaude(folder);
        server = house.server;
        browser = house.browser;
        page = browser.page;
    }

    @AfterEach
    void close() {
        if (house != null) {
            house.close();
        }
    }

    @Test
    void theOwnerAllowsInTheConversationAndDeniesInTheInbox() throws Exception {
        String bot = house.bot("claude");
        String talk = house.talk(bot);
        house.enter(talk);
        browser.say("RUN:touch made:END");

        Locator card = page.locator("article.turn article.ask");
        assertThat(card.locator(".input")).containsText("touch made");
        assertThat(card.locator(".notice")).containsText("up to its box");
        assertThat(page).hasTitle(WAITING);
        assertThat(page.locator("#icon")).hasAttribute("href", "/page/icon-waiting.svg");
        browser.look("card");
        Path made = house.workspace(bot).resolve("made");
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
        assertThat(house.workspace(bot).resolve("more")).doesNotExist();
        assertThat(browser.complaints()).isEmpty();
    }
}
