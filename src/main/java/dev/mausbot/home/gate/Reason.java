package dev.mausbot.home.gate;

import java.util.Locale;

/**
 * Why the egress gate answered by itself. The answer to the box, the audit line and the self-check all read it from
 * here: the sentence is for people and names a class of addresses, never an address.
 */
public enum Reason {
    // Addresses.
    LOOPBACK(403, "the address is this machine's loopback"),
    THIS_NETWORK(403, "the address stands for this machine"),
    LINK_LOCAL(403, "the address is link-local"),
    METADATA(403, "the address is a cloud's metadata or control service"),
    OWN_ADDRESS(403, "the address belongs to this machine"),
    PRIVATE_RANGE(403, "the address is in a private range"),
    SHARED_RANGE(403, "the address is in the range that carriers and overlay networks share"),
    MULTICAST(403, "the address is multicast or broadcast"),
    RESERVED(403, "the address is reserved and not public"),
    EMBEDS_IPV4(403, "the IPv6 address carries an IPv4 address"),
    NOT_GLOBAL_IPV6(403, "the IPv6 address is not global unicast"),
    OPERATOR_DENIED(403, "the operator denied the address"),
    MIXED_ANSWER(403, "the name has public and other addresses"),
    TOO_MANY_ADDRESSES(403, "the name has more addresses than can be checked"),
    OWN_ADDRESSES_UNKNOWN(403, "this machine's own addresses could not be read, so nothing is let out"),

    // Hosts and ports.
    LOCAL_NAME(403, "the name stands for this machine or its network"),
    HOME_OR_ADMIN(403, "the host is this home or its Admin"),
    NOT_LISTED(403, "the host is not on this bot's list"),
    MAIL_PORT(403, "mail ports are closed"),
    BAD_HOST(400, "the host is neither a full DNS name nor a plainly written IP address"),
    BAD_PORT(400, "the port is not a number from 1 to 65535"),

    // Requests.
    BAD_REQUEST(400, "the request is not well-formed HTTP/1.1"),
    BAD_TARGET(400, "this is a proxy: use CONNECT host:port, or an absolute http:// URL"),
    HOST_MISMATCH(400, "the Host header and the request target disagree"),
    HEADER_TIMEOUT(408, "the request header took too long"),
    HEADER_TOO_LARGE(431, "the request header is too large"),
    TOO_MANY_TUNNELS(429, "this box has too many connections open; close some and retry"),

    // The other side.
    NAME_NOT_FOUND(502, "the name has no address"),
    LOOKUP_FAILED(502, "the name could not be looked up"),
    LOOKUP_TIMEOUT(504, "looking up the name took too long"),
    CONNECT_FAILED(502, "no connection could be made"),
    CONNECT_TIMEOUT(504, "connecting took too long"),
    WRONG_PEER(502, "the connection reached another address than the one that was checked"),
    BAD_RESPONSE(502, "the response is not well-formed HTTP/1.1"),
    NO_RESPONSE(502, "the connection ended before the response"),
    RESPONSE_TIMEOUT(504, "the response took too long");

    private final int status;
    private final String sentence;

    Reason(int status, String sentence) {
        this.status = status;
        this.sentence = sentence;
    }

    /** The HTTP status of the gate's answer. */
    public int status() {
        return status;
    }

    /** One clause without a full stop, for people. */
    public String sentence() {
        return sentence;
    }

    /** A stable lower-case word for metrics, audit lines and tests. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
