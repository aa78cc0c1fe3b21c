package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.OpenContribution;
import adjudicator.wargame.v1.RotateRequest;
import com.google.protobuf.ByteString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service of its own, which changes its log key while a game is played. */
class LogKeyChangedTest {
    private static String change(Service service, String before) {
        return service.withToken(Served.variable("ROTATING_ADMIN_TOKEN")).admin().rotateLogKey(RotateRequest.newBuilder()
                .setReason("each year").setVerificationKey(before).build()).getVerificationKey();
    }

    private static Refused refused(Game game) {
        OpenContribution late = OpenContribution.newBuilder().setContribution(ByteString.copyFrom(new byte[32])).build();
        return assertThrows(Refused.class, () -> game.give(late));
    }

    @Test
    void aGameGoesOnUnderTheNextKey(@TempDir Path own) throws Exception {
        String address = Served.variable("ROTATING_ADDRESS");
        String token = Served.variable("ROTATING_TOKEN");
        Path path = own.resolve("red.wallet");
        try (Service service = Service.connect(address, token)) {
            String first = service.logKey();
            Opened opened = Served.open(service, "antares");
            Game red = opened.seat(0, path);
            Game blue = opened.seat(1);
            assertEquals(first, refused(red).signed().orElseThrow().getLogKey());
            String second = change(service, first);
            assertNotEquals(first, second);
            Served.play(List.of(opened.owner(), red, blue), 7, 40);
            assertEquals(second, refused(red).signed().orElseThrow().getLogKey());
            red.waitForReveal();
            assertTrue(red.verify().receipts() > 4);
            red.wallet().close();
            List<String> keys = Files.readAllLines(path).stream().filter(line -> line.startsWith("{\"kind\":\"log_key\""))
                    .map(line -> line.replaceFirst(".*\"key\":\"([^\"]+)\".*", "$1")).toList();
            assertEquals(List.of(first, second), keys);
            try (Wallet wallet = Wallet.open(path, red.id())) {
                Game again = new Game(red.service(), red.id(), 0, red.key(), wallet);
                assertEquals(red.receipts().all(), again.receipts().all());
                assertTrue(again.facts().getFinished());
                again.verify();
            }
            theNextGame(address, token, first);
            String stranger = SignedNote.keyOf(SignedNote.nameOf(first), Key.generate().publicKey());
            assertThrows(NotProven.class, () -> theNextGame(address, token, stranger));
        }
    }

    // Who was given the key before it changed follows to the one that signs a new game.
    private static void theNextGame(String address, String token, String published) {
        try (Service pinned = Service.at(address, token).logKey(published).connect()) {
            Opened opened = Served.open(pinned, "antares");
            assertTrue(opened.seat(0).registered().isPresent());
        }
    }
}
