package adjudicator.client;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** C2SP signed notes: verification keys, heads of games, and changes from one key to the next. */
final class SignedNote {
    private static final Pattern KEY = Pattern.compile("([^+\\s]+)\\+([0-9a-f]{8})\\+(.+)");
    private static final Pattern LINE = Pattern.compile("\u2014 ([^+\\s]+) (\\S+)");
    private static final Pattern HEAD =
            Pattern.compile("wglog/1/head ([0-9a-f]{32})\n([1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n");
    private static final Pattern CHANGE = Pattern.compile("wglog/1/key\n([^\n]+)\n([^\n]+)\n");

    private static final Pattern STATEMENT = Pattern.compile(
            "wglog/1/statement ([0-9a-f]{32})\n([0-9]{1,3})\n([1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\n");

    // others could sign beneath a note without end, and wallets keep it whole
    private static final int SIGNATURES_MOST = 16;
    private static final int NOTE_MOST = 8192;

    private SignedNote() {}

    /** A signed head: after so many entries the last of them had this hash. */
    record Head(byte[] game, long size, byte[] hash) {}

    /** A head that a seat states to have seen. */
    record Statement(byte[] game, int seat, long size, byte[] hash) {
        String text() {
            // joined, not formatted: some locales write numbers with digits of their own
            return "wglog/1/statement " + Bytes.hex(game) + "\n" + seat + "\n" + size + "\n" + Bytes.base64(hash) + "\n";
        }
    }

    private record VerificationKey(String name, byte[] id, byte[] publicKey) {}

    /** Gives the text of a note that the key has signed; signatures of other keys are passed over. */
    static String verify(String line, String note) {
        VerificationKey key = readKey(line);
        int end = note.lastIndexOf("\n\n") + 1;
        if (end == 0 || !note.endsWith("\n") || note.length() == end + 1) {
            throw invalid("a text, an empty line and signatures", "another text");
        }
        String body = note.substring(0, end);
        int own = 0;
        String[] rows = note.substring(end + 1, note.length() - 1).split("\n", -1);
        if (rows.length > SIGNATURES_MOST || note.length() > NOTE_MOST) {
            throw invalid(SIGNATURES_MOST + " signatures and " + NOTE_MOST + " characters at most", "more");
        }
        for (String row : rows) {
            Matcher match = LINE.matcher(row);
            if (!match.matches()) {
                throw invalid("lines of signatures", "another line");
            }
            byte[] bytes = unbase64(match.group(2));
            if (!match.group(1).equals(key.name) || bytes.length < 4
                    || !Arrays.equals(Arrays.copyOf(bytes, 4), key.id)) {
                continue;
            }
            own++;
            if (!Key.verifies(key.publicKey, Arrays.copyOfRange(bytes, 4, bytes.length), Bytes.ascii(body))) {
                throw invalid("a signature of " + line, "one that does not fit");
            }
        }
        if (own == 0) {
            throw invalid("a signature of " + line, "none");
        }
        return body;
    }

    /**
     * Gives the head of a note that is signed, but with none of these keys: nobody can verify it yet. Empty for what is no
     * such note: one that bears the name of a known key, and does not verify, is forged.
     */
    static Optional<Head> strangeHead(List<String> lines, String note) {
        int end = note.lastIndexOf("\n\n") + 1;
        if (end == 0 || !note.endsWith("\n") || note.length() == end + 1 || note.length() > NOTE_MOST) {
            return Optional.empty();
        }
        String[] rows = note.substring(end + 1, note.length() - 1).split("\n", -1);
        try {
            List<VerificationKey> keys = lines.stream().map(SignedNote::readKey).toList();
            boolean strange = rows.length <= SIGNATURES_MOST
                    && Arrays.stream(rows).allMatch(row -> isStrange(row, keys));
            return strange ? Optional.of(readHead(note.substring(0, end))) : Optional.empty();
        } catch (NotProven another) {
            return Optional.empty();
        }
    }

