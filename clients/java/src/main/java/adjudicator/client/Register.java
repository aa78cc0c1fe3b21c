package adjudicator.client;

import adjudicator.wargame.v1.Registration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The public register: proofs of RFC 6962 under signed checkpoints, and the opening of a game in it. */
final class Register {
    static final String CHECK = "REGISTRY_MISMATCH";
    private static final int HASH = 32;
    private static final int MOST_HASHES = 63;
    private static final int RESTARTS = 20; // place in the terms
    private static final int OPENING_FIELDS = 9;
    private static final Pattern KEY = Pattern.compile("wgregister/1/key\n([^\n]+)\n([^\n]+)\n");
    private static final Pattern PROOF = Pattern.compile("c2sp\\.org/tlog-proof@v1\n(?:extra [^\n]*\n)?"
            + "index (0|[1-9][0-9]{0,15})\n((?:[A-Za-z0-9+/]{43}=\n){0," + MOST_HASHES + "})\n(.+)", Pattern.DOTALL);
    private static final Pattern CHECKPOINT =
            Pattern.compile("([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n");

    private Register() {}

    /** What a leaf says: when it was entered, and the fields of GameOpened. */
    private record Opening(long time, List<?> fields) {}

    /**
     * Verifies that a register has the opening of a game as the game's first entry has it.
     *
     * @param logKeys one of which has to name the key of the register
     */
    static Registered verify(List<String> logKeys, Registration given, Log log) {
        try {
            Proven proven = prove(logKeys, given);
            String name = SignedNote.nameOf(proven.line);
            require(name.equals(given.getRegister()), "a register of another name");
            Opening opening = readOpening(given.getLeaf().toByteArray());
            compare(log, opening.fields);
            return new Registered(name, proven.index, opening.time);
        } catch (Unproven fault) {
            throw log.fault(CHECK, 1, "a proof that the game stands in a register", fault.getMessage());
        }
    }

    /**
     * Compares a proof that was verified with earlier ones: a game stands in one register, with one key, and that has one
     * leaf of the game, and one tree, which only grows. Of what is held only that counts which a register has signed that a
     * key of the log names.
     */
    static void compareHeld(List<String> logKeys, List<Registration> held, Registration given, Log log) {
        Proven now = prove(logKeys, given);
        for (Registration row : held) {
            Proven before;
            try {
                before = prove(logKeys, row);
            } catch (Unproven nobody) {
                continue; // what nobody has signed says nothing
            }
            log.demand(before.line.equals(now.line), CHECK, 1, "the register " + before.line + " as before",
                    "another one, " + now.line);
            log.demand(before.index == now.index && row.getLeaf().equals(given.getLeaf()), CHECK, 1,
                    "leaf " + before.index + " as the register had it before", "another leaf, " + now.index);
            log.demand(before.size != now.size || Arrays.equals(before.root, now.root), CHECK, 1,
                    "the root %s of %d leaves, as it was signed before".formatted(Bytes.hex(before.root), before.size),
                    Bytes.hex(now.root));
            demandGrown(before, now, log);
        }
    }

    /**
     * Compares two trees of one register by their paths to one leaf: a tree only grows, so what is full in the smaller one
     * never changes, and every hash of it that stands in both paths is compared. That is all before the leaf, and behind it
     * what both have; the rest takes the tiles of the register.
     */
    private static void demandGrown(Proven before, Proven now, Log log) {
        Map<Node, byte[]> shown = beside(now);
        beside(before).forEach((node, due) -> {
            byte[] found = shown.getOrDefault(node, due);
            boolean full = node.last() < Math.min(before.size, now.size);
            log.demand(!full || Arrays.equals(due, found), CHECK, 1,
                    "the hash %s of leaves %d to %d, as it was signed before".formatted(Bytes.hex(due), node.first(), node.last()),
                    Bytes.hex(found));
        });
    }

    /** A node of a tree: its level, from 0, and its number there. */
    private record Node(int level, long number) {
        long first() {
            return number << level;
        }

        long last() {
            return (number + 1 << level) - 1;
        }
    }

    /** The hashes beside a path, from below. */
    private static Map<Node, byte[]> beside(Proven proven) {
        Map<Node, byte[]> found = new LinkedHashMap<>();
        long place = proven.index;
        long last = proven.size - 1;
        int level = 0;
        for (byte[] hash : proven.path) {
            while (place == last && place % 2 == 0 && place > 0) { // alone at the edge: it goes up as it is
                place >>= 1;
                last >>= 1;
                level++;
            }
            found.put(new Node(level, place ^ 1), hash);
            place >>= 1;
            last >>= 1;
            level++;
        }
        return found;
    }

    /**
     * What a proof shows: the register's key, the number of the leaf, the tree that was signed, and the hashes that lead to
     * its root.
     */
    private record Proven(String line, long index, long size, byte[] root, byte[][] path) {}

    private static Proven prove(List<String> logKeys, Registration given) {
        return verifyProof(keyOf(logKeys, given.getKey()), given.getLeaf().toByteArray(), given.getProof());
    }

