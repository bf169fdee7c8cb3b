package dev.mausbot.home.fleet;

import dev.mausbot.home.auth.signed.Canonical;
import dev.mausbot.home.auth.signed.SignedHeaders;
import dev.mausbot.home.auth.signed.SigningKey;
import dev.mausbot.home.boot.IpLiteral;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks a machine for its report. What comes back is a stranger's text until its signature holds: it is bounded in size
 * and time, and nothing of it is shown or followed before.
 */
final class MachineClient {
    private static final String PATH = "/api/cloud/health";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration SKEW = Duration.ofMinutes(5);
    private static final int MOST_BYTES = 256 << 10;
    private static final int NONCE_BYTES = 24;

    private final SigningKey key;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    MachineClient(SigningKey key, InstantSource clock) {
        this.key = key;
        this.clock = clock;
    }

    /** What is known of the machine. */
    sealed interface Answer {}

    /** This is what it says of itself, now. */
    record Genuine(String body) implements Answer {}

    /** Nothing. */
    record Unknown(String why) implements Answer {}

    /** What came, before anything of it is believed. */
    private record Came(int status, Optional<SignedHeaders> headers, String body) {}

    /**
     * Asks and verifies.
     *
     * @param name the host to ask for, if it is not the URL's
     */
    Answer ask(URI machine, Optional<String> name) {
        Optional<String> refused = refusal(machine);
        if (refused.isPresent()) {
            return new Unknown(refused.get());
        }
        String nonce = nonce();
        try {
            return verify(fetch(machine.resolve(PATH), name, nonce), nonce);
        } catch (IOException failed) {
            return new Unknown("there is no answer from " + machine.getHost() + ": " + failed);
        }
    }

    /** The origin of a machine, and nothing that could send the request elsewhere or in the clear. */
    private static Optional<String> refusal(URI machine) {
        String scheme = Optional.ofNullable(machine.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        String path = Optional.ofNullable(machine.getRawPath()).orElse("");
        if (machine.getHost() == null
                || machine.getRawUserInfo() != null
                || machine.getRawQuery() != null
                || machine.getRawFragment() != null
                || !(path.isEmpty() || path.equals("/"))) {
            return Optional.of("the URL must be an origin such as https://home.example.org");
        }
        boolean clear = scheme.equals("http") && isLoopback(machine.getHost());
        return scheme.equals("https") || clear
                ? Optional.empty()
                : Optional.of("the URL must be https: only on loopback can nobody listen on the way");
    }

    private static boolean isLoopback(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return bare.equalsIgnoreCase("localhost")
                || IpLiteral.parse(bare).filter(InetAddress::isLoopbackAddress).isPresent();
    }

    private String nonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private Came fetch(URI target, Optional<String> name, String nonce) throws IOException {
        long seconds = clock.instant().getEpochSecond();
        String signature = key.sign(Canonical.request(seconds, nonce, "GET", PATH, new byte[0]));
        HttpRequest.Builder request =
                HttpRequest.newBuilder(target).timeout(PATIENCE).GET();
        new SignedHeaders(seconds, nonce, signature).asSent().forEach(request::header);
        name.ifPresent(host -> request.header("Host", host));
        // One version: what is not spoken cannot be attacked. Redirects are not followed.
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build()) {
            CompletableFuture<Came> came = client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream())
                    .thenApplyAsync(MachineClient::read);
            try {
                // The request's own limit ends with the head of the answer; a body may come slower than that.
                return came.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (TimeoutException slow) {
                client.shutdownNow();
                throw new IOException("it takes longer than " + PATIENCE.toSeconds() + " s", slow);
            } catch (ExecutionException failed) {
                throw new IOException(String.valueOf(failed.getMessage()), failed);
            } catch (InterruptedException stop) {
                client.shutdownNow();
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", stop);
            }
        }
    }

    private static Came read(HttpResponse<InputStream> response) {
        try (InputStream body = response.body()) {
            byte[] bytes = body.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IllegalStateException("the answer is larger than " + MOST_BYTES + " bytes");
            }
            return new Came(
                    response.statusCode(),
                    SignedHeaders.read(name -> List.copyOf(response.headers().allValues(name))),
                    new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new IllegalStateException("the answer broke off", broken);
        }
    }

    /** Signature first; then the nonce, which is signed with the rest; then the time. */
    private Answer verify(Came came, String nonce) {
        if (came.status() != 200) {
            return new Unknown("it answers " + came.status() + hint(came.status()));
        }
        if (came.headers().isEmpty()) {
            return new Unknown("its answer is not signed");
        }
        SignedHeaders headers = came.headers().get();
        // Over the nonce that was sent, whatever the answer says: a recorded report does not hold.
        Canonical report =
                Canonical.report(headers.seconds(), nonce, PATH, came.body().getBytes(StandardCharsets.UTF_8));
        if (!key.verifies(report, headers.signature()) || !headers.nonce().equals(nonce)) {
            return new Unknown("its answer is signed with another secret, for another request, or was changed");
        }
        Duration apart = Duration.between(Instant.ofEpochSecond(headers.seconds()), clock.instant());
        return apart.abs().compareTo(SKEW) > 0
                ? new Unknown("its answer was signed " + apart.abs().toSeconds() + " s from now")
                : new Genuine(came.body());
    }

    private static String hint(int status) {
        return switch (status) {
            case 401 ->
                ": the secret is another one, or the clocks are more than 300 s apart, or its server has only"
                        + " just started";
            case 404 -> ": it belongs to no fleet, or is no cloud home";
            case 421 -> ": it goes by another name than the URL's";
            case 429 -> ": too many requests with a wrong signature came from here";
            default -> "";
        };
    }
}
