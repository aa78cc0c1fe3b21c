package adjudicator.client;

/** A request is not understood: INVALID_ARGUMENT. */
public final class Invalid extends ClientError {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final String text;

    Invalid(String path, String text, Throwable cause) {
        super(text, cause);
        this.path = path;
        this.text = text;
    }

    /** The field, such as {@code units[0].id}; "" where none is named. */
    public String path() {
        return path;
    }

    /** What is wrong. */
    public String text() {
        return text;
    }
}
