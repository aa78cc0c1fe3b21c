package adjudicator.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The game of the README is played as it stands there, in thirty lines. */
class ReadmeTest {
    private static final int LINES = 30;

    @Test
    void theGameOfTheReadmeIsPlayed(@TempDir Path folder) throws Exception {
        String address = Served.variable("ADJUDICATOR_ADDRESS");
        String readme = Files.readString(Path.of("README.md"));
        int start = readme.indexOf("```java\nimport") + "```java\n".length();
        String game = readme.substring(start, readme.indexOf("```", start));
        assertTrue(game.lines().filter(line -> !line.isBlank()).count() <= LINES, game);
        Files.writeString(folder.resolve("FirstGame.java"), game);
        Files.writeString(folder.resolve("owner.token"), Served.variable("ADJUDICATOR_TOKEN") + "\n");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process program = new ProcessBuilder(java, "-XX:TieredStopAtLevel=1", "-cp", classPath(), "FirstGame.java", address,
                "owner.token").directory(folder.toFile()).redirectErrorStream(true).start();
        String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(program.waitFor(60, TimeUnit.SECONDS), printed);
        assertEquals(0, program.exitValue(), printed);
        List<String> lines = printed.lines().toList();
        int end = lines.size() - 2;
        assertTrue(end > 15, printed);
        for (String line : lines.subList(0, end)) {
            assertTrue(line.matches(" *\\d+  (owner|red|blue) gives \\w+( \\d+)*"), line);
        }
        assertTrue(lines.get(end).matches("\\d+ entries, \\w+, winner: \\w+"), printed);
        assertTrue(lines.get(end + 1).matches("verified: \\d+ receipts, \\d+ signatures, [1-9]\\d* dice"), printed);
        assertTrue(Receipts.load(folder.resolve("red.receipts.json")).all().size() > 4, printed);
        String wallet = Files.readString(folder.resolve("red.wallet"));
        for (String kind : List.of("log_key", "seat", "opening", "inclusion", "contribution", "command", "receipt")) {
            assertTrue(wallet.contains("\"kind\":\"" + kind + "\"") || wallet.contains("\"kind\": \"" + kind + "\""), kind);
        }
        assertTrue(Files.size(folder.resolve("game.replay")) > 1000);
    }

    private static String classPath() {
        String parts = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return String.join(File.pathSeparator, List.of(parts.split(File.pathSeparator)).stream()
                .map(part -> Path.of(part).toAbsolutePath().toString()).toList());
    }
}
