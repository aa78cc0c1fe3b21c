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

/**
 * A command that is ready to be sent, and what has to stand of it in its entry.
 *
 * @param signed what a signature covers without its domain: MP-int([game, actor, command])
 * @param seal what opens the seal; null where it has no secret fields
 */
record Request(Message message, byte[] id, List<Object> envelope, byte[] signature, byte[] signed, Seal seal) {
    private static final Pattern TOKEN = Pattern.compile("wg1_([a-z_]+)_([0-9a-f]{12})_.*");

    /** What opens a seal: its salt, and MP-int of the secret fields. */
    record Seal(byte[] salt, byte[] data) {}

    /** SHA-256 of what the command's signature covers, by which a refusal names it. */
    byte[] hash() {
        return Bytes.sha256(Bytes.signingBytes(signed));
    }

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
        Seal seal = split.hasSecrets()
                ? new Seal(header.getSalt().toByteArray(), MpInt.encode(split.secrets()))
                : null;
        List<Object> envelope = Arrays.asList(id, head, split.body(), seal == null ? null
                : Bytes.sealedHash(game.id(), game.party(), 0, id, seal.salt, seal.data));
        byte[] signed = MpInt.encode(Arrays.asList(game.id(), actor(game), envelope));
        if (!complete && game.key() != null) {
            header.setSignature(ByteString.copyFrom(game.key().sign(Bytes.signingBytes(signed))));
        }
        byte[] signature = header.getSignature().isEmpty() ? null : header.getSignature().toByteArray();
        return new Request(command.toBuilder().setField(field, header.build()).build(), id, envelope, signature, signed,
                seal);
    }

    private static Header.Builder fresh(Game game, boolean hasSecrets) {
        Header.Builder header = Header.newBuilder()
                .setGame(ByteString.copyFrom(game.id()))
                .setCommandId(ByteString.copyFrom(Bytes.random(16)));
        header.setHead(game.lastSeen());
        return hasSecrets ? header.setSalt(ByteString.copyFrom(Bytes.random(32))) : header;
    }

    /** The part of a token that may be shown, by which entries name it; "" of what is no token. */
    static String tokenId(String token) {
        Matcher parts = TOKEN.matcher(token);
        return parts.matches() ? parts.group(2) : "";
    }

    /** The role that a token is for, such as "owner"; "" of what is no token. */
    static String role(String token) {
        Matcher parts = TOKEN.matcher(token);
        return parts.matches() ? parts.group(1) : "";
    }

    private static List<Object> actor(Game game) {
        String token = game.service().token();
        Matcher parts = TOKEN.matcher(token);
        if (!parts.matches() && game.key() != null) {
            throw new IllegalStateException("a token names its role and its id, and this one does not");
        }
        int role = parts.matches() ? Role.valueOf("ROLE_" + parts.group(1).toUpperCase(Locale.ROOT)).getNumber() : 0;
        return List.of(role, game.party(), tokenId(token));
    }
}
