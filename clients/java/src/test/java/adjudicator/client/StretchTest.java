package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.Stretches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A game that shows the secrets of its dice in stretches: what is shown is verified while the game goes on. */
class StretchTest {
    private static final int PREV = 3;
    private static final int COMMAND = 6;
    private static final int BODY = 2;

    private static long shown(List<Entry> entries) {
        return entries.stream().filter(entry -> entry.getCommand().equals("ShowStretch")).count();
    }

    private static long dice(List<Entry> entries, long stretches) {
        return entries.stream().flatMap(entry -> entry.getRollsList().stream()).filter(roll -> roll.getEpoch() < stretches)
                .mapToLong(roll -> roll.getFacesCount()).sum();
    }

    @Test
    void diceAreVerifiedWhileTheGameGoesOn() {
        try (Service service = Served.service()) {
            Opened opened = service.open("antares", List.of(new Seat("red"), new Seat("blue")),
                    terms -> terms.setStretches(Stretches.newBuilder().setCount(1000).setDice(2)));
            Game red = opened.seat(0);
            List<Game> games = List.of(opened.owner(), red, opened.seat(1));
            List<RandomPlayer> players = IntStream.range(0, 3).mapToObj(at -> new RandomPlayer(games.get(at), 3 + at, 4, 60)).toList();
            List<Entry> entries = red.read();
            while (shown(entries) < 2) {
                assertTrue(players.stream().filter(player -> player.step().isPresent()).count() > 0, "no stretch was shown");
                entries = red.read();
            }
            Proof early = red.verify();
            assertTrue(early.entries() >= entries.size());
            entries = red.read().subList(0, (int) early.entries()); // another stretch may have been shown since
            assertFalse(early.revealed());
            assertEquals(dice(entries, shown(entries)), early.dice());
            Served.takeTurns(players);
            red.waitForReveal();
            Proof whole = red.verify();
            assertTrue(whole.revealed());
            assertEquals(dice(red.read(), Long.MAX_VALUE), whole.dice());
            assertTrue(whole.dice() >= early.dice());
            red.read().forEach(entry -> assertTrue(entry.getRollsList().stream().allMatch(roll -> roll.getEpoch() < 1000)));
            anotherSecretIsTold(red);
        }
    }

    // The same log with another secret of its second stretch, sound but for that.
    private static void anotherSecretIsTold(Game game) {
        Log forged = new Log(game.id());
        int stretches = 0;
        for (Entry entry : game.read()) {
            List<Object> row = new ArrayList<>((List<?>) MpInt.decode(entry.getRecord().toByteArray()));
            if (forged.size() > 0) {
                row.set(PREV, forged.head());
            }
            if (entry.getCommand().equals("ShowStretch") && ++stretches == 2) {
                List<Object> command = new ArrayList<>((List<?>) row.get(COMMAND));
                command.set(BODY, List.of("ShowStretch", 1L, new byte[32]));
                row.set(COMMAND, command);
            }
            forged.add(MpInt.encode(row), entry.getSeq());
        }
        NotProven fault = assertThrows(NotProven.class, () -> new DiceCheck(forged).check(Map.of()));
        assertEquals("EPOCH_INVALID", fault.check());
    }
}
