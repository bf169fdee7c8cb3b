package dev.mausbot.home;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Views of a home that has been lived in, and of one that is not as it should be. */
@Tag("end-to-end")
class PageViewsTest {
    @TempDir
    private Path folder;

    @Test
    void manyConversationsAreAllFoundTheNewestFirst() throws Exception {
        try (PageHouse house = PageHouse.ofTheShell(folder)) {
            String bot = house.bot("shell");
            for (int i = 1; i <= 58; i++) {
                house.server.post("/api/conversations", Map.of("bot", bot, "title", "Talk " + i));
            }
            Browser browser = house.browser;
            browser.open(house.server.address + "/", "Bots");
            Locator talks = browser.page.locator(".talks li");
            assertThat(talks).hasCount(5);
            assertThat(talks.first()).containsText("Talk 58");
            browser.page.getByText("All conversations with Ada").click();
            assertThat(talks).hasCount(50);
            assertThat(talks.first()).containsText("Talk 58");
            browser.look("bot");
            browser.page.getByText("Earlier ones").click();
            assertThat(talks).hasCount(8);
            assertThat(talks.last()).containsText("Talk 1");
            assertThat(browser.page.getByText("Earlier ones")).hasCount(0);

            browser.press("New conversation");
            browser.say("echo a conversation without a title is called after its beginning");
            browser.open(house.server.address + "/", "Bots");
            assertThat(talks.first()).containsText("echo a conversation without a title");
        }
    }

    @Test
    void aTurnThatIsRefusedOrFailsSaysWhy() throws Exception {
        try (PageHouse house = PageHouse.ofTheShell(folder)) {
            String bot = house.server
                    .post("/api/bots", Map.of("name", "Ada", "engine", "shell", "approvals", "ASK"))
                    .path("id")
                    .asText();
            house.enter(house.talk(bot));
            Browser browser = house.browser;
            browser.say("echo hello");
            assertThat(browser.turn().locator(".turn-state")).hasText("refused");
            assertThat(browser.turn().locator(".reason")).containsText("set its approvals to FULL");
            browser.look("turn-refused");
            browser.page.locator("#approvals").selectOption("full");
            browser.press("Set");
            browser.say("echo hello");
            assertThat(browser.turn().locator(".turn-state")).hasText("finished");

            house.enter(house.server.conversation());
            browser.say("echo before; exit 3");
            assertThat(browser.turn().locator(".turn-state")).hasText("failed");
            assertThat(browser.turn().getByText("exit code 3")).hasCount(1);
            browser.look("turn-failed");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void aHomeThatIsNotHeardSaysSoAndKeepsWhatWasWritten() throws Exception {
        try (PageHouse house = PageHouse.ofTheShell(folder)) {
            house.enter(house.server.conversation());
            Browser browser = house.browser;
            assertThat(browser.page.locator("#line")).isEmpty();
            house.server.process.destroyForcibly().onExit().join();
            assertThat(browser.page.locator("#line")).containsText("The home is not heard.");
            browser.say("echo precious");
            assertThat(browser.page.locator("#news")).containsText("The home did not answer.");
            assertThat(browser.page.locator("#message")).hasValue("echo precious");
            browser.look("not-heard");
        }
    }

    @Test
    void aHomeWithoutBoxesSaysSo() throws Exception {
        try (PageHouse house = PageHouse.ofTheShell(folder, Map.of("OMB_BOT_BOX", "0"))) {
            Browser browser = house.browser;
            browser.open(house.server.address + "/box", "The box");
            assertThat(browser.page.locator(".banner.bad")).containsText("The box is off: ");
            assertThat(browser.page.getByText("Run again")).hasCount(0);
            assertThat(browser.page.locator(".score")).hasCount(0);
            browser.look("box-off");
        }
    }
}
