package adjudicator.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes the dice of a finished game again, from its secret and the contributions of its seats. */
final class DiceCheck {
    private final Log log;
    private final byte[] secret;
    private final byte[] transcript;
    private final Map<Long, Long> cursor = new HashMap<>();
    private final Map<List<Long>, byte[]> keys = new HashMap<>();
    private final Map<Long, byte[]> stretches = new HashMap<>();
    private final boolean divided;
    private long stretch;
    private final StandingDice standing = new StandingDice();
    private int count;

    /** Takes the secrets that are out, and demands that commitments, contributions and transcript fit them. */
    DiceCheck(Log log) {
        this.log = log;
        byte[] game = log.get(1).game();
        byte[] committed = (byte[]) log.terms().get(Log.COMMITMENT);
        divided = log.term(Log.STRETCHES) != null;
        LogRecord reveal = last("Reveal");
        log.demand(reveal != null || divided, "SEED_NOT_REVEALED", log.size(), "Reveal", "none");
        secret = reveal == null ? null : bytes(reveal.values().get(0), reveal.seq());
        boolean fits = secret == null || committed != null && secret.length == 32
                && Arrays.equals(WgDice.commit(game, secret), committed);
        log.demand(fits, "SEED_COMMIT_MISMATCH", log.size(), "the secret of the commitment", "another");
        readStretches(game);
        if (secret == null && stretches.isEmpty()) {
            transcript = WgDice.NO_ENTROPY; // no die can be drawn yet
            return;
        }
        transcript = WgDice.transcript(game, committed, settings(log.terms()), contributions(game));
        checkTranscript();
    }

    // Secrets of the stretches that are out: of all, once the game's own is.
    private void readStretches(byte[] game) {
        if (!divided) {
            return;
        }
        List<?> terms = (List<?>) log.term(Log.STRETCHES);
        byte[] end = (byte[]) terms.get(3);
        byte[] before = end;
        for (LogRecord record : log.records()) {
            if (record.kind().equals("ShowStretch")) {
                boolean whole = record.values().size() == 2 && record.values().get(0) instanceof Long;
                log.demand(whole, "EPOCH_INVALID", record.seq(), "the secret of the next stretch", "none that can be read");
                long epoch = (Long) record.values().get(0);
                byte[] shown = bytes(record.values().get(1), record.seq());
                boolean fits = epoch == stretches.size() && shown.length == 32
                        && Arrays.equals(WgDice.stretchBefore(game, epoch + 1, shown), before);
                log.demand(fits, "EPOCH_INVALID", record.seq(), "the secret of the next stretch", Bytes.hex(shown));
                stretches.put(epoch, shown);
                before = shown;
            }
        }
        if (secret != null) {
            byte[] found = WgDice.stretchEnd(secret, game);
            for (long number = (Long) terms.get(0); number > 0; number--) {
                stretches.put(number - 1, found);
                found = WgDice.stretchBefore(game, number, found);
            }
            log.demand(Arrays.equals(found, end), "EPOCH_INVALID", 1, Bytes.hex(end), Bytes.hex(found));
        }
    }

    byte[] secret() {
        return secret;
    }

    byte[] transcript() {
        return transcript;
    }

    /** Checks every die, hidden ones as far as the openings show them; gives how many, reported ones not counted. */
    int check(Map<Long, List<SealedPart>> openings) {
        for (LogRecord record : log.records()) {
            List<Object> rows = new ArrayList<>(record.dice());
            for (SealedPart part : openings.getOrDefault(record.seq(), List.of())) {
                record.check(part);
                if (part.part() == 1) {
                    rows.addAll(hiddenDice(part, record.seq()));
                }
            }
            standing.enter(record, rows);
            for (Object row : rows) {
                check((List<?>) row, record.seq());
            }
            for (Object ruled : record.events()) {
                stretch += "StretchShown".equals(((List<?>) ((List<?>) ruled).get(0)).get(0)) ? 1 : 0;
            }
        }
        return count;
    }

    /** The rows of dice in a sealed part. */
    static Collection<?> hiddenDice(SealedPart part, long seq) {
        if (MpInt.decode(part.data()) instanceof List<?> rest && rest.size() == 3 && rest.get(2) instanceof List<?> rows) {
            return rows;
        }
        throw new NotProven("BUNDLE_MALFORMED", "", seq, "events and dice in a sealed part", "another value");
    }

