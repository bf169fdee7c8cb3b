package dev.mausbot.home.gate.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mausbot.home.gate.Reason;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The spellings of hostile hosts and ports: each is refused, or has one canonical form before anything is decided. */
class HostGrammarTest {
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "example.com, example.com",
        "EXAMPLE.Com, example.com",
        "a_b.example.com, a_b.example.com",
        "_dmarc.example.com, _dmarc.example.com",
        "xn--bcher-kva.example, xn--bcher-kva.example",
        "xn--99999999.com, xn--99999999.com",
        "127.0.0.1.nip.io, 127.0.0.1.nip.io",
        "1.2.3.4, 1.2.3.4",
        "::ffff:1.2.3.4, 1.2.3.4",
        "2606:4700::ABCD, 2606:4700:0:0:0:0:0:abcd",
        "localhost, localhost",
    })
    void canonicalises(String text, String canonical) {
        assertThat(HostName.parse(text))
                .hasValueSatisfying(host -> assertThat(host.text()).isEqualTo(canonical));
    }

    static Stream<String> hostileHosts() {
        return Stream.of(
                        // Numbers that somebody reads as an address.
                        Stream.of(
                                "127.1",
                                "127.0.1",
                                "2130706433",
                                "0x7f000001",
                                "0x7f.0.0.1",
                                "0177.0.0.1",
                                "017700000001"),
                        Stream.of(
                                "0300.0250.1.1", "1.2.3.0x4", "1.2.3.4.5", "256.1.1.1", "1", "0", "example.0", "a.0x1"),
                        // Dots, blanks and bytes.
                        Stream.of(
                                "localhost.",
                                "127.0.0.1.",
                                "evil.com.",
                                "",
                                ".",
                                "..",
                                ".a.com",
                                "a..com",
                                " a.com",
                                "a.com "),
                        Stream.of(
                                "a.com\t",
                                "a.com\r\n",
                                "a.com\0",
                                "a\0.com",
                                "a b.com",
                                "a\\.com",
                                "a.com\\",
                                "a.com\u007f"),
                        // Other syntax.
                        Stream.of(
                                "%6c%6fcalhost",
                                "a%2ecom", "user@a.com", "a.com#x", "a.com/x", "a.com?x", "a,b.com", "*.com"),
                        Stream.of(
                                "fe80::1%eth0",
                                "fe80::1%25eth0", "fe80::1%1", "[::1]", "[a.com]", "::1]", "a:b", "a.com:80"),
                        // Labels and lengths.
                        Stream.of(
                                "-a.com",
                                "a-.com",
                                "a.-com",
                                "x".repeat(64) + ".com",
                                "a.".repeat(126) + "com",
                                "a.com-"),
                        // Not ASCII: homographs, full-width dots and digits, and the Kelvin sign that folds to k.
                        Stream.of("еxample.com", "a。com", "１２７.0.0.1", "\u212A.com", "bücher.example", "a.com\u00a0"))
                .flatMap(rows -> rows);
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @MethodSource("hostileHosts")
    void refuses(String text) {
        assertThat(HostName.parse(text)).isEmpty();
    }

    @Property
    void whatItAcceptsIsCanonicalAndPlain(
            @ForAll @StringLength(max = 40) @Chars({'a', 'Z', '0', '9', 'x', '.', '-', '_', ':', '%', '\u212A', ' '})
                    String text) {
        HostName.parse(text).ifPresent(host -> {
            assertThat(HostName.parse(host.text())).contains(host);
            assertThat(host.text()).matches("[a-z0-9._:-]+").doesNotEndWith(".");
        });
    }

    @ParameterizedTest(name = "{0} is {1} port {2}")
    @CsvSource({
        "example.com:443, example.com, 443",
        "EXAMPLE.com:65535, example.com, 65535",
        "1.2.3.4:1, 1.2.3.4, 1",
        "[::1]:443, 0:0:0:0:0:0:0:1, 443",
        "[::ffff:127.0.0.1]:443, 127.0.0.1, 443",
    })
    void readsHostAndPort(String authority, String host, int port) throws Refusal {
        Destination read = Destination.parse(authority);

        assertThat(read.host().text()).isEqualTo(host);
        assertThat(read.port()).isEqualTo(port);
        assertThat(Destination.parseHttp(authority)).isEqualTo(read);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "a.com:0",
                "a.com:65536",
                "a.com:99999",
                "a.com:-1",
                "a.com:007",
                "a.com:https",
                "a.com:+80",
                "a.com:0x50",
                "a.com: 80",
                "a.com:80 ",
                "a.com:",
                "a.com:8_0",
                "a.com:٨٠",
                "[::1]:",
                "[::1]:0",
                "[::1]x",
                "[::1]443"
            })
    void refusesThePort(String authority) {
        assertRefused(authority, Reason.BAD_PORT);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "::1:443",
                "2606:4700::1:443",
                "[127.0.0.1]:80",
                "[example.com]:443",
                "[[example.com]]:80",
                "[::1:443",
                "::1]:443",
                "[]:443",
                "[[::1]]:443",
                "[fe80::1%25eth0]:443",
                "[fe80::1%eth0]:443",
                ":443",
                "a@b.com:443",
                "public:80@10.0.0.1:80",
                "a.com:80:80",
                "]:1",
                "["
            })
    void refusesTheHost(String authority) {
        assertRefused(authority, Reason.BAD_HOST);
    }

    private static void assertRefused(String authority, Reason reason) {
        assertThatThrownBy(() -> Destination.parse(authority))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "localhost",
                "a.localhost",
                "ip6-localhost",
                "ip6-loopback",
                "metadata",
                "metadata.google.internal",
                "_api.internal",
                "app.internal",
                "internal",
                "app.flycast",
                "host.docker.internal",
                "gateway.docker.internal",
                "kubernetes.default.svc",
                "kubernetes",
                "a.svc.cluster.local",
                "printer.local",
                "localhost.localdomain",
                "router.lan",
                "nas.home",
                "x.home.arpa",
                "1.0.0.127.in-addr.arpa",
                "myhost",
                "myhost.example.com"
            })
    void knowsTheNamesOfThisMachineAndItsNetwork(String name) {
        for (String hostname : List.of("myhost", "MyHost.Example.com")) {
            if (!name.equals("myhost.example.com")
                    || hostname.toLowerCase(Locale.ROOT).equals(name)) {
                assertThat(new LocalNames(hostname).contains(name)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com", "internal.example.com", "local.example.com", "notlocal.xlocal", "a.svc.com"})
    void doesNotTakeOtherNamesForLocal(String name) {
        assertThat(new LocalNames("myhost").contains(name)).isFalse();
        assertThat(LocalNames.ofThisMachine().contains(name)).isFalse();
    }
}
