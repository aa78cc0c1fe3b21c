/** Who signed what: seats, and officials where the terms say that acts are signed. */
import { encode, type Value } from "../mpint.js";
import { eventOf, SEAT_ROLE } from "../records.js";
import { signedBy } from "../signatures.js";
import type { Findings } from "./findings.js";
import { eventsOf, isBytes, isList, type Opened, type Read, tagged } from "./reading.js";

const KEYS_MOST = 64;
const HOLDERS_MOST = 512;
const OFFICES: ReadonlyMap<number, string> = new Map([[1, "owner"], [2, "referee"], [8, "head_referee"]]);
type Keys = Map<string, readonly Uint8Array[]>;
const holder = (office: string, token: string): string => `${office} ${token}`;

const keysOf = (value: Value | undefined): readonly Uint8Array[] => {
  if (!isList(value) || !value.every((key) => isBytes(key))) throw new TypeError("keys that are none");
  return value as readonly Uint8Array[];
};

/** Keys that an entry brings into force after it, by who holds them. */
function* changes(entry: Read): Generator<readonly [string, readonly Uint8Array[]]> {
  const taken = eventOf(entry, "SeatSubstituted");
  if (taken) yield [holder("seat", String(taken[0])), keysOf(taken[2])];
  const admitted = eventOf(entry, "OfficialAdmitted");
  if (admitted && typeof admitted[0] === "string" && typeof admitted[1] === "string" && isList(admitted[2])) {
    if (admitted[2].every((key) => isBytes(key))) yield [holder(admitted[0], admitted[1]), keysOf(admitted[2])];
  }
}

/** Public keys of each seat, of the terms and of who took it over. */
export function keysOfSeats(entries: readonly Read[], terms: Opened): Map<number, readonly Uint8Array[]> {
  const found = new Map(terms.seats.map(({ keys }, seat) => [seat, keys]));
  for (const entry of entries) {
    const taken = eventOf(entry, "SeatSubstituted");
    if (taken) found.set(taken[0] as number, [...(found.get(taken[0] as number) ?? []), ...keysOf(taken[2])]);
  }
  return found;
}

function begin(terms: Opened): Keys {
  const keys: Keys = new Map(terms.seats.map((row, seat) => [holder("seat", `${seat}`), row.keys]));
  for (const [office, token, held] of terms.officials.slice(0, HOLDERS_MOST)) keys.set(holder(office, token), held);
  return keys;
}

/** What is signed verifies under a key of who gave it, nothing is unsigned that has to be (37 to 39). */
export async function checkSignatures(entries: readonly Read[], terms: Opened, out: Findings): Promise<void> {
  const ever = begin(terms);
  for (const entry of entries) {
    for (const [name, keys] of changes(entry)) {
      if (ever.has(name) || ever.size < HOLDERS_MOST) ever.set(name, [...(ever.get(name) ?? []), ...keys].slice(0, KEYS_MOST));
    }
  }
  const signers = new Signers(terms, out, begin(terms), ever);
  for (const entry of entries) {
    if (entry.seq > 1) await signers.check(entry);
    if (entry.kind === "AdmitOfficial") await signers.warrant(entry);
    for (const [name, keys] of changes(entry)) signers.held.set(name, keys);
  }
  noteUnsigned(entries, terms, out);
}

class Signers {
  private readonly numbers = new Map<string, number>();

  constructor(
    private readonly terms: Opened,
    private readonly out: Findings,
    readonly held: Keys,
    private readonly ever: Keys,
  ) {}

  async check(entry: Read): Promise<void> {
    const { actor: [role, party, token], seq, signature } = entry;
    const office = OFFICES.get(role);
    const seated = role === SEAT_ROLE;
    const whose = seated ? "the seat" : "the official";
    if (signature === null) {
      const due = seated ? this.terms.signed : office !== undefined && this.terms.actsSigned;
      if (due) this.out.add("COMMAND_SIGNATURE_INVALID", seq, `a signature by ${whose}`, "none");
      return;
    }
    const own = seated ? [holder("seat", `${party}`)] : office === undefined ? [] : [holder(office, token), holder(office, "")];
    const { held, ever } = this;
    if (await signedUnder(entry, held, own)) return;
    if (!own.some((name) => (ever.get(name)?.length ?? 0) > 0)) {
      this.out.add("KEY_NOT_VALID", seq, "a key of the actor in the terms, and a signature by it", signature);
    } else if (await signedUnder(entry, ever, own)) {
      this.out.add("KEY_NOT_VALID", seq, "a key of the actor that is in force at this entry", signature);
    } else if (office !== undefined && (await signedUnder(entry, ever, [...ever.keys()]))) {
      this.out.add("UNAUTHORISED_ACTOR", seq, "a key of the official, and not of a seat or of another official", signature);
    } else {
      this.out.add("COMMAND_SIGNATURE_INVALID", seq, `a signature by ${whose} over this command`, signature);
    }
  }

  async warrant({ seq, game, values }: Read): Promise<void> {
    const [office, token, keys, place, ofEvent, warrant] = values;
    const fit = typeof office === "string" && typeof token === "string" && isList(keys) && Number.isSafeInteger(place)
      && typeof ofEvent === "boolean" && isBytes(warrant);
    if (!fit || values.length !== 6) return; // its fields are read elsewhere
    const scope = ofEvent ? this.terms.event : game;
    const data = tagged("wglog/1/warrant", encode([scope, office, token, keys, place as number]));
    let signed = false;
    for (const [name, owners] of this.held) {
      if (name.startsWith("owner ")) for (const key of owners) signed ||= await verifies(key, warrant, data);
    }
    if (!signed || (ofEvent && this.terms.event === null)) this.out.add("KEY_NOT_VALID", seq, "a warrant signed by the owner", warrant);
    const name = holder(office, token);
    const last = this.numbers.get(name) ?? 0;
    if ((place as number) <= last) this.out.add("KEY_NOT_VALID", seq, `a warrant of a number above ${last}`, place);
    this.numbers.set(name, place as number);
  }
}

/** Whether a signature fits; bytes that are no key or signature fit nothing. */
async function verifies(key: Uint8Array, signature: Uint8Array, data: Uint8Array): Promise<boolean> {
  return key.length === 32 && signature.length === 64 && signedBy(key, signature, data);
}

async function signedUnder(entry: Read, keys: Keys, holders: readonly string[]): Promise<boolean> {
  for (const name of holders) {
    for (const key of (keys.get(name) ?? []).slice(0, KEYS_MOST)) {
      if (entry.signature && (await verifies(key, entry.signature, entry.signed))) return true;
    }
  }
  return false;
}

/** Names what whoever has the log key could have written. */
function noteUnsigned(entries: readonly Read[], terms: Opened, out: Findings): void {
  if (!terms.signed) {
    out.add("UNSIGNED_GAME", 0, "commands signed by the seats", "a game in which nobody has to sign");
    return;
  }
  const ruled = entries.find((entry) =>
    !terms.actsSigned && OFFICES.has(entry.actor[0]) && entry.signature === null && eventsOf(entry, "RulingGiven").length > 0);
  if (ruled) out.add("UNSIGNED_ACTS", ruled.seq, "rulings signed by the referee", "a ruling without a signature");
}

