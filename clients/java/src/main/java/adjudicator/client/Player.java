package adjudicator.client;

import adjudicator.wargame.v1.Offer;
import adjudicator.wargame.v1.Offers;
import adjudicator.wargame.v1.Outcome;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Optional;

/** Plays one side of a game through its offers, with a chooser's answers. */
public class Player {
    private final Game game;
    private final Chooser chooser;

    /**
     * A command that a player has given.
     *
     * @param command the command, without its header
     * @param offer the offer that it was made of
     * @param outcome what followed
     */
    public record Step(Message command, Offer offer, Outcome outcome) {
        /** Number of the entry. */
        public long seq() {
            return outcome.getReceipt().getSeq();
        }

        /** The dice that were thrown for it, as far as the player may see them. */
        public List<Integer> faces() {
            return outcome.getRollsList().stream().flatMap(roll -> roll.getFacesList().stream()).toList();
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
        return Optional.of(new Step(command, offer, game.give(command)));
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
