package adjudicator.client;

import adjudicator.wargame.v1.Condition;
import adjudicator.wargame.v1.Domain;
import adjudicator.wargame.v1.Items;
import adjudicator.wargame.v1.Offer;
import adjudicator.wargame.v1.Places;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes commands of offers: asks for what they leave open, down to the leaves. It knows the contract and no ruleset. */
final class CommandMaker {
    private final String rulesetPackage;
    private final Chooser chooser;
    private final Find find;
    private Message.Builder command;

    /** Finds places of a field on request, from command, field and what is chosen so far. */
    interface Find {
        List<Domain> places(String command, String field, Map<String, String> chosen);
    }

    CommandMaker(String rulesetPackage, Chooser chooser, Find find) {
        this.rulesetPackage = rulesetPackage;
        this.chooser = chooser;
        this.find = find;
    }

    /** Makes the command of an offer, without its header. */
    Message make(Offer offer) {
        Message empty = Contract.request(rulesetPackage, offer.getCommand());
        if (empty == null) {
            throw new OfferFault(offer.getCommand(), "is no request of " + rulesetPackage + " or " + Contract.KERNEL);
        }
        command = empty.newBuilderForType();
        fill(command, offer.getFieldsList(), offer.getCommand());
        return command.build();
    }

    private void fill(Message.Builder message, List<Domain> domains, String place) {
        Map<String, List<Domain>> grouped = new LinkedHashMap<>();
        domains.forEach(domain -> grouped.computeIfAbsent(domain.getField(), name -> new ArrayList<>()).add(domain));
        grouped.forEach((name, several) -> {
            FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
            String at = place + "." + name;
            demand(field != null, at, "there is no such field");
            List<Domain> holding = several.stream().filter(domain -> holds(domain, message)).toList();
            if (holding.isEmpty()) {
                return;
            }
            int index = holding.size() == 1 ? 0 : index(at, Choice.Kind.DOMAIN, List.of(), holding);
            Domain domain = holding.get(index);
            if (!domain.getOptional() || truth(at, Choice.Kind.INCLUDE, domain)) {
                put(message, field, domain, at);
            }
        });
    }

    private void put(Message.Builder message, FieldDescriptor field, Domain given, String place) {
        Domain domain = given.hasPlaces() ? spot(given.getPlaces(), message, field, place) : given;
        if (field.isRepeated()) {
            members(message, field, domain, place);
        } else if (Times.isMilliseconds(field)) {
            demand(domain.hasRange(), place, domain.getValuesCase() + " makes no time");
            message.setField(field, Times.of(field, number(domain, place)));
        } else if (field.getJavaType() == JavaType.MESSAGE) {
            shape(message.getFieldBuilder(field), domain, place);
        } else {
            message.setField(field, single(field, domain, place));
        }
    }

    private void members(Message.Builder message, FieldDescriptor field, Domain domain, String place) {
        switch (domain.getValuesCase()) {
            case SOME_OF -> {
                var some = domain.getSomeOf();
                boolean fits = some.getLeast() <= some.getMost()
                        && some.getMost() <= some.getValuesList().stream().distinct().count();
                demand(fits, place, some.getLeast() + " to " + some.getMost() + " of " + some.getValuesCount());
                Choice asked = new Choice(place, Choice.Kind.SOME_OF, some.getValuesList(), some.getLeast(),
                        some.getMost(), List.of(domain));
                words(message, field, ((Answer.Words) ask(asked)).values(), place);
            }
            case LISTS -> {
                var lists = domain.getLists().getListsList();
                demand(!lists.isEmpty(), place, "one of no lists");
                List<String> told = lists.stream().map(list -> String.join(" ", list.getValuesList())).toList();
                int index = (int) ((Answer.Number) ask(new Choice(place, Choice.Kind.LISTS, told, 0, lists.size() - 1,
                        List.of(domain)))).value();
                words(message, field, lists.get(index).getValuesList(), place);
            }
            case ITEMS -> items(message, field, domain, place);
            default -> throw new OfferFault(place, domain.getValuesCase() + " does not make a list");
        }
    }

