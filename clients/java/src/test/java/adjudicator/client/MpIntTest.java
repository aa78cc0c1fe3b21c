package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MP-int has one spelling for every value, and takes no other. */
class MpIntTest {
    @Test
    void valuesAndTheirBytes() {
        Map<String, Object> spelt = new LinkedHashMap<>();
        spelt.put("c0", null);
        spelt.put("c2", false);
        spelt.put("c3", true);
        spelt.put("00", 0L);
        spelt.put("e0", -32L);
        spelt.put("d0df", -33L);
        spelt.put("d1ff7f", -129L);
        spelt.put("cc80", 128L);
        spelt.put("ce00010000", 65536L);
        spelt.put("cf0000000100000000", 1L << 32);
        spelt.put("cf001fffffffffffff", (1L << 53) - 1);
        spelt.put("d3ffffffff7fffffff", -(1L << 31) - 1);
        spelt.put("d3ffe0000000000001", 1 - (1L << 53));
        spelt.put("a2c3a9", "é");
        spelt.put("920192a161c400", List.of(1L, List.of("a", new byte[0])));
        spelt.forEach((digits, value) -> {
            assertEquals(digits, Bytes.hex(MpInt.encode(value)));
            assertTrue(MpInt.same(value, MpInt.decode(Bytes.unhex(digits))), digits);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {15, 16, 31, 32, 255, 256, 65535, 65536})
    void everyLengthOnBothSidesOfEveryStep(int size) {
        for (Object value : List.of("x".repeat(size), new byte[size], Collections.nCopies(size, 7L))) {
            assertTrue(MpInt.same(value, MpInt.decode(MpInt.encode(value))));
        }
    }

    @Test
    void noPlaceForOtherValues() {
        List<Object> deep = new ArrayList<>();
        for (int depth = 0; depth < 16; depth++) {
            deep = new ArrayList<>(List.of(deep));
        }
        for (Object value : List.of(1.5, 1L << 53, -(1L << 53), "\ud800", deep, Map.of())) {
            assertThrows(IllegalArgumentException.class, () -> MpInt.encode(value));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "cc00", "d0ff", "d00001", "cd00ff", "cf00000000ffffffff", "cf0020000000000000", "d90161", "dc000101", "c5000100",
        "cb0000000000000000", "80", "d40100", "0101", "", "9201", "a2c3", "a1ff", "ddffffffff", "cfffffffffffffffff",
        "9191919191919191919191919191919191" + "01"})
    void otherSpellingsAreRefused(String digits) {
        assertThrows(IllegalArgumentException.class, () -> MpInt.decode(Bytes.unhex(digits)));
    }
}
