/** What this browser keeps for its player: the key that signs, which nobody can read out, and contributions to dice. */
import { Key } from "../../src/keys.js";
import { random } from "../../src/verify/bytes.js";

const NAME = "adjudicator";
const [KEYS, CONTRIBUTIONS] = ["keys", "contributions"];
const [OWN, OFFICE] = ["own", "office"];

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("this browser keeps nothing"));
  });

async function store(name: string, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    for (const each of [KEYS, CONTRIBUTIONS]) opening.result.createObjectStore(each);
  };
  return (await done(opening)).transaction(name, mode).objectStore(name);
}

/** The value kept under a name; where there is none, one that is made and kept, by whichever tab is first. */
async function keptOr<T>(name: string, under: string, make: () => Promise<T>): Promise<T> {
  const known = (await done((await store(name, "readonly")).get(under))) as T | undefined;
  if (known !== undefined) return known;
  const made = await make();
  try {
    await done((await store(name, "readwrite")).add(made, under));
    return made;
  } catch {
    return (await done((await store(name, "readonly")).get(under))) as T;
  }
}

/** The seat's contribution to the dice, the same every time. */
export const contributionOf = (game: string, seat: number): Promise<Uint8Array> =>
  keptOr(CONTRIBUTIONS, `${game} ${seat}`, () => Promise.resolve(random(32)));

const keyNamed = async (name: string): Promise<Key> =>
  Key.ofPair(await keptOr(KEYS, name, () => globalThis.crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]) as Promise<CryptoKeyPair>));

/** The key with which this browser signs at a seat; it is made where there is none yet. */
export const ownKey = (): Promise<Key> => keyNamed(OWN);

/** The key with which this browser signs as an official: another one, since no key is both a seat's and an official's. */
export const officeKey = (): Promise<Key> => keyNamed(OFFICE);
