package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A tool's answer as MCP and most engines give it: a list of typed blocks, or just a text. */
final class ContentBlocks {
    private ContentBlocks() {}

    /** The texts among them, one a line; what is not text is named. */
    static String words(JsonNode content) {
        if (content.isTextual()) {
            return content.textValue();
        }
        List<String> parts = new ArrayList<>();
        for (JsonNode block : content.isArray() ? content : List.<JsonNode>of()) {
            parts.add(word(block));
        }
        return String.join("\n", parts);
    }

    /** One block. */
    static String word(JsonNode block) {
        String type = text(block, "type");
        return type.equals("text") ? text(block, "text") : "[" + Texts.cut(type, Texts.NAME) + "]";
    }
}
