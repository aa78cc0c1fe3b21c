package adjudicator.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A line of a wallet.
 *
 * @param number from 1
 * @param text the line as it stands, without its end
 * @param fields what it says
 */
record WalletLine(int number, String text, Map<?, ?> fields) {
    private static final long MOST = MpInt.MOST;

    /** What a field has to be. */
    private enum Form {
        TEXT, BASE64, FROM_0, FROM_1, HEX_16_OR_NONE, HEX_32, HEX_32_OR_NONE, HEX_64, HEX_64_OR_NONE;

        boolean fits(Object value) {
            return switch (this) {
                case TEXT -> value instanceof String;
                case BASE64 -> value instanceof String letters && isBase64(letters);
                case FROM_0 -> value instanceof Long number && number >= 0 && number <= MOST;
                case FROM_1 -> value instanceof Long number && number >= 1 && number <= MOST;
                case HEX_16_OR_NONE -> isHex(value, 32) || "".equals(value);
                case HEX_32 -> isHex(value, 64);
                case HEX_32_OR_NONE -> isHex(value, 64) || "".equals(value);
                case HEX_64 -> isHex(value, 128);
                case HEX_64_OR_NONE -> isHex(value, 128) || "".equals(value);
            };
        }

        String told() {
            return switch (this) {
                case TEXT -> "a text";
                case BASE64 -> "base64";
                case FROM_0 -> "a number from 0 on";
                case FROM_1 -> "a number from 1 on";
                case HEX_16_OR_NONE -> "0 or 32 hex digits";
                case HEX_32 -> "64 hex digits";
                case HEX_32_OR_NONE -> "0 or 64 hex digits";
                case HEX_64 -> "128 hex digits";
                case HEX_64_OR_NONE -> "0 or 128 hex digits";
            };
        }

        private static boolean isHex(Object value, int digits) {
            return value instanceof String text && text.length() == digits && text.matches("[0-9a-f]*");
        }

        private static boolean isBase64(String letters) {
            try {
                SignedNote.unbase64(letters);
                return true;
            } catch (NotProven other) {
                return false;
            }
        }
    }

    private static final Map<String, Map<String, Form>> KINDS = Map.ofEntries(
            Map.entry("log_key", Map.of("key", Form.TEXT)),
            Map.entry("seat", Map.of("seat", Form.FROM_0, "token_id", Form.TEXT, "key", Form.HEX_32_OR_NONE)),
            Map.entry("player", Map.of("seat", Form.FROM_0, "key", Form.HEX_32)),
            Map.entry("opening", Map.of("commitment", Form.HEX_32)),
            Map.entry("contribution",
                    Map.of("seat", Form.FROM_0, "contribution", Form.HEX_32, "commitment", Form.HEX_32)),
            Map.entry("command", Map.of("command", Form.BASE64, "signature", Form.HEX_64_OR_NONE, "salt",
                    Form.HEX_32_OR_NONE, "secret", Form.BASE64)),
            Map.entry("receipt", Map.of("seq", Form.FROM_1, "hash", Form.HEX_32, "note", Form.TEXT, "command_id",
                    Form.HEX_16_OR_NONE, "record", Form.BASE64)),
            Map.entry("head", Map.of("seq", Form.FROM_1, "hash", Form.HEX_32)),
            Map.entry("unproven", Map.of("seq", Form.FROM_1, "hash", Form.HEX_32, "note", Form.TEXT)),
            Map.entry("statement", Map.of("note", Form.TEXT)),
            Map.entry("refusal", Map.of("refusal", Form.BASE64, "signature", Form.HEX_64, "log_key", Form.TEXT)),
            Map.entry("inclusion",
                    Map.of("register", Form.TEXT, "leaf", Form.BASE64, "proof", Form.TEXT, "key", Form.TEXT)));

    /** Reads the lines of a file, of which so many bytes are whole lines. */
    static List<WalletLine> readAll(byte[] data, int size, Path path) throws IOException {
        List<WalletLine> found = new ArrayList<>();
        int start = 0;
        for (int at = 0; at < size; at++) {
            if (data[at] == '\n') {
                found.add(read(ByteBuffer.wrap(data, start, at - start), found.size() + 1, path));
                start = at + 1;
            }
        }
        return found;
    }

    private static WalletLine read(ByteBuffer bytes, int number, Path path) throws IOException {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
            if (Json.read(text) instanceof Map<?, ?> fields) {
                return new WalletLine(number, text, fields);
            }
        } catch (CharacterCodingException | IllegalArgumentException other) {
            throw new IOException(path + " is no wallet: line " + number + " is no JSON object", other);
        }
        throw new IOException(path + " is no wallet: line " + number + " is no JSON object");
    }

    /** Demands that a line of a kind that is known is as the format has it; other kinds and fields are let be. */
    void check(Path path) throws IOException {
        if (!(fields.get("kind") instanceof String)) {
            throw new IOException("%s is no wallet: line %d: kind is not a text".formatted(path, number));
        }
        for (Map.Entry<String, Form> field : KINDS.getOrDefault(kind(), Map.of()).entrySet()) {
            if (!field.getValue().fits(fields.get(field.getKey()))) {
                throw new IOException("%s is no wallet: line %d: %s is not %s"
                        .formatted(path, number, field.getKey(), field.getValue().told()));
            }
        }
    }

    String kind() {
        return (String) fields.get("kind");
    }

    String text(String name) {
        return (String) fields.get(name);
    }

    long number(String name) {
        return (Long) fields.get(name);
    }

    byte[] hex(String name) {
        return Bytes.unhex(text(name));
    }
}
