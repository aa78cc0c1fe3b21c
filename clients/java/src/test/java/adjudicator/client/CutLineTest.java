package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import adjudicator.wargame.v1.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A game over a line whose connections are ended again and again. */
class CutLineTest {
    private static final int PATIENCE = 60;

    @Test
    void everyCommandIsOnceInTheLogAndAWatchLosesNothing() throws Exception {
        String address = Served.variable("ADJUDICATOR_CUT_ADDRESS");
        try (Service service = Service.connect(address, Served.variable("ADJUDICATOR_TOKEN"));
                Service whole = Served.service()) {
            Opened opened = Served.open(service, "tile_formations");
            CompletableFuture<List<Entry>> watched = watch(opened.spectator());
            List<RandomPlayer> players = Served.play(opened, 5, PATIENCE);
            players.forEach(player -> player.game().waitForReveal());
            List<Entry> entries = new Game(whole, opened.game()).read();
            assertEquals(entries, watched.get(60, TimeUnit.SECONDS));
            assertEquals(LongStream.rangeClosed(1, entries.size()).boxed().toList(),
                    entries.stream().map(Entry::getSeq).toList());
            for (RandomPlayer player : players) {
                List<String> logged = entries.stream()
                        .filter(entry -> entry.getSeq() > 1 && isOf(entry, player.game().seat()))
                        .map(entry -> Bytes.hex(entry.getCommandId().toByteArray())).toList();
                assertEquals(player.game().receipts().commandIds(), logged);
                player.game().verify();
            }
        }
    }

    private static boolean isOf(Entry entry, int seat) {
        int role = entry.getActor().getRoleValue();
        return seat < 0 ? role == 1 : role == 3 && entry.getActor().getParty().getSeat() == seat;
    }

    private static CompletableFuture<List<Entry>> watch(Game game) {
        return CompletableFuture.supplyAsync(() -> {
            List<Entry> entries = new ArrayList<>();
            try (Watch watch = game.watch(0)) {
                while (entries.isEmpty() || !entries.get(entries.size() - 1).getCommand().equals("Reveal")) {
                    entries.add(watch.next());
                }
            }
            return entries;
        });
    }
}
