package adjudicator.client;

import adjudicator.wargame.v1.CommitContribution;
import adjudicator.wargame.v1.Entry;
import com.google.protobuf.ByteString;
import io.grpc.ClientInterceptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** The service that tests play on, as the environment names it. */
final class Served {
    private static final int MOST = 3000; // commands of a game

    private Served() {}

    static String variable(String name) {
        String value = System.getenv(name);
        Assumptions.assumeTrue(value != null, name + " is not set: start a service and name it");
        return value;
    }

    static Service service() {
        return Service.connect(variable("ADJUDICATOR_ADDRESS"), variable("ADJUDICATOR_TOKEN"));
    }

    /** A service between which and the tests somebody stands. */
    static Service through(ClientInterceptor between) {
        return Service.at(variable("ADJUDICATOR_ADDRESS"), variable("ADJUDICATOR_TOKEN")).through(between).connect();
    }

    static Map<?, ?> vectors(String name) throws Exception {
        String folder = System.getenv().getOrDefault("ADJUDICATOR_VECTORS", "../../tests/kernel");
        return (Map<?, ?>) Json.read(Files.readString(Path.of(folder, name + "_vectors.json")));
    }

    static Opened open(Service service, String ruleset) {
        return service.open(ruleset, List.of(new Seat("red", Key.generate()), new Seat("blue", Key.generate())));
    }

    /** A party's commitment to its contribution. */
    static CommitContribution promise(Game party) {
        return CommitContribution.newBuilder().setCommitment(ByteString.copyFrom(party.commitment())).build();
    }

    /** Lets all parties contribute to the seed; gives the commands by which they did. */
    static List<String> join(Game... parties) throws Exception {
        List<CompletableFuture<Void>> joined = Stream.of(parties).map(game -> CompletableFuture.runAsync(game::join)).toList();
        for (CompletableFuture<Void> one : joined) {
            one.get(60, TimeUnit.SECONDS);
        }
        return parties[0].read().stream().map(Entry::getCommand).filter(name -> name.endsWith("Contribution")).toList();
    }

    /** Plays by chance until nobody is offered anything; gives the players. */
    static List<RandomPlayer> play(Opened opened, long seed, int patience) {
        return play(List.of(opened.owner(), opened.seat(0), opened.seat(1)), seed, patience);
    }

    static List<RandomPlayer> play(List<Game> games, long seed, int patience) {
        List<RandomPlayer> players = new ArrayList<>();
        for (Game game : games) {
            players.add(new RandomPlayer(game, seed + players.size(), 4, patience));
        }
        takeTurns(players);
        return players;
    }

    /** Lets players act, one after the other, until nobody is offered anything that he takes. */
    static void takeTurns(List<? extends Player> players) {
        for (int count = 0; count < MOST; count++) {
            if (players.stream().allMatch(player -> player.step().isEmpty())) {
                return;
            }
        }
        Assertions.fail("no end after " + MOST + " commands");
    }
}
