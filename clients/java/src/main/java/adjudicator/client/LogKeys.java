package adjudicator.client;

import java.util.ArrayList;
import java.util.List;

/** The keys that may sign heads of a game, in order, each up to the entry that ended it. */
final class LogKeys {
    private final List<Span> spans = new ArrayList<>();

    /** A key, and the entry from which on it signs nothing any more. */
    record Span(String line, long end) {}

    LogKeys(String first) {
        spans.add(new Span(first, Long.MAX_VALUE));
    }

    /** Keys in order of use, none of which has ended as far as is known. */
    LogKeys(List<String> lines) {
        lines.forEach(line -> spans.add(new Span(line, Long.MAX_VALUE)));
    }

    List<String> lines() {
        return spans.stream().map(Span::line).toList();
    }

    /** Takes the key that an entry brings into force, where the one before has handed on to it. */
    void read(LogRecord record) {
        if (!record.kind().equals("ChangeLogKey") || record.values().size() < 2
                || !(record.values().get(0) instanceof String next)
                || !(record.values().get(1) instanceof List<?> changes)) {
            return;
        }
        String last = spans.get(spans.size() - 1).line();
        if (next.equals(last) || changes.isEmpty() || !changes.stream().allMatch(String.class::isInstance)) {
            return;
        }
        try {
            for (Object note : changes) {
                last = SignedNote.readKeyChange(last, (String) note);
            }
        } catch (NotProven another) {
            return; // a key of another, or of before the first one here
        }
        if (last.equals(next)) {
            Span ended = spans.remove(spans.size() - 1);
            spans.add(new Span(ended.line(), record.seq()));
            spans.add(new Span(next, Long.MAX_VALUE));
        }
    }

    /** Verifies a signed head with the key in force at its size, or a later one. */
    SignedNote.Head verify(String note) {
        long size = SignedNote.claimedSize(note);
        List<Span> good = spans.stream().filter(span -> size < span.end()).toList();
        for (Span span : good.subList(0, good.size() - 1)) {
            try {
                return SignedNote.readHead(SignedNote.verify(span.line(), note));
            } catch (NotProven later) {
                continue; // another key may have signed it
            }
        }
        return SignedNote.readHead(SignedNote.verify(good.get(good.size() - 1).line(), note));
    }

    /** The keys to which one has handed on, itself first: each signed by the one before; notes of others are passed over. */
    static List<String> handedOn(String from, List<String> changes) {
        List<String> keys = new ArrayList<>(List.of(from));
        for (String note : changes) {
            try {
                keys.add(SignedNote.readKeyChange(keys.get(keys.size() - 1), note));
            } catch (NotProven another) {
                continue; // a change of before this key
            }
        }
        return keys;
    }
}
