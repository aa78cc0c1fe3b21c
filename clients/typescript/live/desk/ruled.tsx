/** What became of each game that an act for many games was about. */
import { useState } from "preact/hooks";
import type { RuledGame } from "../../src/contract.js";
import { hex } from "../../src/verify/bytes.js";
import type { Outcome } from "./signedacts.js";
import { placeOf } from "./words.js";

const Place = ({ row }: { row: RuledGame }) => <a href={`/game/${hex(row.game)}`}>{placeOf(row)}</a>;

/** Those first of which it is not known, then those that refused. */
export function Ruled({ games, done }: { games: readonly Outcome[]; done: string }) {
  const [later, setLater] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [sending, setSending] = useState("");
  const all = games.map((outcome) => later.get(hex(outcome.row.game)) ?? outcome);
  const [unknown, known] = [all.filter(({ again }) => again !== null), all.filter(({ again }) => again === null)];
  const refused = known.filter(({ row }) => row.receipt === undefined);
  const count = known.length - refused.length;
  const send = async ({ row, again }: Outcome): Promise<void> => {
    const id = hex(row.game);
    setSending(id);
    const found = await again?.();
    if (found) setLater((before) => new Map(before).set(id, found));
    setSending("");
  };
  return (
    <>
      <p>{count} {count === 1 ? "game is" : "games are"} {done}.</p>
      {unknown.length > 0 && <ul class="reasons">{unknown.map((outcome) => (
        <li data-unknown={hex(outcome.row.game)}><Place row={outcome.row} />: it is not known whether this was done; it is done once, however often it is sent: {outcome.row.refused}{" "}
          <button type="button" data-act="again" disabled={sending !== ""} onClick={() => void send(outcome)}>Send it again</button></li>
      ))}</ul>}
      {refused.length > 0 && <ul class="reasons">{refused.map(({ row }) => <li data-refused={hex(row.game)}><Place row={row} />: {row.refused}</li>)}</ul>}
    </>
  );
}
