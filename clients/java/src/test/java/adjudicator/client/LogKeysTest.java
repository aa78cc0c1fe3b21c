package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A game whose log key was changed twice while it was played, as the service has written it. */
class LogKeysTest {
    private static Map<?, ?> rotated;
    private static List<byte[]> records;
    private static List<String> known;
    private static byte[] game;

    @BeforeAll
    static void read() throws Exception {
        rotated = (Map<?, ?>) Json.read(Files.readString(Path.of(Served.variable("ROTATED_GAME"))));
        records = texts("records").map(Bytes::unhex).toList();
        known = texts("keys").toList();
        game = LogRecord.read(records.get(0), 1).game();
    }

    private static Stream<String> texts(String name) {
        return ((List<?>) rotated.get(name)).stream().map(String.class::cast);
    }

    private static Log chain(List<byte[]> given) {
        Log log = new Log(game);
        given.forEach(record -> log.add(record, log.size() + 1));
        return log;
    }

    private static void fails(Log log, LogKeys keys, String note) {
        assertEquals("HEAD_SIGNATURE_INVALID", assertThrows(NotProven.class, () -> log.verifyHead(keys, note)).check());
    }

    @Test
    void headsOfBeforeAndAfterAChangeOfTheKey() {
        Log log = chain(records);
        LogKeys keys = log.keys(known.get(0));
        assertEquals(3, known.size());
        assertEquals(known, keys.lines());
        texts("notes").forEach(note -> log.verifyHead(keys, note));
        LogKeys last = log.keys(known.get(2));
        texts("exported").forEach(note -> log.verifyHead(last, note)); // the export signs its heads anew
    }

    @Test
    void whatTheFirstKeySignsWhenItsTimeIsOver() {
        Log log = chain(records);
        fails(log, log.keys(known.get(0)), (String) rotated.get("forged"));
    }

    @Test
    void aKeyThatNobodyHasHandedOnTo() {
        Log log = chain(records);
        String other = SignedNote.keyOf("other.example/wg", Key.generate().publicKey());
        LogKeys keys = log.keys(other);
        assertEquals(List.of(other), keys.lines());
        texts("notes").forEach(note -> fails(log, keys, note));
    }

    @Test
    void aChangeThatTheEarlierKeyHasNotSigned() {
        List<byte[]> copy = new ArrayList<>();
        for (byte[] record : records) {
            List<Object> fields = new ArrayList<>((List<?>) MpInt.decode(record));
            fields.set(3, copy.isEmpty() ? new byte[32] : Bytes.entryHash(copy.get(copy.size() - 1)));
            List<Object> command = new ArrayList<>((List<?>) fields.get(6));
            List<Object> body = new ArrayList<>((List<?>) command.get(2));
            if (body.get(0).equals("ChangeLogKey")) {
                body.set(2, List.of());
                body.set(3, "lost");
            }
            command.set(2, body);
            fields.set(6, command);
            copy.add(MpInt.encode(fields));
        }
        Log log = chain(copy);
        LogKeys keys = log.keys(known.get(0));
        assertEquals(known.subList(0, 1), keys.lines());
        texts("exported").skip(texts("exported").count() - 1).forEach(note -> fails(log, keys, note));
    }
}
