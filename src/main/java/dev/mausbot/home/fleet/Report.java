package dev.mausbot.home.fleet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A genuine report. Its machine may be in a stranger's hands all the same, so what is shown of it is escaped: it steers
 * no terminal.
 */
final class Report {
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final int LONGEST_VALUE = 400;

    /** A line of the table: what it is called, and where its value stands. */
    private record Row(String name, String path) {}

    private static final List<Row> ROWS = List.of(
            new Row("machine", "machineId"),
            new Row("role", "role"),
            new Row("state", "state"),
            new Row("version", "image.version"),
            new Row("commit", "image.commit"),
            new Row("built as", "image.kind"),
            new Row("started", "startedAt"),
            new Row("its clock", "now"),
            new Row("box", "box.box"),
            new Row("self-check", "box.checks"),
            new Row("checked", "box.checkedAt"),
            new Row("boxes started", "box.boxed"),
            new Row("refused: egress", "box.refused.egress"),
            new Row("refused: harness", "box.refused.harness"),
            new Row("refused: broker", "box.refused.broker"),
            new Row("keys in boxes", "box.broker.unbrokered"),
            new Row("hardening wanted", "hardening.wanted"),
            new Row("hardening lacks", "hardening.missing"),
            new Row("free bytes", "storage.freeBytes"),
            new Row("database bytes", "storage.databaseBytes"),
            new Row("database whole", "storage.integrity.whole"),
            new Row("turns running", "turns.running"),
            new Row("turns queued", "turns.queued"),
            new Row("turns finished", "turns.finished"),
            new Row("turns failed", "turns.failed"));

    private final String body;
    private final Map<String, String> values;

    private Report(String body, Map<String, String> values) {
        this.body = body;
        this.values = values;
    }

    /** Reads one; what its signer did not write as JSON is a fault of the signer. */
    static Report read(String body) throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(body)) {
            parser.nextToken();
            flatten(parser, "", values);
        }
        return new Report(body, values);
    }

    /** Members become {@code a.b}; the values of a list are joined, and its objects count by their sentences or ids. */
    private static void flatten(JsonParser parser, String path, Map<String, String> values) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = path.isEmpty() ? parser.currentName() : path + "." + parser.currentName();
                    parser.nextToken();
                    flatten(parser, name, values);
                }
            }
            case START_ARRAY -> {
                List<String> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(item(parser));
                }
                values.put(path, String.join("; ", items));
            }
            default -> values.put(path, parser.getText());
        }
    }

    private static String item(JsonParser parser) throws IOException {
        if (!parser.currentToken().isStructStart()) {
            return parser.getText();
        }
        Map<String, String> members = new LinkedHashMap<>();
        flatten(parser, "", members);
        return Optional.ofNullable(members.get("sentence")).orElseGet(() -> String.join(" ", members.values()));
    }

    /** As the machine sees itself. */
    boolean healthy() {
        return "true".equals(values.get("healthy"));
    }

    /** The report, indented, in ASCII. */
    String json() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonParser parser = JSON.createParser(body);
                JsonGenerator generator = JSON.createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter())) {
            while (parser.nextToken() != null) {
                generator.copyCurrentEvent(parser);
            }
        }
        return text + "\n";
    }

    /** What is wrong, and then what is worth knowing, a line each. */
    String table() {
        StringBuilder table = new StringBuilder(healthy() ? "healthy\n" : "UNHEALTHY\n");
        if (!healthy()) {
            line(table, "wrong", "problems");
        }
        ROWS.forEach(row -> line(table, row.name(), row.path()));
        return table.toString();
    }

    private void line(StringBuilder table, String name, String path) {
        String value = values.getOrDefault(path, "");
        if (!value.isEmpty()) {
            table.append("  %-18s %s%n".formatted(name, shown(value)));
        }
    }

    private static String shown(String value) {
        StringBuilder shown = new StringBuilder();
        value.codePoints().limit(LONGEST_VALUE).forEach(each -> {
            boolean plain = each >= ' ' && each < 0x7f;
            shown.append(plain ? Character.toString(each) : "\\u{%x}".formatted(each));
        });
        return shown.toString();
    }
}
