package dev.mausbot.home.turn;

import dev.mausbot.home.box.LaunchPlan;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys that turns get: what the owner stored, over what the server's environment holds. */
public interface TurnKeys {
    /** As they are stored now. */
    Keys current();

    /**
     * Keys for one turn.
     *
     * @param settings the server's environment, in it the stored keys under the names by which engines know them. A key that
     *     does not open is not left out: in its place stands a mark, so that no other key and no other account is used for it
     * @param closed what each mark stands for: a sentence that names the key and says why it does not open
     */
    record Keys(Map<String, String> settings, Map<String, String> closed) {
        public Keys {
            settings = Map.copyOf(settings);
            closed = Map.copyOf(closed);
        }

        /** Why a plan cannot be run, if it needs a key that does not open; only the engine knows which it needs. */
        public Optional<String> refusal(LaunchPlan plan) {
            return closed.entrySet().stream()
                    .filter(one -> texts(plan).anyMatch(text -> text.contains(one.getKey())))
                    .map(Map.Entry::getValue)
                    .sorted()
                    .findFirst();
        }

        private static Stream<String> texts(LaunchPlan plan) {
            return Stream.concat(
                    plan.environment().values().stream(), plan.files().stream().map(LaunchPlan.PlannedFile::content));
        }

        @Override
        public String toString() {
            return "Keys[***]";
        }
    }
}
