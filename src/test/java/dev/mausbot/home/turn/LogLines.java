package dev.mausbot.home.turn;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Everything that is logged while it is open, exceptions included. */
public final class LogLines implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger root = Logger.getLogger("");
    private final Handler handler = new Handler() {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord logged) {
            StringWriter text = new StringWriter();
            text.append(formatter.formatMessage(logged));
            if (logged.getThrown() != null) {
                logged.getThrown().printStackTrace(new PrintWriter(text));
            }
            lines.add(text.toString());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    public LogLines() {
        root.addHandler(handler);
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        root.removeHandler(handler);
    }
}
