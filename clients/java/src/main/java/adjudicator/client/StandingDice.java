package adjudicator.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The throws of a void entry that a rewind lets stand: the next entry with dice may use each of them once more. */
final class StandingDice {
    private final Map<Long, List<Object>> thrown = new HashMap<>();
    private List<Object> waiting = List.of();
    private List<Object> rows = new ArrayList<>();

    /** Goes on to the next entry, which has these throws. */
    void enter(LogRecord record, List<Object> own) {
        thrown.put(record.seq(), own);
        rows = new ArrayList<>();
        if (!own.isEmpty()) {
            rows.addAll(waiting);
            waiting = List.of();
        }
        List<?> event = record.event("Rewound");
        if (event != null) {
            waiting = thrown.getOrDefault(Rewinds.standing(event), List.of());
        }
    }

    /** Tells whether a throw is the next of its stream that stands; from the first that is not, none does. */
    boolean allows(List<?> row) {
        for (Object standing : rows) {
            if (((List<?>) standing).get(0).equals(row.get(0))) {
                if (MpInt.same(standing, row)) {
                    rows.remove(standing);
                    return true;
                }
                break;
            }
        }
        rows.clear();
        return false;
    }
}
