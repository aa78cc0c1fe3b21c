package adjudicator.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON for files of receipts and for wallets: maps, lists, texts and whole numbers are written, and all of it is read. */
final class Json {
    private static final int MAX_DEPTH = 32;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value, "\n");
        return out.toString();
    }

    /** Writes texts and whole numbers by their names, in one line. */
    static String writeLine(Map<String, ?> row) {
        StringBuilder out = new StringBuilder();
        char start = '{';
        for (Map.Entry<String, ?> field : row.entrySet()) {
            quote(out.append(start), field.getKey());
            write(out.append(':'), field.getValue(), "");
            start = ',';
        }
        return out.append('}').toString();
    }

    /** Reads a value; throws IllegalArgumentException where it is not such JSON. */
    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.space();
        if (json.at != text.length()) {
            throw json.fault();
        }
        return value;
    }

    private static void write(StringBuilder out, Object value, String line) {
        if (value instanceof Map<?, ?> map) {
            String start = "{";
            for (Map.Entry<?, ?> row : map.entrySet()) {
                out.append(start).append(line).append(' ');
                quote(out, (String) row.getKey());
                write(out.append(": "), row.getValue(), line + " ");
                start = ",";
            }
            out.append(map.isEmpty() ? "{}" : line + "}");
        } else if (value instanceof List<?> list) {
            String start = "[";
            for (Object item : list) {
                write(out.append(start).append(line).append(' '), item, line + " ");
                start = ",";
            }
            out.append(list.isEmpty() ? "[]" : line + "]");
        } else if (value instanceof String string) {
            quote(out, string);
        } else {
            out.append(((Number) value).longValue());
        }
    }

    private static void quote(StringBuilder out, String string) {
        out.append('"');
        for (char letter : string.toCharArray()) {
            switch (letter) {
                case '"', '\\' -> out.append('\\').append(letter);
                case '\n' -> out.append("\\n");
                default -> out.append(letter < ' ' ? "\\u%04x".formatted((int) letter) : String.valueOf(letter));
            }
        }
        out.append('"');
    }

    private Object value(int depth) {
        space();
        char first = at < text.length() ? text.charAt(at) : 0;
        if (depth > MAX_DEPTH) {
            throw fault();
        }
        return switch (first) {
            case '{' -> map(depth);
            case '[' -> list(depth);
            case '"' -> string();
            case 'n' -> word("null", null);
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            default -> number();
        };
    }

    private Map<String, Object> map(int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        if (!taken('}')) {
            do {
                space();
                String name = string();
                demand(':');
                map.put(name, value(depth + 1));
            } while (taken(','));
            demand('}');
        }
        return map;
    }

    private List<Object> list(int depth) {
        List<Object> list = new ArrayList<>();
        at++;
        if (!taken(']')) {
            do {
                list.add(value(depth + 1));
            } while (taken(','));
            demand(']');
        }
        return list;
    }

    private String string() {
        demand('"');
        StringBuilder out = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char letter = text.charAt(at++);
            out.append(letter == '\\' ? escaped() : letter);
        }
        at++;
        if (at > text.length()) {
            throw fault();
        }
        return out.toString();
    }

    private char escaped() {
        if (at >= text.length()) {
            throw fault();
        }
        char letter = text.charAt(at++);
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                if (at + 4 > text.length()) {
                    throw fault();
                }
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> throw fault();
        };
    }

    private Object word(String letters, Object value) {
        if (!text.startsWith(letters, at)) {
            throw fault();
        }
        at += letters.length();
        return value;
    }

    // A whole number is a Long, any other a Double.
    private Number number() {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        return digits.matches("-?[0-9]{1,18}") ? Long.valueOf(digits) : (Number) Double.valueOf(digits);
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean taken(char wanted) {
        space();
        boolean here = at < text.length() && text.charAt(at) == wanted;
        at += here ? 1 : 0;
        return here;
    }

    private void demand(char wanted) {
        if (!taken(wanted)) {
            throw fault();
        }
    }

    private IllegalArgumentException fault() {
        return new IllegalArgumentException("not JSON at character " + at);
    }
}
