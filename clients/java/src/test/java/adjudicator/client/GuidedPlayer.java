package adjudicator.client;

import adjudicator.wargame.v1.Domain;
import adjudicator.wargame.v1.Offer;
import adjudicator.wargame.v1.Offers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Plays by chance until the rules end the game, but says the words that it is given. */
final class GuidedPlayer extends Player {
    /**
     * A game that all clients play to the end that its rules set.
     *
     * @param words what is said, by path; commands that they name get no other field of those that may be left out, and
     *     of their offers one that takes the words
     * @param last commands that are taken where nothing else is offered
     * @param said paths that came up
     */
    record Guide(String ruleset, Map<String, String> words, List<String> last, Set<String> said) {
        /** Tells whether a word stands at a path or within it. */
        boolean names(String path) {
            return words.keySet().stream().anyMatch(known -> (known + ".").startsWith(path + "."));
        }

        /** Tells whether an offer has every field of its command that has a word, and each may be that word. */
        boolean takes(Offer offer) {
            String command = offer.getCommand() + ".";
            return words.keySet().stream()
                    .filter(path -> path.startsWith(command) && path.indexOf('.', command.length()) < 0)
                    .allMatch(path -> offer.getFieldsList().stream()
                            .filter(domain -> path.equals(command + domain.getField()))
                            .anyMatch(domain -> takes(domain, words.get(path))));
        }

        private static boolean takes(Domain domain, String word) {
            return !domain.hasOneOf() || domain.getOneOf().getValuesList().contains(word);
        }

        private Answer answer(Choice choice, Chooser chance) {
            String command = choice.path().split("\\.", 2)[0];
            if (choice.kind() == Choice.Kind.INCLUDE && names(command)) {
                return Answer.of(names(choice.path()));
            }
            String word = words.get(choice.path());
            if (word == null || choice.kind() != Choice.Kind.ONE_OF && choice.kind() != Choice.Kind.RANGE) {
                return chance.choose(choice);
            }
            said.add(choice.path());
            return choice.kind() == Choice.Kind.RANGE ? Answer.of(Long.parseLong(word)) : Answer.of(word);
        }
    }

    private final RandomPlayer chance;
    private final Guide guide;

    GuidedPlayer(Game game, long seed, Guide guide) {
        this(new RandomPlayer(game, seed, 4, Integer.MAX_VALUE), guide);
    }

    private GuidedPlayer(RandomPlayer chance, Guide guide) {
        super(chance.game(), choice -> guide.answer(choice, chance.chooser()));
        this.chance = chance;
        this.guide = guide;
    }

    /** Reads the games that all clients play. */
    static Stream<Guide> games() throws Exception {
        String file = System.getenv().getOrDefault("ADJUDICATOR_WHOLE_GAMES", "../../tests/clients/whole_games.json");
        return ((List<?>) Json.read(Files.readString(Path.of(file)))).stream().map(row -> guide((Map<?, ?>) row));
    }

    private static Guide guide(Map<?, ?> row) {
        Map<String, String> words = new TreeMap<>();
        ((Map<?, ?>) row.get("words")).forEach((path, word) -> words.put((String) path, (String) word));
        List<String> last = ((List<?>) row.get("last")).stream().map(String.class::cast).toList();
        return new Guide((String) row.get("ruleset"), words, last, new TreeSet<>());
    }

    @Override
    protected List<Offer> open(Offers offers) {
        List<Offer> taking = chance.open(offers).stream().filter(guide::takes).toList();
        List<Offer> wanted = taking.stream().filter(offer -> !guide.last().contains(offer.getCommand())).toList();
        return wanted.isEmpty() ? taking : wanted;
    }

    @Override
    protected Offer pick(List<Offer> offers) {
        return chance.pick(offers);
    }
}
