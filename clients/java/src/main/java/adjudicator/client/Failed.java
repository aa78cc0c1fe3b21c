package adjudicator.client;

import io.grpc.Status;

/** Every other status with which a call can end. */
public final class Failed extends ClientError {
    private static final long serialVersionUID = 1L;

    private final Status.Code code;
    private final String reason;
    private final String text;

    Failed(Status.Code code, String reason, String text, Throwable cause) {
        super("%s: %s".formatted(code, text), cause);
        this.code = code;
        this.reason = reason;
        this.text = text;
    }

    /** gRPC's code. */
    public Status.Code code() {
        return code;
    }

    /** Stable reason in capitals, of ErrorInfo; "" where none came. */
    public String reason() {
        return reason;
    }

    /** What the service said. */
    public String text() {
        return text;
    }
}
