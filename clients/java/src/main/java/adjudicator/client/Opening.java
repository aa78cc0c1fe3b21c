package adjudicator.client;

import java.util.Arrays;
import java.util.List;

/** The first entry of a game, held against what its parties know of it. */
final class Opening {
    private static final int HASH = 32;

    private Opening() {}

    /** Tells whether the terms have the fields that are read here, each of its type; a wallet could not hold others. */
    static boolean isWhole(List<?> terms) {
        return terms.size() > Log.COMMITMENT && terms.get(Log.RULESET) instanceof String
                && terms.get(Log.PACKAGE) instanceof String && terms.get(Log.LABELS) instanceof List<?>
                && terms.get(Log.LOG_KEY) instanceof String && isHash(terms.get(Log.COMMITMENT))
                && terms.get(Log.SEATS) instanceof List<?> seats && seats.stream().allMatch(Opening::isSeat);
    }

    private static boolean isSeat(Object value) {
        return value instanceof List<?> seat && seat.size() > 1 && seat.get(1) instanceof List<?> keys
                && keys.stream().allMatch(Opening::isHash);
    }

    // Keys have as many bytes as hashes.
    private static boolean isHash(Object value) {
        return value instanceof byte[] bytes && bytes.length == HASH;
    }

    /** Demands that the first entry is what was asked for, and what was told of it. */
    static void check(Log log, byte[] told, List<Seat> seats) {
        byte[] commitment = (byte[]) log.terms().get(Log.COMMITMENT);
        log.demand(Arrays.equals(commitment, told), "SEED_COMMIT_MISMATCH", 1, Bytes.hex(commitment), Bytes.hex(told));
        for (int number = 0; number < seats.size(); number++) {
            Key own = seats.get(number).key();
            log.demand(own == null || has(keys(log, number), own.publicKey()), "GENESIS_INVALID", 1,
                    "the key of seat " + number, "none or another");
        }
    }

    /** Demands that a seat has keys of its holder alone: with another one moves could be forged. */
    static void requireOwnKeys(Log log, int seat, byte[] own, List<byte[]> others) {
        List<?> found = keys(log, seat);
        boolean alone = found.stream().map(byte[].class::cast)
                .allMatch(key -> Arrays.equals(key, own) || has(others, key));
        log.demand(alone && has(found, own), "GENESIS_INVALID", 1,
                "seat " + seat + " with the key " + Bytes.hex(own) + " and no other than this player's",
                found.stream().map(key -> Bytes.hex((byte[]) key)).toList().toString());
    }

    private static List<?> keys(Log log, int seat) {
        List<?> seats = (List<?>) log.terms().get(Log.SEATS);
        return seat < seats.size() ? (List<?>) ((List<?>) seats.get(seat)).get(1) : List.of();
    }

    private static boolean has(List<?> keys, byte[] key) {
        return keys.stream().anyMatch(known -> Arrays.equals((byte[]) known, key));
    }
}
