package adjudicator.client;

import adjudicator.wargame.v1.GamesGrpc;
import adjudicator.wargame.v1.Header;
import adjudicator.wargame.v1.ProtocolEvent;
import adjudicator.wargame.v1.ProtocolGrpc;
import adjudicator.wargame.v1.RefereeGrpc;
import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The methods of the contract by their requests. */
final class Contract {
    static final String KERNEL = "wargame.v1";
    /** What play of each ruleset has; a new ruleset has a line here. */
    static final List<ServiceDescriptor> PLAYS = List.of(
            adjudicator.wargame.antares.v1.PlayGrpc.getServiceDescriptor(),
            adjudicator.wargame.grinding_annihilation.v1.PlayGrpc.getServiceDescriptor(),
            adjudicator.wargame.hex_orders.v1.PlayGrpc.getServiceDescriptor(),
            adjudicator.wargame.tile_formations.v1.PlayGrpc.getServiceDescriptor());

    /** What holds any event of each ruleset, and any event that all share. */
    private static final List<Message> EVENTS = List.of(
            adjudicator.wargame.antares.v1.Event.getDefaultInstance(),
            adjudicator.wargame.grinding_annihilation.v1.Event.getDefaultInstance(),
            adjudicator.wargame.hex_orders.v1.Event.getDefaultInstance(),
            adjudicator.wargame.tile_formations.v1.Event.getDefaultInstance(),
            ProtocolEvent.getDefaultInstance());

    private static final Map<String, MethodDescriptor<?, ?>> COMMANDS = new HashMap<>();
    private static final Map<String, Message> REQUESTS = new HashMap<>();

    private static final Map<String, Message> VIEWS = new HashMap<>();

    static {
        PLAYS.forEach(Contract::read);
        read(ProtocolGrpc.getServiceDescriptor());
        read(RefereeGrpc.getServiceDescriptor());
        read(GamesGrpc.getServiceDescriptor());
    }

    private Contract() {}

    private static void read(ServiceDescriptor service) {
        for (MethodDescriptor<?, ?> method : service.getMethods()) {
            Message request = prototype(method.getRequestMarshaller());
            String name = request.getDescriptorForType().getFullName();
            REQUESTS.put(name, request);
            if (method.getBareMethodName().equals("View")) {
                String servicePackage = service.getName().substring(0, service.getName().lastIndexOf('.'));
                VIEWS.put(servicePackage, prototype(method.getResponseMarshaller()));
            }
            if (header(request.getDescriptorForType()) != null) {
                COMMANDS.put(name, method);
            }
        }
    }

    /** The method that takes a command. */
    static MethodDescriptor<Message, Message> methodOf(Message command) {
        String name = command.getDescriptorForType().getFullName();
        MethodDescriptor<?, ?> method = COMMANDS.get(name);
        if (method == null) {
            throw new IllegalArgumentException(name + " is no command: give a message that has a header");
        }
        @SuppressWarnings("unchecked") // the marshallers of both take and give any message of the method's own type
        MethodDescriptor<Message, Message> found = (MethodDescriptor<Message, Message>) method;
        return found;
    }

    /** An empty request of this name, of a ruleset's package or else of what all share; null where there is none. */
    static Message request(String rulesetPackage, String name) {
        Message found = REQUESTS.get(rulesetPackage + "." + name);
        return found == null ? REQUESTS.get(KERNEL + "." + name) : found;
    }

    /** An empty view of a ruleset. */
    static Message view(String rulesetPackage) {
        Message found = VIEWS.get(rulesetPackage);
        if (found == null) {
            throw new IllegalStateException("this release does not know " + rulesetPackage + ": take a later one");
        }
        return found;
    }

    /** The event in what holds any of its package; none where the package or the event is not known. */
    static Optional<Message> event(Any packed) {
        String name = packed.getTypeUrl().substring(packed.getTypeUrl().lastIndexOf('/') + 1);
        for (Message holder : EVENTS) {
            if (holder.getDescriptorForType().getFullName().equals(name)) {
                try {
                    Message found = holder.getParserForType().parseFrom(packed.getValue());
                    return found.getAllFields().values().stream().map(Message.class::cast).findFirst();
                } catch (InvalidProtocolBufferException unreadable) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    /** Tells whether what would hold an event of a known package holds none. */
    static boolean isEmptyEvent(Any packed) {
        String name = packed.getTypeUrl().substring(packed.getTypeUrl().lastIndexOf('/') + 1);
        return packed.getValue().isEmpty()
                && EVENTS.stream().anyMatch(holder -> holder.getDescriptorForType().getFullName().equals(name));
    }

    /** The field of a command's header; null where the message is no command. */
    static FieldDescriptor header(Descriptor descriptor) {
        FieldDescriptor field = descriptor.findFieldByNumber(Rows.HEADER);
        boolean fits = field != null && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                && field.getMessageType().getFullName().equals(Header.getDescriptor().getFullName());
        return fits ? field : null;
    }

    private static Message prototype(MethodDescriptor.Marshaller<?> marshaller) {
        if (marshaller instanceof MethodDescriptor.PrototypeMarshaller<?> known
                && known.getMessagePrototype() instanceof Message message) {
            return message;
        }
        throw new IllegalStateException("a method without a prototype: generate the contract with grpc-java");
    }
}
