package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.hex_orders.v1.PassSetupStep;
import adjudicator.wargame.v1.DiceMode;
import adjudicator.wargame.v1.GamesGrpc;
import adjudicator.wargame.v1.GetRequest;
import adjudicator.wargame.v1.OpenContribution;
import adjudicator.wargame.v1.Pace;
import adjudicator.wargame.v1.Signatures;
import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the service refuses, and games of other terms than the usual ones. */
class ErrorsTest {
    private Service service;

    @BeforeEach
    void connect() {
        service = Served.service();
    }

    @AfterEach
    void close() {
        if (service != null) {
            service.close();
        }
    }

    @Test
    void aRefusalHasItsClauseAndReason() {
        Game red = Served.open(service, "hex_orders").seat(0);
        red.offers();
        Refused early = assertThrows(Refused.class, () -> red.give(PassSetupStep.getDefaultInstance()));
        assertEquals("FAILED_PRECONDITION not-asked 1", early.code() + " " + early.reason() + " " + early.seq());
        assertTrue(early.clause().startsWith("WG-"), early.clause());
        assertFalse(early.text().isEmpty());
        assertArrayEquals(red.head(), early.head());
        assertEquals(1, early.faults().size());
        red.give(Served.promise(red));
        OpenContribution open = OpenContribution.newBuilder().setContribution(ByteString.copyFrom(new byte[32])).build();
        assertThrows(Refused.class, () -> red.give(open));
    }

    @Test
    void anotherTokenIsDenied() {
        Opened opened = Served.open(service, "antares");
        Service nobody = service.withToken("wg1_seat_0123456789ab_nothing");
        Denied denied = assertThrows(Denied.class, () -> nobody.call(GamesGrpc.getGetMethod(),
                GetRequest.newBuilder().setGame(ByteString.copyFrom(opened.game())).build()));
        assertEquals(Status.Code.UNAUTHENTICATED, denied.code());
        assertFalse(denied.toString().contains("nothing"), denied.toString());
        Game spectator = opened.spectator();
        assertEquals(Status.Code.PERMISSION_DENIED, assertThrows(Denied.class, spectator::offers).code());
    }

    @Test
    void aSignatureOfAnotherKeyAndAWrongRequestAreInvalid() {
        Opened opened = Served.open(service, "antares");
        Game stranger = new Game(opened.seat(0).service(), opened.game(), 0, Key.generate());
        OpenContribution open = OpenContribution.newBuilder().setContribution(ByteString.copyFrom(new byte[32])).build();
        Invalid invalid = assertThrows(Invalid.class, () -> stranger.give(open));
        assertEquals("header.signature", invalid.path());
        assertThrows(IllegalArgumentException.class, () -> stranger.give(GetRequest.getDefaultInstance()));
    }

    @Test
    void bothSeatsJoinAndThePublishedKeyIsPinned() throws Exception {
        try (Service pinned = Service.at(service.address(), service.token()).logKey(service.logKey()).connect()) {
            Opened opened = Served.open(pinned, "tile_formations");
            Game red = opened.seat(0);
            Game blue = opened.seat(1);
            CompletableFuture<Void> joined = CompletableFuture.runAsync(red::join);
            blue.join();
            joined.get(60, TimeUnit.SECONDS);
            assertEquals(List.of("OpenGame", "CommitContribution", "CommitContribution", "OpenContribution",
                    "OpenContribution"), red.read(0, 5).stream().map(entry -> entry.getCommand()).toList());
            Proof proof = blue.verify();
            assertEquals("4 0 false", proof.signatures() + " " + proof.dice() + " " + proof.revealed());
        }
        String other = service.logKey().replaceFirst("\\+[0-9a-f]{8}\\+", "+00000000+");
        try (Service pinned = Service.at(service.address(), service.token()).logKey(other).connect()) {
            NotProven fault = assertThrows(NotProven.class, () -> Served.open(pinned, "antares"));
            assertEquals("HEAD_SIGNATURE_INVALID", fault.check());
        }
    }

    @Test
    void reportedDiceAreVerifiedAsReported() {
        Opened opened = service.open("grinding_annihilation", List.of(new Seat("red"), new Seat("blue")),
                terms -> terms.setPace(Pace.PACE_STEP).setDiceMode(DiceMode.DICE_MODE_REPORTED).setReferee(true)
                        .setSignatures(Signatures.SIGNATURES_NONE).setAppealWindow(Duration.getDefaultInstance()));
        // a referee who did all that he may would give a seat to somebody else
        List<RandomPlayer> players = List.of(new RandomPlayer(opened.referee(), 3, 4, Integer.MAX_VALUE),
                new RandomPlayer(opened.seat(0), 4, 4, 60), new RandomPlayer(opened.seat(1), 5, 4, 60));
        Served.takeTurns(players);
        assertTrue(players.get(1).game().read().stream().flatMap(entry -> entry.getRollsList().stream())
                .anyMatch(roll -> roll.getReported()));
        players.get(0).game().waitForReveal();
        Proof proof = players.get(0).game().verify();
        assertEquals("0 0 true", proof.dice() + " " + proof.signatures() + " " + proof.revealed());
    }

    @Test
    void aWatchEndsWhereItIsClosed() throws Exception {
        Game spectator = Served.open(service, "antares").spectator();
        Watch watch = spectator.watch(0);
        assertEquals("OpenGame", watch.next().getCommand());
        CompletableFuture<Boolean> more = CompletableFuture.supplyAsync(watch::hasNext);
        watch.close();
        assertFalse(more.get(60, TimeUnit.SECONDS));
    }
}
