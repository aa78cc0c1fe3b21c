/** The rows of CHECK: each of them checked, failed at an entry, or not checked and why. */
import {
  Chain, compareHead, demandOpenings, dice, type Entry, hex, isRevealed, logKeys, NotProven, readRecord, readVerifyKey, seatKeys, signedHead,
  smallOrder, termsOf, unhex, verifyCorrections, verifyDice, verifyOpenings, verifyRulings, verifySignatures,
} from "../src/verify/index.js";
import { type Container, readContainer } from "../src/verify/container.js";
import { verifyRegistered } from "../src/verify/register.js";
import { rulings as RULINGS } from "../tables.json";
import { comparePicture } from "./picture.js";
import type { Claims, Row, RowState } from "./types.js";

type Tell = (row: Row) => void;
const row = (name: string, state: RowState, text: string, at?: number): Row => ({ name, state, text, ...(at ? { at } : {}) });
const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

function failed(name: string, error: unknown): Row {
  if (!(error instanceof NotProven)) return row(name, "failed", error instanceof Error ? error.message : String(error));
  return row(name, "failed", `${error.check}: expected ${error.expected}, found ${error.found}`, error.seq);
}

/** Whether this browser verifies Ed25519; many did not before 2025. */
async function hasEd25519(): Promise<boolean> {
  try {
    const base = unhex("5866666666666666666666666666666666666666666666666666666666666666");
    await crypto.subtle.importKey("raw", base, { name: "Ed25519" }, false, ["verify"]);
    return true;
  } catch {
    return false;
  }
}

/** Verifies a replay file row by row, in order; `key` is the published key, "" for the one that the file names. */
export async function checkFile(bytes: Uint8Array, key: string, claims: Claims | null, tell: Tell): Promise<void> {
  if (!globalThis.crypto?.subtle) return tell(row("container", "open", "this browser gives no WebCrypto to this page"));
  let file: Container;
  try {
    file = await readContainer(bytes);
  } catch (error) {
    return tell(failed("container", error));
  }
  tell(file.fault
    ? row("container", "failed", file.fault)
    : row("container", "checked", "The members have the checksums of the manifest, and no byte of the file is free."));
  const entries = await chain(file, tell);
  if (entries === null) return;
  const ed25519 = await hasEd25519();
  tell(ed25519 ? await heads(file, entries, key) : row("heads", "open", "this browser has no Ed25519 (Chrome has from 137, Firefox from 129)"));
  tell(await signatures(entries, ed25519));
  tell(await sealed(file, entries));
  tell(await diceRow(file, entries));
  tell(rulings(entries));
  if (file.register.length > 0) tell(await register(file, entries, key, ed25519));
  tell(rules(claims));
  tell(await picture(file, entries, claims));
}

async function chain(file: Container, tell: Tell): Promise<Entry[] | null> {
  const entries: Entry[] = [];
  try {
    for (const record of file.records) entries.push(await readRecord(record, entries.length + 1));
    if (entries.length === 0) throw new Error("the file holds no entry");
  } catch (error) {
    tell(failed("chain", error));
    return null;
  }
  try {
    const linked = new Chain();
    for (const entry of entries) linked.add(entry);
    const known = new Set<string>();
    for (const entry of entries) {
      const seen = entry.head === null || known.has(hex(entry.head));
      if (!seen) throw new NotProven("STALE_COMMAND", entry.seq, "the hash of an earlier entry", "another hash");
      known.add(hex(entry.hash));
    }
    tell(row("chain", "checked", `${many(entries.length, "entry", "entries")}, each bound to the one before by SHA-256.`));
  } catch (error) {
    tell(failed("chain", error));
  }
  return entries;
}

async function heads(file: Container, entries: readonly Entry[], given: string): Promise<Row> {
  try {
    const named = termsOf(entries).logKey;
    const line = given || named;
    // a file of another chain of keys is verified with the published key alone, and fails where that signed nothing
    const begun = given && (await logKeys(entries, named)).some((known) => known.line === given) ? named : line;
    const keys = await logKeys(entries, begun);
    for (const known of keys) {
      if (smallOrder((await readVerifyKey(known.line)).publicKey)) throw new Error("the key is of small order: it signs anything");
    }
    let last = 0;
    for (const note of file.heads) {
      const head = await signedHead(keys, note);
      compareHead(entries, head);
      last = Math.max(last, head.size);
    }
    if (last !== entries.length) throw new NotProven("UNSIGNED_TAIL", last + 1, "a signed head of the last entry", `one of ${last} entries`);
    const whose = given ? "the published key that you gave" : "a key that the file itself names; give the operator's published key below";
    return row("heads", given ? "checked" : "open", `${many(file.heads.length, "signed head")} fit the chain, under ${whose}.`);
  } catch (error) {
    return failed("heads", error);
  }
}

async function signatures(entries: readonly Entry[], ed25519: boolean): Promise<Row> {
  try {
    const { signed } = termsOf(entries);
    if (!signed && entries.every(({ signature }) => signature === null)) {
      return row("signatures", "open", "the terms ask for no signatures of commands: who gave them is the operator's word");
    }
    if (!ed25519) return row("signatures", "open", "this browser has no Ed25519");
    const keys = [...seatKeys(entries)].flatMap(([, held]) => held.flat());
    if (keys.some(smallOrder)) throw new Error("a seat's key is of small order: it signs anything");
    const count = await verifySignatures(entries);
    const text = `${many(count, "command")} signed under the keys of who played the seat.`;
    return signed ? row("signatures", "checked", text) : row("signatures", "open", `${text} The terms do not ask for it: others have none.`);
  } catch (error) {
    return failed("signatures", error);
  }
}

