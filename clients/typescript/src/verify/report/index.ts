/** A whole report of a replay file, in the codes and with the verdict of the audit: L0, and L3 of what is held. */
import { hex } from "../bytes.js";
import { type Container, readContainer } from "../container.js";
import type { LogKey } from "../heads.js";
import { Findings, type Report, type Tables } from "./findings.js";
import { checkHeld, type Held } from "./held.js";
import { checkChain, checkHeads, checkLogKeys, checkOrder } from "./log.js";
import { checkGenesis, type Opened, type Read, readEntries } from "./reading.js";
import { checkRegister } from "./registered.js";
import { checkSeals } from "./seals.js";
import { lacking } from "../rulings.js";
import { checkSeed } from "./seed.js";
import { checkSignatures } from "./signing.js";
import { checkDice } from "./throws.js";

export type { Finding, Report, Tables } from "./findings.js";
export { type Held, readHeld } from "./held.js";

/** What a reader without the rules, and this one, leaves open. */
export const NOT_CHECKED: readonly string[] = [
  "L1: server time that goes back, command ids that come again, which roles give which command",
  "L1: whether a command answers what was asked last, rewinds, stops of the game, clocks and deadlines",
  "L1: acknowledgement of dice of the table, confirmation of the result, appeals and rulings after the close",
  "L1: what a ruling may change, corrections, absences and substitutes; only that a ruling says why, and what its command says",
  "L2: whether the rules allow each command, and make these events and this state of it",
  "L3: the public register itself, beyond what the file carries of it, and whether what was refused was legal",
  "what a hidden dice row or a sealed part holds that this file does not open",
];

export interface Options {
  readonly tables: Tables;
  /** The published key of the log; empty for the one that the file names. */
  readonly vkey?: string;
  readonly held?: readonly Held[];
}

/** Verifies a replay file; no bytes make it throw. */
export async function verifyReplay(data: Uint8Array, { tables, vkey = "", held = [] }: Options): Promise<Report> {
  const out = new Findings(tables);
  const levels = held.length > 0 ? ["L0", "L3"] : ["L0"];
  let entries: Read[] = [];
  const report = (): Report => out.report(entries[0] ? hex(entries[0].game) : "", entries.length, levels, NOT_CHECKED);
  const unreadable = (why: string): Report => {
    for (const level of levels) out.incomplete.set(level, why);
    return report();
  };
  let file: Container;
  try {
    file = await readContainer(data);
  } catch (error) {
    out.add("BUNDLE_MALFORMED", 0, "a replay file", (error as Error).message);
    return unreadable("the file could not be read");
  }
  if (file.fault) out.add("BUNDLE_MALFORMED", 0, "the file as it was written", file.fault);
  entries = await readEntries(file.records, out);
  const check = checker(out);
  await check("order", () => checkOrder(entries, out));
  await check("chain", () => checkChain(entries, out));
  const terms = await check("genesis", () => checkGenesis(entries, out));
  if (!terms) return unreadable("there are no terms to check against");
  await lowest(entries, file, terms, { tables, vkey, held }, out);
  return report();
}

type Check = <T>(name: string, run: () => T | Promise<T>) => Promise<T | undefined>;

/** Runs checks; what an altered file makes one stumble over is a finding, never a crash. */
const checker = (out: Findings): Check => async (name, run) => {
  try {
    return await run();
  } catch (error) {
    out.add("BUNDLE_MALFORMED", 0, `what the check of ${name} can read`, (error as Error).message);
    return undefined;
  }
};

async function lowest(
  entries: readonly Read[], file: Container, terms: Opened, { tables, vkey, held }: Required<Options>, out: Findings,
): Promise<void> {
  const check = checker(out);
  const kinds = Object.hasOwn(tables.rulesets, terms.ruleset) ? (tables.rulesets[terms.ruleset]?.commands ?? null) : null;
  const due = { ruleset: terms.ruleset, edition: terms.edition, engine: hex(terms.engine) };
  for (const [name, value] of Object.entries(due)) {
    const found = file.manifest[name as keyof typeof due];
    if (found !== value) out.add("BUNDLE_MALFORMED", 0, `${name} ${value} as in the terms`, found);
  }
  const keys = await check("log keys", () => checkLogKeys(entries, terms, vkey, out));
  if (keys) await keyed(entries, file, terms, held, keys, out);
  await check("signatures", () => checkSignatures(entries, terms, out));
  await check("seals", () => checkSeals(entries, file, terms, kinds, out));
  await check("rulings", () => {
    for (const { seq, expected, found } of lacking(entries, tables.rulings)) out.add("RULING_INCOMPLETE", seq, expected, found);
  });
  const secret = (await check("seed", () => checkSeed(entries, terms, out))) ?? null;
  await check("dice", () => checkDice(entries, file, terms, secret, out));
  if (secret === null && !out.has("SEED_COMMIT_MISMATCH", "SEED_NOT_REVEALED")) {
    out.incomplete.set("L0", "the dice can be checked once the secret is revealed");
  }
}

async function keyed(
  entries: readonly Read[], file: Container, terms: Opened, held: readonly Held[], keys: readonly LogKey[], out: Findings,
): Promise<void> {
  const check = checker(out);
  await check("heads", () => checkHeads(entries, file.heads, keys, out));
  if (held.length > 0) await check("receipts", () => checkHeld(entries, terms, held, keys, out));
  await check("register", () => checkRegister(entries, terms, file.register, keys, out));
}
