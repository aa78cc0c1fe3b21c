package adjudicator.client;

import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.Outcome;
import adjudicator.wargame.v1.Roll;
import adjudicator.wargame.v1.Ruled;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Compares what the service tells of an entry with the entry's record. */
final class EntryCheck {
    private final Entry entry;
    private final LogRecord record;
    private final List<SealedPart> parts;

    private final String fault;

    private EntryCheck(Entry entry, LogRecord record, String fault) {
        this.entry = entry;
        this.record = record;
        this.fault = fault;
        this.parts = entry.getOpeningsList().stream().map(SealedPart::of)
                .sorted(Comparator.comparingInt(SealedPart::owner)).toList();
    }

    /** Demands that every field of an entry is its record's, and every opening what was committed to. */
    static void check(Entry entry, LogRecord record) {
        EntryCheck check = new EntryCheck(entry, record, "ENTRY_MISMATCH");
        check.parts.forEach(record::check);
        check.fields();
        check.rolls();
        check.events();
    }

    /**
     * Demands that dice and events of an answer are those of its entry: as its giver could see them then, or as they are
     * seen now.
     *
     * @param entry which was checked
     * @param withEvents whether answers of this kind have events
     */
    static void checkAnswer(Outcome answer, Entry entry, LogRecord record, boolean withEvents) {
        Entry.Builder told = entry.toBuilder().clearRolls().addAllRolls(answer.getRollsList())
                .clearRuled().addAllRuled(answer.getRuledList());
        Entry now = told.build();
        told.clearOpenings();
        entry.getOpeningsList().stream().filter(part -> Rows.party(part.getOwner()) == record.party())
                .forEach(told::addOpenings);
        Entry then = told.build();
        try {
            answer(then, record, withEvents);
        } catch (NotProven other) {
            if (then.getOpeningsCount() == now.getOpeningsCount()) {
                throw other;
            }
            answer(now, record, withEvents);
        }
    }

    private static void answer(Entry told, LogRecord record, boolean withEvents) {
        EntryCheck check = new EntryCheck(told, record, "ANSWER_MISMATCH");
        check.rolls();
        if (withEvents) {
            check.events();
        }
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
        TreeMap<Long, List<Expected>> gaps = new TreeMap<>();
        Map<Long, List<?>> secrets = new HashMap<>();
        for (SealedPart part : parts) {
            if (part.part() == 1 && MpInt.decode(part.data()) instanceof List<?> rest) {
                for (Object row : (List<?>) rest.get(0)) {
                    List<?> pair = (List<?>) row;
                    secrets.put((Long) pair.get(0), (List<?>) pair.get(1));
                }
                for (Object row : (List<?>) rest.get(1)) {
                    List<?> pair = (List<?>) row;
                    gaps.computeIfAbsent((Long) pair.get(0), gap -> new ArrayList<>())
                            .add(Expected.of(pair.get(1), null));
                }
            }
        }
        List<Expected> expected = new ArrayList<>();
        for (long place = 0; place < record.events().size(); place++) {
            expected.addAll(gaps.getOrDefault(place, List.of()));
            expected.add(Expected.of(record.events().get((int) place), secrets.get(place)));
        }
        gaps.tailMap((long) record.events().size()).values().forEach(expected::addAll);
        List<String> told = expected.stream().map(Expected::told).toList();
        List<String> found = entry.getRuledList().stream()
                .map(ruled -> ruled.getName() + " " + ruled.getClausesList()).toList();
        demand(told.equals(found), "events", told, found);
        for (int at = 0; at < expected.size(); at++) {
            demand(entry.getRuled(at).getPlace() == at, "place of an event", at, entry.getRuled(at).getPlace());
            content(expected.get(at), entry.getRuled(at));
        }
    }

    /** An event as the record and its openings have it: the row of its fields, and its secret ones where opened. */
    private record Expected(String kind, List<?> clauses, List<?> row, List<?> secrets) {
        static Expected of(Object ruled, List<?> secrets) {
            List<?> pair = (List<?>) ruled;
            List<?> event = (List<?>) pair.get(0);
            return new Expected((String) event.get(0), (List<?>) pair.get(1), event.subList(1, event.size()), secrets);
        }

        String told() {
            return kind + " " + clauses;
        }
    }

    private void content(Expected expected, Ruled ruled) {
        Optional<Message> event = Contract.event(ruled.getEvent());
        if (event.isEmpty()) {
            demand(!Contract.isEmptyEvent(ruled.getEvent()), "event", expected.kind, "none");
            return; // a ruleset or an event that this release does not know
        }
        Message told = event.get();
        demand(told.getDescriptorForType().getName().equals(expected.kind), "event", expected.kind,
                told.getDescriptorForType().getName());
        List<Object> row = rowOf(told, expected);
        Iterator<?> opened = expected.secrets == null ? Collections.emptyIterator() : expected.secrets.iterator();
        for (int at = 0; at < expected.row.size() && at < row.size(); at++) {
            FieldDescriptor field = told.getDescriptorForType().findFieldByNumber(at + 1);
            Object wanted = expected.row.get(at);
            if (wanted == null && field != null && Rows.isSecret(field) && opened.hasNext()) {
                wanted = opened.next();
            }
            demand(Rows.same(wanted, row.get(at)), expected.kind + ", field " + (at + 1), "as in the record", "another");
        }
    }

    private List<Object> rowOf(Message told, Expected expected) {
        try {
            return Rows.row(told);
        } catch (IllegalArgumentException unfit) { // a time that no log can have
            throw new NotProven(fault, Bytes.hex(record.game()), record.seq(), expected.kind, unfit.getMessage());
        }
    }

    private void demand(boolean holds, String what, Object expected, Object found) {
        if (!holds) {
            throw new NotProven(fault, Bytes.hex(record.game()), record.seq(), what + " " + expected,
                    what + " " + found);
        }
    }
}
