package adjudicator.client;

import io.grpc.Status;

/** The token is not valid, or not for this: UNAUTHENTICATED or PERMISSION_DENIED. */
public final class Denied extends ClientError {
    private static final long serialVersionUID = 1L;

    private final Status.Code code;

    Denied(Status.Code code, String text, Throwable cause) {
        super(text, cause);
        this.code = code;
    }

    /** gRPC's code. */
    public Status.Code code() {
        return code;
    }
}
