package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.GamesGrpc;
import adjudicator.wargame.v1.GetRequest;
import adjudicator.wargame.v1.GetResponse;
import adjudicator.wargame.v1.LogKeyRequest;
import adjudicator.wargame.v1.LogKeyResponse;
import adjudicator.wargame.v1.ListRequest;
import adjudicator.wargame.v1.ListResponse;
import adjudicator.wargame.v1.WatchRequest;
import com.google.protobuf.Any;
import com.google.rpc.RetryInfo;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is tried again, with which bytes, and which errors come of it: against a service that fails as it is told. */
class CallsTest {
    private static final String TOKEN = "wg1_owner_0123456789ab_verysecret";

    private static final int MOST_WATCHES = 100;

    private final Deque<RuntimeException> faults = new ArrayDeque<>();
    private final List<ListRequest> requests = new ArrayList<>();
    private RuntimeException always;
    private volatile int watches;
    private Server server;
    private String address;

    @BeforeEach
    void serve() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(new GamesGrpc.GamesImplBase() {
                    @Override
                    public void list(ListRequest request, StreamObserver<ListResponse> observer) {
                        requests.add(request);
                        RuntimeException fault = always == null ? faults.poll() : always;
                        if (fault == null) {
                            observer.onNext(ListResponse.newBuilder().setNextPageToken("there").build());
                            observer.onCompleted();
                        } else {
                            observer.onError(fault);
                        }
                    }

                    @Override
                    public void get(GetRequest request, StreamObserver<GetResponse> observer) {
                        observer.onNext(GetResponse.getDefaultInstance());
                        observer.onCompleted();
                    }

                    @Override
                    public void watch(WatchRequest request, StreamObserver<Entry> observer) {
                        watches++;
                        if (watches > MOST_WATCHES) {
                            observer.onError(status(Status.Code.UNAUTHENTICATED));
                        } else {
                            observer.onCompleted();
                        }
                    }

                    @Override
                    public void logKey(LogKeyRequest request, StreamObserver<LogKeyResponse> observer) {
                        observer.onNext(LogKeyResponse.newBuilder().setVerificationKey("key " + requests.size()).build());
                        observer.onCompleted();
                    }
                }).build().start();
        address = "127.0.0.1:" + server.getPort();
    }

    @AfterEach
    void stop() {
        server.shutdownNow();
    }

    private ListResponse list(Duration limit) {
        try (Service service = Service.at(address, TOKEN).patience(Patience.of(limit)).connect()) {
            ListRequest request = ListRequest.newBuilder().setPageToken("page").setPageSize(7).build();
            return service.call(GamesGrpc.getListMethod(), request);
        }
    }

    private static RuntimeException status(Status.Code code, Any... details) {
        return StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder().setCode(code.value())
                .setMessage("as told").addAllDetails(List.of(details)).build());
    }

    private static Any pause(int milliseconds) {
        return Any.pack(RetryInfo.newBuilder().setRetryDelay(
                com.google.protobuf.Duration.newBuilder().setNanos(milliseconds * 1_000_000)).build());
    }

    @Test
    void whatPassesIsTriedAgainWithTheSameBytes() {
        faults.addAll(List.of(status(Status.Code.UNAVAILABLE), status(Status.Code.UNAVAILABLE, pause(5)),
                status(Status.Code.RESOURCE_EXHAUSTED, pause(5)), status(Status.Code.ABORTED, pause(5)),
                status(Status.Code.DEADLINE_EXCEEDED)));
        assertEquals("there", list(Duration.ofSeconds(60)).getNextPageToken());
        assertEquals("6 1", requests.size() + " " + requests.stream().distinct().count());
    }

    @Test
    void aStreamThatEndsAtOnceIsBegunAgainAfterGrowingPauses() {
        Patience patience =
                new Patience(Duration.ofSeconds(2), Duration.ofMillis(40), Duration.ofSeconds(60), Duration.ofSeconds(20));
        try (Service service = Service.at(address, TOKEN).patience(patience).connect();
                Watch entries = new Game(service, new byte[16]).watch(0)) {
            assertThrows(Unanswered.class, entries::hasNext); // the pause has grown beyond the patience
        }
        assertTrue(watches >= 4 && watches <= 8, watches + " streams"); // pauses of 20 ms to 4 s, each twice the one before
    }

    @Test
    void whatDoesNotPassIsNotTriedAgain() {
        for (Status.Code code : List.of(Status.Code.RESOURCE_EXHAUSTED, Status.Code.ABORTED, Status.Code.NOT_FOUND)) {
            requests.clear();
            faults.add(status(code));
            Failed failed = assertThrows(Failed.class, () -> list(Duration.ofSeconds(60)));
            assertEquals(code + ": as told 1", failed.getMessage() + " " + requests.size());
        }
    }

    @Test
    void aPauseBeyondThePatienceIsNotWaitedFor() {
        always = status(Status.Code.UNAVAILABLE, pause(900));
        Unanswered fault = assertThrows(Unanswered.class, () -> list(Duration.ofMillis(500)));
        assertEquals("1 UNAVAILABLE: as told", fault.tries() + " " + fault.last());
    }

    @Test
    void aServiceThatIsAwayEndsInAClearError() {
        server.shutdownNow();
        Unanswered fault = assertThrows(Unanswered.class, () -> list(Duration.ofSeconds(5)));
        assertEquals(address, fault.address());
        assertTrue(fault.tries() > 1, fault.getMessage());
        assertTrue(fault.getMessage().startsWith(address + " did not answer"), fault.getMessage());
    }

    @Test
    void noTextShowsTheToken() {
        always = status(Status.Code.UNAVAILABLE);
        String text = assertThrows(Unanswered.class, () -> list(Duration.ofMillis(300))).toString();
        try (Service service = Service.connect(address, TOKEN)) {
            Game game = new Game(service, new byte[16], 0, Key.generate());
            for (String one : List.of(text, service.toString(), game.toString(), Service.at(address, TOKEN).toString())) {
                assertFalse(one.contains("verysecret"), one);
            }
        }
    }

    @Test
    void theFirstLogKeyIsKept() {
        try (Service service = Service.connect(address, TOKEN);
                Service pinned = Service.at(address, TOKEN).logKey("published").connect()) {
            assertEquals("key 0", service.logKey());
            requests.add(ListRequest.getDefaultInstance());
            assertEquals("key 0 published", service.withToken("other").logKey() + " " + pinned.logKey());
        }
    }
}
