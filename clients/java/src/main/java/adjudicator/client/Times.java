package adjudicator.client;

import adjudicator.wargame.v1.OptionsProto;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;

/** Times of the contract as a log has them: integers of milliseconds where it says so, else of seconds. */
final class Times {
    private static final long SECOND = 1_000;
    private static final int MILLISECOND = 1_000_000;
    private static final int NANOS = 1_000_000_000;
    private static final long MOST_SECONDS = 1_000L * 366 * 24 * 3_600; // the service takes no longer Duration
    private static final long LAST_SECOND = 253_402_300_799L; // of a Timestamp
    private static final String DURATION = Duration.getDescriptor().getFullName();
    private static final String TIMESTAMP = Timestamp.getDescriptor().getFullName();

    private Times() {}

    /** Tells whether a field is a Duration or a Timestamp: an integer in a log, and 0 where it is absent. */
    static boolean isTime(FieldDescriptor field) {
        if (field.getJavaType() != JavaType.MESSAGE) {
            return false;
        }
        String name = field.getMessageType().getFullName();
        return name.equals(DURATION) || name.equals(TIMESTAMP);
    }

    /** Tells whether a field is an integer of milliseconds in a log. */
    static boolean isMilliseconds(FieldDescriptor field) {
        return !field.getOptions().getExtension(OptionsProto.inMs).isEmpty();
    }

    /**
     * A time as a log has it.
     *
     * @throws IllegalArgumentException where no log can have it
     */
    static long logged(FieldDescriptor field, Message value) {
        boolean span = value instanceof Duration;
        long seconds = span ? ((Duration) value).getSeconds() : ((Timestamp) value).getSeconds();
        int nanos = span ? ((Duration) value).getNanos() : ((Timestamp) value).getNanos();
        boolean inMilliseconds = isMilliseconds(field);
        long least = span && field.getOptions().getExtension(OptionsProto.belowZero) ? -MOST_SECONDS : 0;
        long most = span ? MOST_SECONDS : LAST_SECOND;
        boolean mixed = seconds < 0 && nanos > 0 || seconds > 0 && nanos < 0 || least == 0 && nanos < 0;
        boolean inside = least <= seconds && seconds <= most && -NANOS < nanos && nanos < NANOS;
        if (!inside || mixed || nanos % (inMilliseconds ? MILLISECOND : NANOS) != 0) {
            throw new IllegalArgumentException(field.getFullName() + " must be whole "
                    + (inMilliseconds ? "milliseconds" : "seconds") + ", of one sign, and within the range of a log");
        }
        return inMilliseconds ? seconds * SECOND + nanos / MILLISECOND : seconds;
    }

    /** Milliseconds as a Duration or Timestamp; both numbers of a Duration have the same sign. */
    static Message of(FieldDescriptor field, long milliseconds) {
        long seconds = milliseconds / SECOND;
        int nanos = (int) (milliseconds % SECOND) * MILLISECOND;
        return field.getMessageType().getFullName().equals(DURATION)
                ? Duration.newBuilder().setSeconds(seconds).setNanos(nanos).build()
                : Timestamp.newBuilder().setSeconds(seconds).setNanos(nanos).build();
    }
}
