package dev.mausbot.home.inside;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The program {@code cloud-home ask}: an MCP server on standard input and output
 * (https://modelcontextprotocol.io, the stdio transport) through which an engine asks the home's owner. Its tools are
 * {@code approve}, which Claude Code calls before it uses a tool ({@code --permission-prompt-tool}), and
 * {@code ask_user}, a question with choices. Both go out by the box's ask socket, see {@link Questions}.
 *
 * <p>It decides nothing itself but to deny: when there is no socket, when the server goes away, when a question is too
 * large or too strange to be asked. It ends when its input does.
 */
public final class Ask {
    private static final int FAILED = 1;
    private static final int LONGEST_MESSAGE = 8 << 20;

    private static final String NEWEST = "2025-06-18";

    private static final String TOOLS = """
            [{"name":"approve","description":"Asks the owner whether a tool may be used.","inputSchema":{"type":"object",\
            "properties":{"tool_name":{"type":"string"},"input":{"type":"object"},"tool_use_id":{"type":"string"}},\
            "required":["tool_name","input"]}},\
            {"name":"ask_user","description":"Asks the owner of this home a question and waits for the answer, up to 15 \
            minutes. Use it when you need a decision that only the owner can make.","inputSchema":{"type":"object",\
            "properties":{"question":{"type":"string"},"choices":{"type":"array","items":{"type":"string"},\
            "maxItems":8}},"required":["question"]}}]""";

    private final PrintStream out;
    private final Questions questions;

    private Ask(PrintStream out, Questions questions) {
        this.out = out;
        this.questions = questions;
    }

    /**
     * Serves until its input ends.
     *
     * @param environment names the socket, {@code OMB_ASK_SOCKET}
     * @return the exit code: 1 if the input could not be read
     */
    public static int run(Map<String, String> environment, InputStream in, PrintStream out, PrintStream err) {
        try (Questions questions = Questions.by(socket(environment), err)) {
            Lines lines = new Lines(new BufferedInputStream(in), LONGEST_MESSAGE);
            Ask ask = new Ask(out, questions);
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                JsonReader.object(line.get()).ifPresent(ask::message);
            }
            return 0;
        } catch (IOException broken) {
            err.println("ask: " + broken.getMessage());
            return FAILED;
        }
    }

    private static Optional<Path> socket(Map<String, String> environment) {
        try {
            return Optional.ofNullable(environment.get("OMB_ASK_SOCKET")).map(Path::of);
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }

    private void message(Json.Members message) {
        Optional<Json> id = message.get("id");
        String method = message.text("method");
        if (id.isEmpty()) {
            if (method.equals("notifications/cancelled")) {
                message.object("params").get("requestId").ifPresent(questions::withdraw);
            }
            return;
        }
        Json.Members params = message.object("params");
        switch (method) {
            case "initialize" -> answer(id.get(), initialized(params));
            case "ping" -> answer(id.get(), Json.object());
            case "tools/list" ->
                answer(id.get(), Json.object("tools", JsonReader.read(TOOLS).orElseThrow()));
            case "tools/call" -> call(id.get(), params);
            default -> {
                if (!method.isEmpty()) {
                    refuse(id.get(), -32601, "there is no such method");
                }
            }
        }
    }

    /** What it needs of the protocol is the same in every version so far, so the client's is as good as ours. */
    private static Json initialized(Json.Members params) {
        String version = params.text("protocolVersion");
        return Json.object(
                "protocolVersion",
                version.matches("20[0-9]{2}-[0-9]{2}-[0-9]{2}") ? version : NEWEST,
                "capabilities",
                Json.object("tools", Json.object()),
                "serverInfo",
                Json.object("name", "omb", "version", "1"));
    }

    private void call(Json id, Json.Members params) {
        Json.Members arguments = params.object("arguments");
        switch (params.text("name")) {
            case "approve" -> {
                Json.Members input = arguments.object("input");
                questions.permission(
                        id,
                        arguments.text("tool_name"),
                        input,
                        arguments.text("tool_use_id"),
                        reply -> answer(id, text(verdict(reply, input).written(), false)));
            }
            case "ask_user" ->
                questions.question(
                        id,
                        arguments.text("question"),
                        arguments.texts("choices"),
                        reply -> answer(id, text(reply.message(), reply.behavior() == Questions.Behavior.DENY)));
            default -> refuse(id, -32602, "there is no such tool");
        }
    }

    /** What Claude Code wants to read (tried with 2.1.197): its own input back, or why not. */
    private static Json verdict(Questions.Reply reply, Json.Members input) {
        return reply.behavior() == Questions.Behavior.ALLOW
                ? Json.object("behavior", "allow", "updatedInput", input)
                : Json.object("behavior", "deny", "message", reply.message());
    }

    private static Json text(String text, boolean error) {
        return Json.object(
                "content",
                new Json.Items(List.of(Json.object("type", "text", "text", text))),
                "isError",
                new Json.Bool(error));
    }

    private void answer(Json id, Json result) {
        say(Json.object("jsonrpc", "2.0", "id", id, "result", result));
    }

    private void refuse(Json id, int code, String why) {
        say(Json.object(
                "jsonrpc", "2.0", "id", id, "error", Json.object("code", new Json.Figure("" + code), "message", why)));
    }

    /** Called by two threads: whole lines only. */
    private void say(Json message) {
        byte[] line = (message.written() + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            out.write(line, 0, line.length);
            out.flush();
        }
    }
}
