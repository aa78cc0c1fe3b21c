package adjudicator.client;

import adjudicator.wargame.v1.Acknowledged;
import adjudicator.wargame.v1.Chosen;
import adjudicator.wargame.v1.Chunk;
import adjudicator.wargame.v1.CommitContribution;
import adjudicator.wargame.v1.Domain;
import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.ExportRequest;
import adjudicator.wargame.v1.FindPlacesRequest;
import adjudicator.wargame.v1.GamesGrpc;
import adjudicator.wargame.v1.GetRequest;
import adjudicator.wargame.v1.GetResponse;
import adjudicator.wargame.v1.NamedParty;
import adjudicator.wargame.v1.Offer;
import adjudicator.wargame.v1.Offers;
import adjudicator.wargame.v1.OffersRequest;
import adjudicator.wargame.v1.OpenContribution;
import adjudicator.wargame.v1.OpenResponse;
import adjudicator.wargame.v1.Outcome;
import adjudicator.wargame.v1.Party;
import adjudicator.wargame.v1.ViewRequest;
import adjudicator.wargame.v1.ViewResponse;
import adjudicator.wargame.v1.Window;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One party's side of one game. It keeps the entries that it has verified and all its receipts, and writes what comes
 * and goes into a {@link Wallet}, where it has one.
 *
 * <p>Every method may throw a {@link ClientError}.
 */
public final class Game {
    private final Service service;
    private final byte[] id;
    private final int seat;
    private final Key key;
    private final byte[] contribution;
    private final Evidence evidence;
    private final Log log;
    private final Wallet wallet;
    private String name;
    private List<byte[]> otherKeys = List.of();
    private Registered registered;
    private byte[] head;
    private long headSeq;

    /** The side of a party that has no seat: owner, referee, spectator or auditor, as the token of the service says. */
    public Game(Service service, byte[] id) {
        this(service, id, -1, null);
    }

    /**
     * The side of a seat.
     *
     * @param service with the seat's token
     * @param id the game, 16 bytes
     * @param seat from 0
     * @param key what its commands are signed with; null in games without signatures
     */
    public Game(Service service, byte[] id, int seat, Key key) {
        this(service, id, seat, key, Bytes.random(32));
    }

    /** The side of a seat that has committed to a contribution of 32 bytes before. */
    public Game(Service service, byte[] id, int seat, Key key, byte[] contribution) {
        this(service, id, seat, key, contribution, Wallet.none(id));
    }

    /**
     * The side of a party that keeps a wallet: one that was written before gives the receipts and the contribution.
     *
     * @param seat from 0; -1 for a party that has none
     * @param wallet of this game, which is not closed here
     */
    public Game(Service service, byte[] id, int seat, Key key, Wallet wallet) {
        this(service, id, seat, key, wallet.contribution(seat < 0 ? Rows.REFEREE : seat), wallet);
    }

    private Game(Service service, byte[] id, int seat, Key key, byte[] contribution, Wallet wallet) {
        this.service = service;
        this.id = id.clone();
        this.seat = seat;
        this.key = key;
        this.contribution = contribution == null ? Bytes.random(32) : contribution.clone();
        this.evidence = new Evidence(service, this.id, wallet);
        this.log = evidence.log();
        this.wallet = wallet;
        if (seat >= 0) {
            wallet.keepSeat(seat, Request.tokenId(service.token()), key);
        }
    }

    // -- what is asked

    /** What this party may do now. */
    public Offers offers() {
        Offers offers = service.call(GamesGrpc.getOffersMethod(), OffersRequest.newBuilder().setGame(game()).build());
        saw(offers.getSeq(), offers.getHead());
        return offers;
    }

    /** The game as this party may see it: the View of its ruleset. */
    public Message view() {
        ViewResponse response = viewResponse();
        try {
            return Contract.view(rulesetPackage()).getParserForType().parseFrom(response.getView().getValue());
        } catch (InvalidProtocolBufferException error) {
            throw new IllegalStateException("a view that this release can not read", error);
        }
    }

