package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.Acknowledged;
import adjudicator.wargame.v1.Asked;
import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.Finished;
import adjudicator.wargame.v1.GamesGrpc;
import adjudicator.wargame.v1.GetResponse;
import adjudicator.wargame.v1.NamedParty;
import adjudicator.wargame.v1.Offers;
import adjudicator.wargame.v1.OpenRequest;
import adjudicator.wargame.v1.OpenResponse;
import adjudicator.wargame.v1.Outcome;
import adjudicator.wargame.v1.ProtocolEvent;
import adjudicator.wargame.v1.Receipt;
import adjudicator.wargame.v1.Roll;
import adjudicator.wargame.v1.ViewResponse;
import adjudicator.wargame.v1.WatchRequest;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is altered between service and client, or by the service, is told. */
class TamperTest {
    private static Service service;
    private static Opened opened;

    @BeforeAll
    static void play() {
        service = Served.service();
        opened = Served.open(service, "antares");
        Served.play(opened, 7, 40);
        opened.owner().waitForReveal();
    }

    @AfterAll
    static void close() {
        if (service != null) {
            service.close();
        }
    }

    private static ByteString flipped(ByteString bytes, int at) {
        byte[] copy = bytes.toByteArray();
        copy[at] ^= 1;
        return ByteString.copyFrom(copy);
    }

    private static String letterChanged(String text, int at) {
        char other = text.charAt(at) == 'A' ? 'B' : 'A';
        return text.substring(0, at) + other + text.substring(at + 1);
    }

    private static String told(Altering altering, Opened game) {
        try (Service between = Service.at(service.address(), service.token()).through(altering).connect()) {
            Game spectator = new Game(between, game.game());
            altering.begin();
            NotProven fault = assertThrows(NotProven.class, spectator::read);
            assertEquals(Bytes.hex(game.game()), fault.game().isEmpty() ? Bytes.hex(game.game()) : fault.game());
            return fault.check();
        }
    }

    private static Altering entries(UnaryOperator<Entry> change) {
        return new Altering("Read", message -> change.apply((Entry) message));
    }

    /** A command's answer with another receipt; gives the fault that the client finds. */
    private static NotProven receipt(UnaryOperator<Receipt> change) {
        Altering altering = new Altering("CommitContribution", message -> {
            Acknowledged answer = (Acknowledged) message;
            return answer.toBuilder().setReceipt(change.apply(answer.getReceipt())).build();
        });
        try (Service between = Service.at(service.address(), service.token()).through(altering).connect()) {
            Game seat = Served.open(between, "antares").seat(0);
            seat.offers();
            altering.begin();
            Message command = Served.promise(seat);
            NotProven fault = assertThrows(NotProven.class, () -> seat.give(command));
            assertEquals(Bytes.hex(seat.id()), fault.game());
            assertTrue(fault.getMessage().contains(fault.game()), fault.getMessage());
            return fault;
        }
    }

    @Test
    void aReceiptWithAFlippedByte() {
        NotProven note = receipt(given -> given.toBuilder()
                .setNote(letterChanged(given.getNote(), given.getNote().length() - 20)).build());
        assertEquals("HEAD_SIGNATURE_INVALID 2", note.check() + " " + note.seq());
        NotProven text = receipt(given -> given.toBuilder().setNote(letterChanged(given.getNote(), 60)).build());
        assertEquals("HEAD_SIGNATURE_INVALID", text.check());
        NotProven hash = receipt(given -> given.toBuilder().setHash(flipped(given.getHash(), 3)).build());
        assertEquals("RECEIPT_MISMATCH", hash.check());
    }

    @Test
    void theReceiptOfAnotherGameOrEntry() {
        Receipt other = opened.receipt();
        assertEquals("WRONG_GAME", receipt(given -> other).check());
        Receipts receipts = new Receipts(opened.game(), new LogKeys(service.logKey()));
        receipts.add(other);
        NotProven fault = assertThrows(NotProven.class, () -> receipts.check(1, new byte[32]));
        assertEquals("HEAD_MISMATCH", fault.check());
    }

