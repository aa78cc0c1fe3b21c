package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole signed games of every ruleset by offers alone, verified to the last die. */
class PlayTest {
    @ParameterizedTest
    @CsvSource({"antares, 60", "grinding_annihilation, 60", "hex_orders, 60", "tile_formations, 80"})
    void aGameIsPlayedAndVerified(String ruleset, int patience, @TempDir Path folder) throws Exception {
        try (Service service = Served.service()) {
            Opened opened = Served.open(service, ruleset);
            assertEquals(1, opened.receipt().getSeq());
            List<RandomPlayer> players = Served.play(opened, 3, patience);
            Game owner = players.get(0).game();
            assertEquals(ruleset, owner.ruleset());
            owner.waitForReveal();
            long dice = owner.read().stream().flatMap(entry -> entry.getRollsList().stream())
                    .mapToLong(roll -> roll.getFacesCount()).sum();
            long bySeats = owner.read().stream().filter(entry -> entry.getActor().getRoleValue() == 3).count();
            long given = 0;
            for (RandomPlayer player : players) {
                Game game = player.game();
                Proof proof = game.verify();
                assertTrue(proof.revealed());
                assertEquals(dice, proof.dice());
                assertEquals(bySeats, proof.signatures());
                assertEquals(game.receipts().all().size(), proof.receipts());
                assertEquals(owner.seen(), proof.entries());
                given += game == owner ? 0 : game.receipts().commandIds().size();
            }
            assertEquals(bySeats, given);
            assertTrue(owner.facts().getFinished());
            check(players.get(1).game(), folder.resolve("receipts.json"));
        }
    }

    private static void check(Game seat, Path file) throws Exception {
        seat.receipts().save(file);
        Receipts loaded = Receipts.load(file);
        assertEquals(seat.receipts().all(), loaded.all());
        assertEquals(seat.receipts().commandIds(), loaded.commandIds());
        assertArrayEquals(new byte[] {'P', 'K'}, Arrays.copyOf(seat.export(), 2));
        assertTrue(seat.view().getSerializedSize() > 0);
    }
}
