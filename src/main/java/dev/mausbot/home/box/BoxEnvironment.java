package dev.mausbot.home.box;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The variables that a boxed process starts with: an allow-list, so that a variable that somebody sets on the server
 * tomorrow stays out of every box.
 *
 * @param variables exactly what the box gets
 * @param leftOut names that a plan wanted set and that are not let in; names only, never values
 */
public record BoxEnvironment(Map<String, String> variables, List<String> leftOut) {
    /** Let in from the server's own environment: what a shell expects. */
    private static final Pattern FROM_HOST = Pattern.compile("LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLORTERM|NO_COLOR");

    /** Let in when a plan sets them: engines' own settings, and the names that helpers in a box read. */
    private static final Pattern FROM_PLAN = Pattern.compile(String.join(
            "|",
            "LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLORTERM|NO_COLOR|EDITOR|PAGER|GIT_PAGER",
            "GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)",
            "ANTHROPIC_[A-Z0-9_]+|CLAUDE_CODE_[A-Z0-9_]+|CLAUDE_CONFIG_DIR",
            "DISABLE_(AUTOUPDATER|TELEMETRY|ERROR_REPORTING|BUG_COMMAND|COST_WARNINGS)",
            "(OPENAI|CODEX|GEMINI|GOOGLE|QWEN|XAI|GROK|OPENCODE|OPENROUTER|MISTRAL|GROQ|CEREBRAS|MOONSHOT)_[A-Z0-9_]+",
            "(CLINE|CURSOR|DEEPSEEK|FACTORY|GREENFERENCE|KIMI|MINIMAX|MODELGO)_[A-Z0-9_]+",
            "OMB_(HARNESS_URL|HARNESS_TOKEN|BOT_ID|CONVERSATION_ID|TURN_ID|ASK_SOCKET)"));

    /** Refused whoever sets them: the server's own placement and secrets, and what makes a program run other code. */
    private static final Pattern NEVER = Pattern.compile(String.join(
            "|",
            "OMB_CLOUD_.*|OMB_DATA_DIR|OMB_PORT|OMB_RUNTIME_DIR|OPENMAUSBOT_(TOKEN|URL)",
            "(GITHUB|GITLAB|SLACK|DISCORD|TELEGRAM|FLY|NPM|AWS|AZURE|CLOUDFLARE)_.*(TOKEN|SECRET|KEY|PASSWORD).*",
            "LD_.*|GLIBC_TUNABLES|GCONV_PATH|MALLOC_.*",
            "NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE",
            "BASH_ENV|ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|IFS|CDPATH",
            "PYTHON(STARTUP|PATH|HOME|INSPECT)|PERL5(OPT|LIB|DB)|PERLLIB|RUBY(OPT|LIB)",
            "JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS",
            "GIT_(SSH|SSH_COMMAND|ASKPASS|EXEC_PATH|TEMPLATE_DIR|CONFIG.*|PROXY_COMMAND|EXTERNAL_DIFF)|SSH_ASKPASS"));

    private static final String EGRESS = "http://127.0.0.1:" + GatePorts.EGRESS;

    /** What every gated box has: the way out. Loopback must not go there: it is the box's own. */
    private static final Map<String, String> GATED = Map.ofEntries(
            Map.entry("HTTP_PROXY", EGRESS),
            Map.entry("HTTPS_PROXY", EGRESS),
            Map.entry("ALL_PROXY", EGRESS),
            Map.entry("http_proxy", EGRESS),
            Map.entry("https_proxy", EGRESS),
            Map.entry("all_proxy", EGRESS),
            Map.entry("NO_PROXY", "127.0.0.1,localhost,::1"),
            Map.entry("no_proxy", "127.0.0.1,localhost,::1"),
            // Node's own fetch ignores proxies without it.
            Map.entry("NODE_USE_ENV_PROXY", "1"),
            Map.entry(
                    "GIT_SSH_COMMAND",
                    "ssh -o 'ProxyCommand=socat - PROXY:127.0.0.1:%h:%p,proxyport=" + GatePorts.EGRESS + "'"));

    public BoxEnvironment {
        variables = Map.copyOf(variables);
        leftOut = List.copyOf(leftOut);
    }

    /** Where a person is at home in the box. */
    public record Person(String home, String user, String path) {}

    /**
     * Puts an environment together.
     *
     * @param person HOME, user name and PATH
     * @param gated whether the box has gates
     * @param host the server's own environment
     * @param plan what the engine's plan wants set
     */
    public static BoxEnvironment of(Person person, boolean gated, Map<String, String> host, Map<String, String> plan) {
        Map<String, String> variables = new TreeMap<>();
        List<String> leftOut = new ArrayList<>();
        host.forEach((name, value) -> {
            if (FROM_HOST.matcher(name).matches()) {
                variables.put(name, value);
            }
        });
        plan.forEach((name, value) -> {
            if (mayPass(name) && value.indexOf('\0') < 0) {
                variables.put(name, value);
            } else {
                leftOut.add(name);
            }
        });
        variables.put("HOME", person.home());
        variables.put("USER", person.user());
        variables.put("LOGNAME", person.user());
        variables.put("PATH", person.path());
        variables.put("SHELL", "/bin/bash");
        variables.put("TMPDIR", "/tmp");
        if (gated) {
            variables.putAll(GATED);
        }
        leftOut.sort(null);
        return new BoxEnvironment(variables, leftOut);
    }

    /** The same with variables that a person named on a command line; those that are never let in stay out. */
    public BoxEnvironment with(Map<String, String> named) {
        Map<String, String> all = new TreeMap<>(variables);
        List<String> out = new ArrayList<>(leftOut);
        named.forEach((name, value) -> {
            if (NEVER.matcher(name).matches()) {
                out.add(name);
            } else {
                all.put(name, value);
            }
        });
        return new BoxEnvironment(all, out);
    }

    /** Whether a plan may set a variable: what engines look for in the server's settings is among these. */
    public static boolean mayPass(String name) {
        return FROM_PLAN.matcher(name).matches() && !NEVER.matcher(name).matches();
    }
}