    private void items(Message.Builder message, FieldDescriptor field, Domain domain, String place) {
        Items items = domain.getItems();
        List<Domain> kinds = items.getOfList();
        demand(items.getLeast() <= items.getMost(), place, items.getLeast() + " to " + items.getMost() + " members");
        demand(kinds.stream().allMatch(kind -> kind.getField().isEmpty() && kind.getConditionsCount() == 0), place,
                "a member has a field or conditions");
        if (items.getOnce()) {
            demand(items.getMost() <= kinds.size(), place, items.getMost() + " of " + kinds.size() + " members");
            Choice asked = new Choice(place, Choice.Kind.MEMBERS, List.of(), items.getLeast(), items.getMost(), kinds);
            int number = 0;
            for (int index : ((Answer.Numbers) ask(asked)).values()) {
                member(message, field, kinds.get(index), place + "[" + number++ + "]");
            }
            return;
        }
        Choice asked = new Choice(place, Choice.Kind.COUNT, List.of(), items.getLeast(), items.getMost(), List.of(domain));
        long count = ((Answer.Number) ask(asked)).value();
        demand(count == 0 || !kinds.isEmpty(), place, "members of no kind");
        for (int number = 0; number < count; number++) {
            String at = place + "[" + number + "]";
            int index = kinds.size() == 1 ? 0 : index(at, Choice.Kind.MEMBER, List.of(), kinds);
            member(message, field, kinds.get(index), at);
        }
    }

    private void member(Message.Builder message, FieldDescriptor field, Domain domain, String place) {
        if (field.getJavaType() == JavaType.MESSAGE) {
            Message.Builder made = message.newBuilderForField(field);
            shape(made, domain, place);
            message.addRepeatedField(field, made.build());
        } else {
            message.addRepeatedField(field, single(field, domain, place));
        }
    }

    private void words(Message.Builder message, FieldDescriptor field, List<String> values, String place) {
        for (int number = 0; number < values.size(); number++) {
            message.addRepeatedField(field, read(field, values.get(number), place + "[" + number + "]"));
        }
    }

    private void shape(Message.Builder message, Domain domain, String place) {
        demand(domain.hasShape(), place, domain.getValuesCase() + " makes no message");
        String name = message.getDescriptorForType().getName();
        demand(domain.getShape().getMessage().equals(name), place,
                "the shape of a " + domain.getShape().getMessage() + " where a " + name + " stands");
        fill(message, domain.getShape().getPartsList(), place);
    }

    private long number(Domain domain, String place) {
        long least = domain.getRange().getLeast();
        long most = domain.getRange().getMost();
        demand(least <= most, place, "an empty range");
        Choice asked = new Choice(place, Choice.Kind.RANGE, List.of(), least, most, List.of(domain));
        return ((Answer.Number) ask(asked)).value();
    }

    private Object single(FieldDescriptor field, Domain domain, String place) {
        Domain.ValuesCase kind = domain.getValuesCase();
        FieldDescriptor.Type type = field.getType();
        if (kind == Domain.ValuesCase.ONE_OF) {
            List<String> values = domain.getOneOf().getValuesList();
            demand(!values.isEmpty(), place, "one of nothing");
            Choice asked = new Choice(place, Choice.Kind.ONE_OF, values, 1, 1, List.of(domain));
            return read(field, ((Answer.Word) ask(asked)).value(), place);
        }
        if (kind == Domain.ValuesCase.RANGE && Rows.isInteger(field)) {
            return integer(field, number(domain, place), place);
        }
        if (kind == Domain.ValuesCase.WORDS && type == FieldDescriptor.Type.STRING) {
            Choice asked = new Choice(place, Choice.Kind.WORDS, List.of(), domain.getWords().getLeast(),
                    domain.getWords().getMost(), List.of(domain));
            return ((Answer.Word) ask(asked)).value();
        }
        if (kind == Domain.ValuesCase.FLAG && type == FieldDescriptor.Type.BOOL) {
            return truth(place, Choice.Kind.FLAG, domain);
        }
        if (kind == Domain.ValuesCase.OCTETS && type == FieldDescriptor.Type.BYTES) {
            long size = domain.getOctets().getSize();
            Choice asked = new Choice(place, Choice.Kind.OCTETS, List.of(), size, size, List.of(domain));
            return ByteString.copyFrom(((Answer.Octets) ask(asked)).bytes());
        }
        throw new OfferFault(place, kind + " does not fit its type");
    }

    private Domain spot(Places places, Message.Builder message, FieldDescriptor field, String place) {
        List<Domain> spots = places.getSpotsList();
        if (places.getOnRequest()) {
            demand(message == command, place, "places on request stand in the command itself");
            Map<String, String> chosen = new LinkedHashMap<>();
            for (FieldDescriptor other : message.getDescriptorForType().getFields()) {
                String value = word(message, other);
                if (!value.isEmpty()) {
                    chosen.put(other.getName(), value);
                }
            }
            spots = find.places(message.getDescriptorForType().getName(), field.getName(), chosen);
        }
        demand(!spots.isEmpty(), place, "places without a spot");
        return spots.get(index(place, Choice.Kind.SPOT, List.of(), spots));
    }

    // -- questions

    private Answer ask(Choice choice) {
        return choice.checked(chooser.choose(choice));
    }

