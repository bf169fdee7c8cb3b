package dev.mausbot.home.launch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The files of a folder, served on loopback by HTTP and HTTPS under {@link #NAME}, which is given to a house. */
final class Web implements AutoCloseable {
    static final String NAME = "web.example.com";
    static final String ADDRESS = "93.184.216.34";

    private static final String PASSWORD = "throw-away";

    private final Path files;
    private final Path certificate;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer plain;
    private final HttpsServer secure;

    /**
     * Serves.
     *
     * @param files what it serves
     * @param keys an empty folder that no box sees
     * @param certificate the file that the certificate is put into, for clients in a box to trust
     */
    Web(Path files, Path keys, Path certificate) throws Exception {
        this.files = files;
        this.certificate = certificate;
        plain = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(tls(keys.resolve("keys.p12"))));
        for (HttpServer server : List.of(plain, secure)) {
            server.setExecutor(threads);
            server.createContext("/", this::answer);
            server.start();
        }
    }

    /** Puts both servers behind the name. */
    void in(LaunchHouse house) {
        house.name(NAME, ADDRESS).serve(ADDRESS, 80, plain.getAddress()).serve(ADDRESS, 443, secure.getAddress());
    }

    /** The port of the host's loopback on which it really is. */
    int loopbackPort() {
        return plain.getAddress().getPort();
    }

    private SSLContext tls(Path keys) throws Exception {
        keytool(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + NAME,
                "-ext",
                "san=dns:" + NAME,
                "-ext",
                "bc:c",
                "-validity",
                "2",
                "-alias",
                "web",
                "-keystore",
                keys.toString());
        keytool("-exportcert", "-rfc", "-alias", "web", "-file", certificate.toString(), "-keystore", keys.toString());
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        Host.run(command).succeeded();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Path file = files.resolve(exchange.getRequestURI().getPath().substring(1))
                    .normalize();
            boolean there = file.startsWith(files) && Files.isRegularFile(file);
            byte[] body = there ? Files.readAllBytes(file) : "no such file\n".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(there ? 200 : 404, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        plain.stop(0);
        secure.stop(0);
        threads.close();
    }
}
