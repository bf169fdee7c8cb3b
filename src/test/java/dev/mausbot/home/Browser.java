package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The Chromium of this machine, without a window, before a server. Whatever a page complains of is kept: a policy that was
 * violated, a script that failed.
 */
final class Browser implements AutoCloseable {
    private static final Path SHOTS = Path.of("target", "screenshots");
    private static final double PATIENCE_MILLIS = 20_000;
    private static final int WIDE = 1100;
    private static final int HIGH = 800;

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser browser;
    private final BrowserContext context;
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    final Page page;

    private Browser(Playwright playwright, Path chromium) {
        this.playwright = playwright;
        // Debian's own sandbox needs what a test's user may not have, and nothing but our own page is looked at.
        this.browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
        this.context = browser.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setViewportSize(WIDE, HIGH)
                .setReducedMotion(ReducedMotion.REDUCE)
                .setLocale("en-GB"));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        this.page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
    }

    /** Starts one, or skips the test and says so. */
    static Browser start() {
        Path chromium = Path.of("/usr/bin/chromium");
        if (!Files.isExecutable(chromium)) {
            System.out.println("SKIPPED: the page is not tested in a browser: apt-get install chromium");
        }
        assumeTrue(Files.isExecutable(chromium), "there is no /usr/bin/chromium");
        return new Browser(
                Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))),
                chromium);
    }

    /** Signs in as a person does: by opening a link that the machine gave. */
    void signIn(Path home) throws IOException {
        Process pair = ServeProcess.run(home, Map.of(), "pair", "--json");
        String link = new ObjectMapper()
                .readTree(pair.getInputStream().readAllBytes())
                .path("link")
                .asText();
        page.navigate(link);
        page.waitForURL(url -> url.endsWith("/"));
    }

    /** What the page has complained of so far. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Keeps pictures of what is shown: light, dark, and as wide as a phone; and looks for what shuts people out. */
    void look(String view) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        shoot(view + "-light");
        accessible(view + ", light");
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        shoot(view + "-dark");
        accessible(view + ", dark");
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        page.setViewportSize(390, 844);
        shoot(view + "-phone");
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .as("%s fits a phone", view)
                .isEqualTo(true);
        page.setViewportSize(WIDE, HIGH);
    }

    private void shoot(String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(SHOTS.resolve(name + ".png")));
    }

    private void accessible(String what) {
        assertThat(new AxeBuilder(page).analyze().getViolations())
                .as(what)
                .filteredOn(found -> List.of("serious", "critical").contains(String.valueOf(found.getImpact())))
                .extracting(found -> found.getId() + ": " + found.getHelp() + " " + found.getNodes())
                .isEmpty();
    }

    @Override
    public void close() {
        context.close();
        browser.close();
        playwright.close();
    }
}
