/** Forms of commands that hold what no offer can: a private note, keys of a substitute, a correction of what is hidden; and what was inspected. */
import { useEffect, useState } from "preact/hooks";
import { create } from "@bufbuild/protobuf";
import { AddPrivateNoteSchema, CorrectHiddenSchema, Events, Games, GroundsSchema, type InspectedTable, PatchItemSchema, type Person, SubstituteSchema } from "../../src/contract.js";
import type { Service } from "../../src/service.js";
import type { Entry } from "../../page/types.js";
import type { PlayerSide } from "../play/player.js";
import type { Group } from "../play/playing.js";
import { faultText } from "../service.js";
import { keysIn } from "./keysin.js";
import { OwnField, OwnForm, type OwnProps, textOf } from "./ownform.js";

/** Size of every private note, so that none tells anything by its own. */
const NOTE_BYTES = 1024;

/** The note in UTF-8, filled up with zeros. */
function noteBytes(text: string): Uint8Array {
  const made = new Uint8Array(NOTE_BYTES);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > NOTE_BYTES) throw new RangeError(`A note has ${NOTE_BYTES} bytes at most, this one ${bytes.length}: shorten it.`);
  made.set(bytes);
  return made;
}

export const PrivateNote = (props: OwnProps) => (
  <OwnForm {...props} command="AddPrivateNote" title="Add a private note" about="For referees alone, until the secret of the dice is shown; then everybody may read it."
    make={(data) => create(AddPrivateNoteSchema, { text: noteBytes(textOf(data, "note")) })}>
    <label class="field">Note <textarea name="note" rows={3} required maxLength={NOTE_BYTES} /></label>
  </OwnForm>
);

const PLACE = [["table", "Table"], ["key", "Key of the row"], ["field", "Field; empty for the whole row"], ["before", "What stands there, as JSON"], ["after", "What shall stand there, as JSON"]] as const;

/** A correction of what one seat alone knows: nothing of it is offered, since that would tell what is hidden. */
export const HiddenCorrection = (props: OwnProps) => (
  <OwnForm {...props} command="CorrectHidden" title="Correct what is hidden" about="A value that one seat alone knows. Inspect its table first: what is written here is compared with what stands, and only its owner and referees learn of it."
    make={(data) => create(CorrectHiddenSchema, {
      grounds: create(GroundsSchema, { reason: textOf(data, "reason"), clause: textOf(data, "clause") }),
      patch: { items: [create(PatchItemSchema, Object.fromEntries(PLACE.map(([name]) => [name, textOf(data, name)])))] },
    })}>
    <label class="field">Why <input name="reason" required maxLength={500} /></label>
    <label class="field">Clause, if it rests on one <input name="clause" maxLength={40} /></label>
    {PLACE.map(([name, label]) => <label class="field">{label} <input name={name} required={name === "table"} autocomplete="off" spellcheck={false} /></label>)}
  </OwnForm>
);

/** The values that the offers of a command leave for a field. */
const valuesOf = ({ offers }: Group, name: string): string[] =>
  [...new Set(offers.flatMap(({ fields }) => fields).flatMap(({ field, values: { case: kind, value } }) => (field === name && kind === "oneOf" ? value.values : [])))];

/** Another person plays a seat, with keys that nobody could choose from a list: those of the roster, or others. */
export function Substitution(props: OwnProps & { readonly group: Group; readonly names: readonly string[] }) {
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
        grounds: create(GroundsSchema, { reason: textOf(data, "reason"), clause: textOf(data, "clause") }),
        seat: Number(textOf(data, "seat")), person: textOf(data, "person"), keys: keysOf(textOf(data, "person"), textOf(data, "keys")),
      })}>
      <label class="field">Why <input name="reason" required maxLength={500} /></label>
      <label class="field">Clause, if it rests on one <input name="clause" maxLength={40} /></label>
      <OwnField name="seat" label="Seat">{(said) => <select name="seat" required {...said}>{valuesOf(group, "seat").map((seat) => <option value={seat}>{names[Number(seat)] ?? seat}</option>)}</select>}</OwnField>
      <OwnField name="person" label="Who plays it">{(said) => (persons.length > 0
        ? <select name="person" required {...said}><option value="">choose</option>{persons.map((name) => <option value={name}>{name}</option>)}</select>
        : <input name="person" required {...said} />)}</OwnField>
      <OwnField name="keys" label="Public keys, where commands are signed; none for those of the roster">{(said) => <input name="keys" autocomplete="off" spellcheck={false} {...said} />}</OwnField>
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
