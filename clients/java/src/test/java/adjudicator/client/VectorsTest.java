package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The published figures of dice and log, computed again. */
class VectorsTest {
    private static final int SEALED_AT = 6;
    private static Map<?, ?> figures;
    private static Map<?, ?> game;
    private static List<byte[]> records;
    private static byte[] key;
    private static byte[] id;

    @BeforeAll
    static void read() throws Exception {
        figures = Served.vectors("dice");
        game = Served.vectors("chain");
        records = rows("entries").stream().map(row -> Bytes.unhex((String) row.get("record"))).toList();
        key = setup("K");
        id = setup("G");
    }

    private static byte[] setup(String name) {
        return Bytes.unhex((String) part("setup").get(name));
    }

    private static Map<?, ?> part(String name) {
        return (Map<?, ?>) figures.get(name);
    }

    private static List<Map<?, ?>> rows(String name) {
        List<Map<?, ?>> rows = new ArrayList<>();
        ((List<?>) game.get(name)).forEach(row -> rows.add((Map<?, ?>) row));
        return rows;
    }

    private static long number(Map<?, ?> map, String name) {
        return (Long) map.get(name);
    }

    private static byte[] bytes(Map<?, ?> map, String name) {
        return Bytes.unhex((String) map.get(name));
    }

    private static Log chain(List<byte[]> given) {
        Log log = new Log(bytes(game, "game"));
        for (int at = 0; at < given.size(); at++) {
            log.add(given.get(at), at + 1);
        }
        return log;
    }

    private static Map<Long, List<SealedPart>> openings() {
        Map<Long, List<SealedPart>> found = new HashMap<>();
        List<Map<?, ?>> entries = rows("entries");
        for (int at = 0; at < entries.size(); at++) {
            if (entries.get(at).get("openings") instanceof String digits) {
                found.put(at + 1L, parts(digits));
            }
        }
        return found;
    }

    private static List<SealedPart> parts(String digits) {
        return ((List<?>) MpInt.decode(Bytes.unhex(digits))).stream().map(List.class::cast)
                .map(row -> new SealedPart(((Long) row.get(0)).intValue(), ((Long) row.get(1)).intValue(),
                        (byte[]) row.get(2), (byte[]) row.get(3)))
                .toList();
    }

    // The published game with one record's fields changed and the chain made good again behind it.
    private static List<byte[]> rewritten(int seq, Consumer<List<Object>> change) {
        List<byte[]> copy = new ArrayList<>(records);
        List<Object> fields = deep(MpInt.decode(copy.get(seq - 1)));
        change.accept(fields);
        copy.set(seq - 1, MpInt.encode(fields));
        for (int at = seq; at < copy.size(); at++) {
            List<Object> after = deep(MpInt.decode(copy.get(at)));
            after.set(3, Bytes.entryHash(copy.get(at - 1)));
            copy.set(at, MpInt.encode(after));
        }
        return copy;
    }

    private static List<Object> deep(Object value) {
        List<Object> copy = new ArrayList<>();
        ((List<?>) value).forEach(item -> copy.add(item instanceof List<?> list ? deep(list) : item));
        return copy;
    }

    private static List<Object> inner(List<Object> list, int... path) {
        List<Object> found = list;
        for (int at : path) {
            @SuppressWarnings("unchecked") // lists of `deep` hold objects of any type
            List<Object> next = (List<Object>) found.get(at);
            found = next;
        }
        return found;
    }

    private static void fails(String check, Executable work) {
        assertEquals(check, assertThrows(NotProven.class, work).check());
    }

    private static int dice(List<byte[]> given, Map<Long, List<SealedPart>> parts) {
        return new DiceCheck(chain(given)).check(parts);
    }

