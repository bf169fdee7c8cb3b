package dev.mausbot.home.selfcheck;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** As what a refused request comes to its gate. */
final class Disguises {
    private static final Pattern TUNNEL = Pattern.compile("^CONNECT ");
    private static final Pattern INTERNAL = Pattern.compile("^([A-Z]+) /api/internal/\\S*");
    private static final Pattern OTHER = Pattern.compile("^([A-Z]+) /(?!api/internal/)\\S*");
    private static final Pattern TOKEN = Pattern.compile("^([A-Z]+ /b/)[^/ ]+/");
    private static final Pattern GRANT = Pattern.compile("^([A-Z]+ /b/[^/ ]+/)[a-z0-9-]+/");
    private static final Pattern KEY = Pattern.compile("(?im)^x-api-key:.*\\R");

    private Disguises() {}

    /** A destination that the gate lets out; its route leads to the recorder. */
    static String toAPublicName(String head) {
        String name = HostileTargets.PUBLIC_NAME;
        String end = " HTTP/1.1\r\nHost: " + name + "\r\nConnection: close\r\n\r\n";
        return TUNNEL.matcher(head).find()
                ? "CONNECT " + name + ":80 HTTP/1.1\r\nHost: " + name + ":80\r\n\r\n"
                : "GET http://" + name + "/" + end;
    }

    static String notInternal(String head) {
        return INTERNAL.matcher(head).replaceFirst("$1 /not/internal");
    }

    static String internal(String head) {
        return OTHER.matcher(head).replaceFirst("$1 /api/internal/" + ProbePlan.INTERNAL_ROUTE);
    }

    static Disguise withToken(String token) {
        return head -> TOKEN.matcher(head).replaceFirst("$1" + Matcher.quoteReplacement(token) + "/");
    }

    static String withGrant(String head) {
        return GRANT.matcher(head).replaceFirst("$1" + FrontDesk.PROVIDER + "/");
    }

    static String withoutKey(String head) {
        return KEY.matcher(head).replaceAll("");
    }
}
