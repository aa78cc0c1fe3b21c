package adjudicator.client;

import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.Receipt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is verified of a whole game, beyond its chain. */
final class Verification {
    private static final int SEAT_ROLE = 3;
    private static final int KEYS = 1; // place of the keys in a seat of the terms
    private static final int SIGNED = 13; // place of `signed` in the terms

    private final Log log;
    private final LogKeys keys;
    private final List<Receipt> receipts;
    private final Map<Long, List<SealedPart>> openings = new HashMap<>();

    Verification(Log log, LogKeys keys, List<Entry> entries, List<Receipt> receipts) {
        this.log = log;
        this.keys = keys;
        this.receipts = receipts;
        for (Entry entry : entries) {
            openings.put(entry.getSeq(), entry.getOpeningsList().stream().map(SealedPart::of).toList());
        }
    }

    Proof proof() {
        receipts.forEach(receipt -> log.verifyHead(keys, receipt.getNote()));
        int signatures = signatures();
        boolean revealed = log.records().stream().anyMatch(record -> record.kind().equals("Reveal"));
        int opened = openings(revealed);
        int dice = revealed ? new DiceCheck(log).check(openings) : 0;
        return new Proof(log.size(), receipts.size(), signatures, opened, dice, revealed,
                log.rewinds().voidEntries().size(), Bytes.hex(log.head()));
    }

    private int signatures() {
        boolean demanded = Boolean.TRUE.equals(log.terms().get(SIGNED));
        int count = 0;
        for (LogRecord record : log.records()) {
            if (record.role() == SEAT_ROLE && (demanded || record.signature() != null)) {
                List<?> seats = (List<?>) log.terms().get(Log.SEATS);
                List<?> listed = record.party() < seats.size()
                        ? (List<?>) ((List<?>) seats.get(record.party())).get(KEYS)
                        : List.of();
                boolean good = listed.stream().anyMatch(key -> record.signedBy((byte[]) key));
                log.demand(good, "COMMAND_SIGNATURE_INVALID", record.seq(), "a signature of seat " + record.party(),
                        record.signature() == null ? "none" : "one that does not fit");
                count++;
            }
        }
        return count;
    }

    private int openings(boolean revealed) {
        int count = 0;
        for (LogRecord record : log.records()) {
            List<SealedPart> parts = openings.getOrDefault(record.seq(), List.of());
            parts.forEach(record::check);
            long different = parts.stream().map(part -> part.owner() + " " + part.part()).distinct().count();
            log.demand(!revealed || different == record.sealedParts(), "SEALED_OPENING_MISMATCH", record.seq(),
                    record.sealedParts() + " sealed parts", different + " that are opened");
            count += parts.size();
        }
        return count;
    }
}
