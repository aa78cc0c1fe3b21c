package adjudicator.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The dice of wgdice/1: from a secret, the seats' contributions and an index to a face. */
final class WgDice {
    static final int PUBLIC = 0;
    static final int REFEREE_STREAM = 0xfff0;
    static final int REPORTED = 0xffff;
    static final byte[] NO_ENTROPY = new byte[32];
    private static final long WORDS = 1L << 32;
    private static final byte[] DRAW = tag("draw");

    private WgDice() {}

    /** A number below the sides, and how many words it took. */
    record Uniform(long value, int words) {}

    private static byte[] tag(String name) {
        return ("wgdice/1/" + name + "\0").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] u8(int value) {
        return new byte[] {(byte) value};
    }

    private static byte[] u16(int value) {
        return ByteBuffer.allocate(2).putShort((short) value).array();
    }

    private static byte[] u32(long value) {
        if (value < 0 || value >= WORDS) {
            throw new IllegalArgumentException(value + " is not a u32");
        }
        return ByteBuffer.allocate(4).putInt((int) value).array();
    }

    private static byte[] sized(int size, byte[] bytes, String name) {
        if (bytes.length != size) {
            throw new IllegalArgumentException(name + " has " + bytes.length + " bytes: give exactly " + size);
        }
        return bytes;
    }

    private static byte[] pack(List<byte[]> slots) {
        ByteBuffer rows = ByteBuffer.allocate(1 + 33 * slots.size()).put((byte) slots.size());
        for (byte[] slot : slots) {
            rows.put((byte) (slot == null ? 0 : 1)).put(slot == null ? NO_ENTROPY : sized(32, slot, "contribution"));
        }
        return rows.array();
    }

    /** What the service commits to before any contribution. */
    static byte[] commit(byte[] game, byte[] secret) {
        return Bytes.sha256(tag("commit"), sized(16, game, "game"), sized(32, secret, "secret"));
    }

    /** What a seat commits to before it shows its contribution. */
    static byte[] seatCommit(byte[] game, int seat, byte[] contribution) {
        return Bytes.sha256(tag("seat"), sized(16, game, "game"), u8(seat), sized(32, contribution, "contribution"));
    }

    /** Binds all dice of a game to its commitment, settings and contributions; null where a seat was absent. */
    static byte[] transcript(byte[] game, byte[] commitment, byte[] settings, List<byte[]> contributions) {
        return Bytes.sha256(tag("transcript"), sized(16, game, "game"), sized(32, commitment, "commitment"),
                sized(32, settings, "settings"), pack(contributions));
    }

    /** The secret of the last stretch of a game. */
    static byte[] stretchEnd(byte[] secret, byte[] game) {
        return Bytes.hmac(sized(32, secret, "secret"), tag("stretches"), sized(16, game, "game"));
    }

    /** What the secret of a stretch, counted from 1, hashes to: that of the one before, or of 1 the commitment. */
    static byte[] stretchBefore(byte[] game, long number, byte[] secret) {
        return Bytes.sha256(tag("stretch"), sized(16, game, "game"), u32(number), sized(32, secret, "secret"));
    }

    /** Entropy of a later epoch. */
    static byte[] epochEntropy(byte[] game, long epoch, List<byte[]> contributions, byte[] beacon) {
        List<byte[]> one = new ArrayList<>();
        one.add(beacon);
        return Bytes.sha256(tag("epoch"), sized(16, game, "game"), u32(epoch), pack(contributions), pack(one));
    }

    /** The key of a stream of dice. */
    static byte[] streamKey(byte[] secret, byte[] transcript, long epoch, int stream, byte[] entropy) {
        return Bytes.hmac(sized(32, secret, "secret"), tag("key"), sized(32, transcript, "transcript"), u32(epoch),
                u16(stream), sized(32, entropy, "entropy"));
    }

    /** The key of hashes of the whole state. */
    static byte[] stateKey(byte[] secret, byte[] transcript) {
        return Bytes.hmac(sized(32, secret, "secret"), tag("state"), sized(32, transcript, "transcript"));
    }

    static byte[] block(byte[] key, long index, long sides, long place) {
        return Bytes.hmac(key, DRAW, u32(index), u32(sides), u32(place));
    }

    static Uniform uniform(byte[] key, long index, long sides) {
        if (sides < 1) {
            throw new IllegalArgumentException("a die of " + sides + " sides");
        }
        long limit = WORDS - WORDS % sides;
        for (int attempt = 0;; attempt += 8) {
            ByteBuffer words = ByteBuffer.wrap(block(key, index, sides, attempt / 8));
            for (int at = 0; at < 8; at++) {
                long word = words.getInt() & 0xffffffffL;
                if (word < limit) {
                    return new Uniform(word % sides, attempt + at + 1);
                }
            }
        }
    }

    static long die(byte[] key, long index, long sides) {
        return uniform(key, index, sides).value() + 1;
    }

    static List<Long> draw(byte[] key, long index, long sides, int count) {
        List<Long> faces = new ArrayList<>(count);
        for (int at = 0; at < count; at++) {
            faces.add(die(key, index + at, sides));
        }
        return faces;
    }
}