    /**
     * Hash of the terms without the commitment: R of the dice protocol, what contributions are bound to.
     *
     * <p>Of what stands after the commitment it leaves out, from the end, what says nothing: nil, 0, false and no officials. Later
     * editions append values there, and an opening from before has one hash for ever.
     */
    static byte[] settings(List<?> terms) {
        List<Object> open = new ArrayList<>(terms);
        open.set(Log.COMMITMENT, null);
        while (open.size() > Log.COMMITMENT + 1 && saysNothing(open.get(open.size() - 1), open.size() - 1)) {
            open.remove(open.size() - 1);
        }
        return Bytes.sha256(MpInt.encode(open));
    }

    private static boolean saysNothing(Object value, int place) {
        return value == null || Long.valueOf(0).equals(value) || Boolean.FALSE.equals(value)
                || place == Log.OFFICIALS && List.of().equals(value);
    }

    // Rows are [stream, epoch, index, sides, faces, why, roller]; the cursor holds the next index of each stream.
    private void check(List<?> row, long seq) {
        long stream = (Long) row.get(0);
        long index = (Long) row.get(2);
        List<?> faces = (List<?>) row.get(4);
        long next = cursor.getOrDefault(stream, 0L);
        boolean stands = standing.allows(row);
        if (!stands) {
            log.demand(index >= next, "DICE_REUSED", seq, "index " + next, "index " + index + " of stream " + stream);
            log.demand(index == next, "DICE_CURSOR_GAP", seq, "index " + next, "index " + index + " of stream " + stream);
        }
        cursor.put(stream, Math.max(next, index + faces.size()));
        if (stream == WgDice.REPORTED) {
            return;
        }
        long epoch = (Long) row.get(1);
        long due = stream == WgDice.PUBLIC ? stretch : 0;
        log.demand(stands || epoch == due, "EPOCH_INVALID", seq, "epoch " + due, "epoch " + epoch);
        byte[] own = divided && stream == WgDice.PUBLIC ? stretches.get(epoch) : secret;
        if (own == null) {
            return; // not out yet
        }
        byte[] key = keys.computeIfAbsent(List.of(stream, epoch),
                place -> WgDice.streamKey(own, transcript, epoch, (int) stream, WgDice.NO_ENTROPY));
        List<Long> derived = WgDice.draw(key, index, (Long) row.get(3), faces.size());
        log.demand(derived.equals(faces), "DICE_NOT_FROM_SEED", seq, derived.toString(), faces.toString());
        count += faces.size();
    }

    private List<byte[]> contributions(byte[] game) {
        int seats = ((List<?>) log.terms().get(Log.SEATS)).size();
        boolean referee = Boolean.TRUE.equals(log.term(Log.REFEREE_CONTRIBUTES));
        List<byte[]> slots = new ArrayList<>(Collections.nCopies(referee ? seats + 1 : seats, null));
        Map<Integer, byte[]> promised = new HashMap<>();
        for (LogRecord record : log.records()) {
            if (record.kind().equals("CommitContribution")) {
                promised.put(record.party(), bytes(record.values().get(0), record.seq()));
            } else if (record.kind().equals("OpenContribution")) {
                byte[] given = bytes(record.values().get(0), record.seq());
                byte[] before = promised.get(record.party());
                int place = referee && record.party() == Rows.REFEREE ? seats : record.party();
                boolean fits = given.length == 32 && place < slots.size()
                        && (before == null || Arrays.equals(before, WgDice.seatCommit(game, record.party(), given)));
                log.demand(fits, "CONTRIBUTION_MISMATCH", record.seq(), "what was promised", "another contribution");
                slots.set(place, given);
            }
        }
        return slots;
    }

    private void checkTranscript() {
        for (LogRecord record : log.records()) {
            for (Object ruled : record.events()) {
                List<?> event = (List<?>) ((List<?>) ruled).get(0);
                boolean fits = !"SeedFixed".equals(event.get(0)) || Arrays.equals((byte[]) event.get(1), transcript);
                log.demand(fits, "CONTRIBUTION_MISMATCH", record.seq(), Bytes.hex(transcript), "another transcript");
            }
        }
    }

    private LogRecord last(String kind) {
        LogRecord found = null;
        for (LogRecord record : log.records()) {
            found = record.kind().equals(kind) ? record : found;
        }
        return found;
    }

    private byte[] bytes(Object value, long seq) {
        log.demand(value instanceof byte[], "BUNDLE_MALFORMED", seq, "bytes", "another value");
        return (byte[]) value;
    }
}