    @Test
    void anAnswerWithoutAReceipt() {
        Altering altering = new Altering("Get", message -> ((GetResponse) message).toBuilder().clearReceipt().build());
        altering.begin();
        try (Service between = Service.at(service.address(), service.token()).through(altering).connect()) {
            Game owner = new Game(between, opened.game());
            assertEquals("HEAD_SIGNATURE_INVALID", assertThrows(NotProven.class, owner::facts).check());
        }
    }

    @Test
    void anEntryOfNoNumber() {
        assertEquals("MISSING_ENTRY", told(entries(entry -> entry.toBuilder().setSeq(0).build()), opened));
        assertEquals("MISSING_ENTRY", told(entries(entry -> entry.toBuilder().setSeq(-1).build()), opened));
    }

    @Test
    void anEntryThatContradictsWhatWasToldStaysOut() {
        byte[] first = opened.owner().read().get(0).getRecord().toByteArray();
        Log log = new Log(opened.game());
        log.claim(1, new byte[32]);
        for (int time = 0; time < 2; time++) {
            assertEquals("HEAD_MISMATCH", assertThrows(NotProven.class, () -> log.add(first, 1)).check());
        }
        assertEquals(0, log.size());
    }

    /** What a wallet could not hold, or nobody can read: the first entry with one value of the terms changed. */
    @Test
    void termsOfOtherTypes() {
        byte[] first = opened.owner().read().get(0).getRecord().toByteArray();
        List<Object> noKey = List.of("red", List.of(new byte[31]), false);
        List<Object> textKey = List.of("red", List.of("key"), false);
        Map<Integer, Object> changes = Map.of(Log.COMMITMENT, new byte[5], Log.LOG_KEY, 1, Log.RULESET, 1, Log.PACKAGE, 1,
                Log.LABELS, 1, Log.SEATS, 1, Log.SEATS + 100, List.of(noKey), Log.SEATS + 200, List.of(textKey),
                Log.SEATS + 300, List.of(List.of()), Log.COMMITMENT + 100, "text");
        changes.forEach((place, value) -> {
            List<Object> fields = new ArrayList<>((List<?>) MpInt.decode(first));
            List<Object> command = new ArrayList<>((List<?>) fields.get(6));
            List<Object> body = new ArrayList<>((List<?>) command.get(2));
            body.set(place % 100 + 1, value);
            command.set(2, body);
            fields.set(6, command);
            NotProven fault = assertThrows(NotProven.class, () -> new Log(opened.game()).add(MpInt.encode(fields), 1));
            assertEquals("GENESIS_INVALID", fault.check(), "field " + place);
        });
    }

    @Test
    void recordsOfOtherTypes() {
        byte[] first = opened.owner().read().get(0).getRecord().toByteArray();
        Map<Integer, Object> changes = Map.of(7, "text", 8, List.of(List.of(1)), 9, List.of(List.of()), 109,
                List.of(List.of(List.of(1), List.of())), 10, List.of(List.of(1)), 110, List.of(List.of(1, "text")));
        changes.forEach((place, value) -> {
            List<Object> fields = new ArrayList<>((List<?>) MpInt.decode(first));
            fields.set(place % 100, value);
            NotProven fault = assertThrows(NotProven.class, () -> LogRecord.read(MpInt.encode(fields), 1));
            assertEquals("BUNDLE_MALFORMED", fault.check(), "field " + place);
        });
    }

    @Test
    void aHeadThatAWalletCouldNotHold() {
        String start = "wglog/1/head " + "00".repeat(16) + "\n";
        assertEquals(4, SignedNote.readHead(start + "4\n" + Bytes.base64(new byte[32]) + "\n").size());
        for (String rest : List.of("4\n" + Bytes.base64(new byte[33]), "4\n" + Bytes.base64(new byte[31]),
                "9007199254740992\n" + Bytes.base64(new byte[32]))) {
            assertThrows(NotProven.class, () -> SignedNote.readHead(start + rest + "\n"), rest);
        }
    }

    @Test
    void aHeadThatIsNotTheLogs() {
        assertEquals("HEAD_MISMATCH", offers(told -> told.setHead(flipped(told.getHead(), 0))));
        assertEquals("TRUNCATED_LOG", offers(told -> told.setSeq(1L << 40)));
        assertEquals("TRUNCATED_LOG", offers(told -> told.setSeq(-1))); // 2^64 - 1
        Altering altering = new Altering("View", message -> ((ViewResponse) message).toBuilder().setSeq(9).build());
        try (Service between = Service.at(service.address(), service.token()).through(altering).connect()) {
            Game owner = Served.open(between, "antares").owner();
            altering.begin();
            assertEquals("TRUNCATED_LOG", assertThrows(NotProven.class, owner::view).check());
        }
    }

