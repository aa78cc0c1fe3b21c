/** Forms of commands that hold what no offer can: a private note, keys of a substitute, a correction of what is hidden; and what was inspected. */
import { useEffect, useRef, useState } from "preact/hooks";
import { create, type Message } from "@bufbuild/protobuf";
import { AddPrivateNoteSchema, AdmitOfficialSchema, CorrectHiddenSchema, Events, type EventToken, type Fault, Games, GroundsSchema, type InspectedTable, Office, PatchItemSchema, type Person, Role, SubstituteSchema } from "../../src/contract.js";
import type { Service } from "../../src/service.js";
import type { Entry } from "../../page/types.js";
import { concat, text as bytesOf, unhex } from "../../src/verify/bytes.js";
import { encode } from "../../src/verify/mpint.js";
import { officeKey } from "../play/kept.js";
import type { PlayerSide } from "../play/player.js";
import type { Group } from "../play/playing.js";
import { Reasons } from "../play/refusal.js";
import { faultText } from "../service.js";

interface Props {
  readonly player: PlayerSide;
  readonly sending: boolean;
  readonly give: (command: Message, name: string) => Promise<void>;
}

/** Size of every private note, so that none tells anything by its own. */
const NOTE_BYTES = 1024;

interface FormProps extends Props {
  readonly command: string;
  readonly title: string;
  readonly about: string;
  readonly make: (data: FormData) => Message | Promise<Message>;
  readonly children: preact.ComponentChildren;
}

/** Asks the service what it would say, and sends by a second click. */
function OwnForm({ player, sending, give, command, title, about, make, children }: FormProps) {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [sure, setSure] = useState<Message | null>(null);
  const [said, setSaid] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const ask = async (): Promise<void> => {
    if (form.current === null) return;
    try {
      const made = await make(new FormData(form.current));
      const found = await player.check(made);
      setFaults(found);
      setSaid("");
      if (found.length === 0) setSure(made);
    } catch (error) {
      setSaid(faultText(error));
    }
  };
  return (
    <details class="act own" data-act-form={command}>
      <summary class="offer" data-own={command}>{title}</summary>
      <form class="actform" ref={form} onInput={() => setSure(null)} onSubmit={(event) => { event.preventDefault(); void ask(); }}>
        <p class="about">{about}</p>
        {children}
        {faults.length > 0 && <div class="refusal" role="alert"><p>This would be refused.</p><Reasons reasons={faults} /></div>}
        {said !== "" && <p class="refusal" role="alert">{said}</p>}
        <div class="send">
          {sure === null
            ? <button type="submit" class="primary" data-act="ask">{title}…</button>
            : <><button type="button" class="primary" data-act="send-own" disabled={sending} onClick={() => void give(sure, command)}>Send</button>
              <button type="button" disabled={sending} onClick={() => setSure(null)}>Change</button></>}
        </div>
      </form>
    </details>
  );
}

const textOf = (data: FormData, name: string): string => String(data.get(name) ?? "");

/** The note in UTF-8, filled up with zeros. */
function noteBytes(text: string): Uint8Array {
  const made = new Uint8Array(NOTE_BYTES);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > NOTE_BYTES) throw new RangeError(`A note has ${NOTE_BYTES} bytes at most, this one ${bytes.length}: shorten it.`);
  made.set(bytes);
  return made;
}

export const PrivateNote = (props: Props) => (
  <OwnForm {...props} command="AddPrivateNote" title="Add a private note" about="For referees alone, until the secret of the dice is shown; then everybody may read it."
    make={(data) => create(AddPrivateNoteSchema, { text: noteBytes(textOf(data, "note").trim()) })}>
    <label class="field">Note <textarea name="note" rows={3} required maxLength={NOTE_BYTES} /></label>
  </OwnForm>
);

const PLACE = [["table", "Table"], ["key", "Key of the row"], ["field", "Field; empty for the whole row"], ["before", "What stands there, as JSON"], ["after", "What shall stand there, as JSON"]] as const;

/** A correction of what one seat alone knows: nothing of it is offered, since that would tell what is hidden. */
export const HiddenCorrection = (props: Props) => (
  <OwnForm {...props} command="CorrectHidden" title="Correct what is hidden" about="A value that one seat alone knows. Inspect its table first: what is written here is compared with what stands, and only its owner and referees learn of it."
    make={(data) => create(CorrectHiddenSchema, {
      grounds: create(GroundsSchema, { reason: textOf(data, "reason").trim(), clause: textOf(data, "clause").trim() }),
      patch: { items: [create(PatchItemSchema, Object.fromEntries(PLACE.map(([name]) => [name, textOf(data, name).trim()])))] },
    })}>
    <label class="field">Why <input name="reason" required maxLength={500} /></label>
    <label class="field">Clause, if it rests on one <input name="clause" maxLength={40} /></label>
    {PLACE.map(([name, label]) => <label class="field">{label} <input name={name} required={name === "table"} autocomplete="off" spellcheck={false} /></label>)}
  </OwnForm>
);

const KEY = /^[0-9a-f]{64}$/;

/** The values that the offers of a command leave for a field. */
const valuesOf = ({ offers }: Group, name: string): string[] =>
  [...new Set(offers.flatMap(({ fields }) => fields).flatMap(({ field, values: { case: kind, value } }) => (field === name && kind === "oneOf" ? value.values : [])))];

