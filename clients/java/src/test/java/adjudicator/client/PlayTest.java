package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.GetResponse;
import adjudicator.wargame.v1.ResultBy;
import adjudicator.wargame.v1.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole signed games of every ruleset by offers alone, until the rules end them, verified to the last die. */
class PlayTest {
    private static final Set<Integer> SIGNING = Set.of(Role.ROLE_OWNER_VALUE, Role.ROLE_REFEREE_VALUE, Role.ROLE_SEAT_VALUE);

    @ParameterizedTest
    @MethodSource("adjudicator.client.GuidedPlayer#games")
    void aGameIsPlayedAndVerified(GuidedPlayer.Guide guide, @TempDir Path folder) throws Exception {
        try (Service service = Served.service()) {
            Opened opened = Served.open(service, guide.ruleset());
            assertEquals(1, opened.receipt().getSeq());
            List<GuidedPlayer> players = new ArrayList<>();
            for (Game game : List.of(opened.owner(), opened.seat(0), opened.seat(1))) {
                players.add(new GuidedPlayer(game, 3 + players.size(), guide));
            }
            Served.takeTurns(players);
            assertEquals(guide.words().keySet(), guide.said());
            Game owner = players.get(0).game();
            assertEquals(guide.ruleset(), owner.ruleset());
            owner.waitForReveal();
            GetResponse facts = owner.facts();
            assertTrue(facts.getFinished());
            assertEquals(ResultBy.RESULT_BY_RULES, facts.getResult().getBy());
            long dice = owner.read().stream().flatMap(entry -> entry.getRollsList().stream())
                    .mapToLong(roll -> roll.getFacesCount()).sum();
            // everybody who acts has a key: all but the entries of the service, and the opening, which it composes
            long signed = owner.read().stream().skip(1).filter(entry -> SIGNING.contains(entry.getActor().getRoleValue())).count();
            long given = 0;
            assertTrue(dice > 0);
            for (GuidedPlayer player : players) {
                Game game = player.game();
                Proof proof = game.verify();
                assertTrue(proof.revealed());
                assertEquals(dice, proof.dice());
                assertEquals(signed, proof.signatures());
                assertEquals(game.receipts().all().size(), proof.receipts());
                assertEquals(owner.seen(), proof.entries());
                assertEquals(Bytes.hex(facts.getReceipt().getHash().toByteArray()), proof.head());
                given += game.receipts().commandIds().size();
            }
            assertEquals(signed, given);
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
