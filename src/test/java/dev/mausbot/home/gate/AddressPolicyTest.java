package dev.mausbot.home.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.AddressRange;
import dev.mausbot.home.boot.IpLiteral;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressPolicyTest {
    private static final int HTTPS = 443;

    private final AddressPolicy policy = policy(List.of(), List.of());

    /** Each range with its first and last address and, marked public, its neighbours on both sides where those are. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "0.0.0.0,              THIS_NETWORK",
        "0.1.2.3,              THIS_NETWORK",
        "0.255.255.255,        THIS_NETWORK",
        "1.0.0.0,              public",
        "9.255.255.255,        public",
        "10.0.0.0,             PRIVATE_RANGE",
        "10.255.255.255,       PRIVATE_RANGE",
        "11.0.0.0,             public",
        "100.63.255.255,       public",
        "100.64.0.0,           SHARED_RANGE",
        "100.100.100.199,      SHARED_RANGE",
        "100.100.100.200,      METADATA",
        "100.127.255.255,      SHARED_RANGE",
        "100.128.0.0,          public",
        "126.255.255.255,      public",
        "127.0.0.0,            LOOPBACK",
        "127.0.0.1,            LOOPBACK",
        "127.255.255.255,      LOOPBACK",
        "128.0.0.0,            public",
        "168.63.129.15,        public",
        "168.63.129.16,        METADATA",
        "168.63.129.17,        public",
        "169.253.255.255,      public",
        "169.254.0.0,          LINK_LOCAL",
        "169.254.169.253,      LINK_LOCAL",
        "169.254.169.254,      LINK_LOCAL",
        "169.254.170.2,        LINK_LOCAL",
        "169.254.170.23,       LINK_LOCAL",
        "169.254.255.255,      LINK_LOCAL",
        "169.255.0.0,          public",
        "172.15.255.255,       public",
        "172.16.0.0,           PRIVATE_RANGE",
        "172.31.255.255,       PRIVATE_RANGE",
        "172.32.0.0,           public",
        "191.255.255.255,      public",
        "192.0.0.0,            RESERVED",
        "192.0.0.192,          METADATA",
        "192.0.0.255,          RESERVED",
        "192.0.1.0,            public",
        "192.0.1.255,          public",
        "192.0.2.0,            RESERVED",
        "192.0.2.255,          RESERVED",
        "192.0.3.0,            public",
        "192.88.98.255,        public",
        "192.88.99.0,          RESERVED",
        "192.88.99.255,        RESERVED",
        "192.88.100.0,         public",
        "192.167.255.255,      public",
        "192.168.0.0,          PRIVATE_RANGE",
        "192.168.255.255,      PRIVATE_RANGE",
        "192.169.0.0,          public",
        "198.17.255.255,       public",
        "198.18.0.0,           RESERVED",
        "198.19.255.255,       RESERVED",
        "198.20.0.0,           public",
        "198.51.99.255,        public",
        "198.51.100.0,         RESERVED",
        "198.51.100.255,       RESERVED",
        "198.51.101.0,         public",
        "203.0.112.255,        public",
        "203.0.113.0,          RESERVED",
        "203.0.113.255,        RESERVED",
        "203.0.114.0,          public",
        "223.255.255.255,      public",
        "224.0.0.0,            MULTICAST",
        "239.255.255.255,      MULTICAST",
        "240.0.0.0,            RESERVED",
        "255.255.255.254,      RESERVED",
        "255.255.255.255,      MULTICAST",
        "::,                   THIS_NETWORK",
        "::1,                  LOOPBACK",
        "::2,                  EMBEDS_IPV4",
        "::127.0.0.1,          EMBEDS_IPV4",
        "::7f00:1,             EMBEDS_IPV4",
        "::8.8.8.8,            EMBEDS_IPV4",
        "::ffff:127.0.0.1,     LOOPBACK",
        "::ffff:7f00:1,        LOOPBACK",
        "::ffff:10.0.0.1,      PRIVATE_RANGE",
        "::ffff:8.8.8.8,       public",
        "::ffff:0:127.0.0.1,   EMBEDS_IPV4",
        "::ffff:0:8.8.8.8,     EMBEDS_IPV4",
        "::1:0:0:0,            NOT_GLOBAL_IPV6",
        "64:ff9b::7f00:1,      EMBEDS_IPV4",
        "64:ff9b::a9fe:a9fe,   EMBEDS_IPV4",
        "64:ff9b::808:808,     EMBEDS_IPV4",
        "64:ff9b:1::,          EMBEDS_IPV4",
        "64:ff9b:1:ffff:ffff:ffff:ffff:ffff, EMBEDS_IPV4",
        "64:ff9b:2::,          NOT_GLOBAL_IPV6",
        "64:ff9c::1,           NOT_GLOBAL_IPV6",
        "100::1,               RESERVED",
        "100:0:0:1::1,         RESERVED",
        "100:0:0:2::1,         NOT_GLOBAL_IPV6",
        "1fff:ffff::,          NOT_GLOBAL_IPV6",
        "2000::,               public",
        "2001::1,              EMBEDS_IPV4",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2, EMBEDS_IPV4",
        "2001:1::1,            RESERVED",
        "2001:2::1,            RESERVED",
        "2001:10::1,           RESERVED",
        "2001:20::1,           RESERVED",
        "2001:1ff:ffff::,      RESERVED",
        "2001:200::1,          public",
        "2001:db7:ffff::1,     public",
        "2001:db8::1,          RESERVED",
        "2001:db8:ffff:ffff::, RESERVED",
        "2001:db9::1,          public",
        "2001:ffff::1,         public",
        "2002::1,              EMBEDS_IPV4",
        "2002:7f00:1::1,       EMBEDS_IPV4",
        "2002:a9fe:a9fe::,     EMBEDS_IPV4",
        "2002:808:808::1,      EMBEDS_IPV4",
        "2003::1,              public",
        "2a00:1450::5efe:a00:1,     EMBEDS_IPV4",
        "2a00:1450::200:5efe:a00:1, EMBEDS_IPV4",
        "2a00:1450::100:5efe:a00:1, public",
        "3ffe:ffff::1,         public",
        "3fff::1,              RESERVED",
        "3fff:fff:ffff::,      RESERVED",
        "3fff:1000::1,         public",
        "4000::,               NOT_GLOBAL_IPV6",
        "5f00::1,              NOT_GLOBAL_IPV6",
        "fbff:ffff::,          NOT_GLOBAL_IPV6",
        "fc00::,               PRIVATE_RANGE",
        "fdaa::3,              PRIVATE_RANGE",
        "fdaa:0:1234::3,       PRIVATE_RANGE",
        "fd00:ec2::254,        METADATA",
        "fdff:ffff::,          PRIVATE_RANGE",
        "fe00::1,              NOT_GLOBAL_IPV6",
        "fe80::1,              LINK_LOCAL",
        "febf:ffff::1,         LINK_LOCAL",
        "fec0::1,              PRIVATE_RANGE",
        "feff:ffff::1,         PRIVATE_RANGE",
        "ff00::1,              MULTICAST",
        "ff02::2,              MULTICAST",
        "8.8.8.8,              public",
        "1.1.1.1,              public",
        "93.184.216.34,        public",
        "140.82.112.3,         public",
        "2606:4700:4700::1111, public",
        "2001:4860:4860::8888, public",
    })
    void judgesByTheTable(String address, String expected) {
        assertThat(judge(policy, address)).isEqualTo(expected);
    }

    @Test
    void judgesAnAddressWithAZoneAsTheAddress() throws UnknownHostException {
        byte[] linkLocal = InetAddress.getByName("fe80::1").getAddress();

        assertThat(policy.judge(java.net.Inet6Address.getByAddress("zoned", linkLocal, 1), HTTPS))
                .isEqualTo(Verdict.refused(Reason.LINK_LOCAL));
    }

    @ParameterizedTest(name = "allow {0} deny {1}: {2}:{3} is {4}")
    @CsvSource(
            nullValues = "-",
            value = {
                "10.0.0.0/8,       -,              10.1.2.3,        443, operator_range",
                "10.0.0.0/8,       -,              11.1.2.3,        443, public",
                "10.0.0.0/8,       -,              192.168.0.1,     443, PRIVATE_RANGE",
                "10.0.0.0/8:443,   -,              10.1.2.3,        443, operator_range",
                "10.0.0.0/8:443,   -,              10.1.2.3,        80,  PRIVATE_RANGE",
                "10.0.0.0/8,       10.1.0.0/16,    10.1.2.3,        443, OPERATOR_DENIED",
                "10.1.0.0/16,      10.0.0.0/8,     10.1.2.3,        443, OPERATOR_DENIED",
                "10.0.0.0/8,       10.0.0.0/8:80,  10.1.2.3,        80,  OPERATOR_DENIED",
                "10.0.0.0/8,       10.0.0.0/8:80,  10.1.2.3,        443, operator_range",
                "-,                8.8.8.0/24,     8.8.8.8,         443, OPERATOR_DENIED",
                "-,                8.8.8.0/24,     8.8.9.8,         443, public",
                "-,                8.8.8.0/24,     ::ffff:8.8.8.8,  443, OPERATOR_DENIED",
                "203.0.113.0/24,   -,              203.0.113.7,     443, operator_range",
                "[fd00::/8]:443,   -,              fd12::1,         443, operator_range",
                "[fd00::/8]:443,   -,              fd12::1,         80,  PRIVATE_RANGE",
                "0.0.0.0/0,        -,              127.0.0.1,       443, LOOPBACK",
                "127.0.0.0/8,      -,              127.0.0.1,       443, LOOPBACK",
                "0.0.0.0/0,        -,              0.0.0.0,         443, THIS_NETWORK",
                "169.254.0.0/16,   -,              169.254.169.254, 443, LINK_LOCAL",
                "100.64.0.0/10,    -,              100.100.100.200, 443, METADATA",
                "100.64.0.0/10,    -,              100.100.100.201, 443, operator_range",
                "192.0.0.0/24,     -,              192.0.0.192,     443, METADATA",
                "0.0.0.0/0,        -,              168.63.129.16,   443, METADATA",
                "0.0.0.0/0,        -,              224.0.0.1,       443, MULTICAST",
                "::/0,             -,              ::1,             443, LOOPBACK",
                "::/0,             -,              fe80::1,         443, LINK_LOCAL",
                "::/0,             -,              fd00:ec2::254,   443, METADATA",
                "::/0,             -,              64:ff9b::7f00:1, 443, EMBEDS_IPV4",
                "::/0,             -,              2002:7f00:1::1,  443, EMBEDS_IPV4",
                "::/0,             -,              ::ffff:10.0.0.1, 443, PRIVATE_RANGE",
                "192.0.2.0/24,     -,              192.0.2.44,      443, OWN_ADDRESS",
                "2a00::/12,        -,              2a01::44,        443, OWN_ADDRESS",
            })
    void operatorRangesOpenAndShutWhatTheyMay(String allow, String deny, String address, int port, String expected) {
        AddressPolicy custom = policy(ranges(allow), ranges(deny));

        assertThat(judge(custom, address, port)).isEqualTo(expected);
    }

    @Test
    void refusesEveryAddressOfThisMachine() throws IOException {
        AddressPolicy real =
                new AddressPolicy(List.of(AddressRange.of("0.0.0.0/0"), AddressRange.of("::/0")), List.of());

        assertThat(NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses))
                .isNotEmpty()
                .allSatisfy(own -> assertThat(real.judge(own, HTTPS)).isInstanceOf(Verdict.Refused.class));
    }

    @Test
    void readsTheMachinesAddressesAgainWithinSeconds() {
        AtomicReference<Set<InetAddress>> now = new AtomicReference<>(Set.of(address("93.184.216.34")));
        AtomicLong clock = new AtomicLong();
        AddressPolicy changing = new AddressPolicy(List.of(), List.of(), new OwnAddresses(now::get, clock::get));
        assertThat(judge(changing, "93.184.216.34")).isEqualTo("OWN_ADDRESS");

        now.set(Set.of(address("1.1.1.1")));
        clock.addAndGet(3_000_000_000L);

        assertThat(judge(changing, "93.184.216.34")).isEqualTo("public");
        assertThat(judge(changing, "1.1.1.1")).isEqualTo("OWN_ADDRESS");
    }

    @Test
    void letsNothingOutWhenTheMachinesAddressesCannotBeRead() {
        AddressPolicy blind = new AddressPolicy(List.of(), List.of(), () -> {
            throw new UncheckedIOException(new IOException("no netlink"));
        });

        assertThat(judge(blind, "8.8.8.8")).isEqualTo("OWN_ADDRESSES_UNKNOWN");
    }

    private static AddressPolicy policy(List<AddressRange> allow, List<AddressRange> deny) {
        return new AddressPolicy(allow, deny, () -> Set.of(address("192.0.2.44"), address("2a01::44")));
    }

    private static List<AddressRange> ranges(String text) {
        return Stream.ofNullable(text).map(AddressRange::of).toList();
    }

    private static InetAddress address(String text) {
        return IpLiteral.parse(text).orElseThrow();
    }

    private static String judge(AddressPolicy by, String address) {
        return judge(by, address, HTTPS);
    }

    private static String judge(AddressPolicy by, String address, int port) {
        return switch (by.judge(address(address), port)) {
            case Verdict.Allowed(Verdict.Ground ground) -> ground.label();
            case Verdict.Refused(Reason reason) -> reason.name();
        };
    }
}
