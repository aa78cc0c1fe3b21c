package adjudicator.client;

import adjudicator.wargame.v1.Receipt;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Verified receipts of one game: proof that its log had these entries. */
public final class Receipts {
    private static final String FORMAT = "adjudicator-receipts/1";

    private final byte[] game;
    private final TreeMap<Long, Kept> kept = new TreeMap<>();
    private LogKeys keys;

    private record Kept(Receipt receipt, byte[] commandId) {}

    Receipts(byte[] game, LogKeys keys) {
        this.game = game.clone();
        this.keys = keys;
    }

    /** Verifies a receipt and keeps it; throws {@link NotProven} where it does not verify. */
    public void add(Receipt receipt) {
        add(receipt, new byte[0]);
    }

    /** Tells whether a receipt is signed, and of this game. */
    synchronized boolean verifies(Receipt receipt) {
        try {
            verify(receipt);
            return true;
        } catch (NotProven fault) {
            return false;
        }
    }

    /** The head of a receipt that is signed with a key that is not known; empty where it is none of this game. */
    synchronized Optional<SignedNote.Head> strangeHead(Receipt receipt) {
        byte[] hash = receipt.getHash().toByteArray();
        return SignedNote.strangeHead(keys.lines(), receipt.getNote()).filter(head -> Arrays.equals(head.game(), game)
                && head.size() == receipt.getSeq() && Arrays.equals(head.hash(), hash));
    }

    synchronized void add(Receipt receipt, byte[] commandId) {
        SignedNote.Head head = verify(receipt);
        Kept before = kept.get(head.size());
        if (before != null && !before.receipt.getHash().equals(receipt.getHash())) {
            throw fault("TWO_HEADS", head.size(), Bytes.hex(before.receipt.getHash().toByteArray()),
                    Bytes.hex(head.hash()));
        }
        boolean known = before != null && before.commandId.length > 0;
        kept.put(head.size(), new Kept(receipt, known ? before.commandId : commandId));
    }

    /** Compares an entry with the receipt of its number, where one is kept. */
    public synchronized void check(long seq, byte[] hash) {
        Kept known = kept.get(seq);
        if (known != null && !Arrays.equals(known.receipt.getHash().toByteArray(), hash)) {
            throw fault("HEAD_MISMATCH", seq, Bytes.hex(known.receipt.getHash().toByteArray()), Bytes.hex(hash));
        }
    }

    /** All of them by number. */
    public synchronized List<Receipt> all() {
        return kept.values().stream().map(Kept::receipt).toList();
    }

    /** Writes them to a file: JSON, as the README says. */
    public synchronized void save(Path path) throws IOException {
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("format", FORMAT);
        whole.put("game", Bytes.hex(game));
        whole.put("log_keys", keys.lines());
        List<Object> rows = new ArrayList<>();
        for (Kept one : kept.values()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("seq", one.receipt.getSeq());
            row.put("hash", Bytes.hex(one.receipt.getHash().toByteArray()));
            row.put("note", one.receipt.getNote());
            row.put("command_id", Bytes.hex(one.commandId));
            rows.add(row);
        }
        whole.put("receipts", rows);
        Files.writeString(path, Json.write(whole) + "\n");
    }

    /** Reads them from a file and verifies each; throws {@link NotProven} where one does not verify. */
    public static Receipts load(Path path) throws IOException {
        try {
            Map<?, ?> whole = (Map<?, ?>) Json.read(Files.readString(path));
            if (!FORMAT.equals(whole.get("format"))) {
                throw new IOException(path + " is no file of receipts: its format is not " + FORMAT);
            }
            List<String> lines = ((List<?>) whole.get("log_keys")).stream().map(String.class::cast).toList();
            Receipts receipts = new Receipts(Bytes.unhex((String) whole.get("game")), new LogKeys(lines));
            for (Object item : (List<?>) whole.get("receipts")) {
                Map<?, ?> row = (Map<?, ?>) item;
                Receipt receipt = Receipt.newBuilder()
                        .setSeq((Long) row.get("seq"))
                        .setHash(ByteString.copyFrom(Bytes.unhex((String) row.get("hash"))))
                        .setNote((String) row.get("note"))
                        .build();
                receipts.add(receipt, Bytes.unhex((String) row.get("command_id")));
            }
            return receipts;
        } catch (IllegalArgumentException | ClassCastException | NullPointerException error) {
            throw new IOException(path + " is no file of receipts: " + error.getMessage(), error);
        }
    }

    /** Ids of the commands of this party in hex, in the order of their entries. */
    synchronized List<String> commandIds() {
        return kept.values().stream().filter(one -> one.commandId.length > 0).map(one -> Bytes.hex(one.commandId)).toList();
    }

    synchronized void use(LogKeys known) {
        keys = known;
    }

    byte[] game() {
        return game.clone();
    }

    private SignedNote.Head verify(Receipt receipt) {
        SignedNote.Head head;
        try {
            head = keys.verify(receipt.getNote());
        } catch (NotProven fault) {
            throw fault(fault.check(), receipt.getSeq(), fault.expected(), fault.found());
        }
        if (!Arrays.equals(head.game(), game)) {
            throw fault("WRONG_GAME", receipt.getSeq(), Bytes.hex(game), Bytes.hex(head.game()));
        }
        byte[] hash = receipt.getHash().toByteArray();
        if (head.size() != receipt.getSeq() || !Arrays.equals(head.hash(), hash)) {
            throw fault("RECEIPT_MISMATCH", receipt.getSeq(), head.size() + " " + Bytes.hex(head.hash()),
                    receipt.getSeq() + " " + Bytes.hex(hash));
        }
        return head;
    }

    private NotProven fault(String check, long seq, String expected, String found) {
        return new NotProven(check, Bytes.hex(game), seq, expected, found);
    }
}
