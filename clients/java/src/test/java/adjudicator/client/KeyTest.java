package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys of seats are those of RFC 8032, and keep their secret. */
class KeyTest {
    private static final String SECRET = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    private static final String PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    private static final String EMPTY_SIGNED = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";

    @Test
    void theFirstVectorOfTheStandard() {
        Key key = Key.of(Bytes.unhex(SECRET));
        assertEquals(PUBLIC, Bytes.hex(key.publicKey()));
        assertEquals(EMPTY_SIGNED, Bytes.hex(key.sign(new byte[0])));
        assertTrue(Key.verifies(key.publicKey(), Bytes.unhex(EMPTY_SIGNED), new byte[0]));
        assertFalse(Key.verifies(key.publicKey(), Bytes.unhex(EMPTY_SIGNED), new byte[1]));
        assertThrows(IllegalArgumentException.class, () -> Key.of(new byte[31]));
    }

    @Test
    void nothingIsSignedUnderAKeyOfSmallOrder() throws Exception {
        Map<?, ?> kept = Served.vectors("small_order");
        byte[] signature = Bytes.unhex((String) kept.get("signature"));
        for (Object found : (List<?>) kept.get("keys")) {
            Map<?, ?> row = (Map<?, ?>) found;
            byte[] key = Bytes.unhex((String) row.get("key"));
            assertTrue(Key.ofSmallOrder(key));
            byte[] text = ((String) row.get("text")).getBytes(StandardCharsets.UTF_8);
            assertFalse(Key.verifies(key, signature, text));
        }
        assertFalse(Key.ofSmallOrder(Bytes.unhex(PUBLIC)));
    }

    @Test
    void itIsSavedForItsOwnerAlone(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("red.key");
        Key key = Key.generate();
        key.save(path);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        assertArrayEquals(key.publicKey(), Key.load(path).publicKey());
        assertThrows(IOException.class, () -> key.save(path));
        Files.writeString(folder.resolve("other"), "nothing");
        assertThrows(IOException.class, () -> Key.load(folder.resolve("other")));
    }

    @Test
    void itIsShownWithoutItsSecret() {
        assertEquals("Key[public=" + PUBLIC + "]", Key.of(Bytes.unhex(SECRET)).toString());
        assertFalse(new Seat("red", Key.of(Bytes.unhex(SECRET))).toString().contains(SECRET));
    }
}
