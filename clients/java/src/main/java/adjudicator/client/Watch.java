package adjudicator.client;

import adjudicator.wargame.v1.Entry;
import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;

/**
 * Entries of a game as they come, each verified; none twice and none left out, whatever happens to the connection.
 *
 * <p>{@link #hasNext()} waits for an entry. {@link #close()} may be called by another thread, and ends it.
 */
public final class Watch implements Iterator<Entry>, AutoCloseable {
    private static final Status ENDED = Status.UNAVAILABLE.withDescription("the service has ended the stream");

    private final Source source;
    private final boolean ends;
    private final Service service;
    private Attempts attempts;
    private Context.CancellableContext context;
    private Iterator<Entry> stream;
    private Entry next;
    private long after;
    private volatile boolean closed;

    /** What a stream of entries comes from. */
    interface Source {
        /** The call that gives the entries after this one. */
        <T> T begin(long after, Starter<T> starter);

        /** Verifies an entry. */
        void check(Entry entry);

        /** Asks whether the service is there; throws where it is not. */
        void reach();
    }

    /** Begins a call. */
    interface Starter<T> {
        <Q> T start(MethodDescriptor<Q, Entry> method, Q request);
    }

    Watch(Service service, Source source, long after, boolean ends) {
        this.service = service;
        this.source = source;
        this.after = after;
        this.ends = ends;
        this.attempts = service.attempts();
    }

    /** Waits for the next entry; false once this is closed. */
    @Override
    public boolean hasNext() {
        while (next == null && !closed) {
            try {
                if (stream == null) {
                    begin();
                }
                if (stream.hasNext()) {
                    take(stream.next());
                } else if (ends) {
                    close();
                } else {
                    throw new StatusRuntimeException(ENDED); // go on from the last entry
                }
            } catch (StatusRuntimeException error) {
                if (!closed) {
                    stop();
                    resume(error);
                }
            }
        }
        return next != null;
    }

    @Override
    public Entry next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the stream of entries is closed");
        }
        Entry entry = next;
        next = null;
        return entry;
    }

    /** Ends the stream. */
    @Override
    public void close() {
        closed = true;
        stop();
    }

    private void begin() {
        Context.CancellableContext fresh = Context.current().withCancellation();
        synchronized (this) {
            context = fresh;
        }
        Context before = fresh.attach();
        try {
            stream = source.begin(after, new Starter<Iterator<Entry>>() {
                @Override
                public <Q> Iterator<Entry> start(MethodDescriptor<Q, Entry> method, Q request) {
                    CallOptions options = ends
                            ? CallOptions.DEFAULT.withDeadlineAfter(attempts.limit(), TimeUnit.NANOSECONDS)
                            : CallOptions.DEFAULT;
                    return ClientCalls.blockingServerStreamingCall(service.channel(), method, options, request);
                }
            });
        } finally {
            fresh.detach(before);
        }
        if (closed) {
            stop();
        }
    }

    private void take(Entry entry) {
        try {
            source.check(entry);
        } catch (NotProven fault) {
            close();
            throw fault;
        }
        attempts = service.attempts();
        after = entry.getSeq();
        next = entry;
    }

    // Pauses grow until an entry comes.
    private void resume(StatusRuntimeException error) {
        if (!ends) {
            attempts.restart(); // nothing may happen in a game for long: only a service that is away counts
        }
        attempts.next(error);
        if (!ends) {
            source.reach();
        }
    }

    private synchronized void stop() {
        stream = null;
        if (context != null) {
            context.cancel(null);
            context = null;
        }
    }
}
