package adjudicator.client;

import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.Roll;
import adjudicator.wargame.v1.Ruled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Compares what the service tells of an entry with the entry's record. */
final class EntryCheck {
    private final Entry entry;
    private final LogRecord record;
    private final List<SealedPart> parts;

    private EntryCheck(Entry entry, LogRecord record) {
        this.entry = entry;
        this.record = record;
        this.parts = entry.getOpeningsList().stream().map(SealedPart::of)
                .sorted(Comparator.comparingInt(SealedPart::owner)).toList();
    }

    /** Demands that every field of an entry is its record's, and every opening what was committed to. */
    static void check(Entry entry, LogRecord record) {
        EntryCheck check = new EntryCheck(entry, record);
        check.parts.forEach(record::check);
        check.fields();
        check.rolls();
        check.events();
    }

    private void fields() {
        long milliseconds = entry.getTime().getSeconds() * 1000 + entry.getTime().getNanos() / 1_000_000;
        List<Object> actor = List.of((long) entry.getActor().getRoleValue(), Rows.party(entry.getActor().getParty()),
                entry.getActor().getKey());
        demand(entry.getSeq() == record.seq(), "number", record.seq(), entry.getSeq());
        demand(Arrays.equals(entry.getHash().toByteArray(), record.hash()), "hash", Bytes.hex(record.hash()),
                Bytes.hex(entry.getHash().toByteArray()));
        demand(milliseconds == record.time(), "time", record.time(), milliseconds);
        demand(actor.equals(record.actor()), "actor", record.actor(), actor);
        demand(entry.getCommand().equals(record.kind()), "command", record.kind(), entry.getCommand());
        demand(Arrays.equals(entry.getCommandId().toByteArray(), record.commandId()), "command id",
                Bytes.hex(record.commandId()), Bytes.hex(entry.getCommandId().toByteArray()));
    }

    private void rolls() {
        List<Object> rows = new ArrayList<>(record.dice());
        parts.stream().filter(part -> part.part() == 1)
                .forEach(part -> rows.addAll(DiceCheck.hiddenDice(part, record.seq())));
        List<String> expected = rows.stream().map(Object::toString).sorted().toList();
        List<String> found = entry.getRollsList().stream().map(roll -> row(roll).toString()).sorted().toList();
        demand(expected.equals(found), "dice", expected, found);
    }

    private static List<Object> row(Roll roll) {
        List<Long> faces = roll.getFacesList().stream().map(Integer::toUnsignedLong).toList();
        return List.of(stream(roll), Integer.toUnsignedLong(roll.getEpoch()), Integer.toUnsignedLong(roll.getIndex()),
                Integer.toUnsignedLong(roll.getSides()), faces, roll.getWhy(), Rows.party(roll.getRoller()));
    }

    private static long stream(Roll roll) {
        if (roll.getReported()) {
            return WgDice.REPORTED;
        }
        long owner = Rows.party(roll.getOwner());
        return owner == Rows.EVERYONE ? WgDice.PUBLIC : owner == Rows.REFEREE ? WgDice.REFEREE_STREAM : owner + 1;
    }

    // Events stand so: before the record's event at place n those that are secret as a whole and of gap n, by owner.
    private void events() {
        TreeMap<Long, List<String>> gaps = new TreeMap<>();
        for (SealedPart part : parts) {
            if (part.part() == 1 && MpInt.decode(part.data()) instanceof List<?> rest) {
                for (Object row : (List<?>) rest.get(1)) {
                    List<?> pair = (List<?>) row;
                    gaps.computeIfAbsent((Long) pair.get(0), gap -> new ArrayList<>()).add(told((List<?>) pair.get(1)));
                }
            }
        }
        List<String> expected = new ArrayList<>();
        for (int place = 0; place < record.events().size(); place++) {
            expected.addAll(gaps.getOrDefault((long) place, List.of()));
            expected.add(told((List<?>) record.events().get(place)));
        }
        gaps.tailMap((long) record.events().size()).values().forEach(expected::addAll);
        List<String> found = entry.getRuledList().stream().map(EntryCheck::told).toList();
        demand(expected.equals(found), "events", expected, found);
    }

    private static String told(List<?> ruled) {
        return ((List<?>) ruled.get(0)).get(0) + " " + ruled.get(1);
    }

    private static String told(Ruled ruled) {
        return ruled.getName() + " " + ruled.getClausesList();
    }

    private void demand(boolean holds, String what, Object expected, Object found) {
        if (!holds) {
            throw new NotProven("ENTRY_MISMATCH", Bytes.hex(record.game()), record.seq(), what + " " + expected,
                    what + " " + found);
        }
    }
}
