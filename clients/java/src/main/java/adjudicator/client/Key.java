package adjudicator.client;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;

/** An Ed25519 key of a seat. It is shown without its secret. */
public final class Key {
    private static final int SIZE = 32;
    private static final byte[] PKCS8 = Bytes.unhex("302e020100300506032b657004220420");
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    // The y of the points of small order, in every spelling: under some of them anybody can sign anything.
    private static final Set<String> SMALL_ORDER = Set.of(
            "00".repeat(SIZE),
            "01" + "00".repeat(SIZE - 1),
            "ec" + "ff".repeat(SIZE - 2) + "7f",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "ed" + "ff".repeat(SIZE - 2) + "7f",
            "ee" + "ff".repeat(SIZE - 2) + "7f");

    private final byte[] seed;
    private final PrivateKey secret;
    private final byte[] publicKey;

    private Key(byte[] seed) {
        this.seed = seed.clone();
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(NamedParameterSpec.ED25519, new Given(seed));
            KeyPair pair = generator.generateKeyPair();
            secret = KeyFactory.getInstance("Ed25519")
                    .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
            publicKey = raw((EdECPublicKey) pair.getPublic());
            byte[] used = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
            if (!Arrays.equals(used, seed) || !verifies(publicKey, sign(seed), seed)) {
                throw new IllegalStateException("this Java makes Ed25519 keys in another way: use its own provider");
            }
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("this Java has no Ed25519", error);
        }
    }

    /** Makes a new key. */
    public static Key generate() {
        return new Key(Bytes.random(SIZE));
    }

    /** Makes the key of a secret of 32 bytes. */
    public static Key of(byte[] secret) {
        if (secret.length != SIZE) {
            throw new IllegalArgumentException("a secret has 32 bytes, not " + secret.length);
        }
        return new Key(secret);
    }

    /** Reads a key from a file: PKCS #8 in PEM. */
    public static Key load(Path path) throws IOException {
        String text = Files.readString(path).strip();
        if (!text.startsWith(BEGIN) || !text.endsWith(END)) {
            throw new IOException(path + " is no private key in PEM");
        }
        String body = text.substring(BEGIN.length(), text.length() - END.length());
        byte[] bytes = Base64.getMimeDecoder().decode(body);
        byte[] start = Arrays.copyOf(bytes, PKCS8.length);
        if (bytes.length != PKCS8.length + SIZE || !Arrays.equals(start, PKCS8)) {
            throw new IOException(path + " is no Ed25519 key in PKCS #8");
        }
        return new Key(Arrays.copyOfRange(bytes, PKCS8.length, bytes.length));
    }

    /** Writes the key to a new file that nobody else may read: PKCS #8 in PEM. */
    public void save(Path path) throws IOException {
        byte[] whole = Arrays.copyOf(PKCS8, PKCS8.length + SIZE);
        System.arraycopy(seed, 0, whole, PKCS8.length, SIZE);
        String text = BEGIN + "\n" + Base64.getEncoder().encodeToString(whole) + "\n" + END + "\n";
        boolean posix = path.toAbsolutePath().getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] rights = posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
                : new FileAttribute<?>[0];
        Set<StandardOpenOption> fresh = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var file = Files.newByteChannel(path, fresh, rights)) {
            file.write(ByteBuffer.wrap(Bytes.ascii(text)));
        }
    }

    /** The public key, 32 bytes. */
    public byte[] publicKey() {
        return publicKey.clone();
    }

    /** Signs bytes; gives 64 bytes. */
    public byte[] sign(byte[] bytes) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(secret);
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("this Java does not sign with Ed25519", error);
        }
    }

    @Override
    public String toString() {
        return "Key[public=" + Bytes.hex(publicKey) + "]";
    }

    /** Tells whether a signature of bytes fits a public key of 32 bytes; never under a key of small order. */
    static boolean verifies(byte[] publicKey, byte[] signature, byte[] bytes) {
        if (publicKey.length != SIZE || signature.length != 2 * SIZE || ofSmallOrder(publicKey)) {
            return false;
        }
        byte[] number = new byte[SIZE];
        for (int at = 0; at < SIZE; at++) {
            number[at] = publicKey[SIZE - 1 - at];
        }
        boolean odd = (number[0] & 0x80) != 0;
        number[0] &= 0x7f;
        EdECPoint point = new EdECPoint(odd, new BigInteger(1, number));
        try {
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(KeyFactory.getInstance("Ed25519")
                    .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point)));
            check.update(bytes);
            return check.verify(signature);
        } catch (GeneralSecurityException error) {
            return false;
        }
    }

    /** Tells whether a public key is a point of small order; the highest bit is the sign of x. */
    static boolean ofSmallOrder(byte[] publicKey) {
        byte[] number = publicKey.clone();
        number[SIZE - 1] &= 0x7f;
        return SMALL_ORDER.contains(HexFormat.of().formatHex(number));
    }

    private static byte[] raw(EdECPublicKey key) {
        byte[] number = key.getPoint().getY().toByteArray();
        byte[] bytes = new byte[SIZE];
        for (int at = 0; at < number.length && at < SIZE; at++) {
            bytes[at] = number[number.length - 1 - at];
        }
        if (key.getPoint().isXOdd()) {
            bytes[SIZE - 1] |= (byte) 0x80;
        }
        return bytes;
    }

    // Java gives a public key only to a pair that it makes: it is made of the secret that is there.
    private static final class Given extends SecureRandom {
        private static final long serialVersionUID = 1L;

        private final transient byte[] bytes;

        Given(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void nextBytes(byte[] target) {
            System.arraycopy(bytes, 0, target, 0, target.length);
        }
    }
}
