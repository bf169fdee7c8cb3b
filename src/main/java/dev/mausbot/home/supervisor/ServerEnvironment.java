package dev.mausbot.home.supervisor;

import dev.mausbot.home.boot.Account;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Secrets;
import dev.mausbot.home.boot.SystemPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The supervisor's environment divided: what the server gets as its own environment, what goes to it through a pipe because
 * it may be a secret, and what it does not get. An allow-list, so that what a platform adds tomorrow stays with root.
 *
 * @param variables the server's environment, whole
 * @param secrets what goes through the pipe
 * @param leftOut the names of all other variables
 */
record ServerEnvironment(Map<String, String> variables, Map<String, String> secrets, List<String> leftOut) {
    /** Language, time zone, and where on Fly the machine is. */
    private static final Pattern OPEN = Pattern.compile("LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|NO_COLOR|PRIMARY_REGION"
            + "|FLY_(APP_NAME|MACHINE_ID|MACHINE_VERSION|ALLOC_ID|REGION|PROCESS_GROUP|IMAGE_REF|VM_MEMORY_MB)");

    /** Set anew here, or of a shell that is no longer there. */
    private static final Set<String> REPLACED =
            Set.of("HOME", "USER", "LOGNAME", "PATH", "SHELL", "PWD", "OLDPWD", "SHLVL", "_", "HOSTNAME", "OMB_RUN_AS");

    ServerEnvironment {
        variables = Map.copyOf(variables);
        secrets = Map.copyOf(secrets);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Divides it.
     *
     * @param environment the supervisor's
     * @param user who the server runs as
     * @param home the server's HOME
     * @param engineSetting which variables engines look for: keys are among them, so all of these go through the pipe
     */
    static ServerEnvironment of(
            Map<String, String> environment, Account user, Path home, Predicate<String> engineSetting) {
        Map<String, String> variables = new TreeMap<>();
        Map<String, String> secrets = new TreeMap<>();
        List<String> leftOut = new ArrayList<>();
        new TreeMap<>(environment).forEach((name, value) -> {
            if (BootContract.isSecret(name)) {
                secrets.put(name, value);
            } else if (BootContract.isSetting(name) || OPEN.matcher(name).matches()) {
                variables.put(name, value);
            } else if (engineSetting.test(name)) {
                secrets.put(name, value);
            } else if (!REPLACED.contains(name)) {
                leftOut.add(name);
            }
        });
        variables.put("HOME", home.toString());
        variables.put("USER", user.name());
        variables.put("LOGNAME", user.name());
        variables.put("PATH", SystemPath.VALUE);
        variables.put(Secrets.VARIABLE, Secrets.ON_INPUT);
        return new ServerEnvironment(variables, secrets, leftOut);
    }

    /** The same, and through the pipe what the supervisor is. */
    ServerEnvironment from(String supervisor) {
        Map<String, String> told = new TreeMap<>(secrets);
        told.put(Secrets.SUPERVISOR, supervisor);
        return new ServerEnvironment(variables, told, leftOut);
    }
}
