package dev.mausbot.home.supervisor;

import dev.mausbot.home.boot.Account;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Contract;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.Unprivileged;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * What both commands of the root side start from.
 *
 * @param contract the settings, valid as a whole
 * @param user who the server runs as
 */
record Premises(BootContract contract, Account user) {
    /** Checks who we are, the settings, and who the server is to be. */
    static Opened<Premises> read(Map<String, String> environment) throws IOException {
        HostFacts host = HostFacts.current();
        if (host.uid() != 0) {
            return new Opened.Refused<>("harden and supervise are for root: start the server itself with serve");
        }
        return switch (BootContract.read(environment, host)) {
            case Contract.Invalid invalid -> new Opened.Refused<>(invalid.message());
            case Contract.Valid(BootContract contract) ->
                user(environment.getOrDefault("OMB_RUN_AS", Unprivileged.DEFAULT_USER), contract);
        };
    }

    private static Opened<Premises> user(String name, BootContract contract) throws IOException {
        Optional<Account> user = Account.find(name);
        if (user.isEmpty()) {
            return new Opened.Refused<>("there is no user " + name + " for the server: create it");
        }
        if (user.get().uid() == 0) {
            return new Opened.Refused<>(
                    name + " is root, and the server never is: name an ordinary user in OMB_RUN_AS");
        }
        if (user.get().isInRootsGroup()) {
            return new Opened.Refused<>(name + " is in root's group, which sees every process in spite of hidepid:"
                    + " take it out of that group");
        }
        return new Opened.Ready<>(new Premises(contract, user.get()));
    }
}
