package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import adjudicator.wargame.hex_orders.v1.FireWeapon;
import adjudicator.wargame.hex_orders.v1.PlotOrders;
import adjudicator.wargame.hex_orders.v1.Shot;
import adjudicator.wargame.tile_formations.v1.BeginAction;
import adjudicator.wargame.tile_formations.v1.TestResult;
import adjudicator.wargame.v1.Domain;
import adjudicator.wargame.v1.Items;
import adjudicator.wargame.v1.Offer;
import adjudicator.wargame.v1.ReportRoll;
import adjudicator.wargame.v1.RestartGame;
import adjudicator.wargame.v1.Shape;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An offer is walked down to its leaves, in the order of its domains; what does not fit is told with its place. */
class CommandMakerTest {
    private final List<String> asked = new ArrayList<>();

    private Message make(Offer offer, Chooser chooser) {
        Chooser noting = choice -> {
            asked.add(choice.path() + " " + choice.kind());
            return chooser.choose(choice);
        };
        return new CommandMaker("wargame.hex_orders.v1", noting, (command, field, chosen) -> List.of()).make(offer);
    }

    private static Domain.Builder field(String name) {
        return Domain.newBuilder().setField(name);
    }

    private static Domain.Builder oneOf(String name, String... values) {
        Domain.Builder domain = field(name);
        domain.getOneOfBuilder().addAllValues(List.of(values));
        return domain;
    }

    private static Offer offer(String command, Domain.Builder... domains) {
        Offer.Builder offer = Offer.newBuilder().setCommand(command);
        for (Domain.Builder domain : domains) {
            offer.addFields(domain);
        }
        return offer.build();
    }

    private static Offer plot() {
        Domain.Builder gunnery = field("gunnery").setOptional(true);
        gunnery.getItemsBuilder().setLeast(0).setMost(2).addOf(oneOf("", "-+-", "+--"));
        gunnery.addConditionsBuilder().setField(".plot.unit").addValues("a-1");
        Domain.Builder turn = field("turn");
        turn.getRangeBuilder().setLeast(1).setMost(3);
        Domain.Builder movement = field("movement");
        movement.getSomeOfBuilder().addAllValues(List.of("F", "B", "L")).setLeast(1).setMost(2);
        Shape.Builder shape = Shape.newBuilder().setMessage("Plot");
        shape.addParts(turn).addParts(oneOf("unit", "a-1", "a-2")).addParts(movement).addParts(gunnery);
        return offer("PlotOrders", field("plot").setShape(shape));
    }

    private static Answer answer(Choice choice, String unit) {
        return switch (choice.kind()) {
            case RANGE -> Answer.of(2);
            case ONE_OF -> Answer.of(choice.values().contains(unit) ? unit : choice.values().get(0));
            case SOME_OF -> Answer.ofWords(List.of("L", "F"));
            case INCLUDE -> Answer.of(true);
            case COUNT -> Answer.of(1);
            default -> throw new AssertionError(choice.kind());
        };
    }

    @Test
    void theFieldsAreAskedForInOrder() {
        PlotOrders made = (PlotOrders) make(plot(), choice -> answer(choice, "a-1"));
        assertEquals(List.of("PlotOrders.plot.turn RANGE", "PlotOrders.plot.unit ONE_OF",
                "PlotOrders.plot.movement SOME_OF", "PlotOrders.plot.gunnery INCLUDE", "PlotOrders.plot.gunnery COUNT",
                "PlotOrders.plot.gunnery[0] ONE_OF"), asked);
        assertEquals("2 a-1 [L, F] [-+-]", "%d %s %s %s".formatted(made.getPlot().getTurn(), made.getPlot().getUnit(),
                made.getPlot().getMovementList(), made.getPlot().getGunneryList()));
    }

    @Test
    void aDomainWhoseConditionDoesNotHoldIsNotAskedFor() {
        PlotOrders made = (PlotOrders) make(plot(), choice -> answer(choice, "a-2"));
        assertEquals(3, asked.size());
        assertEquals(0, made.getPlot().getGunneryCount());
    }

    @Test
    void aConditionThroughAListHoldsForOneOfItsMembers() {
        Domain.Builder shot = Domain.newBuilder()
                .setShape(Shape.newBuilder().setMessage("Shot").addParts(oneOf("target", "a", "b")));
        Domain.Builder shots = field("shots").setItems(Items.newBuilder().setMost(2).addOf(shot));
        Domain.Builder aim = oneOf("use_aim", "true");
        aim.addConditionsBuilder().setField(".shots.target").addValues("b");
        for (List<String> targets : List.of(List.of("a", "b"), List.of("a", "a"), List.<String>of())) {
            Iterator<String> next = targets.iterator();
            FireWeapon made = (FireWeapon) make(offer("FireWeapon", shots, aim), choice -> switch (choice.kind()) {
                case COUNT -> Answer.of(targets.size());
                default -> Answer.of(choice.values().contains("true") ? "true" : next.next());
            });
            assertEquals(targets, made.getShotsList().stream().map(Shot::getTarget).toList());
            assertEquals(targets.contains("b"), made.getUseAim());
        }
    }

