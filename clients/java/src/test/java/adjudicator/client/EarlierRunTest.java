package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.GetResponse;
import adjudicator.wargame.v1.Receipt;
import adjudicator.wargame.v1.Registration;
import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an earlier run has kept is compared with what the service shows now; a head under a strange key is kept. */
class EarlierRunTest {
    private static Service service;

    @BeforeAll
    static void connect() {
        service = Served.service();
    }

    @AfterAll
    static void close() {
        if (service != null) {
            service.close();
        }
    }

    private static byte[] filled(int value) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static void joiningTwice(Game red, String check, String word) {
        for (int tries = 0; tries < 2; tries++) {
            NotProven fault = assertThrows(NotProven.class, () -> red.give(Served.promise(red)));
            assertEquals(check, fault.check());
            assertTrue(fault.expected().contains(word), fault.getMessage());
        }
    }

    @Test
    void anotherSecretOfTheDiceThanWasTold(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("red.wallet");
        Opened opened = Served.open(service, "antares");
        try (Wallet wallet = Wallet.open(path, opened.game())) {
            wallet.keepOpening(filled(9));
        }
        try (Wallet wallet = Wallet.open(path, opened.game())) {
            Game red = new Game(opened.seat(0).service(), opened.game(), 0, opened.seatKey(0), wallet);
            joiningTwice(red, "SEED_COMMIT_MISMATCH", Bytes.hex(filled(9)));
        }
        assertEquals(List.of(), Lines.of(path, "contribution"));
    }

    @Test
    void anotherLeafThanTheRegisterHadBefore(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("red.wallet");
        Opened opened = Served.open(service, "antares");
        Registration other = Served.open(service, "antares").seat(0).facts().getRegistration();
        try (Wallet wallet = Wallet.open(path, opened.game())) {
            wallet.keepInclusion(other);
        }
        Game red = opened.seat(0, path);
        joiningTwice(red, "REGISTRY_MISMATCH", "as the register had it before");
        red.wallet().close();
        assertEquals(2, Lines.of(path, "inclusion").size());
        assertEquals(List.of(), Lines.of(path, "contribution"));
    }

    @Test
    void aRegisterThatHasForgotten(@TempDir Path folder) throws Exception {
        Altering forgetting = new Altering("Get", message -> ((GetResponse) message).toBuilder().clearRegistration().build());
        try (Service lenient = Service.at(service.address(), service.token()).register(false).through(forgetting).connect()) {
            Opened opened = Served.open(lenient, "antares");
            Game first = opened.seat(0, folder.resolve("red.wallet"));
            assertTrue(first.registered().isPresent());
            first.wallet().close();
            forgetting.begin();
            Game again = opened.seat(0, folder.resolve("red.wallet"));
            joiningTwice(again, "REGISTRATION_MISSING", "a proof");
            again.wallet().close();
            assertTrue(opened.seat(1).registered().isEmpty());
        }
    }

    private static Registration registered(Key log, Key register, String leaf, int index, byte[]... beside) {
        byte[] data = leaf.getBytes(StandardCharsets.UTF_8);
        byte[] own = Register.leafHash(data);
        byte[] node = index == 0 ? Bytes.joined(own, beside[0]) : Bytes.joined(beside[0], own);
        byte[] root = Bytes.sha256(new byte[] {1}, node);
        for (int more = 1; more < beside.length; more++) { // leaves behind the two
            root = Bytes.sha256(new byte[] {1}, root, beside[more]);
        }
        String path = Stream.of(beside).map(hash -> Bytes.base64(hash) + "\n").collect(Collectors.joining());
        String key = "wgregister/1/key\nr\n" + SignedNote.keyOf("r", register.publicKey()) + "\n";
        String proof = "c2sp.org/tlog-proof@v1\nindex " + index + "\n" + path + "\n"
                + SignedNote.sign("r", register, "r\n" + (1 + beside.length) + "\n" + Bytes.base64(root) + "\n");
        return Registration.newBuilder().setRegister("r").setLeaf(ByteString.copyFrom(data)).setProof(proof)
                .setKey(SignedNote.sign("log.example/wg", log, key)).build();
    }

