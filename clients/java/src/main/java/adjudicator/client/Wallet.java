package adjudicator.client;

import adjudicator.wargame.v1.Receipt;
import adjudicator.wargame.v1.Registration;
import adjudicator.wargame.v1.SignedRefusal;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The wallet of a player: a file of what the service gave in one game and what was given to it, written as the game
 * goes, in the form {@code adjudicator-wallet/1}.
 *
 * <p>Lines are appended, each handed to the system whole; contributions and commands are on the disk before they are
 * sent. What a crash has cut is taken away when the file is opened again. Nobody else may read it, and no token or
 * private key is in it. Several programs may have it open at once: each writes its lines whole. Where a line can not
 * be written, the call that it belongs to ends with an {@link UncheckedIOException}.
 */
public final class Wallet implements AutoCloseable {
    private static final String FORMAT = "adjudicator-wallet/1";
    private static final Set<StandardOpenOption> APPENDING =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

    /** A service can make as many as it likes, and a wallet that is too large is read by nobody. */
    private static final int UNPROVEN_MOST = 64;

    /** Where the byte is that programs lock: behind all lines, so that nobody is kept from reading them. */
    static final long LOCKED = Long.MAX_VALUE - 1;
    private static final long A_MOMENT_NS = 1_000_000;

    private final byte[] game;
    private final Path path;
    private final FileChannel file;

    /** Reads the file, and stays open: whoever closes a file loses the locks that the program has of it. */
    private final FileChannel reading;
    private final Set<String> lines = new HashSet<>();
    private final List<WalletLine> read = new ArrayList<>();

    private Wallet(byte[] game, Path path, FileChannel file, FileChannel reading) {
        this.game = game.clone();
        this.path = path;
        this.file = file;
        this.reading = reading;
    }

    /**
     * Opens the wallet of a game, or makes it.
     *
     * @param game id of the game, 16 bytes
     * @throws IOException where the file is no wallet of this game, or others may read it
     */
    public static Wallet open(Path path, byte[] game) throws IOException {
        FileAttribute<?>[] rights = isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
                : new FileAttribute<?>[0];
        FileChannel file = FileChannel.open(path, APPENDING, rights);
        FileChannel reading = null;
        try {
            reading = FileChannel.open(path, StandardOpenOption.READ);
            Wallet wallet = new Wallet(game, path, file, reading);
            wallet.alone(wallet::begin);
            return wallet;
        } catch (IOException | RuntimeException fault) {
            file.close();
            if (reading != null) {
                reading.close();
            }
            throw fault;
        }
    }

    /** A wallet that keeps nothing. */
    static Wallet none(byte[] game) {
        return new Wallet(game, null, null, null);
    }

