package adjudicator.client;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.function.UnaryOperator;

/** Somebody between client and service, who alters what is asked of one method, and what the service answers. */
final class Altering implements ClientInterceptor {
    private final String method;
    private final UnaryOperator<Message> change;
    private final UnaryOperator<Message> asked;
    private volatile boolean active;

    Altering(String method, UnaryOperator<Message> change) {
        this(method, change, UnaryOperator.identity());
    }

    Altering(String method, UnaryOperator<Message> change, UnaryOperator<Message> asked) {
        this.method = method;
        this.change = change;
        this.asked = asked;
    }

    void begin() {
        active = true;
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> called, CallOptions options, Channel next) {
        ClientCall<Q, A> call = next.newCall(called, options);
        if (!called.getBareMethodName().equals(method)) {
            return call;
        }
        return new SimpleForwardingClientCall<>(call) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                super.start(new SimpleForwardingClientCallListener<>(listener) {
                    @Override
                    public void onMessage(A message) {
                        @SuppressWarnings("unchecked") // a change gives a message of the type that it gets
                        A changed = active ? (A) change.apply((Message) message) : message;
                        super.onMessage(changed);
                    }
                }, headers);
            }

            @Override
            public void sendMessage(Q message) {
                @SuppressWarnings("unchecked") // a change gives a message of the type that it gets
                Q changed = active ? (Q) asked.apply((Message) message) : message;
                super.sendMessage(changed);
            }
        };
    }
}