    /** What a register had signed before holds against what it shows now. */
    @Test
    void aRegisterThatWasRewritten() {
        Key log = Key.generate();
        Key register = Key.generate();
        List<String> keys = List.of(SignedNote.keyOf("log.example/wg", log.publicKey()));
        Log entries = new Log(new byte[16]);
        Registration held = registered(log, register, "opening", 0, filled(0));
        Register.compareHeld(keys, List.of(held), held, entries);
        Registration grown = registered(log, register, "opening", 0, filled(0), filled(2));
        Register.compareHeld(keys, List.of(held), grown, entries);
        Register.compareHeld(keys, List.of(grown), held, entries);
        Registration strange = registered(register, register, "opened", 0, filled(0)); // no key of the log names it
        Registration unsigned = held.toBuilder().setProof("").build();
        Map<Registration, String> others = Map.of(
                registered(log, register, "opened", 0, filled(0)), "leaf 0 as the register had it before",
                registered(log, register, "opening", 1, filled(0)), "leaf 0 as the register had it before",
                registered(log, register, "opening", 0, filled(1)), "of 2 leaves, as it was signed before",
                registered(log, register, "opening", 0, filled(1), filled(2)), "of leaves 1 to 1, as it was signed before",
                registered(log, log, "opening", 0, filled(0)), "the register r+"); // with another key
        others.forEach((given, word) -> {
            NotProven fault = assertThrows(NotProven.class,
                    () -> Register.compareHeld(keys, List.of(held), given, entries));
            assertEquals(Register.CHECK, fault.check());
            assertTrue(fault.expected().contains(word), fault.getMessage());
            Register.compareHeld(keys, List.of(strange, unsigned), given, entries); // say nothing
        });
    }

    private static Receipt signed(Key key, byte[] game, byte[] hash) {
        String text = "wglog/1/head " + Bytes.hex(game) + "\n1\n" + Bytes.base64(hash) + "\n";
        return Receipt.newBuilder().setSeq(1).setHash(ByteString.copyFrom(hash))
                .setNote(SignedNote.sign("other.example/log", key, text)).build();
    }

    /** It is kept where it contradicts what is known, and marked as unproven; nothing else that does not verify is. */
    @Test
    void aHeadUnderAKeyThatNobodyKnows(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("red.wallet");
        AtomicReference<Receipt> given = new AtomicReference<>();
        Altering altering = new Altering("Get", message -> ((GetResponse) message).toBuilder().setReceipt(given.get()).build());
        try (Service between = Served.through(altering)) {
            Opened opened = Served.open(between, "antares");
            Game red = opened.seat(0, path);
            Receipt known = red.facts().getReceipt();
            altering.begin();
            Key stranger = Key.generate();
            Receipt due = signed(stranger, opened.game(), filled(7));
            String forged = known.getNote().replace(Bytes.base64(known.getHash().toByteArray()), Bytes.base64(filled(7)));
            List<Receipt> others = List.of(
                    signed(stranger, opened.game(), known.getHash().toByteArray()),
                    signed(stranger, new byte[16], filled(7)),
                    due.toBuilder().setHash(ByteString.copyFrom(filled(8))).build(),
                    due.toBuilder().setNote(due.getNote().substring(0, due.getNote().indexOf('\u2014'))).build(),
                    due.toBuilder().setNote(forged).build());
            for (Receipt other : others) {
                given.set(other);
                assertThrows(NotProven.class, red::facts, other.getNote());
            }
            assertEquals(List.of(), Lines.of(path, "unproven"));
            given.set(due);
            for (int tries = 0; tries < 2; tries++) {
                assertEquals("HEAD_SIGNATURE_INVALID", assertThrows(NotProven.class, red::facts).check());
            }
            red.wallet().close();
            List<? extends Map<?, ?>> kept = Lines.of(path, "unproven");
            assertEquals(1, kept.size());
            assertEquals(Bytes.hex(filled(7)) + due.getNote() + 1L,
                    "" + kept.get(0).get("hash") + kept.get(0).get("note") + kept.get(0).get("seq"));
            given.set(known);
            Game again = opened.seat(0, path); // it is no receipt
            again.facts();
            again.wallet().close();
        }
    }
}