/** Another person plays a seat, with keys that nobody could choose from a list: those of the roster, or others. */
export function Substitution(props: Props & { readonly group: Group; readonly names: readonly string[] }) {
  const { player, group, names } = props;
  const [roster, setRoster] = useState<readonly Person[]>([]);
  useEffect(() => {
    if (player.event !== undefined) void player.game.service.call(Events.method.get, { event: player.event }).then((sheet) => setRoster(sheet.roster), () => {});
  }, [player]);
  const persons = valuesOf(group, "person");
  const keysOf = (person: string, said: string): Uint8Array[] => {
    const given = keysIn(said);
    return given.length > 0 ? given : [...(roster.find(({ name }) => name === person)?.keys ?? [])];
  };
  return (
    <OwnForm {...props} command="Substitute" title="Substitute" about="Another person plays a seat from here on. The clock, the army and what is hidden stay as they are."
      make={(data) => create(SubstituteSchema, {
        grounds: create(GroundsSchema, { reason: textOf(data, "reason").trim(), clause: textOf(data, "clause").trim() }),
        seat: Number(textOf(data, "seat")), person: textOf(data, "person").trim(), keys: keysOf(textOf(data, "person").trim(), textOf(data, "keys")),
      })}>
      <label class="field">Why <input name="reason" required maxLength={500} /></label>
      <label class="field">Clause, if it rests on one <input name="clause" maxLength={40} /></label>
      <label class="field">Seat <select name="seat" required>{valuesOf(group, "seat").map((seat) => <option value={seat}>{names[Number(seat)] ?? seat}</option>)}</select></label>
      <label class="field">Who plays it {persons.length > 0
        ? <select name="person" required><option value="">choose</option>{persons.map((name) => <option value={name}>{name}</option>)}</select>
        : <input name="person" required />}</label>
      <label class="field">Public keys, where commands are signed; none for those of the roster <input name="keys" autocomplete="off" spellcheck={false} /></label>
    </OwnForm>
  );
}

/** Offices by the words that a warrant has for them. */
const OFFICES: readonly (readonly [string, Office])[] = [["referee", Office.REFEREE], ["head_referee", Office.HEAD_REFEREE], ["owner", Office.OWNER]];

function keysIn(words: string): Uint8Array[] {
  const given = words.split(/[\s,]+/).filter(Boolean);
  if (given.some((key) => !KEY.test(key))) throw new TypeError("A public key is 64 digits from 0 to 9 and a to f.");
  return given.map(unhex);
}

/** The owner's word that somebody signs from here on: the office, the token, the keys, and a number above every one before. */
async function admission(game: Uint8Array, data: FormData): Promise<Message> {
  const [word, token, keys] = [textOf(data, "office"), textOf(data, "token").trim(), keysIn(textOf(data, "keys"))];
  const office = OFFICES.find(([each]) => each === word)?.[1] ?? Office.UNSPECIFIED;
  // seconds of today are above what any earlier warrant was numbered with, by this page or by counting
  const number = Math.floor(Date.now() / 1000);
  const warrant = await (await officeKey()).sign(concat(bytesOf("wglog/1/warrant\0"), encode([game, word, token, keys, number])));
  return create(AdmitOfficialSchema, { office, token, keys, number, ofEvent: false, warrant });
}

/** Keys of an official who comes later, or has others than before: nothing of it is offered, since it needs the owner's signature. */
export function Admission(props: Props) {
  const { player } = props;
  const [tokens, setTokens] = useState<readonly EventToken[]>([]);
  useEffect(() => {
    const { event, game } = player;
    if (event !== undefined) void game.service.call(Events.method.listTokens, { event, valid: true }).then((found) => setTokens(found.tokens.filter(({ role }) => role === Role.REFEREE || role === Role.HEAD_REFEREE)), () => {});
  }, [player]);
  return (
    <OwnForm {...props} command="AdmitOfficial" title="Admit an official" about="Somebody signs in this game from here on, with these keys in the place of any before. Your browser signs the warrant; it has to hold the key by which this game knows its owner."
      make={(data) => admission(player.game.game, data)}>
      <label class="field">Office <select name="office" required>{OFFICES.map(([word]) => <option value={word}>{word.replace(/_/g, " ")}</option>)}</select></label>
      {tokens.length > 0
        ? <label class="field">Whose token <select name="token"><option value="">any token of the office</option>{tokens.map(({ key, name }) => <option value={key}>{name || key}</option>)}</select></label>
        : <label class="field">Key id of the token; empty for any token of the office <input name="token" maxLength={40} autocomplete="off" spellcheck={false} /></label>}
      <label class="field">Public keys; none for who signs no more <input name="keys" autocomplete="off" spellcheck={false} /></label>
    </OwnForm>
  );
}

interface Read { readonly entry: number; readonly tables: readonly InspectedTable[]; readonly fault: string }

/** The hidden parts that a referee of this game has named in an `Inspect`: read when they are asked for, and kept nowhere. */
export function Inspected({ player, service, entries }: { player: PlayerSide; service: Service; entries: readonly Entry[] }) {
  const [read, setRead] = useState<Read | null>(null);
  const inspections = entries.filter(({ kind }) => kind === "Inspect").map(({ n }) => n);
  if (inspections.length === 0) return null;
  const look = (entry: number): void => void service.call(Games.method.readInspected, { game: player.game.game, entry: BigInt(entry) }).then(
    ({ tables }) => setRead({ entry, tables, fault: "" }), (error: unknown) => setRead({ entry, tables: [], fault: faultText(error) }));
  return (
    <section class="heading" aria-label="Inspected">
      <h3>Inspected</h3>
      <div class="offers">{inspections.map((entry) => <button type="button" class="offer" data-inspected={entry} onClick={() => look(entry)}>Show what entry {entry} names</button>)}</div>
      {read !== null && <div role="status" data-read={read.entry}>
        {read.fault !== "" ? <p role="alert">{read.fault}</p> : <><button type="button" onClick={() => setRead(null)}>Hide it</button>{read.tables.map(({ name, value }) => <><h4>{name}</h4><pre tabIndex={0}>{value}</pre></>)}</>}
      </div>}
    </section>
  );
}
