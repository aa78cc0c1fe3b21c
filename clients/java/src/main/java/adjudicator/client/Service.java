package adjudicator.client;

import adjudicator.wargame.v1.AdminGrpc;
import adjudicator.wargame.v1.GamesGrpc;
import adjudicator.wargame.v1.LogKeyRequest;
import adjudicator.wargame.v1.LogKeyResponse;
import adjudicator.wargame.v1.Office;
import adjudicator.wargame.v1.OpenRequest;
import adjudicator.wargame.v1.OpenResponse;
import adjudicator.wargame.v1.Profile;
import adjudicator.wargame.v1.ProtocolGrpc;
import adjudicator.wargame.v1.Signatures;
import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** A service, as one token reaches it. It may be used by several threads. */
public final class Service implements AutoCloseable {
    private static final int MOST_BYTES = 64 << 20; // of one message; views of large tables have several MiB
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final String address;
    private final String token;
    private final Patience patience;
    private final ManagedChannel line;
    private final Channel channel;
    private final boolean own;
    private final Trust trust;

    /** What is believed: the published key, or null; the key that was told first; whether a register is demanded. */
    private record Trust(String published, AtomicReference<String> told, boolean register) {}

    private Service(String address, String token, Patience patience, ManagedChannel line, boolean own, Trust trust) {
        this.address = address;
        this.token = token;
        this.patience = patience;
        this.line = line;
        this.own = own;
        this.trust = trust;
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + token);
        this.channel = ClientInterceptors.intercept(line, MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    /** Connects without TLS, for a service on this machine. */
    public static Service connect(String address, String token) {
        return at(address, token).connect();
    }

    /**
     * Begins a connection that is described further.
     *
     * @param address such as "127.0.0.1:50051"
     * @param token what the service gave to its owner or to a party of a game
     */
    public static Builder at(String address, String token) {
        return new Builder(address, token);
    }

    /** What a connection may be told besides address and token. */
    public static final class Builder {
        private final String address;
        private final String token;
        private ChannelCredentials credentials = InsecureChannelCredentials.create();
        private Patience patience = Patience.USUAL;
        private ClientInterceptor[] interceptors = {};
        private String logKey;
        private boolean register = true;

        private Builder(String address, String token) {
            this.address = Objects.requireNonNull(address, "address");
            this.token = Objects.requireNonNull(token, "token").strip();
        }

        /** Connects with TLS: {@code TlsChannelCredentials.create()} for the machine's certificates. */
        public Builder tls(ChannelCredentials given) {
            credentials = given;
            return this;
        }

        /** How long requests are tried again. */
        public Builder patience(Patience given) {
            patience = given;
            return this;
        }

        /** The verification key that the operator has published; else the first that the service tells is taken. */
        public Builder logKey(String line) {
            logKey = line;
            return this;
        }

        /**
         * Whether seats contribute to no game that is not proven to stand in the public register, as it is unless told
         * otherwise; false allows those of a service that keeps none.
         */
        public Builder register(boolean demanded) {
            register = demanded;
            return this;
        }

        /** What calls and answers go through, such as measuring or, in tests, altering. */
        public Builder through(ClientInterceptor... given) {
            interceptors = given.clone();
            return this;
        }

        /** Makes the connection; the first call opens it. */
        public Service connect() {
            ManagedChannel line = Grpc.newChannelBuilder(address, credentials)
                    .maxInboundMessageSize(MOST_BYTES).intercept(interceptors).build();
            Trust trust = new Trust(logKey, new AtomicReference<>(), register);
            return new Service(address, token, patience, line, true, trust);
        }

        @Override
        public String toString() {
            return "Service.Builder[" + address + "]";
        }
    }

    /** The same connection with another token; it ends with this one. */
    public Service withToken(String other) {
        return new Service(address, other, patience, line, false, trust);
    }

    /**
     * Opens a game, and verifies its receipt and its first entry. Every seat contributes to its dice, and everybody
     * signs: who has no key gets a new one, which the opened game has.
     *
     * @param ruleset such as "grinding_annihilation"
     * @param seats in order, seat 0 first
     */
    public Opened open(String ruleset, List<Seat> seats) {
        return open(ruleset, seats, terms -> {});
    }

    /**
     * Opens a game with further terms.
     *
     * @param terms may change the request before it is sent
     */
    public Opened open(String ruleset, List<Seat> seats, Consumer<OpenRequest.Builder> terms) {
        OpenRequest.Builder request = OpenRequest.newBuilder()
                .setCommandId(ByteString.copyFrom(Bytes.random(16)))
                .setRuleset(ruleset)
                .setProfile(Profile.PROFILE_P1);
        for (Seat seat : seats) {
            request.addSeatsBuilder().setName(seat.name()).setBot(seat.bot());
        }
        terms.accept(request);
        boolean signed = request.getSignatures() != Signatures.SIGNATURES_NONE;
        List<Seat> seated = seats.stream()
                .map(seat -> seat.key() == null && signed ? new Seat(seat.name(), Key.generate(), seat.bot()) : seat)
                .toList();
        for (int number = 0; number < seated.size(); number++) {
            if (seated.get(number).key() != null) {
                request.getSeatsBuilder(number).addKeys(ByteString.copyFrom(seated.get(number).key().publicKey()));
            }
        }
        boolean acts = signed && request.getSignatures() != Signatures.SIGNATURES_SEATS && request.getOfficialsCount() == 0;
        Key owner = acts ? admit(request, Office.OFFICE_OWNER) : null;
        Key referee = acts && request.getReferee() ? admit(request, Office.OFFICE_REFEREE) : null;
        OpenResponse response = call(GamesGrpc.getOpenMethod(), request.build());
        return new Opened(this, seated, response, owner, referee);
    }

    /** Makes a key of an official, and names it in the terms. */
    private static Key admit(OpenRequest.Builder request, Office office) {
        Key key = Key.generate();
        request.addOfficialsBuilder().setOffice(office).addKeys(ByteString.copyFrom(key.publicKey()));
        return key;
    }

    /** The methods of games as such, with the token put in; these calls are not tried again. */
    public GamesGrpc.GamesBlockingStub games() {
        return GamesGrpc.newBlockingStub(channel);
    }

    /** Commands of every game, with the token put in; a {@link Game} gives them with all that belongs to them. */
    public ProtocolGrpc.ProtocolBlockingStub protocol() {
        return ProtocolGrpc.newBlockingStub(channel);
    }

    /** The methods of operators, with the token put in; these calls are not tried again. */
    public AdminGrpc.AdminBlockingStub admin() {
        return AdminGrpc.newBlockingStub(channel);
    }

    /** The channel with the token put in, for stubs of a ruleset: {@code PlayGrpc.newBlockingStub(channel())}. */
    public Channel channel() {
        return channel;
    }

    /** The verification key of signed heads: the published one, else the first that the service told. */
    public String logKey() {
        if (trust.published != null) {
            return trust.published;
        }
        if (trust.told.get() == null) {
            trust.told.compareAndSet(null, logKeyAnswer().getVerificationKey());
        }
        return trust.told.get();
    }

    /** The key that the operator has published; null where none was told. */
    String published() {
        return trust.published;
    }

    /** Signed notes by which each key of the service has handed on to the next, as it tells them now. */
    List<String> logKeyChanges() {
        return logKeyAnswer().getChangesList();
    }

    /** Whether seats contribute only to games that are proven to stand in the public register. */
    boolean demandsRegister() {
        return trust.register;
    }

    private LogKeyResponse logKeyAnswer() {
        return call(GamesGrpc.getLogKeyMethod(), LogKeyRequest.getDefaultInstance());
    }

    /** Calls a method that takes and gives one message, again and again within the patience: the same bytes each time. */
    public <Q, A> A call(MethodDescriptor<Q, A> method, Q request) {
        Attempts attempts = attempts();
        while (true) {
            try {
                CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(attempts.limit(), TimeUnit.NANOSECONDS);
                return ClientCalls.blockingUnaryCall(channel, method, options, request);
            } catch (StatusRuntimeException error) {
                attempts.next(error);
            }
        }
    }

    /** Begins the tries of a request. */
    Attempts attempts() {
        return new Attempts(address, patience, line::resetConnectBackoff);
    }

    Patience patience() {
        return patience;
    }

    String token() {
        return token;
    }

    /** Where the service is. */
    public String address() {
        return address;
    }

    /** Ends the connection; of one that another began, nothing. */
    @Override
    public void close() {
        if (!own) {
            return;
        }
        line.shutdown();
        try {
            if (!line.awaitTermination(5, TimeUnit.SECONDS)) {
                line.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            line.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "Service[" + address + "]";
    }
}
