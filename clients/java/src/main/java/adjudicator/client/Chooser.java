package adjudicator.client;

/** Answers the questions that an offer leaves open, in the order of its domains. */
@FunctionalInterface
public interface Chooser {
    /** Answers a question; an answer outside of it is an {@link OfferFault} before anything is sent. */
    Answer choose(Choice choice);
}
