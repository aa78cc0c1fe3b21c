package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.AdjournGame;
import adjudicator.wargame.v1.ClockSet;
import adjudicator.wargame.v1.ClockTerms;
import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.GameTerms;
import adjudicator.wargame.v1.GiveBackOutage;
import adjudicator.wargame.v1.Grounds;
import adjudicator.wargame.v1.Offer;
import adjudicator.wargame.v1.OpenGame;
import adjudicator.wargame.v1.ResumeGame;
import adjudicator.wargame.v1.SetClock;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of the contract are integers of the log: alone, and in a game with clocks. */
class ClocksTest {
    private static final Grounds WHY = Grounds.newBuilder().setReason("the lights went out").build();
    private static final long NEW_BANK = 5_400_500; // ms
    private static final long MOST_SECONDS = 31_622_400_000L;

    private static Duration span(long seconds, int nanos) {
        return Duration.newBuilder().setSeconds(seconds).setNanos(nanos).build();
    }

    private static Duration milliseconds(long milliseconds) {
        return span(milliseconds / 1_000, (int) (milliseconds % 1_000) * 1_000_000);
    }

    /** A bank is milliseconds of one sign, below 0 where it is overdrawn. */
    @ParameterizedTest
    @CsvSource({"0,0,0", "1,5000000,1005", "-1,-5000000,-1005", "0,-1000000,-1", "31622400000,0,31622400000000"})
    void aBankIsMilliseconds(long seconds, int nanos, long due) {
        ClockSet event = ClockSet.newBuilder().setOldBank(span(seconds, nanos)).build();
        assertEquals(due, Rows.row(event).get(1));
        assertEquals(event.getOldBank(), Times.of(ClockSet.getDescriptor().findFieldByName("old_bank"), due));
    }

    /** What no log can hold is refused, with the field. */
    @Test
    void whatNoLogCanHoldIsRefused() {
        for (Duration wrong : List.of(span(1, 1), span(1, -1_000_000), span(-1, 1_000_000), span(0, 1_000_000_000),
                span(MOST_SECONDS + 1, 0))) {
            refused(ClockSet.newBuilder().setOldBank(wrong).build(), "old_bank must be whole milliseconds");
        }
        refused(ClockTerms.newBuilder().setBank(span(-1, 0)).build(), "bank must be whole milliseconds");
        refused(OpenGame.newBuilder().setResponseLimit(span(1, 1_000_000)).build(), "response_limit must be whole seconds");
        for (Timestamp wrong : List.of(Timestamp.newBuilder().setSeconds(-1).build(),
                Timestamp.newBuilder().setNanos(1).build())) {
            refused(GiveBackOutage.newBuilder().setFromTime(wrong).build(), "from_time must be whole milliseconds");
        }
    }

    private static void refused(Message message, String problem) {
        String text = assertThrows(IllegalArgumentException.class, () -> Rows.row(message)).getMessage();
        assertTrue(text.contains(problem), text);
    }

    /** What is absent is 0. */
    @Test
    void whatIsAbsentIsZero() {
        assertEquals(List.of(0L, 0L, 0L, 0L), Rows.row(ClockTerms.getDefaultInstance()).subList(0, 4));
        assertEquals(List.of(0L, 0L), Rows.row(GiveBackOutage.getDefaultInstance()));
        assertEquals(0L, Rows.row(OpenGame.getDefaultInstance()).get(8));
    }

    /** An offered clock is set, signed in milliseconds; every event that tells of times is that of its record. */
    @Test
    void aGameWithClocks() throws Exception {
        GameTerms clocks = GameTerms.newBuilder().setNoShow(milliseconds(7_200_000)).setClock(ClockTerms.newBuilder()
                .setBank(milliseconds(3_600_000)).setIncrement(milliseconds(1_500))).build();
        try (Service service = Served.service()) {
            List<Seat> seats = List.of(new Seat("red", Key.generate()), new Seat("blue", Key.generate()));
            Opened opened = service.open("tile_formations", seats, terms -> terms.setReferee(true).setEventTerms(clocks));
            Served.join(opened.seat(0), opened.seat(1));
            Game referee = opened.referee();
            Offer offer = referee.offers().getAnytimeList().stream()
                    .filter(row -> row.getCommand().equals("SetClock")).findFirst().orElseThrow();
            SetClock command = (SetClock) referee.make(offer, ClocksTest::answer);
            assertEquals(milliseconds(NEW_BANK), command.getNewBank());
            referee.give(command);
            referee.offers();
            AdjournGame fraction = AdjournGame.newBuilder().setGrounds(WHY).setDuration(span(0, 1)).build();
            assertThrows(IllegalArgumentException.class, () -> referee.give(fraction));
            referee.give(fraction.toBuilder().setDuration(milliseconds(90_001)).build());
            referee.offers();
            referee.give(ResumeGame.newBuilder().setGrounds(WHY).build());
            Map<String, List<?>> commands = new HashMap<>();
            Map<String, List<?>> events = new HashMap<>();
            Map<String, Message> told = new HashMap<>();
            for (Entry entry : opened.spectator().read()) { // which compares every event with its record
                LogRecord record = LogRecord.read(entry.getRecord().toByteArray(), entry.getSeq());
                commands.put(record.kind(), record.values());
                entry.getRuledList().forEach(ruled -> {
                    events.put(ruled.getName(), record.event(ruled.getName()));
                    told.put(ruled.getName(), Contract.event(ruled.getEvent()).orElseThrow());
                });
            }
            assertEquals(List.of(3_600_000L, NEW_BANK), commands.get("SetClock").subList(2, 4));
            assertEquals(List.of(3_600_000L, NEW_BANK), events.get("ClockSet").subList(1, 3));
            assertEquals(90_001L, commands.get("AdjournGame").get(1));
            for (String kind : List.of("ClockSet", "GameStopped")) {
                assertEquals(Rows.row(told.get(kind)), events.get(kind));
            }
        }
    }

    /** Sets the bank; says why. */
    private static Answer answer(Choice choice) {
        return switch (choice.kind()) {
            case RANGE -> new Answer.Number(Math.min(Math.max(choice.least(), NEW_BANK), choice.most()));
            case INCLUDE, FLAG -> new Answer.Truth(false);
            case ONE_OF -> new Answer.Word(choice.values().get(0));
            default -> new Answer.Word(WHY.getReason());
        };
    }
}
