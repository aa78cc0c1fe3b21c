/** The form by which an owner lets an official sign from here on, with a warrant that this browser signs. */
import { useEffect, useState } from "preact/hooks";
import { create, type Message } from "@bufbuild/protobuf";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { AdmitOfficialSchema, Events, type EventToken, Games, Office, ProtocolEventSchema, Role } from "../../src/contract.js";
import type { Service } from "../../src/service.js";
import type { Entry } from "../../page/types.js";
import { concat, text as bytesOf } from "../../src/verify/bytes.js";
import { encode } from "../../src/verify/mpint.js";
import { officeKey } from "../play/kept.js";
import { keysIn } from "./keysin.js";
import { FieldFault, OwnField, OwnForm, type OwnProps, textOf } from "./ownform.js";

/** Offices by the words that a warrant has for them. */
const OFFICES: readonly (readonly [string, Office])[] = [["referee", Office.REFEREE], ["head_referee", Office.HEAD_REFEREE], ["owner", Office.OWNER]];
/** The largest number that a warrant can have. */
const NUMBER_MOST = 2 ** 32 - 1;
const ADMITTED = "AdmitOfficial";

/** The number of the last warrant for an office and a token in this game; 0 where there is none. */
async function lastNumber(service: Service, game: Uint8Array, entries: readonly Entry[], office: Office, token: string): Promise<number> {
  let last = 0;
  for (const { n } of entries.filter(({ kind }) => kind === ADMITTED)) {
    for await (const { ruled } of await service.stream(Games.method.read, { game, after: BigInt(n - 1), upTo: BigInt(n) })) {
      for (const { event } of ruled) {
        const kind = event === undefined ? undefined : anyUnpack(event, ProtocolEventSchema)?.kind;
        if (kind?.case === "officialAdmitted" && kind.value.office === office && kind.value.token === token) last = Math.max(last, kind.value.number);
      }
    }
  }
  return last;
}

/** The number as it is given; where none is, one above the last: the seconds of today, as long as no clock was ahead. */
function numberOf(said: string, last: number): number {
  if (said === "") return Math.min(Math.max(Math.floor(Date.now() / 1000), last + 1), NUMBER_MOST);
  const number = /^\d+$/.test(said) ? Number(said) : NaN;
  if (!(number >= 1 && number <= NUMBER_MOST)) throw new FieldFault("number", `“${said}” is no number from 1 to ${NUMBER_MOST}: give one, or leave the field empty.`);
  if (number <= last) throw new FieldFault("number", `The last warrant for this office and token has number ${last}: give a higher one, or leave the field empty.`);
  return number;
}

/** The keys as they are given; that there are none has to be said. */
function keysOf(data: FormData): Uint8Array[] {
  const keys = keysIn(textOf(data, "keys"));
  const none = data.get("none") !== null;
  if (keys.length === 0 && !none) throw new FieldFault("keys", "No key is given, so that nothing could be signed: give the public key that the official's browser shows, or tick “signs no more”.");
  if (keys.length > 0 && none) throw new FieldFault("keys", "Keys are given for somebody who signs no more: leave them out, or untick “signs no more”.");
  return keys;
}

/** The owner's word that somebody signs from here on: the office, the token, the keys, and a number above every one before. */
async function admission(service: Service, game: Uint8Array, entries: readonly Entry[], data: FormData): Promise<Message> {
  const [word, token, keys] = [textOf(data, "office"), textOf(data, "token"), keysOf(data)];
  const office = OFFICES.find(([each]) => each === word)?.[1];
  if (office === undefined) throw new FieldFault("office", "Choose the office.");
  const number = numberOf(textOf(data, "number"), await lastNumber(service, game, entries, office, token));
  const warrant = await (await officeKey()).sign(concat(bytesOf("wglog/1/warrant\0"), encode([game, word, token, keys, number])));
  return create(AdmitOfficialSchema, { office, token, keys, number, ofEvent: false, warrant });
}

/** Keys of an official who comes later, or has others than before: nothing of it is offered, since it needs the owner's signature. */
export function Admission(props: OwnProps & { readonly entries: readonly Entry[] }) {
  const { player: { event, game }, entries } = props;
  const [tokens, setTokens] = useState<readonly EventToken[]>([]);
  useEffect(() => {
    if (event !== undefined) void game.service.call(Events.method.listTokens, { event, valid: true }).then((found) => setTokens(found.tokens.filter(({ role }) => role === Role.REFEREE || role === Role.HEAD_REFEREE)), () => {});
  }, [event, game]);
  return (
    <OwnForm {...props} command={ADMITTED} title="Admit an official" about="Somebody signs in this game from here on, with these keys in the place of any before. Your browser signs the warrant; it has to hold the key by which this game knows its owner."
      make={(data) => admission(game.service, game.game, entries, data)}>
      <OwnField name="office" label="Office">{(said) => <select name="office" {...said}>{OFFICES.map(([word]) => <option value={word}>{word.replace(/_/g, " ")}</option>)}</select>}</OwnField>
      <OwnField name="token" label={tokens.length > 0 ? "Whose token" : "Key id of the token; empty for any token of the office"}>{(said) => (tokens.length > 0
        ? <select name="token" {...said}><option value="">any token of the office</option>{tokens.map(({ key, name }) => <option value={key}>{name || key}</option>)}</select>
        : <input name="token" maxLength={40} autocomplete="off" spellcheck={false} {...said} />)}</OwnField>
      <OwnField name="keys" label="Public keys, 64 digits each">{(said) => <input name="keys" autocomplete="off" spellcheck={false} {...said} />}</OwnField>
      <label class="check-row"><input type="checkbox" name="none" /> signs no more: the keys of before are taken away</label>
      <OwnField name="number" label="Number of the warrant, above the one before; empty for the next">{(said) => <input name="number" inputMode="numeric" autocomplete="off" {...said} />}</OwnField>
    </OwnForm>
  );
}
