package adjudicator.client;

/**
 * Whatever a client can not do. No text of any of these shows a token, a key or a secret field.
 */
public abstract sealed class ClientError extends RuntimeException
        permits Refused, Invalid, Denied, Unanswered, Failed, NotProven, OfferFault {
    private static final long serialVersionUID = 1L;

    ClientError(String text, Throwable cause) {
        super(text, cause);
    }
}
