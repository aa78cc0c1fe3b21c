package adjudicator.client;

import adjudicator.wargame.v1.Header;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Arrays;
import java.util.List;

/** A command that is ready to be sent, and what has to stand of it in its entry. */
record Request(Message message, byte[] id, List<Object> envelope, byte[] signature) {
    private static final int SEAT_ROLE = 3;
    private static final int TOKEN_PARTS = 4;

    /** Puts in the header; signs and seals the command. One whose header has an id stays as it is. */
    static Request of(Message command, Game game) {
        FieldDescriptor field = Contract.header(command.getDescriptorForType());
        Header given = (Header) command.getField(field);
        boolean complete = !given.getCommandId().isEmpty();
        if (complete && !Arrays.equals(given.getGame().toByteArray(), game.id())) {
            throw new IllegalArgumentException("the command was prepared for another game: give it there");
        }
        Rows.Split split = Rows.split(command);
        Header.Builder header = complete ? given.toBuilder() : fresh(game, split.hasSecrets());
        byte[] id = header.getCommandId().toByteArray();
        byte[] head = header.getHead().isEmpty() ? null : header.getHead().toByteArray();
        byte[] seal = null;
        if (split.hasSecrets()) {
            int owner = game.seat() < 0 ? Rows.REFEREE : game.seat();
            seal = Bytes.sealedHash(game.id(), owner, 0, id, header.getSalt().toByteArray(), MpInt.encode(split.secrets()));
        }
        List<Object> envelope = Arrays.asList(id, head, split.body(), seal);
        if (!complete && game.key() != null) {
            byte[] signature = game.key().sign(Bytes.signingBytes(game.id(), actor(game), envelope));
            header.setSignature(ByteString.copyFrom(signature));
        }
        byte[] signature = header.getSignature().isEmpty() ? null : header.getSignature().toByteArray();
        return new Request(command.toBuilder().setField(field, header.build()).build(), id, envelope, signature);
    }

    private static Header.Builder fresh(Game game, boolean hasSecrets) {
        Header.Builder header = Header.newBuilder()
                .setGame(ByteString.copyFrom(game.id()))
                .setCommandId(ByteString.copyFrom(Bytes.random(16)));
        header.setHead(game.lastSeen());
        return hasSecrets ? header.setSalt(ByteString.copyFrom(Bytes.random(32))) : header;
    }

    private static List<Object> actor(Game game) {
        String[] parts = game.service().token().split("_", TOKEN_PARTS);
        if (parts.length < TOKEN_PARTS) {
            throw new IllegalStateException("a seat's token has four parts, and this one has " + parts.length);
        }
        return List.of(SEAT_ROLE, game.seat(), parts[2]);
    }
}
