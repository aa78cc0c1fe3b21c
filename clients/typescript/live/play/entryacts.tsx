/** What a seat may do about an entry that it looks at: call the referee about it, confirm or dispute what it states or throws. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { type Domain, Games, ProtocolEventSchema } from "../../src/contract.js";
import type { Answer, Choice } from "../../src/offers/make.js";
import type { Service } from "../../src/service.js";
import type { Entry } from "../../page/types.js";
import type { Group } from "./playing.js";

/** A command that is wished for, and what is answered of it: values by the names of its fields. */
export interface Wish {
  readonly command: string;
  readonly anytime: boolean;
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

/** The answer of a wish to a choice; undefined where it has none, or not one that fits. */
export function wished({ answers }: Wish, { kind, path, values }: Choice): Answer | undefined {
  const given = answers[path.split(".").slice(1).join(".")]?.filter((value) => kind === "include" || values.includes(value));
  if (given === undefined || given.length === 0) return undefined;
  if (kind === "include") return true;
  return kind === "some_of" ? given : kind === "one_of" ? given[0] : undefined;
}

/** All values that domains leave for a field. */
const valuesOf = (domains: readonly Domain[], name: string): readonly string[] =>
  domains.flatMap(({ field, values: { case: kind, value } }) => (field === name && (kind === "oneOf" || kind === "someOf") ? value.values : []));

/** Facts that an entry states. */
async function factsOf(service: Service, game: Uint8Array, { n, ev }: Entry): Promise<readonly string[]> {
  if (!ev.some(({ k }) => k === "FactStated")) return [];
  const found: string[] = [];
  for await (const { ruled } of await service.stream(Games.method.read, { game, after: BigInt(n - 1), upTo: BigInt(n) })) {
    for (const { event } of ruled) {
      const kind = event === undefined ? undefined : anyUnpack(event, ProtocolEventSchema)?.kind;
      if (kind?.case === "factStated") found.push(kind.value.fact);
    }
  }
  return found;
}

interface Act { readonly wish: Wish; readonly text: string }

function actsOf(entry: Entry, facts: readonly string[], groups: readonly Group[], last: boolean): Act[] {
  const found: Act[] = [];
  for (const { command, anytime, offers } of groups) {
    const fields = offers.flatMap((offer) => offer.fields);
    const act = (text: string, answers: Wish["answers"]): number => found.push({ wish: { command, anytime, answers }, text });
    const open = facts.filter((fact) => valuesOf(fields, "fact").includes(fact));
    if (command === "CallReferee" && valuesOf(fields, "about").includes(String(entry.n))) act("Call the referee about this entry…", { about: [String(entry.n)] });
    if (command === "ConfirmFact" && open.length > 0) act("Confirm what is stated here…", { fact: open });
    if (command === "DisputeFact" && open.length > 0) act("Dispute what is stated here…", { fact: open });
    if (command === "DisputeRoll" && last && entry.kind === "ReportRoll") act("Dispute this throw…", {});
  }
  return found;
}

interface Props { readonly service: Service; readonly game: Uint8Array; readonly entry: Entry; readonly groups: readonly Group[]; readonly last: boolean; readonly wish: (wish: Wish) => void }

export function EntryActs({ service, game, entry, groups, last, wish }: Props) {
  const [facts, setFacts] = useState<{ readonly of: number; readonly ids: readonly string[] }>({ of: 0, ids: [] });
  useEffect(() => {
    let gone = false;
    factsOf(service, game, entry).then((ids) => { if (!gone) setFacts({ of: entry.n, ids }); }, () => {});
    return () => { gone = true; };
  }, [service, game, entry]);
  const acts = useMemo(() => actsOf(entry, facts.of === entry.n ? facts.ids : [], groups, last), [entry, facts, groups, last]);
  if (acts.length === 0) return null;
  return <p class="entryacts">{acts.map((act) => <button type="button" data-entry-act={act.wish.command} onClick={() => wish(act.wish)}>{act.text}</button>)}</p>;
}
