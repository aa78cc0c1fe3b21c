package adjudicator.client;

/** An offer does not fit the contract, or an answer does not fit the offer. Nothing was sent. */
public final class OfferFault extends ClientError {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final String text;

    OfferFault(String place, String text) {
        super(place + ": " + text, null);
        this.place = place;
        this.text = text;
    }

    /** The field, from the command on, such as {@code PlotOrders.plot.movement[0]}. */
    public String place() {
        return place;
    }

    /** What does not fit. */
    public String text() {
        return text;
    }
}
