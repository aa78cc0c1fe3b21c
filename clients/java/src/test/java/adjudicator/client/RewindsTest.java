package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.AddNote;
import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.Grounds;
import adjudicator.wargame.v1.Offers;
import adjudicator.wargame.v1.RefereeGrpc;
import adjudicator.wargame.v1.Rewind;
import adjudicator.wargame.v1.RewindDice;
import adjudicator.wargame.v1.Rewound;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Games that went back: the kept ones, and one on a service. */
class RewindsTest {
    private static final Grounds WHY = Grounds.newBuilder().setReason("the wrong modifier").build();

    static Stream<Map<?, ?>> games() throws Exception {
        return rows(Served.vectors("rewind"), "games");
    }

    static Stream<Map<?, ?>> rows(Map<?, ?> holder, String name) {
        return ((List<?>) holder.get(name)).stream().map(row -> (Map<?, ?>) row);
    }

    // A kept game, of which records may be changed and the chain is made good again behind it.
    static Log read(Map<?, ?> game, BiConsumer<Integer, List<Object>> change) {
        Log log = new Log(Bytes.unhex((String) game.get("game")));
        for (byte[] record : records(game, change)) {
            log.add(record, log.size() + 1);
        }
        return log;
    }

    private static List<byte[]> records(Map<?, ?> game, BiConsumer<Integer, List<Object>> change) {
        List<byte[]> made = new ArrayList<>();
        byte[] before = new byte[32];
        for (Map<?, ?> row : rows(game, "entries").toList()) {
            List<Object> fields = deep(MpInt.decode(Bytes.unhex((String) row.get("record"))));
            fields.set(3, before);
            change.accept(made.size() + 1, fields);
            made.add(MpInt.encode(fields));
            before = Bytes.entryHash(made.get(made.size() - 1));
        }
        return made;
    }

    private static List<Object> deep(Object value) {
        List<Object> copy = new ArrayList<>();
        ((List<?>) value).forEach(item -> copy.add(item instanceof List<?> list ? deep(list) : item));
        return copy;
    }

    static Map<Long, List<SealedPart>> openings(Map<?, ?> game) {
        Map<Long, List<SealedPart>> found = new HashMap<>();
        long seq = 0;
        for (Map<?, ?> row : rows(game, "entries").toList()) {
            seq++;
            if (row.get("openings") instanceof String digits) {
                found.put(seq, ((List<?>) MpInt.decode(Bytes.unhex(digits))).stream().map(List.class::cast)
                        .map(part -> new SealedPart(((Long) part.get(0)).intValue(), ((Long) part.get(1)).intValue(),
                                (byte[]) part.get(2), (byte[]) part.get(3)))
                        .toList());
            }
        }
        return found;
    }

    @ParameterizedTest
    @MethodSource("games")
    void aKeptGameVerifies(Map<?, ?> game) {
        Log log = read(game, (seq, fields) -> { });
        assertEquals(game.get("dice"), (long) new DiceCheck(log).check(openings(game)));
        assertEquals(game.get("void"), log.rewinds().voidEntries());
        assertEquals(game.get("settings"), Bytes.hex(DiceCheck.settings(log.terms())));
        assertEquals(((Map<?, ?>) ((List<?>) game.get("entries")).get((int) log.size() - 1)).get("hash"),
                Bytes.hex(log.head()));
        assertEquals(log.size(), log.verifyHead(new LogKeys((String) game.get("verify_key")), (String) game.get("note")).size());
    }

    @ParameterizedTest
    @MethodSource("games")
    void whatStandsAfterEveryEntryFollowsFromTheRewinds(Map<?, ?> game) {
        Map<Long, Long> back = new HashMap<>();
        ((List<?>) game.get("rewinds")).forEach(row -> back.put((Long) ((List<?>) row).get(0), (Long) ((List<?>) row).get(1)));
        Rewinds path = new Rewinds();
        for (LogRecord record : read(game, (seq, fields) -> { }).records()) {
            path.enter(record);
            List<Long> due = new ArrayList<>();
            for (long seq = 1; seq <= record.seq(); seq++) {
                due.add(seq);
            }
            for (long seq = record.seq(); seq > 0; seq = back.getOrDefault(seq, seq) - 1) {
                due.remove(seq);
            }
            assertEquals(due, path.voidEntries(), "after entry " + record.seq());
        }
        assertEquals(back, path.after(0));
    }

    @ParameterizedTest
    @MethodSource("games")
    void aChangedGameIsTold(Map<?, ?> game) {
        List<Map<?, ?>> changes = rows(game, "changes").toList();
        assertTrue(changes.size() > 10);
        for (Map<?, ?> change : changes) {
            NotProven fault = assertThrows(NotProven.class, () -> {
                Log log = read(game, (seq, fields) -> {
                    if (change.get("entry").equals((long) seq)) {
                        set(fields, (List<?>) change.get("path"), change.get("value"));
                    }
                });
                new DiceCheck(log).check(openings(game));
            }, () -> "" + change.get("name"));
            assertEquals(change.get("check") + " " + change.get("at"), fault.check() + " " + fault.seq());
        }
    }

