package adjudicator.client;

import java.time.Duration;

/**
 * How long a request is tried again.
 *
 * @param whole limit of all tries together
 * @param firstPause pause before the second try; each later one is twice as long, and any is shortened by chance to
 *     between half and the whole
 * @param mostPause longest pause
 * @param call limit of one try
 */
public record Patience(Duration whole, Duration firstPause, Duration mostPause, Duration call) {
    /** A minute in all, pauses from 50 ms to 2 s, 20 s for one try. */
    public static final Patience USUAL =
            new Patience(Duration.ofSeconds(60), Duration.ofMillis(50), Duration.ofSeconds(2), Duration.ofSeconds(20));

    /** The usual pauses within another limit. */
    public static Patience of(Duration whole) {
        return new Patience(whole, USUAL.firstPause, USUAL.mostPause, USUAL.call);
    }
}
