package dev.mausbot.home.approval;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes what looks like a secret out of a boxed process's words, for the log. It knows the forms of common keys and of a
 * name with a value; a secret without any form passes, which is one more reason to keep secrets out of boxes.
 */
final class Redaction {
    private static final String GONE = "[redacted]";
    private static final int LONGEST = 500;
    /** So much is looked at: the rest is cut anyway. */
    private static final int LOOKED_AT = 4 * 1024;

    private static final List<Pattern> WHOLE = List.of(
            Pattern.compile("-----BEGIN [A-Z ]{1,40}-----.*", Pattern.DOTALL),
            Pattern.compile("\\beyJ[A-Za-z0-9_-]{4,}\\.[A-Za-z0-9_-]{4,}(\\.[A-Za-z0-9_-]*)?"),
            Pattern.compile(
                    "\\b(omb_[a-z0-9]{2,8}_|sk-|pk-|rk_|sk_|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|AKIA|ASIA|AIza|ya29\\.|npm_|hf_|xai-)"
                            + "[A-Za-z0-9._-]{8,}"),
            Pattern.compile("(?i)\\b(bearer|basic) +[A-Za-z0-9._~+/=-]{8,}"),
            Pattern.compile("://[^/@\\s:]{1,200}:[^/@\\s]{1,200}@"));

    private static final Pattern NAMED = Pattern.compile(
            "(?i)([a-z0-9_.-]*(?:token|secret|passw(?:or)?d|api[_-]?key|private[_-]?key|credential|authorization)[a-z0-9_.-]*"
                    + "\\\\*[\"']?\\s*[=: ]\\s*)(?:\\\\*[\"'])?[^\\s\"'&;\\\\]{4,}");

    private Redaction() {}

    /** A line for the log, cut after {@value #LONGEST} characters. */
    static String of(String said) {
        String text = said.length() <= LOOKED_AT ? said : said.substring(0, LOOKED_AT);
        for (Pattern pattern : WHOLE) {
            text = pattern.matcher(text).replaceAll(GONE);
        }
        text = NAMED.matcher(text).replaceAll("$1" + GONE);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "\u2026";
    }
}
