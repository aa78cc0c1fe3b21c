package adjudicator.client;

import adjudicator.wargame.v1.Entry;
import adjudicator.wargame.v1.GamesGrpc;
import adjudicator.wargame.v1.GetRequest;
import adjudicator.wargame.v1.GetResponse;
import adjudicator.wargame.v1.OpenResponse;
import adjudicator.wargame.v1.Outcome;
import adjudicator.wargame.v1.ReadRequest;
import adjudicator.wargame.v1.Receipt;
import adjudicator.wargame.v1.Registration;
import adjudicator.wargame.v1.SignedRefusal;
import adjudicator.wargame.v1.WatchRequest;
import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.List;

/** What one side of a game has proven: entries, receipts, refusals, its place in the register; the wallet keeps all of it. */
final class Evidence {
    private static final byte[] NONE = new byte[0];

    private final Service service;
    private final byte[] id;
    private final Log log;
    private final Receipts receipts;
    private final Wallet wallet;
    private final Trusted trusted;

    /** Begins with what the wallet has of an earlier run. */
    Evidence(Service service, byte[] id, Wallet wallet) {
        if (!Arrays.equals(wallet.game(), id)) {
            throw new IllegalArgumentException("the wallet is of another game: " + wallet);
        }
        this.service = service;
        this.id = id;
        this.log = new Log(id);
        this.wallet = wallet;
        this.trusted = new Trusted(service, wallet);
        Receipts kept = wallet.receipts();
        this.receipts = kept == null ? new Receipts(id, new LogKeys(trusted.key())) : kept;
        wallet.claim(log);
    }

    /** The entries that were read; whoever reads in it holds its lock. */
    Log log() {
        return log;
    }

    Receipts receipts() {
        return receipts;
    }

    Wallet wallet() {
        return wallet;
    }

    /** The keys that sign heads, as far as a log tells of them. */
    LogKeys keys(Log entries) {
        return trusted.of(entries);
    }

    // -- entries

    /** Reads and verifies the entries up to this one, as far as they are not known. */
    void reach(long seq) {
        synchronized (log) {
            log.demand(seq >= 0, "TRUNCATED_LOG", log.size(), "entry " + Long.toUnsignedString(seq), log.size() + " entries");
            if (log.size() < seq) {
                stream(log.size(), seq, log, false).forEachRemaining(entry -> { });
                log.demand(log.size() >= seq, "TRUNCATED_LOG", log.size(), "entry " + seq, log.size() + " entries");
            }
        }
    }

    /** Reads an entry, and verifies the log up to it. */
    private Entry entry(long seq) {
        synchronized (log) {
            Entry last = Entry.getDefaultInstance();
            for (Watch entries = stream(Math.min(log.size(), seq - 1), seq, log, false); entries.hasNext();) {
                last = entries.next();
            }
            log.demand(last.getSeq() == seq, "TRUNCATED_LOG", log.size(), "entry " + seq, log.size() + " entries");
            return last;
        }
    }

    /** Entries from one on, verified against a log. */
    Watch stream(long from, long upTo, Log entries, boolean endless) {
        return new Watch(service, new Watch.Source() {
            @Override
            public <T> T begin(long after, Watch.Starter<T> starter) {
                if (!endless) {
                    ReadRequest.Builder part =
                            ReadRequest.newBuilder().setGame(game()).setAfter(after).setRecords(true);
                    return starter.start(GamesGrpc.getReadMethod(), (upTo > 0 ? part.setUpTo(upTo) : part).build());
                }
                WatchRequest.Builder request =
                        WatchRequest.newBuilder().setGame(game()).setAfter(after).setRecords(true);
                if (after > 0) {
                    synchronized (entries) {
                        request.setHash(ByteString.copyFrom(entries.get(after).hash()));
                    }
                }
                return starter.start(GamesGrpc.getWatchMethod(), request.build());
            }

            @Override
            public void check(Entry entry) {
                synchronized (entries) {
                    LogRecord record = entries.add(entry.getRecord().toByteArray(), entry.getSeq());
                    EntryCheck.check(entry, record);
                    receipts.check(entry.getSeq(), record.hash());
                    keepEntry(record);
                }
            }

            @Override
            public void reach() {
                service.call(GamesGrpc.getGetMethod(), GetRequest.newBuilder().setGame(game()).build());
            }
        }, from, !endless);
    }

    private ByteString game() {
        return ByteString.copyFrom(id);
    }

    private void keepEntry(LogRecord record) {
        if (record.seq() == 1) {
            wallet.keepTerms(record.values());
        }
        wallet.keepHead(record.seq(), record.hash());
    }

    /** Compares a head that the service tells with the log. */
    void see(long seq, byte[] hash) {
        reach(seq);
        synchronized (log) {
            log.claim(seq, hash);
        }
        wallet.keepHead(seq, hash);
    }

