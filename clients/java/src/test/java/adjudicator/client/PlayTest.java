package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.Role;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole signed games of every ruleset by offers alone, verified to the last die. */
class PlayTest {
    private static final Set<Integer> SIGNING = Set.of(Role.ROLE_OWNER_VALUE, Role.ROLE_REFEREE_VALUE, Role.ROLE_SEAT_VALUE);

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
            // everybody who acts has a key: all but the entries of the service, and the opening, which it composes
            long signed = owner.read().stream().skip(1).filter(entry -> SIGNING.contains(entry.getActor().getRoleValue())).count();
            long given = 0;
            for (RandomPlayer player : players) {
                Game game = player.game();
                Proof proof = game.verify();
                assertTrue(proof.revealed());
                assertEquals(dice, proof.dice());
                assertEquals(signed, proof.signatures());
                assertEquals(game.receipts().all().size(), proof.receipts());
                assertEquals(owner.seen(), proof.entries());
                given += game.receipts().commandIds().size();
            }
            assertEquals(signed, given);
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
