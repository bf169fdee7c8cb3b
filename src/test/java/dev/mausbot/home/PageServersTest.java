package dev.mausbot.home;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.mausbot.home.launch.EverythingServer;
import dev.mausbot.home.launch.StubMcp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The owner adds MCP servers in the page, tests them and takes them away again. */
@Tag("end-to-end")
class PageServersTest {
    private static final String SECRET = "nobody-may-see-this-header";

    @TempDir
    private Path folder;

    private PageHouse house;
    private Browser browser;
    private Page page;

    @BeforeEach
    void open() throws IOException {
        house = PageHouse.ofTheShell(folder);
        browser = house.browser;
        page = browser.page;
        browser.open(house.server.address + "/servers", "Servers");
    }

    @AfterEach
    void close() {
        if (house != null) {
            house.close();
        }
    }

    private void add(String name, URI address, String value) {
        page.locator("#server-name").fill(name);
        page.getByLabel("Address").fill(address.toString());
        if (!value.isEmpty()) {
            page.locator("#server-header").fill(StubMcp.HEADER);
            page.locator("#server-value").fill(value);
        }
        browser.press("Add the server");
    }

    private Locator found(String name) {
        browser.press("Test " + name);
        return page.locator("#tested-" + name + " .banner");
    }

    @Test
    void aServerIsAddedTestedAndTakenAway() throws Exception {
        try (EverythingServer upstream = EverythingServer.start()) {
            add("everything", upstream.address(), "");
            assertThat(found("everything"))
                    .hasText(
                            Pattern.compile("Connected to .+: [0-9]+ tools, through the broker as a turn does\\.\\s*"));
            assertThat(page.locator("#tested-everything .good")).isVisible();
            browser.look("servers-tested");
        }
        assertThat(found("everything")).containsText("No answer: ");
        assertThat(page.locator("#tested-everything .bad")).isVisible();
        browser.look("servers-failed");
        browser.press("Remove everything");
        assertThat(page.getByText("None yet. Add one below")).isVisible();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aHeaderIsSentToItsServerAndShownToNobody() throws Exception {
        try (StubMcp upstream = new StubMcp(StubMcp.Way.DEMANDS_A_HEADER, SECRET)) {
            add("team", upstream.address(), "another");
            assertThat(found("team")).containsText(Pattern.compile("No answer: .*401.*check the headers"));
            add("team", upstream.address(), SECRET);
            assertThat(found("team")).containsText("Connected to");
            assertThat(page.locator("article .tag")).hasText(StubMcp.HEADER);
            assertThat(page.content()).doesNotContain(SECRET);
        }
    }

    @Test
    void whatIsNoServerIsRefusedInWords() {
        add("Not A Name", URI.create("https://example.com/mcp"), "");
        assertThat(page.locator("h1")).hasText("That did not work");
        assertThat(page.locator("[role=alert]")).containsText("is not 1 to 32 of a-z, 0-9 and -");
        browser.look("refused");
        page.getByText("Back").click();
        assertThat(page.locator("h1")).hasText("Servers");
    }
}
