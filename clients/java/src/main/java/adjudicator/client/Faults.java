package adjudicator.client;

import adjudicator.wargame.v1.Refusal;
import adjudicator.wargame.v1.SignedRefusal;
import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a call ended with: whether it may be tried again, and which error it is. */
final class Faults {
    private Faults() {}

    /** The pause after which a call may be tried again, zero for one of our own choice; empty where it may not. */
    static Optional<java.time.Duration> retryAfter(StatusRuntimeException error) {
        List<Any> details = details(error);
        Optional<java.time.Duration> told =
                find(details, RetryInfo.class).map(RetryInfo::getRetryDelay).map(Faults::duration);
        return switch (error.getStatus().getCode()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED -> Optional.of(told.orElse(java.time.Duration.ZERO));
            case RESOURCE_EXHAUSTED, ABORTED -> told;
            case CANCELLED, UNKNOWN, INTERNAL -> details.isEmpty()
                    ? Optional.of(java.time.Duration.ZERO)
                    : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** The error that a call ended with. */
    static ClientError of(StatusRuntimeException error) {
        Status.Code code = error.getStatus().getCode();
        String text = text(error);
        List<Any> details = details(error);
        Optional<Refusal> refusal = find(details, Refusal.class);
        SignedRefusal signed = find(details, SignedRefusal.class).orElse(null);
        if (refusal.isPresent() && refusal.get().getFaultsCount() > 0
                && refusal.get().getFaults(0).getReason().equals(Stale.REASON)) {
            return new Stale(code, refusal.get(), signed, text, error, Map.of());
        }
        if (refusal.isPresent()) {
            return new Refused(code, refusal.get(), signed, text, error);
        }
        if (code == Status.Code.UNAUTHENTICATED || code == Status.Code.PERMISSION_DENIED) {
            return new Denied(code, text, error);
        }
        if (code == Status.Code.INVALID_ARGUMENT) {
            String path = find(details, BadRequest.class)
                    .filter(bad -> bad.getFieldViolationsCount() > 0)
                    .map(bad -> bad.getFieldViolations(0).getField())
                    .orElse("");
            return new Invalid(path, text, error);
        }
        return new Failed(code, find(details, ErrorInfo.class).map(ErrorInfo::getReason).orElse(""), text, error);
    }

    /** What the service or the library said. */
    static String text(StatusRuntimeException error) {
        String text = error.getStatus().getDescription();
        return text == null ? error.getStatus().getCode().toString() : text;
    }

    private static List<Any> details(StatusRuntimeException error) {
        try {
            com.google.rpc.Status status = StatusProto.fromThrowable(error);
            return status == null ? List.of() : status.getDetailsList();
        } catch (IllegalArgumentException unreadable) {
            return List.of();
        }
    }

    private static <T extends Message> Optional<T> find(List<Any> details, Class<T> type) {
        for (Any detail : details) {
            if (detail.is(type)) {
                try {
                    return Optional.of(detail.unpack(type));
                } catch (InvalidProtocolBufferException unreadable) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    private static java.time.Duration duration(Duration given) {
        return java.time.Duration.ofSeconds(given.getSeconds(), given.getNanos());
    }
}
