package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import adjudicator.wargame.v1.CommitContribution;
import adjudicator.wargame.v1.Entry;
import com.google.protobuf.Message;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A command that was completed before goes out as it stands, however often, and counts once. */
class PreparedTest {
    @Test
    void whatWasNotAnsweredIsGivenAgain() {
        Altering lost = new Altering("CommitContribution", message -> {
            throw new IllegalStateException("the answer is lost");
        });
        lost.begin();
        Key key = Key.generate();
        try (Service service = Served.service();
                Service losing = Service.at(service.address(), service.token()).through(lost)
                        .patience(Patience.of(Duration.ofSeconds(5))).connect()) {
            Opened opened = service.open("antares", List.of(new Seat("red", key), new Seat("blue", Key.generate())));
            Game red = opened.seat(0);
            Game unheard = new Game(losing.withToken(red.service().token()), opened.game(), 0, key);
            Message command = Served.promise(red);
            CommitContribution ready = (CommitContribution) unheard.prepare(command);
            assertEquals(ready, unheard.prepare(ready));
            assertThrows(Unanswered.class, () -> unheard.give(ready));
            for (int count = 0; count < 2; count++) {
                assertEquals(2, red.give(ready).getReceipt().getSeq());
            }
            List<Entry> entries = red.read();
            assertEquals(2, entries.size());
            assertEquals(ready.getHeader().getCommandId(), entries.get(1).getCommandId());
            assertArrayEquals(ready.getHeader().getSignature().toByteArray(),
                    LogRecord.read(entries.get(1).getRecord().toByteArray(), 2).signature());
            Game other = Served.open(service, "antares").seat(0);
            assertThrows(IllegalArgumentException.class, () -> other.give(ready));
        }
    }
}
