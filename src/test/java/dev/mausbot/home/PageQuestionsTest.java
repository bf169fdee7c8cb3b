package dev.mausbot.home;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the real Claude Code asks its owner in words, and what the owner allows it once and for all. */
@Tag("end-to-end")
class PageQuestionsTest {
    private static final String CALM = "/page/icon.svg";
    private static final String WAITING = "/page/icon-waiting.svg";

    @TempDir
    private Path folder;

    private PageHouse house;
    private Browser browser;
    private Page page;
    private String bot;
    private String talk;

    @BeforeEach
    void open() throws Exception {
        house = PageHouse.ofClaude(folder);
        browser = house.browser;
        page = browser.page;
        bot = house.bot("claude");
        talk = house.talk(bot);
    }

    @AfterEach
    void close() {
        if (house != null) {
            house.close();
        }
    }

    private Locator card() {
        return browser.turn().locator("article.ask");
    }

    private void sees(String title, String icon, int waiting) {
        assertThat(page).hasTitle(title);
        assertThat(page.locator("#icon")).hasAttribute("href", icon);
        assertThat(page.locator("#open")).hasText(String.valueOf(waiting));
        assertThat(page.locator("#open"))
                .isVisible(new com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions()
                        .setVisible(waiting > 0));
    }

    @Test
    void aQuestionIsSeenFromEveryViewAndAnsweredByAChoiceOrInWords() throws Exception {
        browser.open(house.server.address + "/keys", "Keys");
        sees("Keys · cloud home", CALM, 0);
        String first = house.server.turn(talk, "ASK:Which colour shall it be?|red|blue <b>or</b> green:END");
        sees("(1) Keys · cloud home", WAITING, 1);

        page.locator("nav a[href='/inbox']").click();
        Locator asked = page.locator("#waiting article.ask");
        assertThat(asked.locator(".question")).hasText("Which colour shall it be?");
        sees("(1) Inbox · cloud home", WAITING, 1);
        browser.look("question");
        browser.press("blue <b>or</b> green");
        assertThat(asked).hasAttribute("data-state", "answered");
        assertThat(page.getByText("Nothing waits for you.")).isVisible();
        sees("Inbox · cloud home", CALM, 0);

        house.enter(talk);
        assertThat(page.locator("#turn-" + first + " .turn-state")).hasText("finished");
        assertThat(browser.turn().locator(".said")).containsText("blue <b>or</b> green");
        browser.say("ASK:How many?:END");
        card().getByLabel("Your answer").fill("about seven");
        page.keyboard().press("Enter");
        assertThat(card()).hasAttribute("data-state", "answered");
        assertThat(browser.turn().locator(".turn-state")).hasText("finished");
        assertThat(browser.turn().locator(".tool .output")).containsText("about seven");
        sees("Tidy up · cloud home", CALM, 0);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void whatIsAllowedForAConversationIsNotAskedAgainUntilItIsTakenBack() throws IOException {
        house.enter(talk);
        browser.say("RUN:touch one:END");
        assertThat(card().locator(".input")).containsText("touch one");
        browser.press("Allow in this conversation: Bash: touch");
        assertThat(browser.turn().locator(".turn-state")).hasText("finished");
        assertThat(house.workspace(bot).resolve("one")).exists();

        browser.say("RUN:touch two:END");
        assertThat(page.locator("article.turn")).hasCount(2);
        assertThat(browser.turn().locator(".turn-state")).hasText("finished");
        assertThat(card()).hasCount(0);
        assertThat(house.workspace(bot).resolve("two")).exists();

        page.reload();
        assertThat(page.locator("#grants")).containsText("Allowed here without asking: Bash: touch");
        browser.look("grants");
        browser.press("Take it back");
        assertThat(page.locator("#grants")).hasCount(0);

        browser.say("RUN:touch three:END");
        card().getByLabel("A note, if you deny it").fill("enough");
        // Whoever writes a note means to deny: Enter must never be a yes.
        page.keyboard().press("Enter");
        assertThat(card()).hasAttribute("data-state", "denied");
        assertThat(browser.turn().locator(".turn-state")).hasText("finished");
        assertThat(house.workspace(bot).resolve("three")).doesNotExist();
        assertThat(browser.complaints()).isEmpty();
    }
}
