package adjudicator.client;

import adjudicator.wargame.v1.Refusal;
import adjudicator.wargame.v1.SignedRefusal;
import io.grpc.Status;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The command was decided on a game that has changed: what was seen does not hold any more. What has come since was read
 * and verified. Ask for offers and view anew and decide again: the same command is not sent again by itself.
 */
public final class Stale extends Refused {
    private static final long serialVersionUID = 1L;

    /** The reason of a refusal whose header's head is older than what the command is about. */
    static final String REASON = "stale-head";

    private final LinkedHashMap<Long, Long> rewinds;

    Stale(Status.Code code, Refusal refusal, SignedRefusal signed, String text, Throwable cause,
            Map<Long, Long> rewinds) {
        super(code, refusal, signed, text + told(rewinds), cause);
        this.rewinds = new LinkedHashMap<>(rewinds);
    }

    /** The same, with the rewinds that were read since. */
    Stale with(Map<Long, Long> read) {
        return new Stale(code(), refusal(), signed().orElse(null), getMessage(), getCause(), read);
    }

    /** The entries since the one it was decided on that went back, each with the first entry that it made void. */
    public Map<Long, Long> rewinds() {
        return Map.copyOf(rewinds);
    }

    private static String told(Map<Long, Long> rewinds) {
        StringBuilder text = new StringBuilder();
        rewinds.forEach((entry, to) -> text.append("; entry ").append(entry).append(" went back before entry ").append(to));
        return text.toString();
    }
}
