package dev.mausbot.home;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody without a mouse, from the sign-in to the answer of a card. */
@Tag("end-to-end")
class PageKeyboardTest {
    @TempDir
    private Path folder;

    private PageHouse house;

    @BeforeEach
    void open() throws IOException {
        house = PageHouse.ofClaude(folder);
    }

    @AfterEach
    void close() {
        if (house != null) {
            house.close();
        }
    }

    private String code() throws IOException {
        Process pair = ServeProcess.run(house.home, Map.of(), "pair", "--json");
        return new ObjectMapper()
                .readTree(pair.getInputStream().readAllBytes())
                .path("code")
                .asText();
    }

    @Test
    void goesTheWholeWayWithTabAndEnter() throws Exception {
        try (Browser browser = house.browser.beside()) {
            Page page = browser.page;
            page.navigate(house.server.address + "/");
            browser.walk("Tab", page.locator("#code"));
            page.keyboard().type(code());
            page.keyboard().press("Enter");
            page.waitForURL(house.server.address + "/");

            browser.walk("Tab", page.getByText("Skip to the content"));
            page.keyboard().press("Enter");
            browser.walk("Tab", page.locator("#name"));
            page.keyboard().type("Ada");
            browser.walk("Tab", page.locator("#engine-shell"));
            page.keyboard().press("ArrowDown");
            assertThat(page.locator("#engine-claude")).isChecked();
            browser.walk("Tab", page.getByText("Make the bot"));
            page.keyboard().press("Enter");
            page.waitForURL(url -> url.contains("/conversations/"));

            browser.walk("Tab", page.locator("#message"));
            page.keyboard().type("RUN:touch made:END");
            browser.walk("Tab", page.getByText("Send", new Page.GetByTextOptions().setExact(true)));
            page.keyboard().press("Enter");
            Locator card = browser.turn().locator("article.ask");
            assertThat(card).hasAttribute("data-state", "open");
            assertThat(page.locator("#message")).isFocused();

            browser.walk("Shift+Tab", card.getByText("Allow once"));
            browser.look("keyboard");
            page.keyboard().press("Enter");
            assertThat(card).hasAttribute("data-state", "allowed");
            assertThat(card).isFocused();
            assertThat(browser.turn().locator(".turn-state")).hasText("finished");
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
