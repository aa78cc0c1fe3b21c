package adjudicator.client;

import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The tries of one request: pauses between them, and the limit of all. */
final class Attempts {
    private final String address;
    private final Patience patience;
    private final Runnable beforeNext;
    private long began = System.nanoTime();
    private Duration pause;
    private int tries = 1;

    /** Begins the first try; `beforeNext` is done before every later one. */
    Attempts(String address, Patience patience, Runnable beforeNext) {
        this.address = address;
        this.patience = patience;
        this.beforeNext = beforeNext;
        this.pause = patience.firstPause();
    }

    /** The limit of this try, in nanoseconds. */
    long limit() {
        return Math.max(1, Math.min(patience.call().toNanos(), patience.whole().toNanos() - elapsed()));
    }

    /** Waits before the next try; throws what the call ended with where it may not be tried again. */
    void next(StatusRuntimeException error) {
        long told = Faults.retryAfter(error).orElseThrow(() -> Faults.of(error)).toNanos();
        long own = (long) (pause.toNanos() * ThreadLocalRandom.current().nextDouble(0.5, 1));
        long nanos = Math.max(told, own);
        if (elapsed() + nanos >= patience.whole().toNanos()) {
            throw unanswered(error);
        }
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unanswered(error);
        }
        pause = pause.multipliedBy(2).compareTo(patience.mostPause()) < 0 ? pause.multipliedBy(2) : patience.mostPause();
        tries++;
        beforeNext.run();
    }

    /** Begins the limit anew; pauses stay as long as they are. */
    void restart() {
        began = System.nanoTime();
        tries = 1;
    }

    private long elapsed() {
        return System.nanoTime() - began;
    }

    private Unanswered unanswered(StatusRuntimeException error) {
        String last = error.getStatus().getCode() + ": " + Faults.text(error);
        return new Unanswered(address, tries, elapsed() / 1e9, last, error);
    }
}
