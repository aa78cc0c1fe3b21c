package adjudicator.client;

import adjudicator.client.SignedNote.Statement;
import java.util.Arrays;
import java.util.List;

/** Statements: heads that a seat signs with its own key, exchanged between opponents without the service. */
final class Statements {
    private Statements() {}

    /** States the last entry of a log, as a seat. */
    static String state(Log log, byte[] game, int seat, Key key) {
        if (seat < 0 || key == null) {
            throw new IllegalStateException("a statement is a seat's: give the game its seat and key");
        }
        Statement stated = new Statement(game, seat, log.size(), log.head());
        return SignedNote.sign("seat-" + seat, key, stated.text());
    }

    /** Verifies that a statement is of this game, and signed with a key of its seat. */
    static Statement verify(String note, Log log) {
        Statement stated;
        try {
            stated = SignedNote.readStatement(note);
        } catch (NotProven fault) {
            throw log.fault("STATEMENT_UNPROVEN", 0, fault.expected(), fault.found());
        }
        List<?> seats = (List<?>) log.terms().get(Log.SEATS);
        List<?> keys = stated.seat() < seats.size() ? (List<?>) ((List<?>) seats.get(stated.seat())).get(1) : List.of();
        boolean own = Arrays.equals(stated.game(), log.get(1).game())
                && keys.stream().anyMatch(key -> isSigned(stated, note, (byte[]) key));
        log.demand(own, "STATEMENT_UNPROVEN", stated.size(), "a statement of this game by seat " + stated.seat(), "another");
        return stated;
    }

    private static boolean isSigned(Statement stated, String note, byte[] key) {
        try {
            return SignedNote.verify(SignedNote.keyOf("seat-" + stated.seat(), key), note).equals(stated.text());
        } catch (NotProven another) {
            return false;
        }
    }

    /** Compares a statement with a log; false where that does not reach so far. */
    static boolean compare(Statement stated, Log log) {
        if (stated.size() > log.size()) {
            return false;
        }
        byte[] known = log.get(stated.size()).hash();
        log.demand(Arrays.equals(known, stated.hash()), "STATEMENT_CONTRADICTED", stated.size(),
                Bytes.hex(known) + ", as it was seen here", Bytes.hex(stated.hash()) + ", by seat " + stated.seat());
        return true;
    }
}
