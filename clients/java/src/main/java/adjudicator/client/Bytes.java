package adjudicator.client;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Bytes, their hashes, and the hashes of wglog/1. */
final class Bytes {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final HexFormat HEX = HexFormat.of();

    private Bytes() {}

    static byte[] random(int size) {
        byte[] bytes = new byte[size];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    static String hex(byte[] bytes) {
        return HEX.formatHex(bytes);
    }

    static byte[] unhex(String digits) {
        return HEX.parseHex(digits);
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static byte[] joined(byte[] start, byte[] rest) {
        byte[] joined = Arrays.copyOf(start, start.length + rest.length);
        System.arraycopy(rest, 0, joined, start.length, rest.length);
        return joined;
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] sha256(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("this Java has no SHA-256", error);
        }
    }

    static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("this Java has no HMAC with SHA-256", error);
        }
    }

    /** Hash of an entry, of its record's bytes. */
    static byte[] entryHash(byte[] record) {
        return sha256(ascii("wglog/1/entry\0"), record);
    }

    /** What commits to a sealed part of an entry. */
    static byte[] sealedHash(byte[] game, int owner, int part, byte[] commandId, byte[] salt, byte[] data) {
        byte[] place = {(byte) owner, (byte) part};
        return sha256(ascii("wglog/1/sealed\0"), game, place, commandId, salt, data);
    }

    /** Hash of the public state. */
    static byte[] stateHash(byte[] view) {
        return sha256(ascii("wglog/1/state\0"), view);
    }

    /** What an owner signs to admit an official: scope, office, token, keys and number. */
    static byte[] warrantBytes(List<Object> warrant) {
        return joined(ascii("wglog/1/warrant\0"), MpInt.encode(warrant));
    }

    /** What a seat or an official signs: [game, actor, command] as they stand in the record. */
    static byte[] signingBytes(Object game, Object actor, Object command) {
        return signingBytes(MpInt.encode(Arrays.asList(game, actor, command)));
    }

    /** The same of MP-int([game, actor, command]). */
    static byte[] signingBytes(byte[] whole) {
        return joined(ascii("wglog/1/cmd\0"), whole);
    }

    /** What the service signs of a refusal. */
    static byte[] refusalBytes(byte[] refusal) {
        return joined(ascii("wglog/1/refusal\0"), refusal);
    }
}
