/** Statements: heads that a seat signs with its own key, exchanged between opponents without the service. */
import { base64, concat, hex, sha256, text, unhex } from "./bytes.js";
import { demand } from "./errors.js";
import { type Head, readHead } from "./heads.js";
import { verifyNote } from "./signatures.js";

/** How a statement begins. */
export const STATEMENT = "wglog/1/statement";
const CHECK = "STATEMENT_UNPROVEN";

/** What a statement says it is, before anything is verified. */
export interface Stated {
  readonly game: Uint8Array;
  readonly seat: number;
  readonly size: number;
}

/** Makes signatures; its public half is 32 bytes. */
export interface Signer {
  readonly public: Uint8Array;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** The bytes that stand in verification keys and signatures for an Ed25519 key of this name. */
const idOf = async (name: string, publicKey: Uint8Array): Promise<Uint8Array> =>
  (await sha256(text(`${name}\n`), [1], publicKey)).slice(0, 4);

/** The verification key of a public key under a name. */
export const verifyKeyOf = async (name: string, publicKey: Uint8Array): Promise<string> =>
  `${name}+${hex(await idOf(name, publicKey))}+${base64(concat([1], publicKey))}`;

/** Signs a text, which ends in a newline, as a note. */
export async function signNote(name: string, signer: Signer, body: string): Promise<string> {
  const signature = concat(await idOf(name, signer.public), await signer.sign(text(body)));
  return `${body}\n\u2014 ${name} ${base64(signature)}\n`;
}

/** The name under which a seat signs. */
const nameOf = (seat: number): string => `seat-${seat}`;

/** States the last entry that a seat has seen. */
export const signStatement = (signer: Signer, game: Uint8Array, seat: number, size: number, hash: Uint8Array): Promise<string> =>
  signNote(nameOf(seat), signer, `${STATEMENT} ${hex(game)}\n${seat}\n${size}\n${base64(hash)}\n`);

/** Reads what a statement says it is; Error for what is none. */
export function readStatement(note: string): Stated {
  const [, game = "", seat = "", size = ""] = /^wglog\/1\/statement ([0-9a-f]{32})\n([0-9]{1,9})\n([0-9]{1,9})\n[^\n]*\n/.exec(note) ?? [];
  if (game === "") throw new Error("no whole statement");
  return { game: unhex(game), size: Number(size), seat: Number(seat) };
}

/** The head that a statement of this game and seat states, signed with one of these keys; NotProven where none has. */
export async function verifyStatement(note: string, game: Uint8Array, seat: number, keys: readonly Uint8Array[]): Promise<Head> {
  const id = hex(game);
  for (const key of keys) {
    let body: string;
    try {
      body = await verifyNote(await verifyKeyOf(nameOf(seat), key), note);
    } catch {
      continue;
    }
    const lines = body.split("\n");
    const own = lines.length === 5 && lines[1] === `${seat}` && lines[0] === `${STATEMENT} ${id}`;
    demand(own, CHECK, 0, `a statement of this game by seat ${seat}`, "another", id);
    return readHead(`wglog/1/head ${id}\n${lines[2]}\n${lines[3]}\n`);
  }
  demand(false, CHECK, 0, `a signature by a key of seat ${seat}`, "none", id);
  throw new Error(CHECK);
}
