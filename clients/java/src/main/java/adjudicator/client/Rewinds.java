package adjudicator.client;

import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.Rewound;
import adjudicator.wargame.v1.Ruled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which entries of a game stand.
 *
 * <p>The game after an entry follows from the entries on its path: itself, and those before it; but before a rewind
 * stands what stood before the first entry that it made void. What is not on the path of the last entry is void; it may
 * stand again, where a later rewind goes back before the one that made it void.
 */
public final class Rewinds {
    // places of the fields of Rewound
    private static final int TO = 0;
    private static final int VOIDS = 1;
    private static final int AGAIN = 4;

    private final Map<Long, Long> rewinds = new LinkedHashMap<>();
    private List<Long> stand = new ArrayList<>();
    private long last;
    private long fixed;
    private boolean finished;

    Rewinds() {}

    /**
     * The rewind in an entry: from which entry on the game went back, and what that has made void; empty where it is
     * none. What was offered and shown before it does not hold any more.
     */
    public static Optional<Rewound> of(Entry entry) {
        for (Ruled ruled : entry.getRuledList()) {
            if (ruled.getName().equals("Rewound")) {
                return Contract.event(ruled.getEvent()).filter(Rewound.class::isInstance).map(Rewound.class::cast);
            }
        }
        return Optional.empty();
    }

    /** The numbers of the entries that do not stand, of entries that were read from the first on. */
    public static List<Long> voidEntries(List<Entry> entries) {
        Rewinds path = new Rewinds();
        entries.forEach(entry -> path.enter(LogRecord.read(entry.getRecord().toByteArray(), entry.getSeq())));
        return path.voidEntries();
    }

    /** Goes on to the next entry; NotProven where it goes back to where it can not, or names others as void. */
    void enter(LogRecord record) {
        List<?> event = record.event("Rewound");
        if (event != null) {
            goBack(record, event);
        }
        stand.add(record.seq());
        last = record.seq();
        if (fixed == 0 && record.event("SeedFixed") != null) {
            fixed = record.seq();
        }
        finished |= record.event("Finished") != null;
    }

    private void goBack(LogRecord record, List<?> event) {
        Object told = event.size() > VOIDS ? event.get(TO) : null;
        long to = told instanceof Long number ? number : 0;
        boolean may = fixed > 0 && !finished && to > fixed && stand.contains(to);
        demand(may, record, "an entry that stands, after entry " + fixed + " and before the close", "" + told);
        List<Long> voids = stand.stream().filter(seq -> seq >= to).toList();
        demand(voids.equals(event.get(VOIDS)), record, "entries " + voids + " to be void", "" + event.get(VOIDS));
        rewinds.put(record.seq(), to);
        stand = path(to - 1);
    }

    private List<Long> path(long from) {
        List<Long> found = new ArrayList<>();
        for (long seq = from; seq > 0; seq = rewinds.getOrDefault(seq, seq) - 1) {
            found.add(seq);
        }
        Collections.reverse(found);
        return found;
    }

    private static void demand(boolean holds, LogRecord record, String expected, String found) {
        if (!holds) {
            throw new NotProven("REWIND_INVALID", Bytes.hex(record.game()), record.seq(), expected, found);
        }
    }

    /** Number of the last entry that was entered. */
    long last() {
        return last;
    }

    /** The entries after one that went back, each with the first entry that it made void. */
    Map<Long, Long> after(long seq) {
        Map<Long, Long> found = new LinkedHashMap<>(rewinds);
        found.keySet().removeIf(each -> each <= seq);
        return found;
    }

    /** Numbers of the entries that do not stand. */
    List<Long> voidEntries() {
        List<Long> found = new ArrayList<>();
        for (long seq = 1; seq <= last; seq++) {
            if (Collections.binarySearch(stand, seq) < 0) {
                found.add(seq);
            }
        }
        return found;
    }

    /** The entry whose dice a rewind lets stand; 0 where it lets none. */
    static long standing(List<?> event) {
        boolean told = event.size() > AGAIN && event.get(AGAIN) instanceof List<?> again && !again.isEmpty()
                && again.get(0) instanceof Long;
        return told ? (Long) ((List<?>) event.get(AGAIN)).get(0) : 0;
    }
}