    private static boolean isStrange(String row, List<VerificationKey> keys) {
        Matcher match = LINE.matcher(row);
        byte[] bytes = match.matches() ? unbase64(match.group(2)) : new byte[0];
        return bytes.length > 4 && keys.stream().noneMatch(
                key -> match.group(1).equals(key.name) && Arrays.equals(Arrays.copyOf(bytes, 4), key.id));
    }

    /** Reads the three lines of a head. */
    static Head readHead(String body) {
        Matcher match = HEAD.matcher(body);
        if (!match.matches() || Long.parseLong(match.group(2)) > MpInt.MOST) {
            throw invalid("the three lines of a head", "another text");
        }
        return new Head(Bytes.unhex(match.group(1)), Long.parseLong(match.group(2)), unbase64(match.group(3)));
    }

    /** Reads the four lines of a statement, before anything is verified. */
    static Statement readStatement(String note) {
        Matcher match = STATEMENT.matcher(note);
        if (!match.lookingAt()) {
            throw invalid("the four lines of a statement", "another text");
        }
        return new Statement(Bytes.unhex(match.group(1)), Integer.parseInt(match.group(2)),
                Long.parseLong(match.group(3)), unbase64(match.group(4)));
    }

    /** Signs a text, which ends in a newline. */
    static String sign(String name, Key key, String text) {
        byte[] signature = key.sign(Bytes.ascii(text));
        byte[] whole = Bytes.joined(keyId(name, named(key.publicKey())), signature);
        return "%s\n\u2014 %s %s\n".formatted(text, name, Bytes.base64(whole));
    }

    /** The verification key of a name and a public key. */
    static String keyOf(String name, byte[] publicKey) {
        byte[] named = named(publicKey);
        return "%s+%s+%s".formatted(name, Bytes.hex(keyId(name, named)), Bytes.base64(named));
    }

    /** The name in a verification key. */
    static String nameOf(String line) {
        return readKey(line).name;
    }

    /** The public key in a verification key, 32 bytes. */
    static byte[] publicKeyOf(String line) {
        return readKey(line).publicKey;
    }

    private static byte[] named(byte[] publicKey) {
        return Bytes.joined(new byte[] {1}, publicKey);
    }

    private static byte[] keyId(String name, byte[] named) {
        return Arrays.copyOf(Bytes.sha256(Bytes.ascii(name + "\n"), named), 4);
    }

    /** Gives the size that a head claims, before anything is verified; 0 where it has none. */
    static long claimedSize(String note) {
        Matcher match = Pattern.compile("[^\n]*\n([0-9]{1,16})\n").matcher(note);
        return match.lookingAt() ? Long.parseLong(match.group(1)) : 0;
    }

    /** Gives the key that another one hands on to; both have signed that. */
    static String readKeyChange(String line, String note) {
        String body = verify(line, note);
        Matcher match = CHANGE.matcher(body);
        if (!match.matches() || !match.group(1).equals(line) || !verify(match.group(2), note).equals(body)) {
            throw new NotProven("LOG_KEY_UNPROVEN", "", 0, "a change of " + line, "another text");
        }
        return match.group(2);
    }

    private static VerificationKey readKey(String line) {
        Matcher match = KEY.matcher(line);
        byte[] data = match.matches() ? unbase64(match.group(3)) : new byte[0];
        boolean fits = data.length == 33 && data[0] == 1;
        if (!fits || !Bytes.hex(keyId(match.group(1), data)).equals(match.group(2))) {
            throw invalid("a verification key", line);
        }
        return new VerificationKey(match.group(1), Bytes.unhex(match.group(2)), Arrays.copyOfRange(data, 1, 33));
    }

    /** Reads base64 that is the plain one of its bytes. */
    static byte[] unbase64(String letters) {
        try {
            byte[] bytes = Base64.getDecoder().decode(letters);
            if (Base64.getEncoder().encodeToString(bytes).equals(letters)) {
                return bytes;
            }
        } catch (IllegalArgumentException error) {
            throw invalid("plain base64", letters);
        }
        throw invalid("plain base64", letters);
    }

    private static NotProven invalid(String expected, String found) {
        return new NotProven("HEAD_SIGNATURE_INVALID", "", 0, expected, found);
    }
}