    static void set(List<Object> fields, List<?> path, Object value) {
        List<Object> holder = fields;
        for (Object place : path.subList(0, path.size() - 1)) {
            @SuppressWarnings("unchecked") // lists of `deep` hold objects of any type
            List<Object> next = (List<Object>) holder.get(((Long) place).intValue());
            holder = next;
        }
        holder.set(((Long) path.get(path.size() - 1)).intValue(), value);
    }

    @Test
    void openingsOfEveryEditionHaveTheirHash() throws Exception {
        for (Map<?, ?> row : rows(Served.vectors("rewind"), "openings").toList()) {
            List<?> values = (List<?>) MpInt.decode(Bytes.unhex((String) row.get("opening")));
            assertEquals(row.get("settings"), Bytes.hex(DiceCheck.settings(values)), "" + row.get("name"));
        }
    }

    // -- on a service

    /** A game with a referee in which a seat is asked. */
    private static final class Table {
        final Opened opened;
        final List<RandomPlayer> players = new ArrayList<>();
        Game asked;
        Message command;
        long last;

        Table(Service service) {
            List<Seat> seats = List.of(new Seat("red", Key.generate()), new Seat("blue", Key.generate()));
            opened = service.open("grinding_annihilation", seats, terms -> terms.setReferee(true));
            for (Game game : List.of(opened.referee(), opened.seat(0), opened.seat(1))) {
                players.add(new RandomPlayer(game, 5));
            }
            while (last < 9 || asked == null) {
                players.forEach(RandomPlayer::step);
                for (RandomPlayer player : players.subList(1, 3)) {
                    Offers offers = player.game().offers();
                    last = offers.getSeq();
                    if (offers.getOffersCount() > 0) {
                        asked = player.game();
                        command = asked.make(offers.getOffers(0), player.chooser());
                    }
                }
            }
        }

        Game referee() {
            return players.get(0).game();
        }

        /** Lets the referee look, and take the last entry back. */
        void back() {
            referee().offers();
            referee().give(Rewind.newBuilder().setGrounds(WHY).setTo(last).setDice(RewindDice.REWIND_DICE_FRESH).build());
        }
    }

    @Test
    void aRefereeTakesAGameBack() {
        try (Service service = Served.service()) {
            Table table = new Table(service);
            Game red = table.opened.seat(0);
            table.back();
            try (Watch entries = red.watch(table.last - 1)) {
                Entry before = entries.next();
                assertTrue(Rewinds.of(before).isEmpty());
                Entry entry = entries.next();
                Rewound back = Rewinds.of(entry).orElseThrow();
                assertEquals(table.last + 1, entry.getSeq());
                assertEquals(table.last, back.getTo());
                assertEquals(List.of(table.last), back.getVoidsList());
                LogRecord record = LogRecord.read(entry.getRecord().toByteArray(), entry.getSeq());
                assertArrayEquals(before.getHash().toByteArray(), record.head());
            }
            assertEquals(List.of(table.last), red.voidEntries());
            assertEquals(List.of(table.last), table.opened.spectator().voidEntries());
            assertEquals(List.of(table.last), Rewinds.voidEntries(red.read()));
            assertEquals(1, red.verify().voids());
        }
    }

    @Test
    void aCommandFromBeforeARewindIsStale() {
        try (Service service = Served.service()) {
            Table table = new Table(service);
            table.back();
            for (int tries = 0; tries < 2; tries++) {
                Stale stale = assertThrows(Stale.class, () -> table.asked.give(table.command));
                assertEquals("stale-head", stale.reason());
                assertEquals(table.last + 1, stale.seq());
                assertEquals(Map.of(table.last + 1, table.last), stale.rewinds());
                assertTrue(stale.getMessage().endsWith("entry %d went back before entry %d".formatted(table.last + 1, table.last)));
            }
            assertEquals(table.last + 1, table.asked.facts().getReceipt().getSeq());
            table.players.forEach(RandomPlayer::step);
            assertTrue(table.asked.facts().getReceipt().getSeq() > table.last + 1);
        }
    }

    @Test
    void aRefereeWhoHasNotLookedLooksFirst() {
        try (Service service = Served.service()) {
            Table table = new Table(service);
            Game stranger = table.opened.referee();
            if (stranger.head() != null) {
                stranger = new Game(table.referee().service(), table.opened.game());
            }
            stranger.give(AddNote.newBuilder().setGrounds(WHY).build());
            List<Entry> entries = stranger.read(table.last - 1, 0);
            LogRecord record = LogRecord.read(entries.get(1).getRecord().toByteArray(), table.last + 1);
            assertArrayEquals(entries.get(0).getHash().toByteArray(), record.head());
        }
    }

    @Test
    void everyCommandOfTheRefereeIsGiven() {
        assertTrue(RefereeGrpc.getServiceDescriptor().getMethods().size() >= 4);
        for (MethodDescriptor<?, ?> method : RefereeGrpc.getServiceDescriptor().getMethods()) {
            Message request = Contract.request("wargame.antares.v1", method.getBareMethodName());
            assertEquals(method.getFullMethodName(), Contract.methodOf(request).getFullMethodName());
        }
        try (Service service = Served.service()) {
            Table table = new Table(service);
            table.referee().offers();
            AddNote empty = AddNote.newBuilder().setGrounds(Grounds.getDefaultInstance()).build();
            Refused refused = assertThrows(Refused.class, () -> table.referee().give(empty));
            assertEquals("WG-RULE-01 reason-missing", refused.clause() + " " + refused.reason());
        }
    }
}