    /** The same, of a given type, such as {@code adjudicator.wargame.hex_orders.v1.View}. */
    public <V extends Message> V view(Class<V> type) {
        try {
            return viewResponse().getView().unpack(type);
        } catch (InvalidProtocolBufferException error) {
            throw new IllegalArgumentException("the game's view is no " + type.getName(), error);
        }
    }

    /** What everybody may know of the game; its receipt is verified. */
    public GetResponse facts() {
        GetResponse facts = service.call(GamesGrpc.getGetMethod(), GetRequest.newBuilder().setGame(game()).build());
        evidence.prove(facts.getReceipt());
        return facts;
    }

    /** Some legal values of a field whose places are found on request, for what has been chosen so far. */
    public List<Domain> findPlaces(String command, String field, Map<String, String> chosen) {
        FindPlacesRequest.Builder request =
                FindPlacesRequest.newBuilder().setGame(game()).setCommand(command).setField(field);
        chosen.forEach((name, value) -> request.addChosen(Chosen.newBuilder().setField(name).setValue(value)));
        return service.call(GamesGrpc.getFindPlacesMethod(), request.build()).getSpotsList();
    }

    /** Makes the command of an offer of a chooser's answers. */
    public Message make(Offer offer, Chooser chooser) {
        return new CommandMaker(rulesetPackage(), chooser, this::findPlaces).make(offer);
    }

    // -- commands

    /**
     * Completes a command without sending it: puts in the game, a new id, the last head, and its salt and signature.
     * Given as it is, it goes out with the same bytes however often, by another run too, and counts once.
     */
    public synchronized Message prepare(Message command) {
        Contract.methodOf(command);
        return kept(command).message();
    }

    /**
     * Gives a command, whose header is left to this method: signs and seals it, sends it until it is answered, always
     * with the same id and bytes, and verifies the receipt, and that its entry is this command with the dice and events
     * of the answer. The answer to a command that every game has has no events. A command whose header has an id was
     * completed by {@link #prepare}, and goes out as it stands. Where the game has changed since the head that was last
     * seen, what came is read, and it is {@link Stale}. Nobody contributes to the seed of a game before its opening is
     * proven to stand in the public register.
     */
    public synchronized Outcome give(Message command) {
        var method = Contract.methodOf(command);
        if (command instanceof CommitContribution) {
            registered();
        }
        Request request = kept(command);
        Message answer;
        try {
            answer = service.call(method, request.message());
        } catch (Refused refused) {
            throw evidence.refuse(refused, request);
        }
        Outcome outcome = answer instanceof Acknowledged plain
                ? Outcome.newBuilder().setReceipt(plain.getReceipt()).addAllRolls(plain.getRollsList())
                        .addAllWindows(plain.getWindowsList()).build()
                : (Outcome) answer;
        evidence.check(request, outcome, answer instanceof Outcome);
        saw(outcome.getReceipt().getSeq(), outcome.getReceipt().getHash());
        return outcome;
    }

    /** Completes a command, and keeps it before it is sent. */
    private Request kept(Message command) {
        Request request = Request.of(command, this);
        if (request.message() instanceof CommitContribution promise
                && Arrays.equals(promise.getCommitment().toByteArray(), commitment())) {
            wallet.keepContribution(party(), contribution, commitment());
        }
        wallet.keepCommand(request);
        return request;
    }

    /** Commits to this party's contribution to the dice and opens it; waits for the others in between. */
    public void join() {
        Party own = seat < 0 ? Rows.partyOf(NamedParty.NAMED_PARTY_REFEREE) : Rows.partyOf(seat);
        while (true) {
            Offers offers = offers();
            int windows = offers.getWindowsCount();
            Window top = windows == 0 ? Window.getDefaultInstance() : offers.getWindows(windows - 1);
            boolean asked = top.getAsksList().contains(own);
            if (top.getKind().equals("contribute")) {
                if (asked) {
                    give(CommitContribution.newBuilder().setCommitment(ByteString.copyFrom(commitment())).build());
                } else {
                    waitAfter(offers.getSeq());
                }
            } else {
                if (top.getKind().equals("open_contribution") && asked) {
                    give(OpenContribution.newBuilder().setContribution(ByteString.copyFrom(contribution)).build());
                }
                return;
            }
        }
    }

