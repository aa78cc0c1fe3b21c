package adjudicator.client;

import java.util.Objects;

/**
 * A seat in the terms of a new game.
 *
 * @param name short name, such as "red"
 * @param key the key that its commands are signed with; null for none
 * @param bot whether a program plays it
 */
public record Seat(String name, Key key, boolean bot) {
    /** Makes a seat. */
    public Seat {
        Objects.requireNonNull(name, "name");
    }

    /** Makes a seat of a person who signs. */
    public Seat(String name, Key key) {
        this(name, key, false);
    }

    /** Makes a seat of a person who does not sign. */
    public Seat(String name) {
        this(name, null, false);
    }
}
