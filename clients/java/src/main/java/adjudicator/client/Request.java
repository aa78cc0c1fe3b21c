package adjudicator.client;

import adjudicator.wargame.v1.Header;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.util.Arrays;
import java.util.List;

/** A command that is ready to be sent, and what has to stand of it in its entry. */
record Request(Message message, byte[] id, List<Object> envelope, byte[] signature) {
    private static final int SEAT_ROLE = 3;
    private static final int TOKEN_PARTS = 4;

    /** Puts in the header; signs and seals the command. */
    static Request of(Message command, Game game) {
        byte[] id = Bytes.random(16);
        byte[] head = game.head();
        Header.Builder header = Header.newBuilder()
                .setGame(ByteString.copyFrom(game.id()))
                .setCommandId(ByteString.copyFrom(id));
        if (head != null) {
            header.setHead(ByteString.copyFrom(head));
        }
        Rows.Split split = Rows.split(command);
        byte[] seal = null;
        if (split.hasSecrets()) {
            byte[] salt = Bytes.random(32);
            int owner = game.seat() < 0 ? Rows.REFEREE : game.seat();
            seal = Bytes.sealedHash(game.id(), owner, 0, id, salt, MpInt.encode(split.secrets()));
            header.setSalt(ByteString.copyFrom(salt));
        }
        List<Object> envelope = Arrays.asList(id, head, split.body(), seal);
        byte[] signature = null;
        if (game.key() != null) {
            signature = game.key().sign(Bytes.signingBytes(game.id(), actor(game), envelope));
            header.setSignature(ByteString.copyFrom(signature));
        }
        Message message = command.toBuilder()
                .setField(Contract.header(command.getDescriptorForType()), header.build())
                .build();
        return new Request(message, id, envelope, signature);
    }

    private static List<Object> actor(Game game) {
        String[] parts = game.service().token().split("_", TOKEN_PARTS);
        if (parts.length < TOKEN_PARTS) {
            throw new IllegalStateException("a seat's token has four parts, and this one has " + parts.length);
        }
        return List.of(SEAT_ROLE, game.seat(), parts[2]);
    }
}
