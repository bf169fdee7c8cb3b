package dev.mausbot.home.engine;

import java.util.List;
import java.util.Map;

/**
 * An agent of the Agent Client Protocol that does as its prompt says, in the words of bash: {@code ask ID COMMAND} asks for
 * permission, {@code hear} says which answer came to which question ({@code yes-ID}, {@code no-ID}, {@code cancelled-ID}).
 */
public final class ScriptedAgent {
    public static final String ID = "scripted-agent";

    private static final String SCRIPT = """
            say() { printf '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":\
            {"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"%s "}}}}\\n' "$1"; }
            ask() { printf '{"jsonrpc":"2.0","id":"%s","method":"session/request_permission","params":{"sessionId":"s1",\
            "toolCall":{"toolCallId":"%s","kind":"execute","title":"t","rawInput":{"command":"%s"}},"options":\
            [{"optionId":"never","kind":"reject_always"},{"optionId":"ever","kind":"allow_always"},\
            {"optionId":"yes","kind":"allow_once"},{"optionId":"no","kind":"reject_once"}]}}\\n' "$1" "$1" "$2"; }
            hear() { read -r a; id=${a#*'"id":"'}; id=${id%%'"'*}; case $a in *'"optionId":"yes"'*) say yes-$id;;
            *'"optionId":"no"'*) say no-$id;; *'"cancelled"'*) say cancelled-$id;; *) say strange;; esac; }
            while read -r line; do case $line in
            *'"initialize"'*) echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}';;
            *'"session/new"'*) echo '{"jsonrpc":"2.0","id":2,"result":{"sessionId":"s1"}}';;
            *'"session/prompt"'*) text=${line#*'"type":"text","text":"'}; eval "${text%%'"}]'*}"
            echo '{"jsonrpc":"2.0","id":4,"result":{"stopReason":"end_turn"}}';;
            esac; done
            """;

    private ScriptedAgent() {}

    /** The engine that drives it; {@code bash} must be on the {@code PATH}. */
    public static Engine engine() {
        return new AcpEngine(new AcpAgent(
                ID, "Agent", "bash", List.of("-c", SCRIPT), List.of(), List.of(), List.of(), Map.of(), "apt"));
    }
}
