package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The servers of others, each with a throw-away configuration: no log, no cache, one worker, on loopback only. */
record Peers(Scratch scratch) {
    private static final String NGINX = """
            daemon off;
            worker_processes 1;
            pid FOLDER/nginx.pid;
            error_log /dev/null;
            events { worker_connections 4096; }
            http {
              access_log off;
              sendfile on;
              client_body_temp_path FOLDER/nginx;
              proxy_temp_path FOLDER/nginx;
              fastcgi_temp_path FOLDER/nginx;
              uwsgi_temp_path FOLDER/nginx;
              scgi_temp_path FOLDER/nginx;
              keepalive_requests 100000000;
              server {
                listen 127.0.0.1:PORT backlog=1024;
                root FOLDER/www;
              }
            }
            """;

    private static final String TINYPROXY = """
            Port PORT
            Listen 127.0.0.1
            MaxClients 512
            Timeout 600
            LogFile "FOLDER/tinyproxy.log"
            LogLevel Critical
            """;

    private static final String SQUID = """
            http_port 127.0.0.1:PORT
            workers 1
            http_access allow all
            cache deny all
            cache_mem 0
            access_log none
            cache_store_log none
            cache_log /dev/null
            pid_filename none
            netdb_filename none
            coredump_dir FOLDER
            pinger_enable off
            max_filedescriptors 4096
            shutdown_lifetime 0 seconds
            """;

    /** The origin, which serves a folder. */
    Server nginx(Path program) throws IOException {
        scratch.folder("nginx");
        int port = Server.freePort();
        Path file = scratch.file("nginx.conf", configured(NGINX, port));
        return Server.start(port, List.of(program.toString(), "-e", "/dev/null", "-c", file.toString()));
    }

    Optional<Server> tinyproxy() throws IOException {
        Optional<Path> program = installed("tinyproxy");
        if (program.isEmpty()) {
            return Optional.empty();
        }
        int port = Server.freePort();
        Path file = scratch.file("tinyproxy.conf", configured(TINYPROXY, port));
        return Optional.of(Server.start(port, List.of(program.get().toString(), "-d", "-c", file.toString())));
    }

    Optional<Server> squid() throws IOException {
        Optional<Path> program = installed("squid");
        if (program.isEmpty()) {
            return Optional.empty();
        }
        int port = Server.freePort();
        Path file = scratch.file("squid.conf", configured(SQUID, port));
        return Optional.of(Server.start(port, List.of(program.get().toString(), "-N", "-f", file.toString())));
    }

    /** A loopback port that leads to a unix socket, with the options that a box's bridge has. */
    Server socat(Path program, Path socket) throws IOException {
        int port = Server.freePort();
        String listen = "TCP4-LISTEN:" + port + ",bind=127.0.0.1,reuseaddr,fork,nodelay,backlog=1024,max-children=512";
        return Server.start(
                port, List.of(program.toString(), "-t", "86400", "-b", "65536", listen, "UNIX-CONNECT:" + socket));
    }

    private String configured(String text, int port) {
        return text.replace("FOLDER", scratch.path().toString()).replace("PORT", Integer.toString(port));
    }

    private static Optional<Path> installed(String name) {
        Optional<Path> program = Commands.find(name);
        if (program.isEmpty()) {
            System.out.println("SKIPPED: " + name + " is not installed.");
        }
        return program;
    }
}
