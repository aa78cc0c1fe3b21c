package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.OpenContribution;
import com.google.protobuf.ByteString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wallets of whole games; those that WALLETS asks for are held against the game by the program's audit. */
class WalletGameTest {
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

    // Where the files go: the folder that the caller names, who audits them, or one of our own.
    private static Path home(Path own) {
        String named = System.getenv("WALLETS");
        return named == null ? own : Path.of(named);
    }

    private static Game referee(Opened opened, Path path) throws Exception {
        Service own = opened.referee().service();
        return new Game(own, opened.game(), -1, opened.refereeKey(), Wallet.open(path, opened.game()));
    }

    /** A game with secret orders, in which a command is refused and both seats state what they have seen. */
    @Test
    void aWholeGame(@TempDir Path temporary) throws Exception {
        Path folder = home(temporary);
        Opened opened = Served.open(service, "hex_orders");
        Game red = opened.seat(0, folder.resolve("red.wallet"));
        Game blue = opened.seat(1, folder.resolve("blue.wallet"));
        OpenContribution early = OpenContribution.newBuilder().setContribution(ByteString.copyFrom(red.contribution())).build();
        red.offers();
        assertThrows(Refused.class, () -> red.give(early)); // nobody has committed yet
        List<RandomPlayer> players = Served.play(List.of(opened.owner(), red, blue), 5, 60);
        blue.read();
        Files.writeString(folder.resolve("blue.statement"), blue.statement());
        red.waitForReveal();
        assertTrue(red.takeStatement(blue.statement()));
        Files.write(folder.resolve("game.replay"), red.export());
        red.wallet().close();
        blue.wallet().close();
        Path path = red.wallet().path();
        long given = players.get(1).game().receipts().commandIds().size();
        List<? extends Map<?, ?>> own = Lines.of(path, "receipt").stream().filter(row -> !row.get("command_id").equals("")).toList();
        assertEquals(given, own.size());
        assertTrue(own.stream().noneMatch(row -> row.get("record").equals("")));
        List<? extends Map<?, ?>> commands = Lines.of(path, "command");
        assertEquals(given + 1, commands.size());
        assertTrue(commands.stream().anyMatch(row -> !row.get("salt").equals("") && !row.get("secret").equals("")));
        assertEquals(red.seen(), Lines.of(path, "head").size());
        for (String kind : List.of("seat", "opening", "contribution", "refusal", "inclusion", "statement", "log_key")) {
            assertEquals(1, Lines.of(path, kind).size(), kind);
        }
        assertEquals(2, Lines.of(path, "player").size());
        String text = Files.readString(path);
        opened.credentials().forEach(made -> assertFalse(text.contains(made.getToken().substring(20)), "a token"));
    }

    /** A player who comes back goes on with the receipts and the contribution of the wallet. */
    @Test
    void aSecondRun(@TempDir Path own) throws Exception {
        Path path = own.resolve("red.wallet");
        Opened opened = Served.open(service, "antares");
        Game first = opened.seat(0, path);
        first.give(Served.promise(first));
        first.wallet().close();
        Game again = opened.seat(0, path);
        assertArrayEquals(first.contribution(), again.contribution());
        assertEquals(first.receipts().all(), again.receipts().all());
        assertEquals(4, Served.join(again, opened.seat(1)).size());
        again.wallet().close();
    }

    /** A referee who contributes finds his bytes in his wallet again. */
    @Test
    void aRefereesSecondRun(@TempDir Path own) throws Exception {
        Path path = own.resolve("referee.wallet");
        Opened opened = service.open("antares", List.of(new Seat("red"), new Seat("blue")),
                terms -> terms.setReferee(true).setRefereeContributes(true));
        Game first = referee(opened, path);
        first.give(Served.promise(first));
        first.wallet().close();
        Game again = referee(opened, path);
        assertArrayEquals(first.contribution(), again.contribution());
        assertEquals(6, Served.join(again, opened.seat(0), opened.seat(1)).size());
        again.wallet().close();
    }

    /** A wallet of an earlier run tells of a service that shows another game under the same id. */
    @Test
    void aLogThatIsNotTheOneOfTheWallet(@TempDir Path own) throws Exception {
        Path path = own.resolve("red.wallet");
        Opened opened = Served.open(service, "antares");
        try (Wallet wallet = Wallet.open(path, opened.game())) {
            wallet.keepHead(1, new byte[32]);
        }
        NotProven fault = assertThrows(NotProven.class, () -> opened.seat(0, path).offers());
        assertEquals("HEAD_MISMATCH 1", fault.check() + " " + fault.seq());
        Path other = own.resolve("other.wallet");
        try (Wallet wallet = Wallet.open(other, opened.game())) {
            wallet.keepKeys(List.of(SignedNote.keyOf("log.example/wg", Key.generate().publicKey())));
        }
        NotProven key = assertThrows(NotProven.class, () -> opened.seat(0, other));
        assertEquals("HEAD_SIGNATURE_INVALID", key.check());
    }

    /** What is sent stands in the file before, with the proof of the register and the contribution. */
    @Test
    void whatIsSentIsKeptBefore(@TempDir Path own) throws Exception {
        Path path = own.resolve("red.wallet");
        List<String> found = new ArrayList<>();
        Altering looking = new Altering("CommitContribution", UnaryOperator.identity(), message -> {
            try {
                found.addAll(Lines.kinds(path));
            } catch (Exception fault) {
                throw new IllegalStateException(fault);
            }
            return message;
        });
        looking.begin();
        try (Service watched = Served.through(looking)) {
            Game red = Served.open(watched, "antares").seat(0, path);
            red.give(Served.promise(red));
            assertTrue(found.containsAll(List.of("inclusion", "contribution", "command")), found.toString());
            red.wallet().close();
        }
    }

    /** A receipt that is signed is evidence, where the entry that is shown for it is another one. */
    @Test
    void aReceiptWhoseEntryIsAnother(@TempDir Path own) throws Exception {
        Path path = own.resolve("red.wallet");
        Altering altering = new Altering("Read", message -> {
            Entry entry = (Entry) message;
            byte[] record = entry.getRecord().toByteArray();
            record[record.length - 3] ^= 1;
            return entry.getSeq() == 1 ? entry : entry.toBuilder().setRecord(ByteString.copyFrom(record)).build();
        });
        try (Service between = Served.through(altering)) {
            Game red = Served.open(between, "antares").seat(0, path);
            red.offers();
            altering.begin();
            assertThrows(NotProven.class, () -> red.give(Served.promise(red)));
            red.wallet().close();
            Map<?, ?> command = Lines.of(path, "command").get(0);
            List<? extends Map<?, ?>> kept = Lines.of(path, "receipt").stream().filter(row -> row.get("seq").equals(2L)).toList();
            assertEquals(1, kept.size());
            String id = (String) kept.get(0).get("command_id");
            assertTrue(Bytes.hex(SignedNote.unbase64((String) command.get("command"))).contains(id) && !id.isEmpty(), id);
        }
    }

    @Test
    void aWalletOfAnotherGame(@TempDir Path own) throws Exception {
        Opened opened = Served.open(service, "antares");
        try (Wallet other = Wallet.open(own.resolve("other.wallet"), new byte[16])) {
            assertThrows(IllegalArgumentException.class,
                    () -> new Game(service, opened.game(), 0, opened.seatKey(0), other));
        }
    }
}
