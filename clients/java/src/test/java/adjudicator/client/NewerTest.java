package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import adjudicator.wargame.v1.ResultBy;
import adjudicator.wargame.v1.ResultReached;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is newer than this release is passed over, and nothing else. */
class NewerTest {
    private static final int NEWER = 999;

    /** A choice of a later release agrees with a word that is newer too, and a known one with its own word alone. */
    @Test
    void choicesOfALaterRelease() {
        Object newer = logged(ResultReached.newBuilder().setByValue(NEWER).build());
        Object known = logged(ResultReached.newBuilder().setBy(ResultBy.forNumber(1)).build());
        String word = "by-a-later-rule";
        same(true, newer, word);
        same(true, List.of(List.of(1L, newer)), List.of(List.of(1L, word)));
        same(false, newer, known);
        same(false, newer, "");
        same(false, newer, (long) NEWER);
        same(false, List.of(newer), List.of(word, "more"));
        same(true, known, known);
        same(false, known, word);
    }

    private static void same(boolean expected, Object told, Object logged) {
        assertEquals(expected, Rows.same(logged, told), told + " and " + logged);
    }

    private static Object logged(ResultReached event) {
        FieldDescriptor by = ResultReached.getDescriptor().findFieldByName("by");
        return Rows.row(event).get(by.getNumber() - 1);
    }
}
