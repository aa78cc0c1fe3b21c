package adjudicator.client;

import java.util.List;

/** What answers a {@link Choice}; the kind of the choice says which of these. */
public sealed interface Answer {
    /**
     * Yes or no.
     *
     * @param value the answer
     */
    record Truth(boolean value) implements Answer {}

    /**
     * An integer, a count or an index.
     *
     * @param value the answer
     */
    record Number(long value) implements Answer {}

    /**
     * One word, or free text.
     *
     * @param value the answer
     */
    record Word(String value) implements Answer {}

    /**
     * Several words.
     *
     * @param values the answer
     */
    record Words(List<String> values) implements Answer {
        /** Makes the answer. */
        public Words {
            values = List.copyOf(values);
        }
    }

    /**
     * Several indices.
     *
     * @param values the answer
     */
    record Numbers(List<Integer> values) implements Answer {
        /** Makes the answer. */
        public Numbers {
            values = List.copyOf(values);
        }
    }

    /** Bytes. */
    final class Octets implements Answer {
        private final byte[] bytes;

        private Octets(byte[] bytes) {
            this.bytes = bytes.clone();
        }

        /** The bytes. */
        public byte[] bytes() {
            return bytes.clone();
        }

        int size() {
            return bytes.length;
        }
    }

    /** Yes or no. */
    static Answer of(boolean value) {
        return new Truth(value);
    }

    /** An integer, a count or an index. */
    static Answer of(long value) {
        return new Number(value);
    }

    /** One word, or free text. */
    static Answer of(String value) {
        return new Word(value);
    }

    /** Bytes. */
    static Answer of(byte[] bytes) {
        return new Octets(bytes);
    }

    /** Several words. */
    static Answer ofWords(List<String> values) {
        return new Words(values);
    }

    /** Several indices. */
    static Answer ofNumbers(List<Integer> values) {
        return new Numbers(values);
    }
}