    // -- receipts

    /** Verifies the receipt of an answer to a question. */
    void prove(Receipt receipt) {
        try {
            prove(receipt, NONE);
        } finally {
            keepSigned(receipt, NONE, NONE);
        }
    }

    private void prove(Receipt receipt, byte[] commandId) {
        reach(Math.max(receipt.getSeq(), 1)); // the first entry names the key, whatever the receipt says
        synchronized (log) {
            LogKeys keys = keys(log);
            receipts.use(keys);
            wallet.keepKeys(keys.lines());
            receipts.add(receipt, commandId);
            log.claim(receipt.getSeq(), receipt.getHash().toByteArray());
        }
    }

    /** Takes a receipt that was kept before. */
    void keep(Receipt receipt) {
        receipts.add(receipt, NONE);
        synchronized (log) {
            log.claim(receipt.getSeq(), receipt.getHash().toByteArray());
        }
    }

    // What is signed is evidence, whether it fits or not; with a key that is not known where it contradicts what is.
    private void keepSigned(Receipt receipt, byte[] commandId, byte[] record) {
        if (receipts.verifies(receipt)) {
            wallet.keepReceipt(receipt, commandId, record);
            return;
        }
        receipts.strangeHead(receipt).ifPresent(head -> {
            synchronized (log) {
                if (log.contradicts(head.size(), head.hash())) {
                    wallet.keepUnproven(receipt);
                }
            }
        });
    }

    /** Takes what was told when the game was opened, with the key of its terms. */
    void open(OpenResponse response, String logKey) {
        String first = trusted.first(logKey);
        receipts.use(new LogKeys(first));
        wallet.keepKeys(List.of(first));
        keep(response.getReceipt());
        keepSigned(response.getReceipt(), NONE, NONE);
        wallet.keepOpening(response.getCommitment().toByteArray());
    }

    // -- commands

    /** Demands that the entry of a receipt is the command that was given, with the dice and events of the answer. */
    void check(Request request, Outcome outcome, boolean withEvents) {
        Receipt receipt = outcome.getReceipt();
        byte[] bytes = NONE;
        try {
            Entry entry = entry(Math.max(receipt.getSeq(), 1));
            prove(receipt, request.id());
            synchronized (log) {
                LogRecord record = log.get(receipt.getSeq());
                bytes = record.bytes();
                boolean same = MpInt.same(record.command(), request.envelope())
                        && Arrays.equals(record.signature(), request.signature());
                log.demand(same, "ENTRY_MISMATCH", receipt.getSeq(), "the command that was given", "another");
                EntryCheck.checkAnswer(outcome, entry, record, withEvents);
            }
        } finally {
            keepSigned(receipt, request.id(), bytes);
        }
    }

    /** Verifies a refusal that is signed, keeps it, and compares it with the log; what has come since is read. */
    Refused refuse(Refused refused, Request request) {
        refused.signed().ifPresent(signed -> take(signed, refused, request));
        if (!(refused instanceof Stale stale)) {
            return refused;
        }
        see(stale.seq(), stale.head());
        synchronized (log) {
            byte[] decided = (byte[]) request.envelope().get(1);
            return stale.with(log.rewinds().after(decided == null ? 0 : log.seqOf(decided)));
        }
    }

    private void take(SignedRefusal signed, Refused refused, Request request) {
        reach(1);
        if (!lines().contains(signed.getLogKey())) {
            reach(refused.seq()); // the key has changed since
        }
        try {
            Refusals.verify(signed, refused, id, request.hash(), lines());
        } catch (NotProven fault) {
            fault.addSuppressed(refused);
            throw fault;
        }
        wallet.keepKeys(lines());
        wallet.keepRefusal(signed);
        see(refused.seq(), refused.head());
    }

    private List<String> lines() {
        synchronized (log) {
            return keys(log).lines();
        }
    }

    // -- the register

    /**
     * Demands that the opening stands in the register as the first entry has it.
     *
     * @param facts whose receipt is proven
     * @param own the seat's public key; null where it has none
     * @param others further keys of the same player
     */
    Registered register(GetResponse facts, int seat, byte[] own, List<byte[]> others) {
        Registered found;
        Registration given = facts.getRegistration();
        List<Registration> held = wallet.inclusions();
        synchronized (log) {
            log.demand(facts.hasRegistration(), "REGISTRATION_MISSING", 1,
                    "a proof that the game stands in a register (Service.at(...).register(false) does without)", "none");
            if (own != null && seat >= 0) {
                Opening.requireOwnKeys(log, seat, own, others);
            }
            found = Register.verify(lines(), given, log);
        }
        try {
            synchronized (log) {
                Register.compareHeld(lines(), held, given, log);
            }
        } finally {
            wallet.keepInclusion(given); // where they differ both are signed
        }
        return found;
    }
}
