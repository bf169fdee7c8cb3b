package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpLiteralTest {
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "1.2.3.4, 1.2.3.4",
        "0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255",
        "::, 0:0:0:0:0:0:0:0",
        "::1, 0:0:0:0:0:0:0:1",
        "2606:4700:4700::1111, 2606:4700:4700:0:0:0:0:1111",
        "2606:4700:4700::ABCD, 2606:4700:4700:0:0:0:0:abcd",
        "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
        "::ffff:127.0.0.1, 127.0.0.1",
        "::ffff:7f00:1, 127.0.0.1",
        "::127.0.0.1, 0:0:0:0:0:0:7f00:1",
        "64:ff9b::10.0.0.1, 64:ff9b:0:0:0:0:a00:1",
    })
    void readsTheTwoSafeSpellings(String text, String address) {
        assertThat(IpLiteral.parse(text))
                .hasValueSatisfying(read -> assertThat(read.getHostAddress()).isEqualTo(address));
    }

    @ParameterizedTest(name = "''{0}''")
    @ValueSource(
            strings = {
                "",
                ".",
                "1",
                "127.1",
                "127.0.1",
                "2130706433",
                "0x7f000001",
                "0x7f.0.0.1",
                "0177.0.0.1",
                "017700000001",
                "0300.0250.1.1",
                "1.2.3.04",
                "1.2.3.256",
                "1.2.3.4.",
                ".1.2.3.4",
                "1.2.3.4.5",
                " 1.2.3.4",
                "1.2.3.4 ",
                "1.2.3.4\n",
                "+1.2.3.4",
                "1.2.3.-4",
                "١.2.3.4",
                ":",
                ":::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "12345::",
                "g::",
                "fe80::1%eth0",
                "fe80::1%1",
                "fe80::1%25eth0",
                "[::1]",
                "::ffff:0177.0.0.1",
                "::ffff:127.1",
                "::1.2.3.4.5",
                "::1.2.3.4:5",
                "1.2.3.4::",
                "::ffff:1.2.3.256",
            })
    void refusesEverySpellingThatReadersDisagreeAbout(String text) {
        assertThat(IpLiteral.parse(text)).isEmpty();
    }

    @Property
    void readsBackEveryAddress(@ForAll @Size(16) byte[] six, @ForAll @Size(4) byte[] four) {
        for (byte[] bytes : new byte[][] {six, four}) {
            var address = IpLiteral.fromBytes(bytes);
            assertThat(IpLiteral.parse(address.getHostAddress())).contains(address);
        }
    }

    @Property
    void answersForAnyText(
            @ForAll @StringLength(max = 60) @Chars({'0', '1', '9', 'a', 'f', 'x', ':', '.', '%', '[', ' '})
                    String text) {
        IpLiteral.parse(text)
                .ifPresent(address ->
                        assertThat(IpLiteral.parse(address.getHostAddress())).contains(address));
    }
}
