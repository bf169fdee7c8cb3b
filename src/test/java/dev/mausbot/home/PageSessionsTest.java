package dev.mausbot.home;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two browsers of one owner, and what the one can do to the other. */
@Tag("end-to-end")
class PageSessionsTest {
    @TempDir
    private Path folder;

    private PageHouse house;

    @BeforeEach
    void open() throws IOException {
        house = PageHouse.ofTheShell(folder);
    }

    @AfterEach
    void close() {
        if (house != null) {
            house.close();
        }
    }

    @Test
    void aRevokedBrowserIsSentAwayFromWhatItWatchedAndComesInNoMore() throws Exception {
        String talk = house.server.conversation();
        try (Browser other = house.browser.beside()) {
            other.signIn(house.home);
            other.page.navigate(house.server.address + "/conversations/" + talk);
            other.say("echo secret; sleep 600");
            assertThat(other.turn().locator(".out")).hasText("secret\n");

            house.browser.open(house.server.address + "/sessions", "Sessions");
            assertThat(house.browser.page.locator("article").first()).containsText("this one");
            Locator revoked = house.browser
                    .page
                    .locator("article")
                    .filter(new Locator.FilterOptions().setHasText("a browser").setHasNotText("this one"));
            assertThat(revoked).hasCount(1);
            revoked.getByText("Revoke").click();
            assertThat(house.browser.page.locator("article")).hasCount(2);

            // By itself: it does not go on showing what it may not see any more.
            assertThat(other.page).hasURL(house.server.address + "/pair");
            other.page.navigate(house.server.address + "/conversations/" + talk);
            assertThat(other.page).hasURL(house.server.address + "/pair");
            house.browser.open(house.server.address + "/keys", "Keys");
        }
    }
}