    private static String offers(UnaryOperator<Offers.Builder> change) {
        Altering altering = new Altering("Offers", message -> change.apply(((Offers) message).toBuilder()).build());
        try (Service between = Service.at(service.address(), service.token()).through(altering).connect()) {
            Game seat = Served.open(between, "antares").seat(0);
            altering.begin();
            return assertThrows(NotProven.class, seat::offers).check();
        }
    }

    @Test
    void anOpeningThatIsNotItsFirstEntrys() {
        Altering altering = new Altering("Open", message -> {
            OpenResponse answer = (OpenResponse) message;
            return answer.toBuilder().setCommitment(flipped(answer.getCommitment(), 0)).build();
        });
        altering.begin();
        try (Service between = Service.at(service.address(), service.token()).through(altering).connect()) {
            assertEquals("SEED_COMMIT_MISMATCH",
                    assertThrows(NotProven.class, () -> Served.open(between, "antares")).check());
        }
        List<Seat> seats = List.of(new Seat("red", Key.generate()), new Seat("blue", Key.generate()));
        ByteString other = ByteString.copyFrom(Key.generate().publicKey());
        Altering exchanging = new Altering("Open", UnaryOperator.identity(), message -> {
            OpenRequest.Builder request = ((OpenRequest) message).toBuilder();
            request.getSeatsBuilder(1).setKeys(0, other);
            return request.build();
        });
        exchanging.begin();
        try (Service between = Service.at(service.address(), service.token()).through(exchanging).connect()) {
            assertEquals("GENESIS_INVALID",
                    assertThrows(NotProven.class, () -> between.open("antares", seats)).check());
        }
    }

    @Test
    void anAnswerWithADieThatWasNotThrown() {
        Roll madeUp = Roll.newBuilder().setSides(6).addFaces(6).setOwner(Rows.partyOf(NamedParty.NAMED_PARTY_EVERYONE)).build();
        Altering altering = new Altering("CommitContribution",
                message -> ((Acknowledged) message).toBuilder().addRolls(madeUp).build());
        try (Service between = Service.at(service.address(), service.token()).through(altering).connect()) {
            Game seat = Served.open(between, "antares").seat(0);
            altering.begin();
            Message command = Served.promise(seat);
            assertEquals("ANSWER_MISMATCH", assertThrows(NotProven.class, () -> seat.give(command)).check());
        }
    }

    @Test
    void anAnswerWithOtherEvents() {
        for (boolean more : List.of(false, true)) {
            Altering altering = new Altering("LoadForceList", message -> {
                Outcome.Builder answer = ((Outcome) message).toBuilder();
                return more ? answer.addRuled(answer.getRuled(0)).build() : answer.clearRuled().build();
            });
            try (Service between = Service.at(service.address(), service.token()).through(altering).connect()) {
                Opened game = Served.open(between, "antares");
                altering.begin();
                assertEquals("ANSWER_MISMATCH", assertThrows(NotProven.class, () -> Served.play(game, 7, 5)).check());
            }
        }
    }

    @Test
    void anEntryWithAChangedDie() {
        assertEquals("ENTRY_MISMATCH", told(entries(entry -> {
            if (entry.getRollsCount() == 0) {
                return entry;
            }
            Entry.Builder changed = entry.toBuilder();
            int face = changed.getRolls(0).getFaces(0);
            changed.getRollsBuilder(0).setFaces(0, face % 6 + 1);
            return changed.build();
        }), opened));
    }

