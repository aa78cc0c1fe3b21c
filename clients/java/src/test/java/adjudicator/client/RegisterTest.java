package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.GetResponse;
import adjudicator.wargame.v1.Registration;
import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody contributes to a game before its opening is proven to stand in the register as the first entry has it. */
class RegisterTest {
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

    // What a seat finds that contributes while the answers to Get are changed; it has to have given nothing.
    private static NotProven joining(Consumer<GetResponse.Builder> change) {
        Opened opened = Served.open(service, "antares");
        Altering altering = new Altering("Get", message -> {
            GetResponse.Builder told = ((GetResponse) message).toBuilder();
            change.accept(told);
            return told.build();
        });
        try (Service between = Service.at(service.address(), service.token()).through(altering).connect()) {
            Game seat = new Game(between.withToken(opened.seat(0).service().token()), opened.game(), 0, opened.seatKey(0));
            altering.begin();
            NotProven fault = assertThrows(NotProven.class, () -> seat.give(Served.promise(seat)));
            assertEquals(List.of("OpenGame"), opened.owner().read().stream().map(entry -> entry.getCommand()).toList());
            assertEquals(Bytes.hex(opened.game()), fault.game());
            return fault;
        }
    }

    private static void mismatch(Consumer<Registration.Builder> change) {
        NotProven fault = joining(told -> {
            Registration before = told.getRegistration();
            change.accept(told.getRegistrationBuilder());
            assertFalse(before.equals(told.getRegistration()), "nothing was changed");
        });
        assertEquals("REGISTRY_MISMATCH", fault.check());
    }

    private static Registration registration(Opened opened) {
        return opened.seat(0).facts().getRegistration();
    }

    private static String replaced(String text, String pattern, String with) {
        return text.replaceFirst(pattern, with);
    }

    @Test
    void theProofIsKeptBeforeTheContributionAndThatBeforeTheCommand(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("red.wallet");
        Opened opened = Served.open(service, "antares");
        Game red = opened.seat(0, path);
        red.give(Served.promise(red));
        List<String> kinds = Lines.kinds(path);
        assertTrue(kinds.indexOf("inclusion") > 0, kinds.toString());
        assertTrue(kinds.indexOf("inclusion") < kinds.indexOf("contribution"), kinds.toString());
        assertTrue(kinds.indexOf("contribution") < kinds.indexOf("command"), kinds.toString());
        Registered registered = red.registered().orElseThrow();
        assertEquals(registration(opened).getRegister(), registered.register());
        red.wallet().close();
        assertFalse(Files.readString(path).contains(red.service().token().substring(20)), "a token is in it");
    }

    @Test
    void aGameWithoutAProof() {
        assertEquals("REGISTRATION_MISSING", joining(GetResponse.Builder::clearRegistration).check());
        Altering altering = new Altering("Get", message -> ((GetResponse) message).toBuilder().clearRegistration().build());
        altering.begin();
        try (Service without = Service.at(service.address(), service.token()).register(false).through(altering).connect()) {
            assertTrue(Served.open(without, "antares").seat(0).registered().isEmpty());
        }
    }

    @Test
    void aProofThatDoesNotFit() {
        Opened before = Served.open(service, "antares"); // the tree has two leaves and more
        mismatch(told -> told.setProof(replaced(told.getProof(), "index [0-9]+", "index 0")));
        mismatch(told -> told.setProof(replaced(told.getProof(), "\n[A-Za-z0-9+/]{43}=\n", "\n")));
        mismatch(told -> told.setProof(replaced(told.getProof(), "(\n[A-Za-z0-9+/]{43}=)\n", "$1$1\n")));
        mismatch(told -> told.setProof(""));
        mismatch(told -> told.setProof(replaced(told.getProof(), "tlog-proof@v1", "tlog-proof@v2")));
        mismatch(told -> told.setLeaf(ByteString.EMPTY));
        mismatch(told -> told.setLeaf(ByteString.copyFrom(
                told.getLeaf().toString(StandardCharsets.ISO_8859_1).replace("GameOpened", "GameOpener"), StandardCharsets.ISO_8859_1)));
        Registration other = registration(before);
        mismatch(told -> told.mergeFrom(other)); // holds, and is another game's
    }

    @Test
    void aCheckpointOrAKeyThatNobodyHasSigned() {
        mismatch(told -> told.setKey(told.getKey().replace("wgregister/1/key", "wgregister/1/kex")));
        mismatch(told -> told.setKey(""));
        mismatch(told -> told.setProof(replaced(told.getProof(), "(?s)(.*)[A-Za-z0-9+/](.{40})$", "$1!$2")));
        mismatch(told -> told.setRegister("other"));
        Key forger = Key.generate();
        mismatch(told -> { // a register of the forger's, which no key of the log names
            String name = told.getRegister();
            String line = SignedNote.keyOf(name, forger.publicKey());
            told.setKey(SignedNote.sign("log.example/wg", forger, "wgregister/1/key\n%s\n%s\n".formatted(name, line)));
        });
        mismatch(told -> { // the key of the log, and a checkpoint of another one
            String[] parts = told.getProof().split("\n\n", 3);
            told.setProof(parts[0] + "\n\n" + SignedNote.sign(told.getRegister(), forger, parts[1] + "\n"));
        });
    }

