package adjudicator.client;

import adjudicator.wargame.v1.Detail;
import adjudicator.wargame.v1.Fault;
import adjudicator.wargame.v1.Refusal;
import adjudicator.wargame.v1.SignedRefusal;
import io.grpc.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rules or the state of the game refuse a command. The methods without "faults" tell of the first fault.
 */
public sealed class Refused extends ClientError permits Stale {
    private static final long serialVersionUID = 1L;

    private final Status.Code code;
    private final Refusal refusal;
    private final SignedRefusal signed;

    Refused(Status.Code code, Refusal refusal, SignedRefusal signed, String text, Throwable cause) {
        super(text, cause);
        this.code = code;
        this.refusal = refusal;
        this.signed = signed;
    }

    /** gRPC's code. */
    public Status.Code code() {
        return code;
    }

    /** Every fault: all of an upload, the first of any other command. */
    public List<Fault> faults() {
        return refusal.getFaultsList();
    }

    /** Number of the entry after which the command was refused. */
    public long seq() {
        return refusal.getSeq();
    }

    /** Hash of that entry; empty where there is none. */
    public byte[] head() {
        return refusal.getHead().toByteArray();
    }

    /** The clause that forbids it, "" where the contract itself does. */
    public String clause() {
        return first().getClause();
    }

    /** Stable reason code, such as "not-asked". */
    public String reason() {
        return first().getReason();
    }

    /** The field of the command, such as {@code paths[2].points[0]}. */
    public String path() {
        return first().getPath();
    }

    /** Facts that explain it by their names: a {@link Long} or a {@link String} each. */
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (Detail detail : first().getDetailsList()) {
            facts.put(detail.getName(), detail.hasNumber() ? (Object) detail.getNumber() : detail.getText());
        }
        return facts;
    }

    /** One sentence for people: problem, place and fix. */
    public String text() {
        return first().getText();
    }

    /** The refusal as the service has signed it, where it has; a wallet keeps it, and an audit judges it again. */
    public Optional<SignedRefusal> signed() {
        return Optional.ofNullable(signed);
    }

    Refusal refusal() {
        return refusal;
    }

    private Fault first() {
        return refusal.getFaultsCount() == 0 ? Fault.getDefaultInstance() : refusal.getFaults(0);
    }
}
