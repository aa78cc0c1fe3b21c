/** Every error of this package; none shows a token, a key or a secret field. */
export class ClientError extends Error {
  override name = "ClientError";
}

/** Something that the service said does not verify. */
export class NotProven extends ClientError {
  override name = "NotProven";

  /**
   * @param check name of the check, such as "CHAIN_BREAK"
   * @param seq number of the entry; 0 where it concerns the whole
   * @param expected what should be there
   * @param found what is there
   * @param game id of the game in hex; empty where it is not known
   */
  constructor(
    readonly check: string,
    readonly seq: number,
    readonly expected: string,
    readonly found: string,
    readonly game = "",
  ) {
    super(`${check}${game && ` of game ${game}`} at entry ${seq}: expected ${expected}, found ${found}`);
  }
}

/** Throws NotProven where something does not hold. */
export function demand(
  holds: unknown,
  check: string,
  seq: number,
  expected: string,
  found: string,
  game = "",
): asserts holds {
  if (!holds) throw new NotProven(check, seq, expected, found, game);
}