    private int index(String place, Choice.Kind kind, List<String> values, List<Domain> domains) {
        Choice choice = new Choice(place, kind, values, 0, domains.size() - 1, domains);
        return (int) ((Answer.Number) ask(choice)).value();
    }

    private boolean truth(String place, Choice.Kind kind, Domain domain) {
        return ((Answer.Truth) ask(new Choice(place, kind, List.of(), 0, 1, List.of(domain)))).value();
    }

    // -- values

    /** Reads a word of a domain as the value of a field. */
    private static Object read(FieldDescriptor field, String value, String place) {
        if (field.getType() == FieldDescriptor.Type.STRING) {
            return value;
        }
        if (field.getType() == FieldDescriptor.Type.BOOL) {
            demand(value.equals("true") || value.equals("false"), place, "'" + value + "' is no truth value");
            return value.equals("true");
        }
        if (field.getType() == FieldDescriptor.Type.ENUM) {
            for (EnumValueDescriptor choice : field.getEnumType().getValues()) {
                if (named(choice).equals(value)) {
                    return choice;
                }
            }
            throw new OfferFault(place, "'" + value + "' is no choice of " + field.getEnumType().getFullName());
        }
        if (field.getType() == FieldDescriptor.Type.BYTES) {
            demand(value.matches("([0-9a-f]{2})*"), place, "'" + value + "' is no hex");
            return ByteString.copyFrom(Bytes.unhex(value));
        }
        boolean digits = value.matches("0|-?[1-9][0-9]{0,15}");
        demand(digits && Rows.isInteger(field), place, "'" + value + "' does not fit its type");
        return integer(field, Long.parseLong(value), place);
    }

    private static Object integer(FieldDescriptor field, long value, String place) {
        boolean small = field.getJavaType() == JavaType.INT;
        boolean unsigned = field.getType() == FieldDescriptor.Type.UINT32 || field.getType() == FieldDescriptor.Type.UINT64;
        long least = unsigned ? 0 : small ? Integer.MIN_VALUE : -MpInt.MOST;
        long most = small ? unsigned ? 0xffffffffL : Integer.MAX_VALUE : MpInt.MOST;
        demand(value >= least && value <= most, place, value + " does not fit its type");
        return small ? (Object) (int) value : (Object) value;
    }

    private boolean holds(Domain domain, MessageOrBuilder message) {
        return domain.getConditionsList().stream().allMatch(condition -> holds(condition, message));
    }

    private boolean holds(Condition condition, MessageOrBuilder message) {
        boolean whole = condition.getField().startsWith(".");
        String path = whole ? condition.getField().substring(1) : condition.getField();
        return holds(condition, whole ? command : message, List.of(path.split("\\.")));
    }

    /** Whether a condition holds at the end of a path; where it leads through a list, for one of its members. */
    private static boolean holds(Condition condition, MessageOrBuilder target, List<String> path) {
        FieldDescriptor field = target.getDescriptorForType().findFieldByName(path.get(0));
        demand(field != null, condition.getField(), "a condition names a field that there is not");
        if (path.size() == 1) {
            return condition.getValuesList().contains(word(target, field));
        }
        demand(field.getJavaType() == JavaType.MESSAGE, condition.getField(), "a condition within what is no message");
        List<String> rest = path.subList(1, path.size());
        if (!field.isRepeated()) {
            return holds(condition, (MessageOrBuilder) target.getField(field), rest);
        }
        return ((List<?>) target.getField(field)).stream()
                .anyMatch(member -> holds(condition, (MessageOrBuilder) member, rest));
    }

    /** The value of a field as in a domain; "" where it is empty. */
    private static String word(MessageOrBuilder message, FieldDescriptor field) {
        boolean absent = field.isRepeated() || field.getJavaType() == JavaType.MESSAGE
                || field.hasPresence() && !message.hasField(field);
        if (absent) {
            return "";
        }
        Object value = message.getField(field);
        if (value instanceof EnumValueDescriptor choice) {
            return named(choice);
        }
        if (value instanceof Integer number && field.getType() == FieldDescriptor.Type.UINT32) {
            return Integer.toUnsignedString(number);
        }
        return value instanceof ByteString bytes ? Bytes.hex(bytes.toByteArray()) : value.toString();
    }

    /** A choice of an enum as in a domain: its word, empty where it means nothing; its name where the enum has no words. */
    private static String named(EnumValueDescriptor choice) {
        return Rows.hasWords(choice.getType()) ? Rows.word(choice) : choice.getName();
    }

    private static void demand(boolean holds, String place, String problem) {
        if (!holds) {
            throw new OfferFault(place, problem);
        }
    }
}