    /** Something in a proof that does not hold. */
    private static final class Unproven extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unproven(String text) {
            super(text);
        }
    }

    private static void require(boolean holds, String found) {
        if (!holds) {
            throw new Unproven(found);
        }
    }

    private static String keyOf(List<String> logKeys, String note) {
        for (String line : logKeys) {
            Matcher match = KEY.matcher(signedOr(line, note, ""));
            if (match.matches() && match.group(2).startsWith(match.group(1) + "+")) {
                return match.group(2);
            }
        }
        throw new Unproven("no key of a register that a key of the log names");
    }

    private static String signedOr(String line, String note, String otherwise) {
        try {
            return SignedNote.verify(line, note);
        } catch (NotProven fault) {
            return otherwise;
        }
    }

    private static Proven verifyProof(String line, byte[] leaf, String text) {
        Matcher proof = PROOF.matcher(text);
        require(proof.matches(), "no proof of a register");
        Matcher checkpoint = CHECKPOINT.matcher(signedOr(line, proof.group(3), ""));
        require(checkpoint.lookingAt() && checkpoint.group(1).equals(SignedNote.nameOf(line)),
                "no checkpoint that the register has signed");
        byte[][] path = proof.group(2).lines().map(Register::hash).toArray(byte[][]::new);
        Proven proven = new Proven(line, Long.parseLong(proof.group(1)), Long.parseLong(checkpoint.group(2)),
                hash(checkpoint.group(3)), path);
        require(leadsTo(leafHash(leaf), proven.index, proven.size, path, proven.root),
                "a path that does not lead to the root that was signed");
        return proven;
    }

    private static byte[] hash(String letters) {
        try {
            byte[] hash = SignedNote.unbase64(letters);
            require(hash.length == HASH, "no path of hashes");
            return hash;
        } catch (NotProven fault) {
            throw new Unproven("no path of hashes");
        }
    }

    static byte[] leafHash(byte[] leaf) {
        return Bytes.sha256(new byte[] {0}, leaf);
    }

    /** Tells whether a leaf of this hash stands at a place of the tree of so many leaves. */
    static boolean leadsTo(byte[] hashed, long index, long size, byte[][] path, byte[] root) {
        if (index < 0 || index >= size) {
            return false;
        }
        long place = index;
        long last = size - 1;
        byte[] found = hashed;
        for (byte[] beside : path) {
            if (last == 0) {
                return false;
            }
            if (place % 2 == 1 || place == last) {
                found = node(beside, found);
                while (place % 2 == 0 && place > 0) {
                    place >>= 1;
                    last >>= 1;
                }
            } else {
                found = node(found, beside);
            }
            place >>= 1;
            last >>= 1;
        }
        return last == 0 && Arrays.equals(found, root);
    }

    private static byte[] node(byte[] left, byte[] right) {
        return Bytes.sha256(new byte[] {1}, left, right);
    }

    private static Opening readOpening(byte[] leaf) {
        Object value;
        try {
            value = MpInt.decode(leaf);
        } catch (IllegalArgumentException fault) {
            throw new Unproven(fault.getMessage());
        }
        if (value instanceof List<?> row && row.size() == 3 && Long.valueOf(1).equals(row.get(0))
                && row.get(1) instanceof Long time && row.get(2) instanceof List<?> body
                && body.size() == 1 + OPENING_FIELDS && "GameOpened".equals(body.get(0))) {
            return new Opening(time, body.subList(1, body.size()));
        }
        throw new Unproven("a leaf that is no opening");
    }

    /** Compares an opening with the first entry: the game, what it is committed to, its terms and keys. */
    private static void compare(Log log, List<?> opening) {
        List<?> terms = log.terms();
        Object event = log.term(Log.EVENT);
        Map<String, Object> due = new LinkedHashMap<>();
        due.put("game", log.get(1).game());
        due.put("commitment", terms.get(Log.COMMITMENT));
        due.put("digest of the terms", DiceCheck.settings(terms));
        due.put("ruleset", terms.get(Log.RULESET));
        due.put("keys of the seats", ((List<?>) terms.get(Log.SEATS)).stream().map(seat -> ((List<?>) seat).get(1)).toList());
        due.put("event", event);
        due.put("round", event == null ? "" : label(terms, "round"));
        due.put("table", event == null ? "" : label(terms, "table"));
        due.put("game that it takes the place of", log.term(RESTARTS));
        int at = 0;
        for (Map.Entry<String, Object> field : due.entrySet()) {
            Object there = opening.get(at++);
            log.demand(MpInt.same(field.getValue(), there), CHECK, 1,
                    field.getKey() + " as registered: " + shown(there), shown(field.getValue()));
        }
    }

    private static Object label(List<?> terms, String name) {
        for (Object row : (List<?>) terms.get(Log.LABELS)) {
            if (row instanceof List<?> label && label.size() == 2 && name.equals(label.get(0))) {
                return label.get(1);
            }
        }
        return "";
    }

    private static String shown(Object value) {
        if (value instanceof byte[] bytes) {
            return Bytes.hex(bytes);
        }
        return value instanceof List<?> list ? list.stream().map(Register::shown).toList().toString() : "" + value;
    }
}
