package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.client.SignedNote.Statement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What seats state to each other, without the service. */
class StatementTest {
    private static final Key RED = Key.generate();
    private static final Key BLUE = Key.generate();

    @TempDir
    private static Path folder;
    private static Service service;
    private static Opened opened;
    private static Game red;
    private static Game blue;

    @BeforeAll
    static void open() throws Exception {
        service = Served.service();
        opened = service.open("antares", List.of(new Seat("red", RED), new Seat("blue", BLUE)));
        red = opened.seat(0, folder.resolve("red.wallet"));
        blue = opened.seat(1);
        blue.give(Served.promise(blue));
    }

    @AfterAll
    static void close() {
        if (service != null) {
            red.wallet().close();
            service.close();
        }
    }

    private static boolean isKept(String note) throws Exception {
        return Files.readString(red.wallet().path()).contains(Json.writeLine(Map.of("note", note)).substring(1));
    }

    private static String of(byte[] game, int seat, long size, byte[] hash, Key key) {
        return SignedNote.sign("seat-" + seat, key, new Statement(game, seat, size, hash).text());
    }

    @Test
    void whatTheOpponentStatesIsKeptAndCompared() throws Exception {
        String stated = blue.statement();
        assertFalse(opened.seat(0).takeStatement(stated)); // who has not read so far can not say
        red.read();
        assertTrue(red.takeStatement(stated));
        assertTrue(isKept(stated));
        assertTrue(stated.startsWith("wglog/1/statement " + Bytes.hex(opened.game()) + "\n1\n2\n"), stated);
    }

    @Test
    void aStatementOfAnotherHistory() throws Exception {
        red.read();
        String stated = of(opened.game(), 1, 2, new byte[32], BLUE);
        NotProven fault = assertThrows(NotProven.class, () -> red.takeStatement(stated));
        assertEquals("STATEMENT_CONTRADICTED 2", fault.check() + " " + fault.seq());
        assertTrue(isKept(stated)); // which of the two has lied is shown by receipts
    }

    @Test
    void aStatementThatIsNotTheSeats() throws Exception {
        byte[] head = red.read().get(0).getHash().toByteArray();
        String good = of(opened.game(), 1, 1, head, BLUE);
        assertTrue(red.takeStatement(good));
        byte[] other = opened.game();
        other[0] ^= 1;
        for (String bad : List.of("", "words\n", good.replace("\n1\n1\n", "\n1\n2\n"), good.substring(0, good.indexOf("\n\n") + 2),
                of(opened.game(), 1, 1, head, RED), of(opened.game(), 0, 1, head, BLUE), of(other, 1, 1, head, BLUE),
                of(opened.game(), 2, 1, head, BLUE), SignedNote.sign("seat-0", BLUE, new Statement(opened.game(), 1, 1, head).text()),
                SignedNote.sign("seat-1", BLUE, new Statement(opened.game(), 1, 1, head).text() + "more\n"))) {
            NotProven fault = assertThrows(NotProven.class, () -> red.takeStatement(bad), bad);
            assertEquals("STATEMENT_UNPROVEN", fault.check(), bad);
            assertFalse(bad.contains("wglog") && isKept(bad), bad);
        }
    }

    @Test
    void aStatementIsTheSameInEveryLanguage() {
        Locale before = Locale.getDefault();
        String plain = new Statement(new byte[16], 1, 25, new byte[32]).text();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertEquals(plain, new Statement(new byte[16], 1, 25, new byte[32]).text());
        } finally {
            Locale.setDefault(before);
        }
        assertTrue(plain.contains("\n1\n25\n"), plain);
    }

    @Test
    void whoHasNoSeatStatesNothing() {
        assertThrows(IllegalStateException.class, () -> opened.owner().statement());
        assertThrows(IllegalStateException.class, () -> new Game(red.service(), opened.game(), 0, null).statement());
    }
}
