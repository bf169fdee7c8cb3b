package dev.mausbot.home.web;

import io.quarkus.qute.EngineBuilder;
import io.quarkus.qute.Expression;
import io.quarkus.qute.RawString;
import io.quarkus.qute.ResultMapper;
import io.quarkus.qute.TemplateNode.Origin;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * The one place through which every value goes into HTML, whoever's words it is: markup is escaped, and what a terminal or
 * a browser would obey without showing it (control characters, ANSI sequences, direction overrides, invisible characters)
 * is made visible instead. {@code text.js} does the same for what is streamed.
 */
@Singleton
public final class HostileText implements ResultMapper {
    private static final int CONTROL_PICTURES = 0x2400;
    private static final int DELETE = 0x7f;
    private static final int PICTURE_OF_DELETE = 0x2421;

    void register(@Observes EngineBuilder engine) {
        engine.addResultMapper(this);
    }

    /** Before the framework's own, which only escapes. */
    @Override
    public int getPriority() {
        return DEFAULT_PRIORITY + 10;
    }

    @Override
    public boolean appliesTo(Origin origin, Object result) {
        return !(result instanceof RawString);
    }

    @Override
    public String map(Object result, Expression expression) {
        return shown(result.toString());
    }

    /** The text as HTML that shows all of it and does nothing. */
    static String shown(String text) {
        StringBuilder html = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> append(html, point));
        return html.toString();
    }

    private static void append(StringBuilder html, int point) {
        switch (point) {
            case '&' -> html.append("&amp;");
            case '<' -> html.append("&lt;");
            case '>' -> html.append("&gt;");
            case '"' -> html.append("&quot;");
            case '\'' -> html.append("&#39;");
            case '\n', '\t' -> html.append((char) point);
            case DELETE -> html.appendCodePoint(PICTURE_OF_DELETE);
            default -> {
                if (point < ' ') {
                    html.appendCodePoint(CONTROL_PICTURES + point);
                } else if (hidden(point)) {
                    html.append("⟨U+%04X⟩".formatted(point));
                } else {
                    html.appendCodePoint(point);
                }
            }
        }
    }

    /** Obeyed but not seen; the joiners within emoji and scripts that need them are neither. */
    private static boolean hidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                true;
            case Character.FORMAT -> point != 0x200c && point != 0x200d && point != 0xad;
            default -> false;
        };
    }
}
