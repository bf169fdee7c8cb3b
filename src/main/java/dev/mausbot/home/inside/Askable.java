package dev.mausbot.home.inside;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the home takes for a question. It ends the connection of a box that does not keep to this, and with it everything
 * that the box has asked or could ask; so it is looked at here first, and only the one question is refused. Stricter than
 * the home's own reading ({@code gate.ask.AskLine}) or equal to it.
 */
final class Askable {
    private static final int MOST_CHOICES = 8;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_QUESTION = 8 * 1024;
    private static final int LONGEST_NUMBER = 64;

    private Askable() {}

    /** Why permission cannot be asked for that, if it cannot. */
    static Optional<String> permission(String tool, Json.Members input, String use) {
        return first(
                isName(tool) ? "" : "A tool's name must be one line of 1 to " + LONGEST_NAME + " characters.",
                use.isEmpty() || isName(use)
                        ? ""
                        : "An id of a tool's use is one line of " + LONGEST_NAME + " characters.",
                isReadable(input) ? "" : "The tool's input holds a text or a number that the owner cannot be shown.");
    }

    /** Why that cannot be asked in words, if it cannot. */
    static Optional<String> question(String question, List<String> choices) {
        return first(
                !question.isBlank() && question.length() <= LONGEST_QUESTION && isStorable(question)
                        ? ""
                        : "A question must be a text of 1 to " + LONGEST_QUESTION + " characters.",
                choices.size() <= MOST_CHOICES && choices.stream().allMatch(Askable::isName)
                        ? ""
                        : "There may be " + MOST_CHOICES + " choices, each one line of 1 to " + LONGEST_NAME
                                + " characters.");
    }

    private static Optional<String> first(String... faults) {
        return Stream.of(faults).filter(fault -> !fault.isEmpty()).findFirst();
    }

    private static boolean isName(String text) {
        return !text.isBlank()
                && text.length() <= LONGEST_NAME
                && text.chars().noneMatch(Character::isISOControl)
                && isStorable(text);
    }

    private static boolean isStorable(String text) {
        return text.indexOf('\0') < 0 && isText(text);
    }

    /** The lone half of a pair is not text in UTF-8, escaped or not. */
    private static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static boolean isReadable(Json value) {
        return switch (value) {
            case Json.Text(String text) -> isText(text);
            case Json.Figure(String literal) -> isNumber(literal);
            case Json.Items items -> items.values().stream().allMatch(Askable::isReadable);
            case Json.Members members ->
                members.values().entrySet().stream()
                        .allMatch(member -> member.getKey().length() <= LONGEST_QUESTION
                                && isText(member.getKey())
                                && isReadable(member.getValue()));
            case Json.Bool _, Json.Nothing _ -> true;
        };
    }

    /** The home reads numbers exactly, and takes no exponent beyond what that can hold. */
    private static boolean isNumber(String literal) {
        if (literal.length() > LONGEST_NUMBER) {
            return false;
        }
        try {
            return new BigDecimal(literal).precision() <= LONGEST_NUMBER;
        } catch (NumberFormatException outOfRange) {
            return false;
        }
    }
}
