package adjudicator.client;

import adjudicator.wargame.v1.NamedParty;
import adjudicator.wargame.v1.OptionsProto;
import adjudicator.wargame.v1.Party;
import adjudicator.wargame.v1.Visibility;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Messages as they are logged: arrays of their fields by number, words for choices, integers for parties. */
final class Rows {
    static final int HEADER = 100;
    static final int EVERYONE = 253;
    static final int REFEREE = 254;
    static final int TABLE = 255;
    private static final String PARTY = Party.getDescriptor().getFullName();

    private Rows() {}

    /** A command as it is logged: its kind and fields, and apart from them the secret ones, in order. */
    record Split(List<Object> body, List<Object> secrets, boolean hasSecrets) {}

    /** Parts the fields of a command that everybody sees from those that only its owner sees. */
    static Split split(Message command) {
        Descriptor descriptor = command.getDescriptorForType();
        List<Object> body = row(command);
        List<Object> secrets = new ArrayList<>();
        boolean hasSecrets = false;
        for (FieldDescriptor field : descriptor.getFields()) {
            if (field.getNumber() < HEADER && isSecret(field)) {
                hasSecrets = true;
                secrets.add(body.set(field.getNumber() - 1, null));
            }
        }
        body.add(0, descriptor.getName());
        return new Split(body, secrets, hasSecrets);
    }

    /** Tells whether a field of a command or event is seen by its owner alone. */
    static boolean isSecret(FieldDescriptor field) {
        Visibility visible = field.getOptions().getExtension(OptionsProto.visible);
        if (visible == Visibility.VISIBILITY_UNSPECIFIED) {
            visible = field.getContainingType().getOptions().getExtension(OptionsProto.all);
        }
        return visible == Visibility.VISIBILITY_OWNER;
    }

    /** The fields of a message by number; a number that is not used is nil. */
    static List<Object> row(Message message) {
        List<FieldDescriptor> fields = message.getDescriptorForType().getFields();
        int last = fields.stream().mapToInt(FieldDescriptor::getNumber).filter(number -> number < HEADER).max().orElse(0);
        List<Object> row = new ArrayList<>(Collections.nCopies(last, null));
        for (FieldDescriptor field : fields) {
            if (field.getNumber() < HEADER) {
                if (field.getRealContainingOneof() != null) {
                    throw new IllegalArgumentException(field.getFullName() + " is of a oneof: no command has one");
                }
                row.set(field.getNumber() - 1, value(message, field));
            }
        }
        return row;
    }

    private static Object value(Message message, FieldDescriptor field) {
        if (field.isRepeated()) {
            return ((List<?>) message.getField(field)).stream().map(item -> single(field, item)).toList();
        }
        if (field.hasPresence() && !message.hasField(field)) {
            return Times.isTime(field) ? (Object) 0L : null;
        }
        return single(field, message.getField(field));
    }

    private static Object single(FieldDescriptor field, Object value) {
        return switch (field.getJavaType()) {
            case INT -> number(field, (Integer) value);
            case LONG -> value;
            case BOOLEAN, STRING -> value;
            case BYTE_STRING -> ((ByteString) value).toByteArray();
            case ENUM -> choice((EnumValueDescriptor) value);
            case MESSAGE -> Times.isTime(field) ? (Object) Times.logged(field, (Message) value) : nested((Message) value);
            case FLOAT, DOUBLE -> throw new IllegalArgumentException(field.getFullName() + " is no whole number");
        };
    }

    // Java has no unsigned integers: those of the contract come as negative ones where they are large.
    private static long number(FieldDescriptor field, int value) {
        boolean unsigned = field.getType() == FieldDescriptor.Type.UINT32;
        return unsigned ? Integer.toUnsignedLong(value) : value;
    }

    private static Object nested(Message value) {
        String name = value.getDescriptorForType().getFullName();
        if (name.equals(PARTY)) {
            return party((Party) value);
        }
        return row(value);
    }

    /** A party as the log has it. */
    static long party(Party party) {
        if (party.getWhoCase() == Party.WhoCase.SEAT) {
            return party.getSeat();
        }
        return switch (party.getNamed()) {
            case NAMED_PARTY_TABLE -> TABLE;
            case NAMED_PARTY_REFEREE -> REFEREE;
            case NAMED_PARTY_EVERYONE -> EVERYONE;
            case NAMED_PARTY_UNSPECIFIED, UNRECOGNIZED -> -1;
        };
    }

    /** The word of a choice, or its number where its enum has no words. */
    private static Object choice(EnumValueDescriptor value) {
        if (!hasWords(value.getType())) {
            return Long.valueOf(value.getNumber());
        }
        return value.getType().getValues().contains(value) ? word(value) : new NewerWord(value.getType());
    }

    /** Stands for a choice that this release does not know: its word in the log is none that it knows. */
    private record NewerWord(EnumDescriptor type) {
        boolean fits(Object logged) {
            return logged instanceof String && type.getValues().stream().map(Rows::word).noneMatch(logged::equals);
        }
    }

    /** Tells whether a value of a message is a log's; choices that this release does not know are passed over. */
    static boolean same(Object logged, Object told) {
        if (told instanceof NewerWord newer) {
            return newer.fits(logged);
        }
        if (told instanceof List<?> found) {
            return logged instanceof List<?> wanted && wanted.size() == found.size()
                    && IntStream.range(0, found.size()).allMatch(at -> same(wanted.get(at), found.get(at)));
        }
        return MpInt.same(logged, told);
    }

    /** Tells whether the choices of an enum have words. */
    static boolean hasWords(EnumDescriptor type) {
        return type.getValues().stream().anyMatch(value -> !word(value).isEmpty());
    }

    /** The word of a choice; "" where it has none. */
    static String word(EnumValueDescriptor value) {
        return value.getOptions().getExtension(OptionsProto.word);
    }

    /** Tells whether a field is a whole number. */
    static boolean isInteger(FieldDescriptor field) {
        return field.getJavaType() == JavaType.INT || field.getJavaType() == JavaType.LONG;
    }

    static Party partyOf(int seat) {
        return Party.newBuilder().setSeat(seat).build();
    }

    static Party partyOf(NamedParty named) {
        return Party.newBuilder().setNamed(named).build();
    }
}
