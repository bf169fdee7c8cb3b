package dev.mausbot.home.engine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An engine's program on this machine.
 *
 * @param file the program itself, every link resolved: what {@code PATH} finds is often a link into a folder that a box
 *     does not have
 * @param needs the folders or files to bind for it; none if the program lies where every box can read
 */
record InstalledProgram(Path file, List<Path> needs) {
    private static final List<Path> IN_EVERY_BOX = List.of(Path.of("/usr"), Path.of("/etc"), Path.of("/opt"));
    private static final Path PACKAGES = Path.of("node_modules");

    InstalledProgram {
        needs = List.copyOf(needs);
    }

    /**
     * Looks for a program in the folders of a {@code PATH}. Relative entries, which mean the server's own working folder,
     * are passed over.
     */
    static Optional<InstalledProgram> find(String path, String name) throws IOException {
        for (String folder : path.split(":", -1)) {
            Optional<Path> candidate = absolute(folder).map(found -> found.resolve(name));
            if (candidate.isPresent() && Files.isRegularFile(candidate.get()) && Files.isExecutable(candidate.get())) {
                Path file = candidate.get().toRealPath();
                return Optional.of(new InstalledProgram(file, needsOf(file)));
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> absolute(String folder) {
        try {
            return Optional.of(Path.of(folder)).filter(Path::isAbsolute);
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }

    private static List<Path> needsOf(Path file) throws IOException {
        if (IN_EVERY_BOX.stream().anyMatch(file::startsWith)) {
            return List.of();
        }
        Optional<Path> npmPackage = npmPackageOf(file);
        return npmPackage.isPresent() ? withPlatformPackages(npmPackage.get()) : List.of(file);
    }

    /** The folder {@code node_modules/name} or {@code node_modules/@scope/name} that holds the file. */
    private static Optional<Path> npmPackageOf(Path file) {
        for (int i = file.getNameCount() - 2; i >= 0; i--) {
            if (file.getName(i).equals(PACKAGES)) {
                int names = file.getName(i + 1).toString().startsWith("@") ? 2 : 1;
                boolean inPackage = i + names + 1 < file.getNameCount();
                return inPackage ? Optional.of(Path.of("/").resolve(file.subpath(0, i + names + 1))) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** npm puts what is native into packages beside the main one, called like it with the platform's name after. */
    private static List<Path> withPlatformPackages(Path npmPackage) throws IOException {
        List<Path> folders = new ArrayList<>(List.of(npmPackage));
        String platforms = npmPackage.getFileName() + "-linux-";
        try (DirectoryStream<Path> beside = Files.newDirectoryStream(
                npmPackage.resolveSibling(""),
                folder -> folder.getFileName().toString().startsWith(platforms))) {
            beside.forEach(folders::add);
        }
        return folders;
    }
}