async function sealed(file: Container, entries: readonly Entry[]): Promise<Row> {
  try {
    const revealed = isRevealed(entries);
    let count = 0;
    let parts = 0;
    for (const entry of entries) {
      const own = file.openings.get(entry.seq) ?? [];
      await verifyOpenings(entry, own);
      if (revealed) demandOpenings(entry, own);
      count += own.length;
      parts += entry.sealed.length + (entry.seal === null ? 0 : 1);
    }
    const extra = [...file.openings.keys()].find((seq) => seq < 1 || seq > entries.length);
    if (extra !== undefined) throw new NotProven("SEALED_OPENING_MISMATCH", extra, "an entry of the file", "none");
    if (parts === 0) return row("sealed parts", "checked", "No entry has a sealed part.");
    return count === parts
      ? row("sealed parts", "checked", `${many(count, "part")} opened, each as its entry promised.`)
      : row("sealed parts", "open", `${count} of ${many(parts, "part")} opened and as promised; the others are still secret`);
  } catch (error) {
    return failed("sealed parts", error);
  }
}

async function diceRow(file: Container, entries: readonly Entry[]): Promise<Row> {
  try {
    if (!isRevealed(entries)) return row("dice", "open", "the secret of the dice is not revealed yet");
    const count = await verifyDice(entries, file.openings);
    const reported = entries.flatMap((entry) => entry.dice).filter(([stream]) => stream === dice.REPORTED).flatMap((found) => found[4]).length;
    if (reported > 0) {
      const word = `${many(reported, "die", "dice")} were thrown on the table and are people's word`;
      return row("dice", "open", count > 0 ? `${many(count, "die", "dice")} drawn again from the seed; ${word}` : word);
    }
    const test = termsOf(entries).profile === "test" ? " The terms say that it is a test: whoever made it chose the seed." : "";
    return row("dice", "checked", `${many(count, "die", "dice")} drawn again from the seed that was committed to.${test}`);
  } catch (error) {
    return failed("dice", error);
  }
}

/** Rulings say why, and what their commands say; corrections set what they name, and editions only rise. */
function rulings(entries: readonly Entry[]): Row {
  try {
    const count = verifyRulings(entries, RULINGS);
    const { corrected, editions } = verifyCorrections(entries);
    if (count === 0) return row("rulings", "checked", "Nothing was ruled.");
    const values = corrected.reduce((sum, [, set]) => sum + set, 0);
    const set = values > 0 ? ` ${many(values, "value")} set, each as a ruling names it.` : "";
    const adopted = editions.length > 0 ? ` ${many(editions.length, "later edition")} adopted.` : "";
    return row("rulings", "checked", `${many(count, "ruling")} with grounds, and as the commands have them.${set}${adopted}`);
  } catch (error) {
    return failed("rulings", error);
  }
}

async function register(file: Container, entries: readonly Entry[], given: string, ed25519: boolean): Promise<Row> {
  if (!ed25519) return row("register", "open", "this browser has no Ed25519");
  try {
    const found = await verifyRegistered(entries, file.register, await logKeys(entries, given || termsOf(entries).logKey));
    const when = new Date(found.opened).toISOString().slice(0, 19).replace("T", " ");
    const said = `The opening stands in ${found.origin} since ${when} UTC${found.ended ? ", and the end with this head" : ""}`;
    if (found.cosigned < found.quorum) {
      return row("register", "failed", `WITNESS_QUORUM_MISSING: expected ${many(found.quorum, "witness", "witnesses")}, found ${found.cosigned}`);
    }
    const seen = found.quorum > 0 ? `, seen by ${many(found.cosigned, "witness", "witnesses")}` : "";
    return row("register", given ? "checked" : "open", `${said}${seen}; whether it is the only game there a monitor tells`);
  } catch (error) {
    return failed("register", error);
  }
}

function rules(claims: Claims | null): Row {
  const report = claims?.audit;
  if (!report) return row("rules", "open", "whether every decision follows the rules only an audit tells (adjudicator replay audit); no report is in this page");
  if (report.result !== "FAIL") {
    return row("rules", "open", `the maker's audit says ${report.result} (L2: ${report.levels.L2 ?? "not run"}); this page can not repeat it`);
  }
  const first = report.primary;
  return row("rules", "failed", `the maker's audit says FAIL${first ? `: ${first.code}, expected ${first.expected}, found ${first.found}` : ""}`, first?.seq);
}

async function picture(file: Container, entries: readonly Entry[], claims: Claims | null): Promise<Row> {
  if (claims === null) return row("picture", "open", "no picture of this file is shown");
  try {
    const { entries: count, dice: faces, events, sums, tables } = await comparePicture(entries, file.openings, claims);
    return row("picture", "open",
      `names of commands, parties, ${faces} faces and whose they are, names and clauses of ${events} events and ${many(sums, "computed number")} in ${many(count, "entry", "entries")} `
      + `are those of the checked bytes, the public tables fit ${many(tables, "state hash", "state hashes")}; what commands say, sentences, chances, events left out and the drawn board are the word of who made this page`);
  } catch (error) {
    return failed("picture", error);
  }
}