    @Test
    void membersThatComeOnceAreAskedForByIndices() {
        Domain.Builder three = Domain.newBuilder();
        three.getRangeBuilder().setLeast(3).setMost(3);
        Domain.Builder faces = field("faces")
                .setItems(Items.newBuilder().setOnce(true).setMost(2).addOf(three).addOf(three));
        ReportRoll made = (ReportRoll) make(offer("ReportRoll", faces), choice ->
                choice.kind() == Choice.Kind.MEMBERS ? Answer.ofNumbers(List.of(0, 1)) : Answer.of(3));
        assertEquals(List.of(3, 3), made.getFacesList());
        assertThrows(OfferFault.class, () -> make(offer("ReportRoll", faces),
                choice -> Answer.ofNumbers(List.of(1, 0))));
    }

    @Test
    void anAnswerOutsideOfTheChoiceIsAFault() {
        for (Answer wrong : List.of(Answer.of(4), Answer.of(0), Answer.of("2"), Answer.of(true))) {
            OfferFault fault = assertThrows(OfferFault.class, () -> make(plot(), choice -> wrong));
            assertEquals("PlotOrders.plot.turn", fault.place());
        }
    }

    @Test
    void anOfferThatDoesNotFitTheContractIsAFault() {
        assertEquals("PlotOrders.nothing", assertThrows(OfferFault.class,
                () -> make(offer("PlotOrders", oneOf("nothing", "x")), choice -> Answer.of("x"))).place());
        assertEquals("Nothing", assertThrows(OfferFault.class,
                () -> make(offer("Nothing"), choice -> Answer.of("x"))).place());
        assertEquals("ReportRoll.faces", assertThrows(OfferFault.class,
                () -> make(offer("ReportRoll", oneOf("faces", "1")), choice -> Answer.of("1"))).place());
    }

    @Test
    void bytesThatAreListedAreHex() {
        RestartGame made = (RestartGame) make(offer("RestartGame", oneOf("new_game", "00ff")), choice -> Answer.of("00ff"));
        assertEquals(ByteString.copyFrom(new byte[] {0, -1}), made.getNewGame());
        assertEquals("RestartGame.new_game", assertThrows(OfferFault.class,
                () -> make(offer("RestartGame", oneOf("new_game", "game")), choice -> Answer.of("game"))).place());
    }

    @Test
    void wordsAreReadAsByEveryClient() throws Exception {
        List<?> rows = (List<?>) Served.vectors("word").get("fields");
        assertFalse(rows.isEmpty());
        for (Object one : rows) {
            Map<?, ?> row = (Map<?, ?>) one;
            String command = (String) row.get("command");
            String field = (String) row.get("field");
            for (Map.Entry<?, ?> due : ((Map<?, ?>) row.get("read")).entrySet()) {
                String word = (String) due.getKey();
                Message made = make(offer(command, oneOf(field, word)), choice -> Answer.of(word));
                assertEquals(due.getValue(), shown(made, field), word);
            }
            for (Object word : (List<?>) row.get("refused")) {
                Offer wrong = offer(command, oneOf(field, (String) word));
                OfferFault fault = assertThrows(OfferFault.class,
                        () -> make(wrong, choice -> Answer.of((String) word)), () -> field + " " + word);
                assertEquals(command + "." + field, fault.place());
            }
        }
    }

    private static String shown(Message made, String name) {
        FieldDescriptor field = made.getDescriptorForType().findFieldByName(name);
        Object value = made.getField(field);
        if (value instanceof ByteString bytes) {
            return Bytes.hex(bytes.toByteArray());
        }
        if (value instanceof EnumValueDescriptor choice) {
            return String.valueOf(choice.getNumber());
        }
        return value instanceof Integer number ? Integer.toUnsignedString(number) : value.toString();
    }

    @Test
    void aChoiceThatMeansNothingIsTheEmptyWord() {
        CommandMaker maker = new CommandMaker("wargame.tile_formations.v1", choice -> Answer.of(choice.values().get(0)),
                (command, field, chosen) -> List.of());
        assertEquals(BeginAction.getDefaultInstance(), maker.make(offer("BeginAction", oneOf("test", ""))));
        assertEquals(TestResult.TEST_RESULT_FAILED,
                ((BeginAction) maker.make(offer("BeginAction", oneOf("test", "failed")))).getTest());
    }

    @Test
    void secretFieldsAreThoseThatTheContractMarks() {
        PlotOrders made = (PlotOrders) make(plot(), choice -> answer(choice, "a-2"));
        Rows.Split split = Rows.split(made);
        assertEquals("[PlotOrders, null] [[2, a-2, [L, F], []]] true",
                split.body() + " " + split.secrets() + " " + split.hasSecrets());
    }
}