    @Test
    void commitmentsTranscriptAndKey() {
        byte[] secret = setup("S");
        assertArrayEquals(setup("C"), WgDice.commit(id, secret));
        assertArrayEquals(setup("c0"), WgDice.seatCommit(id, 0, setup("r0")));
        assertArrayEquals(setup("c1"), WgDice.seatCommit(id, 1, setup("r1")));
        byte[] bound = WgDice.transcript(id, setup("C"), setup("R"), List.of(setup("r0"), setup("r1")));
        assertArrayEquals(setup("T"), bound);
        assertArrayEquals(key, WgDice.streamKey(secret, bound, 0, WgDice.PUBLIC, WgDice.NO_ENTROPY));
    }

    @Test
    void diceOfSixAndOfManySizes() {
        assertEquals(part("d6").get("block"), Bytes.hex(WgDice.block(key, 0, 6, 0)));
        assertEquals(part("d6").get("faces"), WgDice.draw(key, 0, 6, 24));
        List<?> sides = (List<?>) part("mixed").get("sides");
        List<Long> faces = new ArrayList<>();
        sides.forEach(number -> faces.add(WgDice.die(key, 24 + faces.size(), (Long) number)));
        assertEquals(part("mixed").get("faces"), faces);
    }

    @Test
    void wordsThatArePassedOver() {
        Map<?, ?> row = part("rejection");
        List<Object> found = new ArrayList<>();
        for (int at = 0; at < ((List<?>) row.get("draws")).size(); at++) {
            found.add(drawn(WgDice.uniform(key, number(row, "first") + at, number(row, "sides"))));
        }
        assertEquals(row.get("draws"), found);
        Map<?, ?> carry = part("carry");
        assertEquals(carry.get("draw"), drawn(WgDice.uniform(key, number(carry, "index"), number(carry, "sides"))));
    }

    private static List<Long> drawn(WgDice.Uniform found) {
        return List.of(found.value(), (long) found.words());
    }

    @Test
    void openEndedRollBagAndShuffle() {
        assertEquals(part("open_ended").get("faces"), WgDice.draw(key, 145, 6, 3));
        Map<?, ?> bag = part("bag");
        StringBuilder rest = new StringBuilder((String) bag.get("bag"));
        StringBuilder drawn = new StringBuilder();
        for (int at = 0; at < 6; at++) {
            int place = (int) WgDice.uniform(key, number(bag, "first") + at, rest.length()).value();
            drawn.append(rest.charAt(place));
            rest.deleteCharAt(place);
        }
        assertEquals(bag.get("drawn") + " " + bag.get("rest"), drawn + " " + rest);
        char[] items = "ABCDEFGH".toCharArray();
        for (int last = 7; last > 0; last--) {
            int other = (int) WgDice.uniform(key, number(bag, "shuffle_first") + 7 - last, last + 1).value();
            char held = items[last];
            items[last] = items[other];
            items[other] = held;
        }
        assertEquals(bag.get("shuffled"), new String(items));
    }

    @Test
    void anAbsentSeatALaterEpochAHiddenStream() {
        Map<?, ?> row = part("later_epoch");
        byte[] bound = WgDice.transcript(id, setup("C"), setup("R"), Arrays.asList(setup("r0"), null));
        byte[] entropy = WgDice.epochEntropy(id, 1, Arrays.asList(bytes(row, "contribution"), null), null);
        byte[] own = WgDice.streamKey(setup("S"), bound, 1, (int) number(row, "stream"), entropy);
        assertEquals(List.of(row.get("T"), row.get("E"), row.get("K")),
                List.of(Bytes.hex(bound), Bytes.hex(entropy), Bytes.hex(own)));
        assertEquals(row.get("faces"), WgDice.draw(own, 0, 6, 12));
    }

