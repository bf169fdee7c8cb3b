package dev.mausbot.home;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.mausbot.home.launch.StubMcp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page where JavaScript is switched off: everything can be read, and every form does what it says. */
@Tag("end-to-end")
class PageWithoutScriptTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private PageHouse house;
    private Browser browser;
    private Page page;

    @BeforeEach
    void open() throws IOException {
        house = PageHouse.ofClaude(folder);
        browser = house.browser.withoutScript();
        page = browser.page;
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.close();
        }
        if (house != null) {
            house.close();
        }
    }

    private void shows(String view, String title) {
        browser.open(house.server.address + view, title);
    }

    /** Looks again until it is there, as a person does who has to. */
    private void reloadUntil(Locator there) {
        await().atMost(PATIENCE).until(() -> {
            page.reload();
            return there.count() > 0;
        });
    }

    /** This Chromium runs no script when it is told so, but does not show either what there is instead. */
    private void saysInstead(String words) {
        assertThat(page.content()).containsPattern("<noscript>[^§]*?" + Pattern.quote(words) + "[^§]*?</noscript>");
    }

    private Locator ended(String state) {
        return browser.turn().locator(".turn-state[data-state=\"" + state + "\"]");
    }

    @Test
    void turnsAreSentStoppedAndReadAndCardsAnswered() throws Exception {
        shows("/", "Bots");
        page.locator("#name").fill("Ada");
        browser.press("Make the bot");
        browser.say("echo one\necho two");
        reloadUntil(ended("finished"));
        assertThat(browser.turn().locator(".out")).hasText("one\ntwo\n");
        browser.say("echo here; sleep 600");
        reloadUntil(browser.turn().locator(".out"));
        saysInstead("Reload to see more");
        page.getByText("Stop").click();
        reloadUntil(ended("interrupted"));

        String bot = house.bot("claude");
        house.server.turn(house.talk(bot), "RUN:touch made:END");
        shows("/inbox", "Inbox");
        reloadUntil(page.locator("#waiting article.ask"));
        assertThat(page).hasTitle("(1) Inbox · cloud home");
        assertThat(page.locator("#waiting .input")).containsText("touch made");
        browser.picture("without-script");
        page.locator("#waiting").getByText("the conversation").click();
        assertThat(browser.turn().locator("article.ask .input")).containsText("touch made");
        browser.press("Allow once");
        assertThat(page).hasURL(Pattern.compile(".*/inbox#card-.*"));
        assertThat(page.locator("article.ask")).hasAttribute("data-state", "allowed");
        page.getByText("the conversation").click();
        reloadUntil(ended("finished"));
        assertThat(house.workspace(bot).resolve("made")).exists();
    }

    @Test
    void everyOtherViewIsReadAndItsFormsWork() throws Exception {
        shows("/box", "The box");
        assertThat(page.locator("#checks-title .tag")).hasText("29/29");
        page.locator("details.layer summary").first().click();
        assertThat(page.locator("details.layer li").first()).isVisible();
        String before = page.locator("#checks time").getAttribute("datetime");
        browser.press("Run again");
        await().atMost(PATIENCE).until(() -> {
            shows("/box", "The box");
            Locator time = page.locator("#checks time");
            return time.count() == 1 && !before.equals(time.getAttribute("datetime"));
        });

        shows("/keys", "Keys");
        page.locator("#key-openai summary").click();
        page.getByLabel("Key for openai").fill("sk-a-key-that-nobody-may-see-1234");
        page.locator("#key-openai").getByText("Store the key").click();
        assertThat(page.locator("#key-openai .tail")).hasText("1234");
        browser.press("Remove the key of openai");
        assertThat(page.locator("#key-openai .tail")).hasCount(0);

        try (StubMcp upstream = new StubMcp(StubMcp.Way.PLAIN, "")) {
            shows("/servers", "Servers");
            page.locator("#server-name").fill("docs");
            page.getByLabel("Address").fill(upstream.address().toString());
            browser.press("Add the server");
            browser.press("Test docs");
            assertThat(page.locator("h1")).hasText("Test of docs");
            assertThat(page.locator(".banner.good")).containsText("Connected to");
            page.getByText("Back").click();
        }
        browser.press("Remove docs");
        shows("/audit", "Audit");
        assertThat(page.getByText("session.started").first()).isVisible();
        page.getByText("session.started").first().click();
        assertThat(page.getByText("show all")).isVisible();

        shows("/sessions", "Sessions");
        browser.press("Sign out");
        assertThat(page).hasURL(house.server.address + "/pair");
        saysInstead("Signing in needs JavaScript");
    }
}
