package adjudicator.client;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * MP-int, the part of MessagePack with one spelling for every value: null, Boolean, whole numbers within 2^53 - 1 of
 * zero (Long when read; Integer is written too), String, byte[] and List at most sixteen deep.
 */
final class MpInt {
    static final long MOST = (1L << 53) - 1;
    private static final int MAX_DEPTH = 16;

    private MpInt() {}

    /** Writes a value; throws IllegalArgumentException where it is outside of MP-int. */
    static byte[] encode(Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out, value, 0);
        return out.toByteArray();
    }

    /** Reads a value; throws IllegalArgumentException for bytes that another writer would not have written. */
    static Object decode(byte[] bytes) {
        Object value = new Reader(bytes).value(0);
        if (!Arrays.equals(encode(value), bytes)) {
            throw outside("not the shortest bytes, or more than one value");
        }
        return value;
    }

    /** Tells whether two values have the same bytes. */
    static boolean same(Object one, Object other) {
        return Arrays.equals(encode(one), encode(other));
    }

    private static IllegalArgumentException outside(String what) {
        return new IllegalArgumentException("outside of MP-int: " + what);
    }

    private static void write(ByteArrayOutputStream out, Object value, int depth) {
        if (value == null) {
            out.write(0xc0);
        } else if (value instanceof Boolean truth) {
            out.write(truth ? 0xc3 : 0xc2);
        } else if (value instanceof Long || value instanceof Integer) {
            integer(out, ((Number) value).longValue());
        } else if (value instanceof String text) {
            byte[] bytes = utf8(text);
            length(out, bytes.length, 0xa0, 32, 0xd9, 0xda, 0xdb);
            out.writeBytes(bytes);
        } else if (value instanceof byte[] bytes) {
            length(out, bytes.length, 0, 0, 0xc4, 0xc5, 0xc6);
            out.writeBytes(bytes);
        } else if (value instanceof List<?> list) {
            if (depth == MAX_DEPTH) {
                throw outside("more than " + MAX_DEPTH + " arrays deep");
            }
            length(out, list.size(), 0x90, 16, 0, 0xdc, 0xdd);
            for (Object item : list) {
                write(out, item, depth + 1);
            }
        } else {
            throw outside(value.getClass().getSimpleName());
        }
    }

    private static void integer(ByteArrayOutputStream out, long value) {
        if (value < -MOST || value > MOST) {
            throw outside(Long.toString(value));
        }
        if (value >= -32 && value < 128) {
            out.write((int) value & 0xff);
        } else if (value > 0) {
            int size = value < 1L << 8 ? 0 : value < 1L << 16 ? 1 : value < 1L << 32 ? 2 : 3;
            number(out, 0xcc + size, value, 1 << size);
        } else {
            int size = value >= -(1L << 7) ? 0 : value >= -(1L << 15) ? 1 : value >= -(1L << 31) ? 2 : 3;
            number(out, 0xd0 + size, value, 1 << size);
        }
    }

    private static void number(ByteArrayOutputStream out, int first, long value, int bytes) {
        out.write(first);
        for (int at = bytes - 1; at >= 0; at--) {
            out.write((int) (value >> 8 * at) & 0xff);
        }
    }

    // `small` is the first byte that holds the length itself, below `room`; the others have it after them.
    private static void length(ByteArrayOutputStream out, int count, int small, int room, int one, int two, int four) {
        if (count < room) {
            out.write(small | count);
        } else if (one != 0 && count < 1 << 8) {
            number(out, one, count, 1);
        } else if (count < 1 << 16) {
            number(out, two, count, 2);
        } else {
            number(out, four, count, 4);
        }
    }

    private static byte[] utf8(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return Arrays.copyOf(bytes.array(), bytes.limit());
        } catch (CharacterCodingException error) {
            throw outside("half of a surrogate pair");
        }
    }

    private static final class Reader {
        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        Object value(int depth) {
            int first = (int) unsigned(1);
            if (first < 0x80) {
                return (long) first;
            }
            if (first >= 0xe0) {
                return (long) first - 0x100;
            }
            if (first >= 0xa0 && first < 0xc0) {
                return text(first & 31);
            }
            if (first >= 0x90 && first < 0xa0) {
                return list(first & 15, depth);
            }
            return switch (first) {
                case 0xc0 -> null;
                case 0xc2 -> false;
                case 0xc3 -> true;
                case 0xcc, 0xcd, 0xce, 0xcf -> unsigned(1 << first - 0xcc);
                case 0xd0, 0xd1, 0xd2, 0xd3 -> signed(1 << first - 0xd0);
                case 0xc4, 0xc5, 0xc6 -> raw(unsigned(1 << first - 0xc4));
                case 0xd9, 0xda, 0xdb -> text(unsigned(1 << first - 0xd9));
                case 0xdc, 0xdd -> list(unsigned(2 << first - 0xdc), depth);
                default -> throw outside("byte " + Integer.toHexString(first));
            };
        }

        private long unsigned(int size) {
            if (at + size > bytes.length) {
                throw outside("bytes end too soon");
            }
            long value = 0;
            for (int end = at + size; at < end; at++) {
                value = value << 8 | bytes[at] & 0xff;
            }
            if (value < 0) {
                throw outside("a number beyond 2^53 - 1");
            }
            return value;
        }

        private long signed(int size) {
            if (at + size > bytes.length) {
                throw outside("bytes end too soon");
            }
            long value = bytes[at];
            at++;
            for (int end = at + size - 1; at < end; at++) {
                value = value << 8 | bytes[at] & 0xff;
            }
            return value;
        }

        private byte[] raw(long size) {
            if (size > bytes.length - at) {
                throw outside("bytes end too soon");
            }
            at += (int) size;
            return Arrays.copyOfRange(bytes, at - (int) size, at);
        }

        private String text(long size) {
            try {
                return StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                        .decode(ByteBuffer.wrap(raw(size))).toString();
            } catch (CharacterCodingException error) {
                throw outside("text that is not UTF-8");
            }
        }

        private List<Object> list(long count, int depth) {
            if (depth == MAX_DEPTH) {
                throw outside("more than " + MAX_DEPTH + " arrays deep");
            }
            if (count > bytes.length - at) {
                throw outside("bytes end too soon");
            }
            List<Object> items = new ArrayList<>((int) count);
            for (long number = 0; number < count; number++) {
                items.add(value(depth + 1));
            }
            return Collections.unmodifiableList(items);
        }
    }
}
