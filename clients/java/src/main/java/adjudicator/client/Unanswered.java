package adjudicator.client;

/** No answer came within the patience; whether a command was taken is not known. */
public final class Unanswered extends ClientError {
    private static final long serialVersionUID = 1L;

    private final String address;
    private final int tries;
    private final double seconds;
    private final String last;

    Unanswered(String address, int tries, double seconds, String last, Throwable cause) {
        super("%s did not answer: %d tries in %.1f s, the last one ended with %s".formatted(address, tries, seconds, last),
                cause);
        this.address = address;
        this.tries = tries;
        this.seconds = seconds;
        this.last = last;
    }

    /** Where the service was looked for. */
    public String address() {
        return address;
    }

    /** How often it was asked. */
    public int tries() {
        return tries;
    }

    /** For how long, in seconds. */
    public double seconds() {
        return seconds;
    }

    /** Code and text of the last try. */
    public String last() {
        return last;
    }
}
