package adjudicator.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** The entries of a game from the first on, each bound to the one before; what does not fit is NotProven. */
final class Log {
    private static final byte[] START = new byte[32];
    static final int RULESET = 0;
    static final int PACKAGE = 2;
    static final int SEATS = 4;
    static final int LABELS = 11;
    static final int LOG_KEY = 15;
    static final int COMMITMENT = 16;
    static final int EVENT = 17;
    static final int ACTS_SIGNED = 21;
    static final int OFFICIALS = 22;
    static final int STRETCHES = 23;
    static final int REFEREE_CONTRIBUTES = 24;

    private final byte[] game;
    private final List<LogRecord> records = new ArrayList<>();
    private final TreeMap<Long, byte[]> claims = new TreeMap<>();
    private final List<byte[]> promised = new ArrayList<>(); // commitments to the secret of the dice
    private final Rewinds rewinds = new Rewinds();

    Log(byte[] game) {
        this.game = game;
    }

    long size() {
        return records.size();
    }

    LogRecord get(long seq) {
        return records.get((int) seq - 1);
    }

    List<LogRecord> records() {
        return List.copyOf(records);
    }

    /** Hash of the last entry; 32 zero bytes where there is none. */
    byte[] head() {
        return records.isEmpty() ? START : get(size()).hash();
    }

    /** Takes the bytes of an entry that is next, or compares them with those that are there. */
    LogRecord add(byte[] bytes, long seq) {
        LogRecord record = LogRecord.read(bytes, seq);
        demand(seq > 0, "MISSING_ENTRY", seq, "a number from 1 on", Long.toUnsignedString(seq));
        if (seq <= size()) {
            demand(Arrays.equals(get(seq).hash(), record.hash()), "HEAD_MISMATCH", seq, get(seq).hash(), record.hash());
            follow();
            return get(seq);
        }
        demand(record.seq() == size() + 1, "MISSING_ENTRY", size() + 1, Long.toString(size() + 1), "" + record.seq());
        demand(Arrays.equals(record.prev(), head()), "CHAIN_BREAK", seq, head(), record.prev());
        demand(Arrays.equals(record.game(), game), "WRONG_GAME", seq, game, record.game());
        boolean later = records.isEmpty() || record.time() >= get(size()).time();
        demand(later, "TIME_REGRESSION", seq, "a time not before the entry before", "" + record.time());
        boolean genesis = size() > 0 || record.kind().equals("OpenGame") && Opening.isWhole(record.values());
        demand(genesis, "GENESIS_INVALID", seq, "OpenGame", record.kind());
        if (records.isEmpty()) { // one of another secret does not come in: whoever asks again is told again
            byte[] commitment = (byte[]) record.values().get(COMMITMENT);
            promised.forEach(due -> demand(Arrays.equals(due, commitment), "SEED_COMMIT_MISMATCH", 1, due, commitment));
        }
        byte[] claimed = claims.get(record.seq());
        if (claimed != null) { // stays, and the entry does not come in: whoever asks again is told again
            demand(Arrays.equals(claimed, record.hash()), "HEAD_MISMATCH", record.seq(), claimed, record.hash());
            claims.remove(record.seq());
        }
        records.add(record);
        follow();
        return record;
    }

    // An entry that went back to where it can not is told again by whoever reads on.
    private void follow() {
        while (rewinds.last() < size()) {
            rewinds.enter(get(rewinds.last() + 1));
        }
    }

    /** Which of the entries stand. */
    Rewinds rewinds() {
        return rewinds;
    }

    /** Number of the entry with a hash; 0 where none is known. */
    long seqOf(byte[] hash) {
        return records.stream().filter(record -> Arrays.equals(record.hash(), hash)).mapToLong(LogRecord::seq).findAny()
                .orElse(0);
    }

    /** Takes a commitment that an earlier run was told: the first entry has to have it. */
    void promise(byte[] commitment) {
        promised.add(commitment);
    }

    /** Whether an entry is known to have another hash. */
    boolean contradicts(long seq, byte[] hash) {
        byte[] known = seq <= size() ? seq == 0 ? hash : get(seq).hash() : claims.get(seq);
        return known != null && !Arrays.equals(known, hash);
    }

    /** Compares what the service says of an entry with the entry, now or when it is read. */
    void claim(long seq, byte[] hash) {
        byte[] known = seq <= size() ? seq == 0 ? hash : get(seq).hash() : claims.putIfAbsent(seq, hash);
        demand(known == null || Arrays.equals(known, hash), "HEAD_MISMATCH", seq, known, hash);
    }

    /** Verification keys of heads, from this one on. */
    LogKeys keys(String first) {
        LogKeys keys = new LogKeys(first);
        records.forEach(keys::read);
        return keys;
    }

    /** Verifies a signed head against the entries. */
    SignedNote.Head verifyHead(LogKeys keys, String note) {
        SignedNote.Head head = keys.verify(note);
        demand(Arrays.equals(head.game(), game), "WRONG_GAME", head.size(), game, head.game());
        demand(head.size() <= size(), "TRUNCATED_LOG", size(), "at least " + head.size() + " entries", size() + "");
        demand(Arrays.equals(get(head.size()).hash(), head.hash()), "HEAD_MISMATCH", head.size(), get(head.size()).hash(),
                head.hash());
        return head;
    }

    List<?> terms() {
        return get(1).values();
    }

    /** A value of the opening; null where that is older than the field. */
    Object term(int place) {
        return place < terms().size() ? terms().get(place) : null;
    }

    NotProven fault(String check, long seq, String expected, String found) {
        return new NotProven(check, Bytes.hex(game), seq, expected, found);
    }

    void demand(boolean holds, String check, long seq, String expected, String found) {
        if (!holds) {
            throw fault(check, seq, expected, found);
        }
    }

    private void demand(boolean holds, String check, long seq, byte[] expected, byte[] found) {
        if (!holds) {
            throw fault(check, seq, Bytes.hex(expected), Bytes.hex(found));
        }
    }
}
