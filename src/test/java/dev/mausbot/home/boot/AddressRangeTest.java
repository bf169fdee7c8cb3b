package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
    @ParameterizedTest(name = "{0} at {1} port {2}: {3}")
    @CsvSource({
        "10.0.0.0/8,            10.255.255.255, 1,   true",
        "10.0.0.0/8,            11.0.0.0,       1,   false",
        "10.0.0.0/8,            9.255.255.255,  1,   false",
        "10.0.0.0/8:443,        10.0.0.1,       443, true",
        "10.0.0.0/8:443,        10.0.0.1,       80,  false",
        "172.16.0.0/12,         172.31.255.255, 1,   true",
        "172.16.0.0/12,         172.32.0.0,     1,   false",
        "192.0.2.7/32,          192.0.2.7,      1,   true",
        "192.0.2.7/32,          192.0.2.6,      1,   false",
        "0.0.0.0/0,             203.0.113.9,    1,   true",
        "0.0.0.0/0,             2001:db8::1,    1,   false",
        "::/0,                  203.0.113.9,    1,   false",
        "::/0,                  2001:db8::1,    1,   true",
        "fd00::/8,              fdff::1,        1,   true",
        "fd00::/8,              fe00::1,        1,   false",
        "[fd00::/8]:443,        fd00::1,        443, true",
        "[fd00::/8]:443,        fd00::1,        444, false",
        "2001:db8::/33,         2001:db8:7fff::,1,   true",
        "2001:db8::/33,         2001:db8:8000::,1,   false",
    })
    void containsExactlyItsBlockAndPort(String range, String address, int port, boolean inside) {
        var parsed = IpLiteral.parse(address).orElseThrow();

        assertThat(AddressRange.of(range).contains(parsed, port)).isEqualTo(inside);
    }

    @ParameterizedTest(name = "''{0}''")
    @ValueSource(
            strings = {
                "",
                " 10.0.0.0/8",
                "10.0.0.0/8 ",
                "10.0.0.0",
                "10.0.0.1/8",
                "10.0.0.0/33",
                "10.0.0.0/08",
                "10.0.0.0/-1",
                "10.0.0.0/",
                "10.0.0.0/8:",
                "10.0.0.0/8:0",
                "10.0.0.0/8:65536",
                "10.0.0.0/8:443:1",
                "10.0.0.0/8:+80",
                "10/8",
                "010.0.0.0/8",
                "0x0a.0.0.0/8",
                "[10.0.0.0/8]:443",
                "fd00::/8:443",
                "[fd00::/8]",
                "[fd00::]/8:443",
                "fd00::/129",
                "fd00::1/8",
                "fe80::%eth0/10",
                "::ffff:10.0.0.0/104",
                "example.com/8",
                "10.0.0.0/8,11.0.0.0/8"
            })
    void refusesWhatIsNotOneRange(String text) {
        assertThat(AddressRange.parse(text))
                .isInstanceOfSatisfying(
                        AddressRange.Parsed.Fault.class,
                        fault -> assertThat(fault.why())
                                .startsWith("'" + text + "' is not an address range: ")
                                .contains("10.0.0.0/8"));
        assertThatThrownBy(() -> AddressRange.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void readsBackWhatItShows(
            @ForAll @Size(16) byte[] bytes,
            @ForAll @IntRange(max = 128) int prefix,
            @ForAll boolean six,
            @ForAll @IntRange(max = 65535) int port) {
        int width = six ? 128 : 32;
        byte[] network = new byte[width / 8];
        for (int bit = 0; bit < Math.min(prefix, width); bit++) {
            network[bit / 8] |= (byte) (bytes[bit / 8] & (0x80 >> (bit % 8)));
        }
        var address = IpLiteral.fromBytes(network);
        net.jqwik.api.Assume.that(address.getAddress().length == network.length);
        String cidr = address.getHostAddress() + "/" + Math.min(prefix, width);
        String text = port == 0 ? cidr : (six ? "[" + cidr + "]" : cidr) + ":" + port;

        AddressRange range = AddressRange.of(text);

        assertThat(AddressRange.of(range.toString())).isEqualTo(range).hasSameHashCodeAs(range);
        assertThat(range.contains(address, Math.max(port, 1))).isTrue();
    }

    @Property
    void answersForAnyText(@ForAll String text) {
        assertThat(AddressRange.parse(text)).isNotNull();
    }
}
