package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.boot.AddressRange;
import dev.mausbot.home.boot.IpLiteral;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clients that bots use find their way out of a box by its environment alone. */
class RealClientsTest {
    @TempDir
    private Path keys;

    @TempDir
    private Path files;

    private LaunchHouse house;
    private Web web;

    @BeforeEach
    void openHouse() throws Exception {
        house = LaunchHouse.open();
        web = new Web(files, keys, house.botFolder().resolve("ca.pem"));
        web.in(house);
        Files.writeString(files.resolve("hello"), "hello\n");
    }

    @AfterEach
    void closeHouse() throws IOException {
        // There are none where no box works.
        if (house != null) {
            web.close();
            house.close();
        }
    }

    private static void skipUnless(boolean here, String sentence) {
        if (!here) {
            System.out.println("SKIPPED: " + sentence);
            Assumptions.abort(sentence);
        }
    }

    @Test
    void curl() throws Exception {
        Outcome outcome = house.run(
                "curl -sSf http://web.example.com/hello && curl -sSf --cacert ca.pem https://web.example.com/hello");
        assertThat(outcome.succeeded().output()).isEqualTo("hello\nhello\n");
        assertThat(house.events.stream().filter(AuditEvent.EgressDecided.class::isInstance))
                .hasSize(2)
                .allSatisfy(event -> {
                    assertThat(((AuditEvent.EgressDecided) event).allowed()).isTrue();
                    assertThat(event.bot()).isEqualTo("b1");
                });
    }

    @Test
    void python() throws Exception {
        skipUnless(Host.has("python3"), "no Python in /usr/bin, so its urllib was not tried in a box");
        Outcome outcome = house.run("""
                python3 - <<'END'
                import ssl, urllib.request
                tls = ssl.create_default_context(cafile='ca.pem')
                print(urllib.request.urlopen('http://web.example.com/hello').read())
                print(urllib.request.urlopen('https://web.example.com/hello', context=tls).read())
                END
                """);
        assertThat(outcome.succeeded().lines()).containsExactly("b'hello\\n'", "b'hello\\n'");
    }

    @Test
    void git() throws Exception {
        skipUnless(Host.has("git"), "no git in /usr/bin, so it was not tried in a box");
        Host.shell("""
                        cd %s && git init -q -b main work && cd work && echo text >file && git add file &&
                        git -c user.name=n -c user.email=e@example.com commit -qm first &&
                        git clone -q --bare . ../repository.git && git -C ../repository.git update-server-info
                        """.formatted(files)).succeeded();
        String head = Files.readString(files.resolve("repository.git/packed-refs"))
                .lines()
                .filter(line -> line.endsWith("refs/heads/main"))
                .findFirst()
                .orElseThrow()
                .split(" ", 2)[0];
        Outcome outcome =
                house.run("git -c http.sslCAInfo=$PWD/ca.pem ls-remote https://web.example.com/repository.git main"
                        + " && git -c http.sslCAInfo=$PWD/ca.pem clone -q https://web.example.com/repository.git /tmp/clone"
                        + " && cat /tmp/clone/file");
        assertThat(outcome.succeeded().lines()).containsExactly(head + "\trefs/heads/main", "text");
    }

    @Test
    void nodesFetch() throws Exception {
        skipUnless(Host.has("node"), "no Node in /usr/bin, so its fetch was not tried in a box");
        String version =
                Host.shell("/usr/bin/node -p process.versions.node").output().trim();
        int[] numbers = Arrays.stream(version.split("\\.", 3))
                .limit(2)
                .mapToInt(Integer::parseInt)
                .toArray();
        skipUnless(
                numbers[0] >= 24 || (numbers[0] == 22 && numbers[1] >= 21),
                "Node " + version + " cannot use a proxy in fetch (22.21 and 24 can), so it was not tried in a box");
        Outcome outcome = house.run(
                "node -e \"fetch('http://web.example.com/hello').then(a => a.text()).then(t => console.log(t))\""
                        + " && NODE_EXTRA_CA_CERTS=ca.pem node -e \"fetch('https://web.example.com/hello').then(a => a.text()).then(t => console.log(t))\"");
        assertThat(outcome.succeeded().lines()).containsExactly("hello", "", "hello", "");
    }

    /** Against the registry that this machine is set to, which may be a mirror at an address that is not public. */
    @Test
    void npm() throws Exception {
        skipUnless(Host.has("npm") && Host.has("node"), "no npm in /usr/bin, so it was not tried in a box");
        URI registry = URI.create(npmSetting("registry"));
        skipUnless(registry.getUserInfo() == null, "npm's registry has a password in its URL, which no box may see");
        InetAddress[] addresses = addresses(registry.getHost());
        Host.Ran here = Host.shell("timeout 20 npm view is-number version");
        skipUnless(addresses.length > 0 && here.exitCode() == 0, "npm cannot reach its registry from here");
        int port = registry.getPort() < 0 ? (registry.getScheme().equals("http") ? 80 : 443) : registry.getPort();
        List<AddressRange> exactly = Arrays.stream(addresses)
                .map(address ->
                        AddressRange.of(address.getHostAddress() + (address.getAddress().length == 4 ? "/32" : "/128")))
                .toList();
        String authority = npmSetting("cafile");
        String trust = authority.startsWith("/etc/") ? " --cafile " + authority : "";
        try (LaunchHouse allowing = LaunchHouse.open(LaunchHouse.SOCAT, exactly)) {
            String[] texts =
                    Arrays.stream(addresses).map(InetAddress::getHostAddress).toArray(String[]::new);
            allowing.name(registry.getHost(), texts);
            for (InetAddress address : addresses) {
                allowing.serve(
                        address.getHostAddress(),
                        port,
                        new InetSocketAddress(IpLiteral.fromBytes(address.getAddress()), port));
            }
            Outcome outcome = allowing.run("npm view is-number version --registry " + registry + trust);
            assertThat(outcome.succeeded().output()).isEqualTo(here.output()).matches("[0-9.]+\n");
        }
    }

    private static String npmSetting(String name) throws Exception {
        return Host.shell("npm config get " + name).succeeded().output().trim();
    }

    private static InetAddress[] addresses(String host) {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException offline) {
            return new InetAddress[0];
        }
    }

    @Test
    void noneWithoutTheGate() throws Exception {
        Outcome outcome = house.run("for to in 93.184.216.34 1.1.1.1 127.0.0.1:%d '[::1]:%d'; do"
                        .formatted(web.loopbackPort(), web.loopbackPort())
                + " curl -sS -m 5 --noproxy '*' http://$to/hello; echo $?; done");
        // 7: curl could not connect; at once, for there is no route.
        assertThat(outcome.lines()).containsOnly("7").hasSize(4);
        assertThat(Host.shell("curl -sSf --noproxy '*' http://127.0.0.1:%d/hello".formatted(web.loopbackPort()))
                        .output())
                .isEqualTo("hello\n");
    }
}
