package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
    private static final int HIGH = 844;
    private static final int PHONE_WIDE = 390;
    private static final int MOST_STEPS = 40;

    /** What it is before whom, and with which size of window. */
    private static com.microsoft.playwright.Browser.NewContextOptions window() {
        return new com.microsoft.playwright.Browser.NewContextOptions()
                .setViewportSize(WIDE, HIGH)
                .setReducedMotion(ReducedMotion.REDUCE)
                .setLocale("en-GB");
    }

    private final com.microsoft.playwright.Browser browser;
    private final BrowserContext context;
    private final Runnable end;
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    final Page page;

    private Browser(com.microsoft.playwright.Browser browser, BrowserContext context, Runnable end) {
        this.browser = browser;
        this.context = context;
        this.end = end;
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
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        // Debian's own sandbox needs what a test's user may not have, and nothing but our own page is looked at.
        com.microsoft.playwright.Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
        return new Browser(browser, browser.newContext(window()), playwright::close);
    }

    /** Somebody else's, who is not signed in. */
    Browser beside() {
        return new Browser(browser, browser.newContext(window()), () -> {});
    }

    /** The same person's, signed in as here, with JavaScript switched off. */
    Browser withoutScript() {
        return new Browser(
                browser,
                browser.newContext(
                        window().setStorageState(context.storageState()).setJavaScriptEnabled(false)),
                () -> {});
    }

    /** Presses a button, by all of its words, on a page that has loaded: before that its scripts are not there. */
    void press(String button) {
        page.waitForLoadState();
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }

    /** Goes to a view, and sees that it is that one. */
    void open(String address, String title) {
        page.navigate(address);
        PlaywrightAssertions.assertThat(page.locator("h1")).hasText(title);
    }

    /** Sends a message in the conversation that is shown. */
    void say(String message) {
        page.locator("#message").fill(message);
        press("Send");
    }

    /** The last turn of the conversation that is shown. */
    Locator turn() {
        return page.locator("article.turn").last();
    }

    /** Presses a key until it is there, as a person does who has no mouse. */
    void walk(String key, Locator goal) {
        for (int steps = 0; steps < MOST_STEPS; steps++) {
            page.keyboard().press(key);
            if (Boolean.TRUE.equals(goal.evaluate("there => there === document.activeElement"))) {
                return;
            }
        }
        throw new AssertionError(key + " does not lead to " + goal + ", but to " + page.locator(":focus"));
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

    /**
     * Keeps pictures of what is shown, light and dark, wide and as wide as a phone; and looks each time for what shuts
     * people out, and for what has to be scrolled sideways.
     */
    void look(String view) {
        for (Look look : Look.values()) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(look.scheme));
            page.setViewportSize(look.wide, HIGH);
            picture(view + "-" + look.name().toLowerCase(Locale.ROOT));
            assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .as("%s fits, %s", view, look)
                    .isEqualTo(true);
            accessible(view + ", " + look);
        }
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        page.setViewportSize(WIDE, HIGH);
    }

    /** How a view is looked at. */
    private enum Look {
        LIGHT(ColorScheme.LIGHT, WIDE),
        DARK(ColorScheme.DARK, WIDE),
        PHONE(ColorScheme.LIGHT, PHONE_WIDE);

        private final ColorScheme scheme;
        private final int wide;

        Look(ColorScheme scheme, int wide) {
            this.scheme = scheme;
            this.wide = wide;
        }
    }

    /** Keeps a picture of what is shown. */
    void picture(String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SHOTS.resolve(name + ".png"))
                .setFullPage(true));
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
        end.run();
    }
}
