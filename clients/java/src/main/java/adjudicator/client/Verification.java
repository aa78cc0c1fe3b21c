package adjudicator.client;

import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.Receipt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is verified of a whole game, beyond its chain. */
final class Verification {
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
        boolean shown = revealed || log.term(Log.STRETCHES) != null;
        int dice = shown ? new DiceCheck(log).check(openings) : 0;
        return new Proof(log.size(), receipts.size(), signatures, opened, dice, revealed,
                log.rewinds().voidEntries().size(), Bytes.hex(log.head()));
    }

    int signatures() {
        return new Signers(log).verify();
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
