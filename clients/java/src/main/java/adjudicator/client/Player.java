package adjudicator.client;

import adjudicator.wargame.v1.Offer;
import adjudicator.wargame.v1.Offers;
import adjudicator.wargame.v1.Outcome;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Plays one side of a game through its offers, with a chooser's answers. */
public class Player {
    private final Game game;
    private final Chooser chooser;

    /**
     * A command that a player has given. As text it is a line: the number of its entry, who gave what, and the dice that
     * were thrown for it.
     *
     * @param by name of the party
     * @param command the command, without its header
     * @param offer the offer that it was made of
     * @param outcome what followed
     */
    public record Step(String by, Message command, Offer offer, Outcome outcome) {
        /** Number of the entry. */
        public long seq() {
            return outcome.getReceipt().getSeq();
        }

        /** The dice that were thrown for it, as far as the player may see them. */
        public List<Integer> faces() {
            return outcome.getRollsList().stream().flatMap(roll -> roll.getFacesList().stream()).toList();
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("%4d  %s gives %s".formatted(seq(), by, offer.getCommand()));
            faces().forEach(face -> text.append(' ').append(face));
            return text.toString();
        }
    }

    /** Makes a player. */
    public Player(Game game, Chooser chooser) {
        this.game = game;
        this.chooser = chooser;
    }

    /** Gives one command, where this party is offered any; empty where it is not. */
    public Optional<Step> step() {
        List<Offer> open = open(game.offers());
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Offer offer = pick(open);
        Message command = game.make(offer, chooser);
        return Optional.of(new Step(game.name(), command, offer, game.give(command)));
    }

    /**
     * Lets players act, one after the other, until nobody is offered anything that he takes.
     *
     * @param told is given every step
     */
    public static void takeTurns(List<? extends Player> players, Consumer<? super Step> told) {
        boolean acted = true;
        while (acted) {
            acted = false;
            for (Player player : players) {
                Optional<Step> step = player.step();
                step.ifPresent(told);
                acted |= step.isPresent();
            }
        }
    }

    /** What this player considers: what answers the innermost window. */
    protected List<Offer> open(Offers offers) {
        return offers.getOffersList();
    }

    /** Picks one of several offers; the first, unless this is overridden. */
    protected Offer pick(List<Offer> offers) {
        return offers.get(0);
    }

    /** What answers what offers leave open. */
    public Chooser chooser() {
        return chooser;
    }

    /** The game that is played. */
    public Game game() {
        return game;
    }
}
