package dev.mausbot.home.engine;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.LaunchPlan.PlannedFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A turn's MCP servers as Codex takes them: by options, which are public, since its configuration file lies beside its
 * login. So an option holds an address without a token and the name of the variable with the token, or the name of a
 * script that holds a program's command line and settings.
 *
 * @param arguments the options
 * @param environment the variables that they name
 * @param files the scripts that they name
 */
record CodexServers(List<String> arguments, Map<String, String> environment, List<PlannedFile> files) {
    CodexServers {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
        files = List.copyOf(files);
    }

    static CodexServers of(List<McpServer> servers) {
        List<String> arguments = new ArrayList<>();
        Map<String, String> environment = new HashMap<>();
        List<PlannedFile> files = new ArrayList<>();
        for (McpServer server : servers) {
            String name = server.name();
            arguments.add("-c");
            switch (server) {
                case McpServer.Remote remote -> {
                    String variable =
                            "CODEX_MCP_TOKEN_" + name.replace('-', '_').toUpperCase(Locale.ROOT);
                    environment.put(variable, "${broker-token:mcp-" + name + "}");
                    arguments.add("mcp_servers." + name + "={url=\"" + BrokerAddress.of("mcp-" + name)
                            + "\",bearer_token_env_var=\"" + variable + "\"}");
                }
                case McpServer.Local local -> {
                    PlannedFile script = new PlannedFile("mcp-" + name + ".sh", script(local));
                    files.add(script);
                    arguments.add("mcp_servers." + name + "={command=\"/bin/sh\",args=[\""
                            + LaunchPlan.FILES.resolve(script.name()) + "\"]}");
                }
            }
        }
        return new CodexServers(arguments, environment, files);
    }

    /** Starts the program in the shell's own place, with its settings. */
    private static String script(McpServer.Local server) {
        StringBuilder script = new StringBuilder();
        new TreeMap<>(server.environment())
                .forEach((name, value) -> script.append("export ")
                        .append(quoted(name + "=" + value))
                        .append('\n'));
        return script.append("exec ")
                .append(server.command().stream().map(CodexServers::quoted).collect(Collectors.joining(" ")))
                .append('\n')
                .toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