    @Test
    void aRegisterThatHasTheGameOtherwise() {
        // signed by keys of our own from end to end: what differs is told by its name
        Opened opened = Served.open(service, "antares");
        Log log = new Log(opened.game());
        opened.owner().read().forEach(entry -> log.add(entry.getRecord().toByteArray(), entry.getSeq()));
        Key own = Key.generate();
        String logKey = SignedNote.keyOf("log.example/wg", own.publicKey());
        byte[] leaf = registration(opened).getLeaf().toByteArray();
        assertEquals("r", Register.verify(List.of(logKey), of(leaf, own), log).register());
        String other = SignedNote.keyOf("log.example/wg", Key.generate().publicKey());
        assertEquals(Register.CHECK,
                assertThrows(NotProven.class, () -> Register.verify(List.of(other), of(leaf, own), log)).check());
        Registration elsewhere = of(leaf, own).toBuilder()
                .setProof("c2sp.org/tlog-proof@v1\nindex 0\n\n" + checkpoint("elsewhere", leaf, own)).build();
        assertEquals(Register.CHECK,
                assertThrows(NotProven.class, () -> Register.verify(List.of(logKey), elsewhere, log)).check());
        List<String> names = List.of("game", "commitment", "digest of the terms", "ruleset", "keys of the seats", "event",
                "round", "table", "game that it takes the place of");
        for (int at = 0; at < names.size(); at++) {
            List<Object> row = new ArrayList<>((List<?>) MpInt.decode(leaf));
            List<Object> opening = new ArrayList<>((List<?>) row.get(2));
            opening.set(at + 1, "another");
            row.set(2, opening);
            Registration given = of(MpInt.encode(row), own);
            NotProven fault = assertThrows(NotProven.class, () -> Register.verify(List.of(logKey), given, log));
            assertTrue(fault.expected().startsWith(names.get(at) + " as registered"), fault.getMessage());
        }
    }

    private static Registration of(byte[] leaf, Key own) {
        String key = "wgregister/1/key\nr\n" + SignedNote.keyOf("r", own.publicKey()) + "\n";
        return Registration.newBuilder().setRegister("r").setLeaf(ByteString.copyFrom(leaf))
                .setKey(SignedNote.sign("log.example/wg", own, key))
                .setProof("c2sp.org/tlog-proof@v1\nindex 0\n\n" + checkpoint("r", leaf, own)).build();
    }

    private static String checkpoint(String origin, byte[] leaf, Key own) {
        return SignedNote.sign("r", own, origin + "\n1\n" + Bytes.base64(Register.leafHash(leaf)) + "\nmore\n");
    }

    @Test
    void aSeatWithAKeyThatIsNotItsPlayers() {
        Opened opened = Served.open(service, "antares");
        Game stranger = new Game(opened.seat(0).service(), opened.game(), 0, Key.generate());
        assertEquals("GENESIS_INVALID", assertThrows(NotProven.class, stranger::join).check());
        Key second = Key.generate();
        Opened two = service.open("antares", List.of(new Seat("red"), new Seat("blue")),
                terms -> terms.getSeatsBuilder(0).addKeys(ByteString.copyFrom(second.publicKey())));
        Game red = two.seat(0);
        assertEquals("GENESIS_INVALID", assertThrows(NotProven.class, () -> red.give(Served.promise(red))).check());
        red.otherKeys(List.of(second.publicKey()));
        assertTrue(red.registered().isPresent());
    }

    @Test
    void publishedPathsOfRfc6962() throws Exception {
        Path file = Path.of(System.getenv().getOrDefault("ADJUDICATOR_VECTORS", "../../tests/kernel"),
                "../../replays/vectors/vectors.json");
        int count = 0;
        for (Object row : (List<?>) ((Map<?, ?>) Json.read(Files.readString(file))).get("vectors")) {
            Map<?, ?> vector = (Map<?, ?>) row;
            if (vector.get("op").equals("inclusion")) {
                Map<?, ?> in = (Map<?, ?>) vector.get("in");
                byte[] hash = Register.leafHash(Bytes.unhex((String) in.get("leaf")));
                byte[][] path = ((List<?>) in.get("path")).stream().map(one -> Bytes.unhex((String) one)).toArray(byte[][]::new);
                boolean leads = Register.leadsTo(hash, (Long) in.get("index"), (Long) in.get("size"), path,
                        Bytes.unhex((String) in.get("root")));
                boolean refused = ((Map<?, ?>) vector.get("out")).containsKey("refused");
                assertEquals(!refused, leads, "" + vector.get("name"));
                assertTrue(refused || Arrays.equals(hash, Bytes.unhex((String) ((Map<?, ?>) vector.get("out")).get("hash"))));
                count++;
            }
        }
        assertTrue(count > 10);
    }
}
