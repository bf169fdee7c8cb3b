package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A process of its own that starts one box, for tests that kill such a process. */
final class BoxServer {
    private BoxServer() {}

    static Process start(BoxHouse house, Path work, String shell) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BoxServer.class.getName(),
                        house.root.toString(),
                        work.toString(),
                        shell)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        Path home = root.resolve("home");
        Path bot = home.resolve(".openmausbot/workspaces/b1");
        Boxes boxes = Boxes.in(
                new BoxTools(BoxHouse.BWRAP, new BoxTools.Bridging.Socat(Path.of("/usr/bin/socat"))),
                root.resolve("r"));
        BoxPlace place = boxes.place();
        BoxFolders folders = new BoxFolders(
                home.resolve(".openmausbot"),
                root.resolve("r"),
                new BoxFolders.Home(home.resolve(".openmausbot/engine-homes/b1"), home, List.of()),
                Optional.of(bot),
                Path.of(arguments[1]),
                List.of(),
                List.of(),
                List.of());
        BoxSpec spec = new BoxSpec(
                place.id(),
                folders,
                new BoxSpec.Network.None(),
                java.util.Map.of("PATH", "/usr/bin:/bin"),
                List.of(),
                List.of("/bin/bash", "-c", arguments[2]),
                BoxSpec.Sizes.standard(),
                false);
        Box box = ((Started.Running) boxes.start(spec, place)).box();
        box.output().transferTo(System.out);
    }
}
