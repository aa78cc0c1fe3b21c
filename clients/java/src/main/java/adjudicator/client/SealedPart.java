package adjudicator.client;

import adjudicator.wargame.v1.Opening;

/** What opens a sealed part of an entry: part 0 the command's secret fields, part 1 the rest. */
record SealedPart(int owner, int part, byte[] salt, byte[] data) {
    static SealedPart of(Opening opening) {
        return new SealedPart((int) Rows.party(opening.getOwner()), opening.getPart(), opening.getSalt().toByteArray(),
                opening.getData().toByteArray());
    }
}
