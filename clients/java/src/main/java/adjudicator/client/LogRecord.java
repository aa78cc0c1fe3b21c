package adjudicator.client;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The record of one entry, the same bytes for everybody, and what its fields say. */
final class LogRecord {
    private static final int FIELDS = 12;
    private static final int DIE = 7; // fields of a row of dice

    private final byte[] bytes;
    private final byte[] hash;
    private final List<?> fields;

    private LogRecord(byte[] bytes, List<?> fields) {
        this.bytes = bytes;
        this.fields = fields;
        this.hash = Bytes.entryHash(bytes);
    }

    /** Reads the bytes of the entry of this number; throws NotProven where they are not canonical or no record. */
    static LogRecord read(byte[] bytes, long seq) {
        Object value;
        try {
            value = MpInt.decode(bytes);
        } catch (IllegalArgumentException error) {
            throw new NotProven("NON_CANONICAL_ENTRY", "", seq, "the shortest bytes of MP-int", error.getMessage());
        }
        boolean whole = value instanceof List<?> list && list.size() == FIELDS && Long.valueOf(1).equals(list.get(0))
                && list.get(1) instanceof byte[] && list.get(2) instanceof Long && list.get(3) instanceof byte[]
                && list.get(4) instanceof Long && isActor(list.get(5)) && isCommand(list.get(6))
                && isBytesOrNone(list.get(7)) && all(list.get(8), row -> row.size() == DIE)
                && all(list.get(9), LogRecord::isRuled)
                && all(list.get(10), row -> row.size() == 2 && row.get(1) instanceof byte[]);
        if (!whole) {
            throw new NotProven("BUNDLE_MALFORMED", "", seq, "a record of format 1", "other fields");
        }
        return new LogRecord(bytes, (List<?>) value);
    }

    private static boolean isActor(Object value) {
        return value instanceof List<?> list && list.size() == 3 && list.get(0) instanceof Long
                && list.get(1) instanceof Long && list.get(2) instanceof String;
    }

    private static boolean isCommand(Object value) {
        return value instanceof List<?> list && list.size() == 4 && list.get(0) instanceof byte[]
                && isBytesOrNone(list.get(1)) && isBytesOrNone(list.get(3)) && list.get(2) instanceof List<?> body
                && !body.isEmpty() && body.get(0) instanceof String;
    }

    private static boolean isBytesOrNone(Object value) {
        return value == null || value instanceof byte[];
    }

    private static boolean isRuled(List<?> row) {
        return row.size() > 1 && row.get(0) instanceof List<?> event && !event.isEmpty()
                && event.get(0) instanceof String && row.get(1) instanceof List<?>;
    }

    private static boolean all(Object value, Predicate<List<?>> fits) {
        return value instanceof List<?> rows
                && rows.stream().allMatch(item -> item instanceof List<?> row && fits.test(row));
    }

    byte[] bytes() {
        return bytes;
    }

    byte[] hash() {
        return hash;
    }

    byte[] game() {
        return (byte[]) fields.get(1);
    }

    long seq() {
        return (Long) fields.get(2);
    }

    byte[] prev() {
        return (byte[]) fields.get(3);
    }

    long time() {
        return (Long) fields.get(4);
    }

    List<?> actor() {
        return (List<?>) fields.get(5);
    }

    int role() {
        return ((Long) actor().get(0)).intValue();
    }

    int party() {
        return ((Long) actor().get(1)).intValue();
    }

    List<?> command() {
        return (List<?>) fields.get(6);
    }

    byte[] commandId() {
        return (byte[]) command().get(0);
    }

    byte[] head() {
        return (byte[]) command().get(1);
    }

    String kind() {
        return (String) ((List<?>) command().get(2)).get(0);
    }

    /** The command's fields by number, secret ones nil. */
    List<?> values() {
        List<?> body = (List<?>) command().get(2);
        return body.subList(1, body.size());
    }

    byte[] seal() {
        return (byte[]) command().get(3);
    }

    byte[] signature() {
        return (byte[]) fields.get(7);
    }

    List<?> dice() {
        return (List<?>) fields.get(8);
    }

    List<?> events() {
        return (List<?>) fields.get(9);
    }

    /** Fields of the first event of a kind; null where there is none. */
    List<?> event(String kind) {
        for (Object ruled : events()) {
            if (ruled instanceof List<?> row && !row.isEmpty() && row.get(0) instanceof List<?> event
                    && !event.isEmpty() && kind.equals(event.get(0))) {
                return event.subList(1, event.size());
            }
        }
        return null;
    }

    int sealedParts() {
        return ((List<?>) fields.get(10)).size() + (seal() == null ? 0 : 1);
    }

    /** Tells whether an Ed25519 key has signed the command. */
    boolean signedBy(byte[] publicKey) {
        return signature() != null
                && Key.verifies(publicKey, signature(), Bytes.signingBytes(game(), actor(), command()));
    }

    /** Demands that an opening is what the record commits to. */
    void check(SealedPart part) {
        byte[] committed = commitment(part.owner(), part.part());
        byte[] found = Bytes.sealedHash(game(), part.owner(), part.part(), commandId(), part.salt(), part.data());
        if (committed == null || !Arrays.equals(committed, found)) {
            throw new NotProven("SEALED_OPENING_MISMATCH", Bytes.hex(game()), seq(),
                    committed == null ? "no sealed part" : Bytes.hex(committed),
                    "part %d of party %d".formatted(part.part(), part.owner()));
        }
    }

    private byte[] commitment(int owner, int part) {
        if (part == 0) {
            return owner == party() ? seal() : null;
        }
        for (Object row : (List<?>) fields.get(10)) {
            if (part == 1 && row instanceof List<?> pair && Long.valueOf(owner).equals(pair.get(0))) {
                return (byte[]) pair.get(1);
            }
        }
        return null;
    }
}
