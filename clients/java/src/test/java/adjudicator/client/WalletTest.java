package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adjudicator.wargame.v1.Receipt;
import com.google.protobuf.ByteString;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of a wallet: whole lines for nobody else, gone on with, and nothing else taken for one. */
class WalletTest {
    private static final byte[] GAME = filled(16, 7);
    private static final String TITLE = "{\"format\":\"adjudicator-wallet/1\",\"game\":\"" + Bytes.hex(GAME) + "\"}\n";

    @TempDir
    private Path folder;
    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("red.wallet");
    }

    private static byte[] filled(int size, int value) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static String head(int seq) {
        return "{\"kind\":\"head\",\"seq\":%d,\"hash\":\"%s\"}%n".formatted(seq, Bytes.hex(filled(32, seq)));
    }

    private void write(String text) throws IOException {
        Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(path, text);
    }

    private String refused() throws IOException {
        String before = Files.readString(path, StandardCharsets.ISO_8859_1);
        String text = assertThrows(IOException.class, () -> Wallet.open(path, GAME)).getMessage();
        assertEquals(before, Files.readString(path, StandardCharsets.ISO_8859_1), "the file stays as it is");
        return text;
    }

    @Test
    void aNewWallet() throws Exception {
        try (Wallet wallet = Wallet.open(path, GAME)) {
            wallet.keepHead(1, filled(32, 1));
            wallet.keepHead(1, filled(32, 1));
            wallet.keepHead(0, new byte[32]); // before the first entry there is none
            assertEquals(TITLE + head(1), Files.readString(path)); // written before it is closed
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
    }

    @Test
    void aWalletIsGoneOnWithAndHoldsNoLineTwice() throws Exception {
        byte[] own = filled(32, 9);
        try (Wallet wallet = Wallet.open(path, GAME)) {
            wallet.keepContribution(1, own, filled(32, 2));
            wallet.keepKeys(List.of("one", "two"));
        }
        String before = Files.readString(path);
        try (Wallet wallet = Wallet.open(path, GAME)) {
            wallet.keepContribution(1, own, filled(32, 2));
            assertArrayEquals(own, wallet.contribution(1));
            assertNull(wallet.contribution(0));
            assertEquals(List.of("one", "two"), wallet.logKeys());
        }
        assertEquals(before, Files.readString(path));
    }

    @Test
    void whoComesBackInTheSameRunFindsItsContributionToo() throws Exception {
        try (Wallet wallet = Wallet.open(path, GAME)) {
            wallet.keepContribution(1, filled(32, 9), filled(32, 2));
            wallet.keepKeys(List.of("one"));
            assertArrayEquals(filled(32, 9), wallet.contribution(1));
            assertEquals(List.of("one"), wallet.logKeys());
        }
    }

    @Test
    void aThreadThatWasInterruptedDoesNotCloseTheFileForOthers() throws Exception {
        try (Wallet wallet = Wallet.open(path, GAME)) {
            Thread.currentThread().interrupt();
            try {
                wallet.keepContribution(1, filled(32, 9), filled(32, 2));
            } finally {
                assertTrue(Thread.interrupted(), "whoever interrupted is still heard");
            }
            wallet.keepHead(1, filled(32, 1));
            assertTrue(Files.readString(path).endsWith(head(1)));
        }
    }

    @Test
    void aLineThatACrashHasCutIsTakenAway() throws Exception {
        write(TITLE + head(1) + head(2).substring(0, 40));
        try (Wallet wallet = Wallet.open(path, GAME)) {
            wallet.keepHead(3, filled(32, 3));
        }
        assertEquals(TITLE + head(1) + head(3), Files.readString(path));
    }

    @Test
    void aFirstLineThatACrashHasCutIsWrittenAnew() throws Exception {
        for (int size : new int[] {0, 1, 30, TITLE.length() - 1}) {
            Files.deleteIfExists(path);
            write(TITLE.substring(0, size));
            Wallet.open(path, GAME).close();
            assertEquals(TITLE, Files.readString(path));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"format\":\"other\"}\n", "[1]\n", "no\n", "no", "\n", "{}\n", "{\"format\":\"adjudicator-wallet/1\"}\n",
        "{\"format\":\"adjudicator-wallet/2\",\"game\":\"07070707070707070707070707070707\"}\n",
        "{\"format\":\"adjudicator-wallet/1\",\"game\":\"08080808080808080808080808080808\"}\n"})
    void aFileThatIsNoWalletOfTheGame(String text) throws Exception {
        write(text);
        assertTrue(refused().contains("no wallet"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "[]", "{\"kind\":1}", "{}", "{\"kind\":\"log_key\"}", "{\"kind\":\"head\",\"seq\":0,\"hash\":\"%s\"}",
        "{\"kind\":\"head\",\"seq\":true,\"hash\":\"%s\"}", "{\"kind\":\"head\",\"seq\":1.5,\"hash\":\"%s\"}",
        "{\"kind\":\"head\",\"seq\":1,\"hash\":\"AB\"}", "{\"kind\":\"head\",\"seq\":9007199254740992,\"hash\":\"%s\"}",
        "{\"kind\":\"receipt\",\"seq\":1,\"hash\":\"%s\",\"note\":\"\",\"command_id\":\"\",\"record\":\"A\"}",
        "{\"kind\":\"seat\",\"seat\":0,\"token_id\":\"\",\"key\":\"00\"}",
        "{\"kind\":\"refusal\",\"refusal\":\"\",\"signature\":\"\",\"log_key\":\"\"}"})
    void aLineThatIsNotAsItsKindHasIt(String line) throws Exception {
        write(TITLE + line.formatted(Bytes.hex(filled(32, 1))) + "\n");
        assertTrue(refused().contains("line 2"), line);
    }

    @Test
    void bytesThatAreNoText() throws Exception {
        write(TITLE);
        Files.write(path, new byte[] {'"', (byte) 0xff, '"', '\n'}, StandardOpenOption.APPEND);
        assertTrue(refused().contains("line 2 is no JSON object"));
    }

    @Test
    void linesOfOtherReleasesAreLeftAlone() throws Exception {
        String newer = "{\"kind\":\"newer\",\"a\":[1.5e3,true,null,{\"b\":false}]}\n"
                + "{\"kind\":\"log_key\",\"key\":\"one\",\"since\":-0.5}\n";
        write(TITLE + newer);
        try (Wallet wallet = Wallet.open(path, GAME)) {
            assertEquals(List.of("one"), wallet.logKeys());
            wallet.keepHead(1, filled(32, 1));
        }
        assertEquals(TITLE + newer + head(1), Files.readString(path));
    }

    @Test
    void aWalletThatOthersMayRead() throws Exception {
        Wallet.open(path, GAME).close();
        for (String rights : List.of("rw-r-----", "rw----r--", "rw--w----")) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
            assertTrue(refused().contains("chmod 600"), rights);
        }
    }

    @Test
    void whatCanNotBeKeptIsTold() throws Exception {
        Wallet wallet = Wallet.open(path, GAME);
        wallet.close();
        wallet.close();
        UncheckedIOException fault =
                assertThrows(UncheckedIOException.class, () -> wallet.keepHead(1, filled(32, 1)));
        assertTrue(fault.getMessage().contains("open it again"), fault.getMessage());
    }

    @Test
    void receiptsAreVerifiedWhenTheyAreReadAgain() throws Exception {
        Map<?, ?> vectors = Served.vectors("chain");
        byte[] game = Bytes.unhex((String) vectors.get("game"));
        String note = (String) vectors.get("note");
        SignedNote.Head head = SignedNote.readHead(SignedNote.verify((String) vectors.get("verify_key"), note));
        Receipt receipt = Receipt.newBuilder().setSeq(head.size()).setHash(ByteString.copyFrom(head.hash())).setNote(note).build();
        for (String key : List.of((String) vectors.get("verify_key"),
                SignedNote.keyOf("ref.example.org/wg", Key.generate().publicKey()))) {
            Files.deleteIfExists(path);
            try (Wallet wallet = Wallet.open(path, game)) {
                wallet.keepKeys(List.of(key));
                wallet.keepReceipt(receipt, filled(16, 5), new byte[0]);
            }
            try (Wallet wallet = Wallet.open(path, game)) {
                if (key.equals(vectors.get("verify_key"))) {
                    assertEquals(List.of(receipt), wallet.receipts().all());
                    assertEquals(List.of(Bytes.hex(filled(16, 5))), wallet.receipts().commandIds());
                } else {
                    assertEquals("HEAD_SIGNATURE_INVALID", assertThrows(NotProven.class, wallet::receipts).check());
                }
            }
        }
    }

    @Test
    void twoHeadsOfOneEntryInAWalletAreTold() throws Exception {
        try (Wallet wallet = Wallet.open(path, GAME)) {
            wallet.keepHead(4, filled(32, 1));
            wallet.keepHead(4, filled(32, 2));
        }
        try (Wallet wallet = Wallet.open(path, GAME)) {
            Log log = new Log(GAME);
            assertEquals("HEAD_MISMATCH", assertThrows(NotProven.class, () -> wallet.claim(log)).check());
        }
    }

    /** Whoever makes heads under unknown keys at will can not make a wallet too large to be read. */
    @Test
    void headsUnderKeysThatNobodyKnowsDoNotFillIt() throws IOException {
        for (int from : new int[] {0, 0, 30}) { // one that is shown again is no new one
            try (Wallet wallet = Wallet.open(path, GAME)) {
                for (int number = from; number < from + 40; number++) {
                    wallet.keepUnproven(Receipt.newBuilder().setSeq(1).setNote("note")
                            .setHash(ByteString.copyFrom(filled(32, number))).build());
                }
            }
        }
        List<String> hashes = Lines.of(path, "unproven").stream().map(row -> (String) row.get("hash")).toList();
        assertEquals(IntStream.range(0, 64).mapToObj(number -> Bytes.hex(filled(32, number))).toList(), hashes);
    }

    // -- several programs

    /** Another program that keeps lines, opening the wallet anew for each where it is told so. */
    static final class Keeping {
        public static void main(String... words) throws IOException {
            Path path = Path.of(words[0]);
            byte[] record = new byte[Integer.parseInt(words[2])];
            boolean anew = Boolean.parseBoolean(words[3]);
            Wallet wallet = Wallet.open(path, GAME);
            for (int seq = 1; seq <= LINES; seq++) {
                Receipt receipt = Receipt.newBuilder().setSeq(seq).setNote("by " + words[1])
                        .setHash(ByteString.copyFrom(new byte[32])).build();
                wallet.keepReceipt(receipt, new byte[0], record);
                if (anew) {
                    wallet.close();
                    wallet = Wallet.open(path, GAME);
                }
            }
            wallet.close();
        }
    }

    /** Another program that holds the lock, writes the rest of a line, says what was there before, and lets go. */
    static final class Holding {
        public static void main(String... words) throws Exception {
            Path path = Path.of(words[0]);
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
                FileLock lock = file.lock(Wallet.LOCKED, 1, false);
                System.out.println("held");
                Thread.sleep(500);
                file.write(ByteBuffer.wrap(words[1].getBytes(StandardCharsets.UTF_8)), file.size());
                lock.release();
            }
        }
    }

    private static final int LINES = 12;

    private static Process started(Class<?> program, Path path, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), program.getName(), path.toString()));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    @Test
    void severalProgramsKeepEveryLineOfEachWhole() throws Exception {
        List<Process> programs = List.of(started(Keeping.class, path, "1", "300000", "false"),
                started(Keeping.class, path, "2", "10", "true"), started(Keeping.class, path, "3", "10", "true"));
        for (Process program : programs) {
            assertEquals(0, program.waitFor());
        }
        assertTrue(Files.readString(path).startsWith(TITLE), "it was begun once");
        List<String> found = Lines.of(path, "receipt").stream().map(row -> row.get("note") + " " + row.get("seq")).sorted().toList();
        List<String> due = IntStream.rangeClosed(1, programs.size()).boxed().flatMap(who ->
                IntStream.rangeClosed(1, LINES).mapToObj(seq -> "by " + who + " " + seq)).sorted().toList();
        assertEquals(due, found);
    }

    @Test
    void aLineThatAnotherProgramIsWritingIsWaitedForAndNotCut() throws Exception {
        write(TITLE + head(1).substring(0, 40));
        Process other = started(Holding.class, path, head(1).substring(40));
        try (BufferedReader said = other.inputReader()) {
            assertEquals("held", said.readLine());
            try (Wallet wallet = Wallet.open(path, GAME)) {
                wallet.keepHead(2, filled(32, 2));
            }
        }
        assertEquals(0, other.waitFor());
        assertEquals(TITLE + head(1) + head(2), Files.readString(path));
    }

    @Test
    void walletsOfOneProgramWaitForEachOtherToo() throws Exception {
        try (Wallet one = Wallet.open(path, GAME); Wallet other = Wallet.open(path, GAME)) {
            Thread thread = new Thread(() -> IntStream.rangeClosed(1, 50).forEach(seq -> one.keepHead(seq, filled(32, 1))));
            thread.start();
            IntStream.rangeClosed(1, 50).forEach(seq -> other.keepHead(seq, filled(32, 2)));
            thread.join();
        }
        assertEquals(100, Lines.of(path, "head").size());
    }
}
