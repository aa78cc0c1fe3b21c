package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.Fault;
import adjudicator.wargame.v1.OpenContribution;
import adjudicator.wargame.v1.Refusal;
import adjudicator.wargame.v1.Signatures;
import adjudicator.wargame.v1.SignedRefusal;
import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refusals that the service has signed: verified, kept, and told apart from those that prove nothing. */
class RefusalTest {
    private static final Key LOG = Key.generate();
    private static final String LINE = SignedNote.keyOf("log.example/wg", LOG.publicKey());
    private static final byte[] GAME = filled(16, 1);
    private static final byte[] HEAD = filled(32, 2);
    private static final byte[] COMMAND = filled(32, 3);

    private static byte[] filled(int size, int value) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static List<Object> row() {
        List<Object> faults = List.of(List.of("WG-1", "not-asked", "command.to", List.of()));
        return new ArrayList<>(Arrays.asList(1, GAME, 4, HEAD, 1_800_000_000_000L, COMMAND, faults, 0));
    }

    private static Refused answer(SignedRefusal signed) {
        Refusal refusal = Refusal.newBuilder().setSeq(4).setHead(ByteString.copyFrom(HEAD))
                .addFaults(Fault.newBuilder().setClause("WG-1").setReason("not-asked").setPath("command.to")).build();
        return new Refused(Status.Code.FAILED_PRECONDITION, refusal, signed, "text", null);
    }

    private static SignedRefusal signed(byte[] data, Key key) {
        return SignedRefusal.newBuilder().setRefusal(ByteString.copyFrom(data)).setLogKey(LINE)
                .setSignature(ByteString.copyFrom(key.sign(Bytes.refusalBytes(data)))).build();
    }

    private static void fails(SignedRefusal signed) {
        NotProven fault = assertThrows(NotProven.class,
                () -> Refusals.verify(signed, answer(signed), GAME, COMMAND, List.of(LINE)));
        assertEquals("REFUSAL_UNPROVEN 4", fault.check() + " " + fault.seq());
    }

    private static void failsWith(Consumer<List<Object>> change) {
        List<Object> row = row();
        change.accept(row);
        fails(signed(MpInt.encode(row), LOG));
    }

    @Test
    void aRefusalThatHolds() {
        SignedRefusal signed = signed(MpInt.encode(row()), LOG);
        assertDoesNotThrow(() -> Refusals.verify(signed, answer(signed), GAME, COMMAND, List.of("other", LINE)));
    }

    @Test
    void aRefusalOfAnotherCommandOrGame() {
        failsWith(row -> row.set(5, filled(32, 4)));
        failsWith(row -> row.set(1, filled(16, 4)));
    }

    @Test
    void aRefusalThatSaysWhatTheAnswerDoesNot() {
        failsWith(row -> row.set(2, 5));
        failsWith(row -> row.set(3, filled(32, 4)));
        failsWith(row -> row.set(6, List.of(List.of("WG-2", "not-asked", "command.to", List.of()))));
        failsWith(row -> row.set(6, List.of(List.of("WG-1", "too-late", "command.to", List.of()))));
        failsWith(row -> row.set(6, List.of(List.of("WG-1", "not-asked", "", List.of()))));
    }

    @Test
    void aRefusalThatNoKeyOfTheLogHasSigned() {
        byte[] data = MpInt.encode(row());
        fails(signed(data, Key.generate()));
        fails(signed(data, LOG).toBuilder().setLogKey(SignedNote.keyOf("log.example/wg", Key.generate().publicKey())).build());
        fails(signed(data, LOG).toBuilder().setSignature(ByteString.EMPTY).build());
        byte[] other = data.clone();
        other[data.length - 1] ^= 1;
        fails(signed(data, LOG).toBuilder().setRefusal(ByteString.copyFrom(other)).build());
    }

    @Test
    void bytesThatAreNoRefusal() {
        failsWith(row -> row.set(0, 2));
        failsWith(row -> row.remove(7));
        failsWith(row -> row.set(2, "4"));
        failsWith(row -> row.set(5, "none"));
        failsWith(row -> row.set(6, List.of()));
        fails(signed(new byte[] {1, 2}, LOG));
        fails(signed(new byte[0], LOG));
    }

    @Test
    void whatTheServiceRefusesIsKeptWithItsCommand(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("red.wallet");
        try (Service service = Served.service()) {
            Game red = Served.open(service, "antares").seat(0, path);
            OpenContribution early =
                    OpenContribution.newBuilder().setContribution(ByteString.copyFrom(filled(32, 5))).build();
            Refused refused = assertThrows(Refused.class, () -> red.give(early));
            SignedRefusal signed = refused.signed().orElseThrow();
            List<String> kept = Files.readAllLines(path).stream()
                    .filter(line -> line.contains("\"command\":") || line.contains("\"refusal\":")).toList();
            assertEquals(2, kept.size());
            assertTrue(kept.get(1).contains(Bytes.base64(signed.getRefusal().toByteArray())), kept.get(1));
            String command = kept.get(0).replaceFirst(".*\"command\":\"([^\"]+)\",\"sig.*", "$1");
            byte[] hash = Bytes.sha256(Bytes.signingBytes(SignedNote.unbase64(command)));
            assertTrue(Bytes.hex(signed.getRefusal().toByteArray()).contains(Bytes.hex(hash)));
            red.wallet().close();
            Game again = new Game(red.service(), red.id(), 0, red.key(), Wallet.open(path, red.id()));
            assertFalse(again.receipts().all().isEmpty());
            again.wallet().close();
        }
    }

    @Test
    void aRefusalOfACommandThatWasChangedOnTheWay(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("red.wallet");
        Altering altering = new Altering("OpenContribution", UnaryOperator.identity(), message -> ((OpenContribution) message)
                .toBuilder().setContribution(ByteString.copyFrom(filled(32, 6))).build());
        altering.begin();
        try (Service service = Service.at(Served.variable("ADJUDICATOR_ADDRESS"), Served.variable("ADJUDICATOR_TOKEN"))
                .through(altering).connect()) {
            Game red = service.open("antares", List.of(new Seat("red"), new Seat("blue")),
                    terms -> terms.setSignatures(Signatures.SIGNATURES_NONE)).seat(0, path);
            OpenContribution early =
                    OpenContribution.newBuilder().setContribution(ByteString.copyFrom(filled(32, 5))).build();
            NotProven fault = assertThrows(NotProven.class, () -> red.give(early));
            assertEquals("REFUSAL_UNPROVEN 1", fault.check() + " " + fault.seq());
            assertEquals("not-asked", ((Refused) fault.getSuppressed()[0]).reason());
            red.wallet().close();
            assertFalse(Files.readString(path).contains("\"refusal\""));
        }
    }
}