    private static boolean isPosix(Path path) {
        return path.toAbsolutePath().getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private void begin() throws IOException {
        if (isPosix(path) && Files.getPosixFilePermissions(path).stream().anyMatch(Wallet::isOfOthers)) {
            throw new IOException(
                    path + " can be read by others, and holds what is secret until it is opened: chmod 600 it");
        }
        byte[] data = readAll();
        int whole = data.length;
        while (whole > 0 && data[whole - 1] != '\n') {
            whole--;
        }
        Map<String, Object> title = new LinkedHashMap<>();
        title.put("format", FORMAT);
        title.put("game", Bytes.hex(game));
        if (whole > 0) {
            List<WalletLine> found = WalletLine.readAll(data, whole, path);
            Map<?, ?> first = found.get(0).fields();
            if (!FORMAT.equals(first.get("format")) || !Bytes.hex(game).equals(first.get("game"))) {
                throw new IOException("%s is no wallet (%s) of game %s: name another file"
                        .formatted(path, FORMAT, Bytes.hex(game)));
            }
            for (WalletLine line : found.subList(1, found.size())) {
                line.check(path);
                read.add(line);
            }
            found.forEach(line -> lines.add(line.text()));
        }
        if (whole == 0 && !(Json.writeLine(title) + "\n").startsWith(new String(data, StandardCharsets.UTF_8))) {
            throw new IOException("%s is no wallet (%s): name another file".formatted(path, FORMAT));
        }
        if (whole < data.length) {
            file.truncate(whole);
        }
        if (whole == 0) {
            append(Json.writeLine(title), true);
            forceName();
        }
    }

    private byte[] readAll() throws IOException {
        ByteBuffer data = ByteBuffer.allocate(Math.toIntExact(reading.size()));
        while (data.hasRemaining() && reading.read(data, data.position()) >= 0) {
            continue;
        }
        return Arrays.copyOf(data.array(), data.position());
    }

    private static boolean isOfOthers(PosixFilePermission right) {
        return !right.name().startsWith("OWNER_");
    }

    // The name of a new file has to be on the disk too.
    private void forceName() throws IOException {
        if (isPosix(path)) {
            try (FileChannel folder = FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
                folder.force(true);
            }
        }
    }

    /** The file; null where nothing is kept. */
    public Path path() {
        return path;
    }

    /** Id of the game, 16 bytes. */
    public byte[] game() {
        return game.clone();
    }

    /** Puts everything on the disk, and closes the file; whatever has to be kept after that fails. */
    @Override
    public synchronized void close() {
        if (file == null || !file.isOpen()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try (reading; FileChannel closing = file) {
            closing.force(true);
        } catch (IOException fault) {
            throw failed(fault);
        } finally {
            interruptAgain(interrupted);
        }
    }

    @Override
    public String toString() {
        return "Wallet[" + Bytes.hex(game) + ", " + path + "]";
    }

    // -- what it holds

    private synchronized Stream<WalletLine> of(String kind) {
        return List.copyOf(read).stream().filter(line -> line.kind().equals(kind));
    }

    /** The keys of the log that it holds, in the order in which they came. */
    List<String> logKeys() {
        return of("log_key").map(line -> line.text("key")).toList();
    }

    /** The receipts that it holds, each verified; null where it holds no key of the log. */
    Receipts receipts() {
        List<String> keys = logKeys();
        if (keys.isEmpty()) {
            return null;
        }
        Receipts found = new Receipts(game, new LogKeys(keys));
        of("receipt").forEach(line -> found.add(Receipt.newBuilder().setSeq(line.number("seq"))
                .setHash(ByteString.copyFrom(line.hex("hash"))).setNote(line.text("note")).build(), line.hex("command_id")));
        return found;
    }

    /** Compares the hashes of entries that it holds with a log. */
    void claim(Log log) {
        of("receipt").forEach(line -> log.claim(line.number("seq"), line.hex("hash")));
        of("head").forEach(line -> log.claim(line.number("seq"), line.hex("hash")));
        of("opening").forEach(line -> log.promise(line.hex("commitment")));
    }

    /** What has proven that the game stands in a register. */
    List<Registration> inclusions() {
        return of("inclusion").map(line -> Registration.newBuilder().setRegister(line.text("register"))
                .setLeaf(ByteString.copyFrom(Base64.getDecoder().decode(line.text("leaf"))))
                .setProof(line.text("proof")).setKey(line.text("key")).build()).toList();
    }

    /** What a party has brought to the seed before; null where it has not. */
    byte[] contribution(int party) {
        return of("contribution").filter(line -> line.number("seat") == party).map(line -> line.hex("contribution"))
                .reduce((first, last) -> last).orElse(null);
    }

    // -- what is kept

    void keepSeat(int seat, String tokenId, Key key) {
        keep(false, "seat", "seat", seat, "token_id", tokenId, "key", key == null ? new byte[0] : key.publicKey());
    }

    void keepKeys(List<String> keys) {
        keys.forEach(key -> keep(false, "log_key", "key", key));
    }

    void keepOpening(byte[] commitment) {
        keep(false, "opening", "commitment", commitment);
    }

    /** Keeps the commitment of an opening, and the keys with which seats sign. */
    void keepTerms(List<?> terms) {
        if (terms.get(Log.COMMITMENT) instanceof byte[] commitment) {
            keepOpening(commitment);
        }
        List<?> seats = (List<?>) terms.get(Log.SEATS);
        for (int number = 0; number < seats.size(); number++) {
            for (Object key : (List<?>) ((List<?>) seats.get(number)).get(1)) {
                keep(false, "player", "seat", number, "key", key);
            }
        }
    }

    void keepContribution(int party, byte[] contribution, byte[] commitment) {
        keep(true, "contribution", "seat", party, "contribution", contribution, "commitment", commitment);
    }

    void keepCommand(Request request) {
        boolean sealed = request.seal() != null;
        keep(true, "command", "command", Bytes.base64(request.signed()),
                "signature", request.signature() == null ? new byte[0] : request.signature(),
                "salt", sealed ? request.seal().salt() : new byte[0],
                "secret", sealed ? Bytes.base64(request.seal().data()) : "");
    }

    void keepReceipt(Receipt receipt, byte[] commandId, byte[] record) {
        keep(false, "receipt", "seq", receipt.getSeq(), "hash", receipt.getHash().toByteArray(), "note",
                receipt.getNote(), "command_id", commandId, "record", Bytes.base64(record));
    }

    /** Keeps a head that contradicts what is known, and is signed with a key that is not; the first ones of them. */
    void keepUnproven(Receipt receipt) {
        if (of("unproven").count() < UNPROVEN_MOST) {
            keep(true, "unproven", "seq", receipt.getSeq(), "hash", receipt.getHash().toByteArray(), "note",
                    receipt.getNote());
        }
    }

    void keepHead(long seq, byte[] hash) {
        if (seq > 0) {
            keep(false, "head", "seq", seq, "hash", hash);
        }
    }

    void keepRefusal(SignedRefusal signed) {
        keep(true, "refusal", "refusal", Bytes.base64(signed.getRefusal().toByteArray()), "signature",
                signed.getSignature().toByteArray(), "log_key", signed.getLogKey());
    }

    void keepStatement(String note) {
        keep(false, "statement", "note", note);
    }

    void keepInclusion(Registration given) {
        keep(true, "inclusion", "register", given.getRegister(), "leaf", Bytes.base64(given.getLeaf().toByteArray()),
                "proof", given.getProof(), "key", given.getKey());
    }

    /** Appends a line, unless it stands there; bytes are written in hex. A durable one is on the disk after this. */
    private synchronized void keep(boolean durable, String kind, Object... fields) {
        if (file == null) {
            return;
        }
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("kind", kind);
        for (int at = 0; at < fields.length; at += 2) {
            row.put((String) fields[at], fields[at + 1] instanceof byte[] bytes ? Bytes.hex(bytes) : fields[at + 1]);
        }
        String line = Json.writeLine(row);
        if (!lines.contains(line)) {
            try {
                alone(() -> append(line, durable));
            } catch (IOException fault) {
                throw failed(fault);
            }
            read.add(new WalletLine(lines.size(), line, (Map<?, ?>) Json.read(line)));
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    /**
     * Does something to the file while no other program that asks first does, and no other wallet of this one; without,
     * where the file system has no locks.
     *
     * <p>A channel closes itself for good where its thread was interrupted, and others still write to it: so an
     * interruption waits until the work is done.
     */
    private void alone(Work work) throws IOException {
        boolean interrupted = Thread.interrupted();
        FileLock lock = null;
        try {
            for (boolean waiting = true; waiting;) {
                waiting = false;
                try {
                    lock = file.lock(LOCKED, 1, false);
                } catch (OverlappingFileLockException byThisProgram) {
                    waiting = true;
                    LockSupport.parkNanos(A_MOMENT_NS);
                } catch (FileLockInterruptionException fault) {
                    waiting = true;
                } catch (IOException withoutLocks) {
                    lock = null;
                }
                interrupted |= Thread.interrupted();
            }
            work.run();
        } finally {
            if (lock != null && lock.isValid()) {
                lock.release();
            }
            interruptAgain(interrupted);
        }
    }

    private static void interruptAgain(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // A line that was cut is taken away at once: what is appended later would make another line of it.
    private void append(String line, boolean durable) throws IOException {
        byte[] bytes = Bytes.ascii(line + "\n");
        long before = file.size();
        try {
            if (file.write(ByteBuffer.wrap(bytes)) != bytes.length) {
                throw new IOException("a line was cut");
            }
            if (durable) {
                file.force(true);
            }
        } catch (IOException fault) {
            if (file.isOpen()) {
                file.truncate(before);
            }
            throw fault;
        }
        lines.add(line);
    }

    private UncheckedIOException failed(IOException fault) {
        String why = file.isOpen() ? fault + ": give the disk room" : "it is closed: open it again";
        return new UncheckedIOException(path + " can not be written: " + why, fault);
    }
}
