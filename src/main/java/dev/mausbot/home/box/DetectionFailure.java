package dev.mausbot.home.box;

import dev.mausbot.home.boot.ShownText;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What bwrap's messages mean, and what to do about each. */
final class DetectionFailure {
    private static final String NAMESPACES =
            "(?is).*(no permissions to create new namespace|creating new namespace failed|uid map|RTM_NEWADDR"
                    + "|unshare.*operation not permitted|setting up gid map).*";

    /**
     * One cause. The first row that fits is the answer.
     *
     * @param says what bwrap prints then
     * @param when what else must be so
     * @param problem the cause
     * @param fix its remedy
     */
    private record Cause(Pattern says, Predicate<KernelSettings> when, String problem, String fix) {
        Cause(String says, Predicate<KernelSettings> when, String problem, String fix) {
            this(Pattern.compile(says), when, problem, fix);
        }
    }

    private static final List<Cause> CAUSES = List.of(
            new Cause(
                    NAMESPACES,
                    KernelSettings::appArmorRestricts,
                    "AppArmor refuses user namespaces to bwrap (Ubuntu 23.10 and later)",
                    "give bwrap a profile that allows them: put `abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap"
                            + " flags=(unconfined) { userns, }` in /etc/apparmor.d/bwrap and run `apparmor_parser -r"
                            + " /etc/apparmor.d/bwrap`; or allow them to all:"
                            + " sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"),
            new Cause(
                    NAMESPACES,
                    KernelSettings::cloningForbidden,
                    "this kernel forbids user namespaces to ordinary users",
                    "sysctl -w kernel.unprivileged_userns_clone=1"),
            new Cause(
                    "(?is).*(namespace|unshare|clone).*(no space left|ENOSPC|permission|permitted).*",
                    KernelSettings::noneAllowed,
                    "this machine allows no user namespaces",
                    "sysctl -w user.max_user_namespaces=15000"),
            new Cause(
                    "(?is).*mount proc on.*",
                    any -> true,
                    "an outer container masks /proc, so a box cannot have its own",
                    "start the container with --security-opt systempaths=unconfined (Kubernetes: procMount: Unmasked)"),
            new Cause(
                    "(?is).*unknown option.*",
                    any -> true,
                    "this bwrap lacks an option that boxes need: 0.8 or later is needed",
                    "upgrade bubblewrap"),
            new Cause(
                    "(?is).*seccomp.*",
                    any -> true,
                    "the kernel takes no seccomp filter",
                    "use a kernel with CONFIG_SECCOMP_FILTER, and let an outer container allow the seccomp call"),
            new Cause(
                    NAMESPACES,
                    any -> true,
                    "user namespaces are refused here, most likely by an outer container's seccomp or AppArmor profile",
                    "start it with profiles that allow unshare, clone and mount"
                            + " (--security-opt seccomp=unconfined --security-opt apparmor=unconfined)"),
            new Cause(
                    "(?is).*(pivot_root|mount).*(not permitted|permission denied).*",
                    any -> true,
                    "mounting is refused inside a user namespace, most likely by an outer container's profile",
                    "start it with --security-opt apparmor=unconfined --security-opt seccomp=unconfined"));

    /** Of what bwrap said, in characters. */
    static final int LONGEST = 300;

    private DetectionFailure() {}

    /** The reason for the owner. */
    static BoxDetection.Detected.Off explain(String said, int exitCode, KernelSettings kernel) {
        String told = said.isBlank() ? "exit code " + exitCode : ShownText.line(said, LONGEST);
        return CAUSES.stream()
                .filter(cause ->
                        cause.says().matcher(said).matches() && cause.when().test(kernel))
                .findFirst()
                .map(cause ->
                        new BoxDetection.Detected.Off(cause.problem() + " (bwrap said: " + told + ")", cause.fix()))
                .orElseGet(() -> new BoxDetection.Detected.Off(
                        "a trial box did not start: " + told, "run `cloud-home box -- true` to see more"));
    }
}
