package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A signed game in which another person takes a seat over: a kept one, and changes of it. */
class SeatsTest {
    private static int signatures(Log log) {
        return new Verification(log, null, List.of(), List.of()).signatures();
    }

    // The game with one value set, and the chain made good again behind it.
    private static Log changed(Map<?, ?> game, long entry, List<?> path, Object value) {
        return RewindsTest.read(game, (seq, fields) -> {
            if (entry == seq) {
                RewindsTest.set(fields, path, value);
            }
        });
    }

    private static void told(Log log, Object at, Object name) {
        NotProven fault = assertThrows(NotProven.class, () -> signatures(log), () -> "" + name);
        assertEquals("COMMAND_SIGNATURE_INVALID " + at, fault.check() + " " + fault.seq(), "" + name);
    }

    @Test
    void aKeptGameWhoseSeatWasTakenOverVerifies() throws Exception {
        Map<?, ?> game = Served.vectors("seat");
        Log log = RewindsTest.read(game, (seq, fields) -> { });
        assertEquals(game.get("signatures"), (long) signatures(log));
        assertEquals(game.get("dice"), (long) new DiceCheck(log).check(RewindsTest.openings(game)));
    }

    @Test
    void aKeyThatIsNotThePlayersThenIsTold() throws Exception {
        Map<?, ?> game = Served.vectors("seat");
        List<Map<?, ?>> changes = RewindsTest.rows(game, "changes").toList();
        assertTrue(changes.size() > 3);
        for (Map<?, ?> change : changes) {
            List<?> path = (List<?>) change.get("path");
            Object value = change.get("bytes") instanceof String digits ? Bytes.unhex(digits) : change.get("value");
            told(changed(game, (Long) change.get("entry"), path, value), change.get("at"), change.get("name"));
            if (path.size() > 1) {
                List<?> event = path.subList(0, path.size() - 1);
                for (List<?> unread : List.of(List.of("SeatSubstituted"), List.of("SeatSubstituted", 0L, "Robin", 7L))) {
                    told(changed(game, (Long) change.get("entry"), event, unread), change.get("at"), unread);
                }
            }
        }
    }
}