    @Test
    void bytesOfAnotherLengthAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> WgDice.commit(id, new byte[31]));
        assertThrows(IllegalArgumentException.class, () -> WgDice.uniform(key, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> WgDice.uniform(key, 1L << 32, 6));
    }

    @Test
    void entryHashesAndLinks() {
        List<String> found = chain(records).records().stream().map(record -> Bytes.hex(record.hash())).toList();
        assertEquals(rows("entries").stream().map(row -> row.get("hash")).toList(), found);
    }

    @Test
    void openingsDiceAndTheSeedTheyComeFrom() {
        DiceCheck check = new DiceCheck(chain(records));
        assertEquals(game.get("settings"), Bytes.hex(DiceCheck.settings(chain(records).terms())));
        assertEquals(game.get("secret") + " " + game.get("transcript"),
                Bytes.hex(check.secret()) + " " + Bytes.hex(check.transcript()));
        assertEquals(number(game, "dice"), check.check(openings()));
    }

    @Test
    void hashesOfStates() {
        Map<?, ?> state = (Map<?, ?>) game.get("state");
        assertEquals(state.get("hash"), Bytes.hex(Bytes.stateHash(bytes(state, "view"))));
        byte[] stateKey = WgDice.stateKey(bytes(game, "secret"), bytes(game, "transcript"));
        assertEquals(state.get("key"), Bytes.hex(stateKey));
        assertEquals(state.get("full"), Bytes.hex(Bytes.hmac(stateKey, bytes(state, "tables"))));
    }

    @Test
    void aCommandsSignature() {
        Map<?, ?> signing = (Map<?, ?>) game.get("signing");
        LogRecord record = chain(records).get(SEALED_AT);
        Key own = Key.of(bytes(signing, "seed"));
        byte[] bytes = Bytes.signingBytes(record.game(), record.actor(), record.command());
        assertEquals(signing.get("bytes"), Bytes.hex(bytes));
        assertEquals(signing.get("public"), Bytes.hex(own.publicKey()));
        assertEquals(signing.get("signature"), Bytes.hex(own.sign(bytes)));
        assertTrue(record.signedBy(own.publicKey()));
        assertFalse(record.signedBy(Key.generate().publicKey()));
    }

    @Test
    void aSignedHead() {
        String line = (String) game.get("verify_key");
        String note = (String) game.get("note");
        Log log = chain(records);
        SignedNote.Head head = log.verifyHead(new LogKeys(line), note);
        assertEquals(game.get("game") + " " + records.size(), Bytes.hex(head.game()) + " " + head.size());
        Log shorter = chain(records.subList(0, records.size() - 1));
        fails("TRUNCATED_LOG", () -> shorter.verifyHead(new LogKeys(line), note));
        fails("HEAD_SIGNATURE_INVALID", () -> SignedNote.verify(line, note.replace("\n8\n", "\n7\n")));
        fails("HEAD_SIGNATURE_INVALID", () -> SignedNote.verify(line.replace("7d67", "7d68"), note));
        Log other = chain(rewritten(7, fields -> fields.set(4, (Long) fields.get(4) + 1)));
        fails("HEAD_MISMATCH", () -> other.verifyHead(new LogKeys(line), note));
    }

    @Test
    void aWarrantThatCanNotBeReadBringsNoKey() {
        for (List<Object> body : List.of(
                List.<Object>of("AdmitOfficial"),
                List.<Object>of("AdmitOfficial", "referee", "owner", List.of(), "one", false, new byte[64]),
                List.<Object>of("AdmitOfficial", 1L, 2L, List.of(), 1L, false, new byte[64]),
                List.<Object>of("AdmitOfficial", "referee", "owner", "keys", 1L, false, new byte[64]),
                List.<Object>of("AdmitOfficial", "referee", "owner", List.of(), 1L, false, "warrant"))) {
            Log log = chain(rewritten(7, fields -> {
                fields.set(5, List.of(1L, 254L, "owner"));
                inner(fields, 6).set(2, body);
                fields.set(7, null);
            }));
            assertEquals("KEY_NOT_VALID", assertThrows(NotProven.class, () -> new Signers(log).verify()).check());
        }
    }

    @Test
    void whatOthersSignBeneathANoteHasAnEnd() {
        String line = (String) game.get("verify_key");
        String note = (String) game.get("note");
        String row = note.substring(note.lastIndexOf(' ') + 1);
        assertEquals(SignedNote.verify(line, note), SignedNote.verify(line, note + ("\u2014 other " + row).repeat(15)));
        fails("HEAD_SIGNATURE_INVALID", () -> SignedNote.verify(line, note + ("\u2014 other " + row).repeat(16)));
        String longer = "\u2014 " + "x".repeat(600) + " " + row;
        fails("HEAD_SIGNATURE_INVALID", () -> SignedNote.verify(line, note + longer.repeat(15)));
    }

    @Test
    void aChangedByteBreaksTheChain() {
        List<byte[]> copy = new ArrayList<>(records);
        List<Object> fields = deep(MpInt.decode(copy.get(1)));
        fields.set(4, (Long) fields.get(4) + 1);
        copy.set(1, MpInt.encode(fields));
        fails("CHAIN_BREAK", () -> chain(copy));
    }

    @Test
    void aMissingEntryAndAnotherSpellingAreFound() {
        List<byte[]> shorter = new ArrayList<>(records);
        shorter.remove(2);
        fails("MISSING_ENTRY", () -> chain(shorter));
        byte[] first = records.get(0);
        byte[] longer = new byte[first.length + 2];
        longer[0] = (byte) 0xdc;
        longer[2] = 12;
        System.arraycopy(first, 1, longer, 3, first.length - 1);
        fails("NON_CANONICAL_ENTRY", () -> chain(List.of(longer)));
        fails("BUNDLE_MALFORMED", () -> chain(List.of(MpInt.encode(List.of(2)))));
    }

    @Test
    void aFaceThatTheSeedDoesNotGive() {
        List<byte[]> copy = rewritten(SEALED_AT, fields -> {
            List<Object> faces = inner(fields, 8, 0, 4);
            faces.set(0, (Long) faces.get(0) % 6 + 1);
        });
        fails("DICE_NOT_FROM_SEED", () -> dice(copy, openings()));
    }

    @Test
    void anIndexThatIsSkippedOrUsedAgain() {
        fails("DICE_CURSOR_GAP", () -> dice(rewritten(7, fields -> shift(inner(fields, 8, 0), 1)), openings()));
        fails("DICE_REUSED", () -> dice(rewritten(7, fields -> shift(inner(fields, 8, 0), -1)), openings()));
    }

    private static void shift(List<Object> row, int by) {
        row.set(2, (Long) row.get(2) + by);
    }

    @Test
    void aForgedSecretOrContribution() {
        List<byte[]> secret = rewritten(records.size(), fields -> inner(fields, 6, 2).set(1, new byte[32]));
        fails("SEED_COMMIT_MISMATCH", () -> dice(secret, openings()));
        List<byte[]> contribution = rewritten(5, fields -> inner(fields, 6, 2).set(1, new byte[32]));
        fails("CONTRIBUTION_MISMATCH", () -> dice(contribution, openings()));
        fails("SEED_NOT_REVEALED", () -> dice(records.subList(0, records.size() - 1), openings()));
    }

    @Test
    void anOpeningThatWasNeverCommittedTo() {
        SealedPart part = openings().get((long) SEALED_AT).get(0);
        List<SealedPart> forged = List.of(
                new SealedPart(part.owner(), part.part(), part.salt(), MpInt.encode(List.of(1))),
                new SealedPart(part.owner() + 1, part.part(), part.salt(), part.data()),
                new SealedPart(part.owner(), 1 - part.part(), part.salt(), part.data()));
        for (SealedPart one : forged) {
            fails("SEALED_OPENING_MISMATCH", () -> dice(records, Map.of((long) SEALED_AT, List.of(one))));
        }
    }
}