    @Test
    void anEntryThatTellsOfAnotherCommandOrEvent() {
        assertEquals("ENTRY_MISMATCH", told(entries(entry -> entry.toBuilder().setCommand("Finish").build()), opened));
        assertEquals("ENTRY_MISMATCH", told(entries(entry -> entry.getRuledCount() == 0 ? entry
                : entry.toBuilder().removeRuled(0).build()), opened));
        ProtocolEvent other = ProtocolEvent.newBuilder().setFinished(Finished.getDefaultInstance()).build();
        assertEquals("ENTRY_MISMATCH", told(entries(entry -> {
            Entry.Builder changed = entry.toBuilder();
            changed.getRuledBuilderList().forEach(ruled -> ruled.setEvent(Any.pack(other)));
            return changed.build();
        }), opened));
        assertEquals("ENTRY_MISMATCH", told(entries(entry -> {
            Entry.Builder changed = entry.toBuilder();
            changed.getRuledBuilderList().stream().filter(ruled -> ruled.getName().equals("Asked")).forEach(ruled ->
                    ruled.setEvent(Any.pack(ProtocolEvent.newBuilder().setAsked(Asked.newBuilder().setKeep(9)).build())));
            return changed.build();
        }), opened));
        assertEquals("ENTRY_MISMATCH", told(entries(entry -> {
            Entry.Builder changed = entry.toBuilder();
            changed.getRuledBuilderList().forEach(ruled -> ruled.setEvent(Any.pack(ProtocolEvent.getDefaultInstance())));
            return changed.build();
        }), opened));
        assertEquals("ENTRY_MISMATCH", told(entries(entry -> {
            Entry.Builder changed = entry.toBuilder();
            changed.getRuledBuilderList().forEach(ruled -> ruled.setPlace(ruled.getPlace() + 5));
            return changed.build();
        }), opened));
        assertEquals("ENTRY_MISMATCH", told(entries(entry -> entry.toBuilder()
                .setCommandId(flipped(entry.getCommandId(), 0)).build()), opened));
    }

    @Test
    void aRecordWithAFlippedByte() {
        List<String> found = List.of(
                told(entries(entry -> entry.getSeq() != 3 ? entry
                        : entry.toBuilder().setRecord(flipped(entry.getRecord(), entry.getRecord().size() - 3)).build()),
                        opened),
                told(entries(entry -> entry.getSeq() != 3 ? entry
                        : entry.toBuilder().setRecord(flipped(entry.getRecord(), 30)).build()), opened));
        assertEquals(List.of("ENTRY_MISMATCH", "CHAIN_BREAK"), found);
    }

    @Test
    void anEntryThatIsLeftOutOrOfAnotherGame() {
        assertEquals("MISSING_ENTRY", told(new Altering("Read", message -> ((Entry) message).getSeq() == 2
                ? opened.owner().read(2, 3).get(0) : message), opened));
        assertEquals("WRONG_GAME", told(entries(entry -> {
            Entry first = Served.open(service, "antares").owner().read(0, 1).get(0);
            return first;
        }), opened));
    }

    @Test
    void aWatchWithAnotherHash() {
        try (Service spectator = service.withToken(opened.spectator().service().token())) {
            WatchRequest request = WatchRequest.newBuilder().setGame(ByteString.copyFrom(opened.game())).setAfter(2)
                    .setHash(ByteString.copyFrom(new byte[32])).build();
            var fault = assertThrows(StatusRuntimeException.class,
                    () -> GamesGrpc.newBlockingStub(spectator.channel()).watch(request).hasNext());
            Refused refused = (Refused) Faults.of(fault);
            assertEquals("conflict", refused.reason());
        }
    }

    @Test
    void aForgedSecret() {
        Game spectator = opened.spectator();
        List<Entry> whole = spectator.read();
        Log log = new Log(opened.game());
        whole.subList(0, whole.size() - 1).forEach(entry -> log.add(entry.getRecord().toByteArray(), entry.getSeq()));
        LogRecord reveal = LogRecord.read(whole.get(whole.size() - 1).getRecord().toByteArray(), whole.size());
        assertEquals("Reveal", reveal.kind());
        byte[] bytes = reveal.bytes().clone();
        byte[] secret = (byte[]) reveal.values().get(0);
        bytes[Collections.indexOfSubList(boxed(bytes), boxed(secret))] ^= 1;
        log.add(bytes, whole.size());
        assertEquals("SEED_COMMIT_MISMATCH", assertThrows(NotProven.class, () -> new DiceCheck(log)).check());
    }

    private static List<Byte> boxed(byte[] bytes) {
        List<Byte> list = new ArrayList<>();
        for (byte one : bytes) {
            list.add(one);
        }
        return list;
    }
}