    /**
     * Verifies that the opening of the game stands in the public register as the first entry has it; the wallet keeps
     * the proof. Empty where there is no proof and the service was said to keep no register.
     */
    public synchronized Optional<Registered> registered() {
        if (registered == null) {
            GetResponse facts = facts();
            if (!facts.hasRegistration() && !service.demandsRegister() && wallet.inclusions().isEmpty()) {
                return Optional.empty();
            }
            registered = evidence.register(facts, seat, key == null ? null : key.publicKey(), otherKeys);
        }
        return Optional.of(registered);
    }

    /** Public keys that this player has besides the one of this side, as the roster of an event may list them. */
    public synchronized void otherKeys(List<byte[]> keys) {
        otherKeys = keys.stream().map(byte[]::clone).toList();
    }

    // -- statements

    /**
     * States the last entry that is known of the log, signed with the seat's key: for the opponent to keep. An audit
     * compares it with the log ({@code adjudicator replay audit FILE --receipts STATEMENT}).
     */
    public String statement() {
        if (seen() == 0) {
            facts();
        }
        synchronized (log) {
            return Statements.state(log, id, seat, key);
        }
    }

    /**
     * Keeps a statement that an opponent gave, and compares it with the entries that are known here; false where they do
     * not reach so far. One that is not the seat's, or of another history, is {@link NotProven}.
     */
    public boolean takeStatement(String note) {
        synchronized (log) {
            evidence.reach(1);
            SignedNote.Statement stated = Statements.verify(note, log);
            wallet.keepStatement(note);
            return Statements.compare(stated, log);
        }
    }

    // -- entries

    /** All entries so far, verified. */
    public List<Entry> read() {
        return read(0, 0);
    }

    /**
     * Entries that are there, verified.
     *
     * @param after the entry before the first; 0 from the start
     * @param upTo the last; 0 to the end
     */
    public List<Entry> read(long after, long upTo) {
        evidence.reach(after);
        List<Entry> entries = new ArrayList<>();
        evidence.stream(after, upTo, log, false).forEachRemaining(entries::add);
        return entries;
    }

    /** Entries after one, 0 from the start, and every new one as it comes. */
    public Watch watch(long after) {
        evidence.reach(after);
        return evidence.stream(after, 0, log, true);
    }

    /** Numbers of the entries that do not stand, since the game went back before them; what is not read yet is read. */
    public List<Long> voidEntries() {
        evidence.reach(facts().getReceipt().getSeq());
        synchronized (log) {
            return log.rewinds().voidEntries();
        }
    }

    /** Waits until the secret of the dice is shown; gives that entry. */
    public Entry waitForReveal() {
        try (Watch entries = watch(0)) {
            while (entries.hasNext()) {
                Entry entry = entries.next();
                if (entry.getCommand().equals("Reveal")) {
                    return entry;
                }
            }
        }
        throw new IllegalStateException("the stream of entries was closed");
    }

    /** The replay file of the game, with the sealed parts that this party may open. */
    public byte[] export() {
        Attempts attempts = service.attempts();
        while (true) {
            try {
                CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(attempts.limit(), TimeUnit.NANOSECONDS);
                ExportRequest request = ExportRequest.newBuilder().setGame(game()).build();
                Iterator<Chunk> chunks = ClientCalls.blockingServerStreamingCall(service.channel(),
                        GamesGrpc.getExportMethod(), options, request);
                List<ByteString> parts = new ArrayList<>();
                chunks.forEachRemaining(chunk -> parts.add(chunk.getData()));
                return ByteString.copyFrom(parts).toByteArray();
            } catch (StatusRuntimeException error) {
                attempts.next(error);
            }
        }
    }

