package adjudicator.client;

import adjudicator.wargame.v1.Fault;
import adjudicator.wargame.v1.SignedRefusal;
import java.util.Arrays;
import java.util.List;

/** Refusals that the service has signed: of which command, on which head, and why. */
final class Refusals {
    static final String CHECK = "REFUSAL_UNPROVEN";
    private static final int FIELDS = 8;

    private Refusals() {}

    /**
     * Verifies a refusal: signed by a key of the log, of this command of this game, for the reason of the answer.
     *
     * @param logKeys that sign heads of the game
     * @param command hash of the command that was given
     */
    static void verify(SignedRefusal signed, Refused answer, byte[] game, byte[] command, List<String> logKeys) {
        String id = Bytes.hex(game);
        long told = answer.seq();
        require(!answer.faults().isEmpty(), id, told, "an answer that says why", "one that does not");
        require(logKeys.contains(signed.getLogKey()), id, told, "a key of the log: " + logKeys, signed.getLogKey());
        byte[] data = signed.getRefusal().toByteArray();
        boolean fits = Key.verifies(SignedNote.publicKeyOf(signed.getLogKey()), signed.getSignature().toByteArray(),
                Bytes.refusalBytes(data));
        require(fits, id, told, "a signature of " + signed.getLogKey(), "one that does not fit");
        List<?> row = read(data, id, told);
        require(Arrays.equals((byte[]) row.get(1), game), id, told, "a refusal in this game", shown(row.get(1)));
        require(Arrays.equals((byte[]) row.get(5), command), id, told, "a refusal of the command that was given, "
                + Bytes.hex(command), shown(row.get(5)));
        require(told == (Long) row.get(2) && Arrays.equals(answer.head(), (byte[]) row.get(3)), id, told,
                "entry " + told + ", " + Bytes.hex(answer.head()), "entry " + row.get(2) + ", " + shown(row.get(3)));
        Fault first = answer.faults().get(0);
        List<?> fault = ((List<?>) ((List<?>) row.get(6)).get(0)).subList(0, 3);
        List<String> due = List.of(first.getClause(), first.getReason(), first.getPath());
        require(due.equals(fault), id, told, due.toString(), fault.toString());
    }

    // [1, game, seq, head, time, command, [[clause, reason, path, facts]...], left]
    private static List<?> read(byte[] data, String game, long seq) {
        Object value;
        try {
            value = MpInt.decode(data);
        } catch (IllegalArgumentException fault) {
            throw new NotProven(CHECK, game, seq, "a refusal of format 1", fault.getMessage());
        }
        boolean whole = value instanceof List<?> row && row.size() == FIELDS && Long.valueOf(1).equals(row.get(0))
                && row.get(1) instanceof byte[] && row.get(2) instanceof Long && row.get(3) instanceof byte[]
                && row.get(4) instanceof Long && row.get(5) instanceof byte[]
                && row.get(6) instanceof List<?> faults && !faults.isEmpty()
                && faults.get(0) instanceof List<?> fault && fault.size() == 4;
        require(whole, game, seq, "a refusal of format 1", "other fields");
        return (List<?>) value;
    }

    private static String shown(Object bytes) {
        return Bytes.hex((byte[]) bytes);
    }

    private static void require(boolean holds, String game, long seq, String expected, String found) {
        if (!holds) {
            throw new NotProven(CHECK, game, seq, expected, found);
        }
    }
}
