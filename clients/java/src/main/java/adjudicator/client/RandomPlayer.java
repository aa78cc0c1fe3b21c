package adjudicator.client;

import adjudicator.wargame.v1.Offer;
import adjudicator.wargame.v1.Offers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Takes offers by chance. It knows no ruleset; the same seed and the same offers give the same answers. */
public final class RandomPlayer extends Player {
    private static final int LIST_MORE = 6; // members of a list beyond the least
    private static final int TEXT_MORE = 12; // characters of a text beyond the least

    private final Random chance;
    private final int patience;

    /** Gives a quarter of the fields that may be left out, and plays 300 entries before it ends the game early. */
    public RandomPlayer(Game game, long seed) {
        this(game, seed, 4, 300);
    }

    /**
     * Makes a player.
     *
     * @param oneIn one field in so many of those that may be left out is given
     * @param patience after so many entries it also takes what is offered at any time, such as giving up
     */
    public RandomPlayer(Game game, long seed, int oneIn, int patience) {
        this(game, new Random(seed), oneIn, patience);
    }

    private RandomPlayer(Game game, Random chance, int oneIn, int patience) {
        super(game, new ByChance(game, chance, oneIn));
        this.chance = chance;
        this.patience = patience;
    }

    @Override
    protected List<Offer> open(Offers offers) {
        if (offers.getOffersCount() == 0) {
            // it may be stopped: nothing is asked of anybody until whoever may lets it go on
            return offers.getAnytimeList().stream().filter(offer -> offer.getCommand().equals("ResumeGame")).toList();
        }
        if (offers.getSeq() <= patience) {
            return offers.getOffersList();
        }
        List<Offer> all = new ArrayList<>(offers.getOffersList());
        all.addAll(offers.getAnytimeList());
        return all;
    }

    /** Picks a kind of command first, so that many offers of one kind do not crowd out the others. */
    @Override
    protected Offer pick(List<Offer> offers) {
        List<String> kinds = offers.stream().map(Offer::getCommand).distinct().sorted().toList();
        String kind = kinds.get(chance.nextInt(kinds.size()));
        List<Offer> same = offers.stream().filter(offer -> offer.getCommand().equals(kind)).toList();
        return same.get(chance.nextInt(same.size()));
    }

    private record ByChance(Game game, Random chance, int oneIn) implements Chooser {
        @Override
        public Answer choose(Choice choice) {
            return switch (choice.kind()) {
                case INCLUDE -> Answer.of(chance.nextInt(oneIn) == 0);
                case FLAG -> Answer.of(chance.nextBoolean());
                case ONE_OF -> Answer.of(choice.values().get(chance.nextInt(choice.values().size())));
                case RANGE, DOMAIN, LISTS, MEMBER, SPOT -> Answer.of(between(choice.least(), choice.most()));
                case COUNT -> Answer.of(between(choice.least(), few(choice, LIST_MORE)));
                case WORDS -> Answer.of("w".repeat((int) between(choice.least(), few(choice, TEXT_MORE))));
                case SOME_OF -> Answer.ofWords(some(choice.values(), choice));
                case MEMBERS -> Answer.ofNumbers(members(choice));
                case OCTETS -> Answer.of(octets(choice));
            };
        }

        private long few(Choice choice, int more) {
            return Math.min(choice.most(), choice.least() + more);
        }

        private long between(long least, long most) {
            return least + (long) (chance.nextDouble() * (most - least + 1));
        }

        private <T> List<T> some(List<T> values, Choice choice) {
            List<T> mixed = new ArrayList<>(values);
            Collections.shuffle(mixed, chance);
            return mixed.subList(0, (int) between(choice.least(), choice.most()));
        }

        private List<Integer> members(Choice choice) {
            List<Integer> indices = new ArrayList<>();
            for (int index = 0; index < choice.domains().size(); index++) {
                indices.add(index);
            }
            long count = between(choice.least(), few(choice, LIST_MORE));
            Collections.shuffle(indices, chance);
            return indices.subList(0, (int) count).stream().sorted().toList();
        }

        private byte[] octets(Choice choice) {
            return switch (choice.path()) {
                case "CommitContribution.commitment" -> game.commitment();
                case "OpenContribution.contribution" -> game.contribution();
                default -> Bytes.random((int) choice.most());
            };
        }
    }
}