    /**
     * Verifies the game from its first entry on: the chain, every receipt, the signatures of seats, what was sealed,
     * and, once the secret is shown, commitment, contributions and every die.
     */
    public Proof verify() {
        Log fresh = new Log(id);
        List<Entry> entries = new ArrayList<>();
        evidence.stream(0, 0, fresh, false).forEachRemaining(entries::add);
        synchronized (log) {
            log.demand(fresh.size() >= log.size(), "TRUNCATED_LOG", fresh.size(), log.size() + " entries",
                    fresh.size() + " entries");
            log.records().forEach(record -> fresh.add(record.bytes(), record.seq()));
        }
        return new Verification(fresh, evidence.keys(fresh), entries, receipts().all()).proof();
    }

    // -- what is known

    /** Id of the game, 16 bytes. */
    public byte[] id() {
        return id.clone();
    }

    /** Name of the party: that of the seat in a game that was opened here, else its role. */
    public String name() {
        return name == null ? Request.role(service.token()) : name;
    }

    /** Number of the seat; -1 for a party that has none. */
    public int seat() {
        return seat;
    }

    /** Hash of the last entry that this party has seen; null before it has seen any. */
    public synchronized byte[] head() {
        return head == null ? null : head.clone();
    }

    /** What this party keeps; it keeps nothing where none was given. */
    public Wallet wallet() {
        return wallet;
    }

    /** The receipts of this party. */
    public Receipts receipts() {
        return evidence.receipts();
    }

    /** Takes receipts of the same game that were kept before, such as those of a file. */
    public void keep(Receipts earlier) {
        earlier.all().forEach(evidence::keep);
    }

    /** What this seat contributes to the dice, 32 bytes. Keep it until it is opened. */
    public byte[] contribution() {
        return contribution.clone();
    }

    /** What this seat commits to before it opens its contribution. */
    public byte[] commitment() {
        return WgDice.seatCommit(id, party(), contribution);
    }

    /** Name of the ruleset. */
    public String ruleset() {
        return (String) terms().get(Log.RULESET);
    }

    @Override
    public String toString() {
        return "Game[" + Bytes.hex(id) + (seat < 0 ? "]" : ", seat=" + seat + "]");
    }

    // -- the rest of the package

    Service service() {
        return service;
    }

    /** Takes the name that the seat has in the terms. */
    Game named(String seatName) {
        name = seatName;
        return this;
    }

    /** What this side has proven. */
    Evidence evidence() {
        return evidence;
    }

    /** The head on which commands are decided; who has not looked yet looks now. */
    synchronized ByteString lastSeen() {
        return head == null ? facts().getReceipt().getHash() : ByteString.copyFrom(head);
    }

    Key key() {
        return key;
    }

    /** Number of the last entry that was seen and verified. */
    long seen() {
        synchronized (log) {
            return log.size();
        }
    }

    /** The party as the log has it. */
    int party() {
        return seat < 0 ? Rows.REFEREE : seat;
    }

    /** The key of the terms. */
    String logKey() {
        return (String) terms().get(Log.LOG_KEY);
    }

    /** Demands that the first entry is what was asked for. */
    void checkOpening(OpenResponse response, List<Seat> seats) {
        evidence.prove(response.getReceipt());
        synchronized (log) {
            Opening.check(log, response.getCommitment().toByteArray(), seats);
        }
    }

    Watch watchOf(long after, Log known) {
        return evidence.stream(after, 0, known, true);
    }

    // -- inside

    private ByteString game() {
        return ByteString.copyFrom(id);
    }

    private String rulesetPackage() {
        return (String) terms().get(Log.PACKAGE);
    }

    private List<?> terms() {
        synchronized (log) {
            evidence.reach(1);
            return log.terms();
        }
    }

    private ViewResponse viewResponse() {
        ViewResponse view = service.call(GamesGrpc.getViewMethod(), ViewRequest.newBuilder().setGame(game()).build());
        saw(view.getSeq(), view.getHead());
        return view;
    }

    /** Takes the head that the service tells, once it is that of the log. */
    private synchronized void saw(long seq, ByteString hash) {
        evidence.see(seq, hash.toByteArray());
        if (seq >= headSeq) {
            head = hash.toByteArray();
            headSeq = seq;
        }
    }

    private void waitAfter(long seq) {
        try (Watch entries = watch(seq)) {
            entries.next();
        }
    }
}
