package adjudicator.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The lines of wallets, as tests look at them. */
final class Lines {
    private Lines() {}

    /** All lines of a wallet, its first among them. */
    static List<? extends Map<?, ?>> of(Path path) throws IOException {
        return Files.readAllLines(path).stream().map(line -> (Map<?, ?>) Json.read(line)).toList();
    }

    /** The lines of a kind. */
    static List<? extends Map<?, ?>> of(Path path, String kind) throws IOException {
        return of(path).stream().filter(row -> kind.equals(row.get("kind"))).toList();
    }

    /** The kinds of the lines in their order; that of the first is "null". */
    static List<String> kinds(Path path) throws IOException {
        return of(path).stream().map(row -> String.valueOf(row.get("kind"))).toList();
    }
}
