/** Every error of this package; none shows a token, a key or a secret field. */
export class ClientError extends Error {
    name = "ClientError";
}
/** Something that the service said does not verify. */
export class NotProven extends ClientError {
    check;
    seq;
    expected;
    found;
    game;
    name = "NotProven";
    /**
     * @param check name of the check, such as "CHAIN_BREAK"
     * @param seq number of the entry; 0 where it concerns the whole
     * @param expected what should be there
     * @param found what is there
     * @param game id of the game in hex; empty where it is not known
     */
    constructor(check, seq, expected, found, game = "") {
        super(`${check}${game && ` of game ${game}`} at entry ${seq}: expected ${expected}, found ${found}`);
        this.check = check;
        this.seq = seq;
        this.expected = expected;
        this.found = found;
        this.game = game;
    }
}
/** Throws NotProven where something does not hold. */
export function demand(holds, check, seq, expected, found, game = "") {
    if (!holds)
        throw new NotProven(check, seq, expected, found, game);
}
