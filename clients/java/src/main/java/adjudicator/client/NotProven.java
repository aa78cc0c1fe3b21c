package adjudicator.client;

/** Something does not verify: the service or somebody between has altered it, or this is another history. */
public final class NotProven extends ClientError {
    private static final long serialVersionUID = 1L;

    private final String check;
    private final String game;
    private final long seq;
    private final String expected;
    private final String found;

    NotProven(String check, String game, long seq, String expected, String found) {
        super("%s in game %s at entry %d: expected %s, found %s".formatted(check, game, seq, expected, found), null);
        this.check = check;
        this.game = game;
        this.seq = seq;
        this.expected = expected;
        this.found = found;
    }

    /** Name of the check, such as "CHAIN_BREAK". */
    public String check() {
        return check;
    }

    /** Id of the game in hex; "" where it is not known. */
    public String game() {
        return game;
    }

    /** The entry, 0 where it concerns the whole. */
    public long seq() {
        return seq;
    }

    /** What should be there. */
    public String expected() {
        return expected;
    }

    /** What is there. */
    public String found() {
        return found;
    }
}
