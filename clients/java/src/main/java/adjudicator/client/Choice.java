package adjudicator.client;

import adjudicator.wargame.v1.Domain;
import java.util.List;

/**
 * One question on the way from an offer to its command.
 *
 * @param path the field, from the command on, such as {@code PlotOrders.plot.movement[0]}
 * @param kind what is asked, and so what answers it
 * @param values words to choose of; the lists of {@link Kind#LISTS}, each as its words with blanks between them
 * @param least the smallest number, count, index or length
 * @param most the largest
 * @param domains what the indices of {@link Kind#DOMAIN}, {@link Kind#MEMBER}, {@link Kind#MEMBERS} and
 *     {@link Kind#SPOT} stand for; else the domain that is asked about
 */
public record Choice(String path, Kind kind, List<String> values, long least, long most, List<Domain> domains) {
    /** What is asked. */
    public enum Kind {
        /** Whether a field that may be left out is given: a truth value. */
        INCLUDE,
        /** Which of several domains of a field is followed: an index. */
        DOMAIN,
        /** One of the values: a word. */
        ONE_OF,
        /** Some of the values, each at most once: words. */
        SOME_OF,
        /** An integer; milliseconds for a time. */
        RANGE,
        /** Free text of so many characters, of which the first is a letter or a digit. */
        WORDS,
        /** A truth value. */
        FLAG,
        /** So many bytes of the client's own. */
        OCTETS,
        /** One of these lists: an index. */
        LISTS,
        /** How many members a list has. */
        COUNT,
        /** Which domain the next member of a list follows: an index. */
        MEMBER,
        /** Which domains have a member, each one at most: ascending indices. */
        MEMBERS,
        /** Which place: an index. */
        SPOT
    }

    /** Makes a question. */
    public Choice {
        values = List.copyOf(values);
        domains = List.copyOf(domains);
    }

    /** Demands that an answer is one of this question's; gives it. */
    Answer checked(Answer answer) {
        boolean fits = switch (kind) {
            case INCLUDE, FLAG -> answer instanceof Answer.Truth;
            case RANGE, DOMAIN, LISTS, COUNT, MEMBER, SPOT ->
                answer instanceof Answer.Number number && number.value() >= least && number.value() <= most;
            case ONE_OF -> answer instanceof Answer.Word word && values.contains(word.value());
            case WORDS -> answer instanceof Answer.Word word && isText(word.value());
            case SOME_OF -> answer instanceof Answer.Words words && isCount(words.values().size())
                    && values.containsAll(words.values())
                    && words.values().stream().distinct().count() == words.values().size();
            case MEMBERS -> answer instanceof Answer.Numbers numbers && isCount(numbers.values().size())
                    && isAscending(numbers.values());
            case OCTETS -> answer instanceof Answer.Octets octets && octets.size() == most;
        };
        if (!fits) {
            throw new OfferFault(path, "the answer does not fit %s from %d to %d".formatted(kind, least, most));
        }
        return answer;
    }

    private boolean isCount(long count) {
        return count >= least && count <= most;
    }

    private boolean isText(String text) {
        boolean plain = text.codePoints().noneMatch(Character::isISOControl);
        boolean begins = text.isEmpty() || Character.isLetterOrDigit(text.codePointAt(0));
        return plain && begins && isCount(text.codePointCount(0, text.length()));
    }

    private boolean isAscending(List<Integer> indices) {
        int last = -1;
        for (int index : indices) {
            if (index <= last || index >= domains.size()) {
                return false;
            }
            last = index;
        }
        return true;
    }
}
