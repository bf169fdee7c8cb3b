package dev.mausbot.home.boot;

import java.util.List;

/** What became of reading the settings: all of them hold, or none is used. */
public sealed interface Contract {
    /** Every setting is valid and they fit together. */
    record Valid(BootContract contract) implements Contract {}

    /**
     * Something is wrong; the program must not serve. Each fault names the variable, what is wrong and what to set. No
     * fault shows a secret.
     */
    record Invalid(List<String> faults) implements Contract {
        public Invalid {
            faults = List.copyOf(faults);
            if (faults.isEmpty()) {
                throw new IllegalArgumentException("a contract without faults is valid");
            }
        }

        /** All faults as lines for a person. */
        public String message() {
            return "cannot start, the settings are not valid:\n  - " + String.join("\n  - ", faults);
        }
    }
}
