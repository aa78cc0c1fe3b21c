package adjudicator.client;

import adjudicator.wargame.v1.Header;
import adjudicator.wargame.v1.Role;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command that is ready to be sent, and what has to stand of it in its entry. */
record Request(Message message, byte[] id, List<Object> envelope, byte[] signature) {
    private static final Pattern TOKEN = Pattern.compile("wg1_([a-z_]+)_([0-9a-f]{12})_.*");

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
        Matcher parts = TOKEN.matcher(game.service().token());
        if (!parts.matches()) {
            throw new IllegalStateException("a token names its role and its id, and this one does not");
        }
        int role = Role.valueOf("ROLE_" + parts.group(1).toUpperCase(Locale.ROOT)).getNumber();
        return List.of(role, game.seat() < 0 ? Rows.REFEREE : game.seat(), parts.group(2));
    }
}
