/** Public keys as people write them into a form. */
import { unhex } from "../../src/verify/bytes.js";
import { FieldFault } from "./ownform.js";

const KEY = /^[0-9a-f]{64}$/;

/** The keys in the field `keys`: 64 digits each, with blanks or commas between them. */
export function keysIn(words: string): Uint8Array[] {
  const given = words.split(/[\s,]+/).filter(Boolean);
  const wrong = given.find((key) => !KEY.test(key));
  if (wrong !== undefined) throw new FieldFault("keys", `“${wrong.length > 70 ? `${wrong.slice(0, 70)}…` : wrong}” is no public key: one is 64 digits from 0 to 9 and a to f, and this has ${wrong.length} characters.`);
  return given.map(unhex);
}
