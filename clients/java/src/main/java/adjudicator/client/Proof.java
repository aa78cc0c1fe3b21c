package adjudicator.client;

import java.util.Objects;

/**
 * What was verified of a game, from its first entry on.
 *
 * @param entries entries, each bound to the one before
 * @param receipts receipts that are heads of this log
 * @param signatures commands of seats that bear their signature
 * @param openings sealed parts that were opened and are what was committed to
 * @param dice dice that were computed again; 0 before the secret is shown
 * @param revealed whether the secret is shown
 * @param voids entries that do not stand, since the game went back before them
 * @param head hash of the last entry in hex
 */
public record Proof(long entries, int receipts, int signatures, int openings, int dice, boolean revealed,
        int voids, String head) {
    /** Makes a proof. */
    public Proof {
        Objects.requireNonNull(head, "head");
    }
}
