/** What an official may do in a game, under the headings of the desk, with what waits for one before it. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Message } from "@bufbuild/protobuf";
import { NamedParty, type Party, type Window } from "../../src/contract.js";
import type { Service } from "../../src/service.js";
import type { Entry } from "../../page/types.js";
import type { PlayerSide } from "../play/player.js";
import type { Group } from "../play/playing.js";
import { Admission } from "./admission.js";
import { Matters, type Matter, type MatterName } from "./matters.js";
import { HiddenCorrection, Inspected, PrivateNote, Substitution } from "./ownforms.js";
import { Precedents } from "./precedents.js";
import { spanText } from "./words.js";

/** What the play panel hands to whoever shows the choices in its place. */
export interface Shown {
  readonly groups: readonly Group[];
  /** The button that opens the form of a command. */
  readonly button: (group: Group) => VNode;
  /** The innermost question. */
  readonly window: Window | undefined;
  readonly player: PlayerSide;
  readonly sending: boolean;
  readonly give: (command: Message, name: string) => Promise<void>;
}

interface Props extends Shown {
  readonly service: Service;
  readonly entries: readonly Entry[];
  readonly names: readonly string[];
  /** A referee, and not an owner, who only takes steps of the table. */
  readonly referee: boolean;
}

/** Headings of the desk, each with its commands; what stands under none is of the rulebook. */
const HEADINGS: readonly (readonly [string, readonly string[]])[] = [
  ["Calls and disputes", ["AnswerCall", "SettleDispute", "DisputeRoll", "AcknowledgeRoll", "AnswerProposal", "UpholdRuling"]],
  ["Clock and stops", ["PauseGame", "AdjournGame", "ResumeGame", "SetClock", "EnforceDeadline", "CallFlag"]],
  ["Go back and correct", ["Rewind", "Correct", "CorrectHidden", "AdoptEdition"]],
  ["Penalties and results", ["Penalise", "Award", "RestartGame", "AllowDraw"]],
  ["People", ["Substitute", "OrderAbsent", "RevokeAbsent", "AdmitOfficial"]],
  ["Dice", ["VoidThrow", "ChangeDiceSource", "RetireDice"]],
  ["Rulings and notes", ["AddNote", "AddPrivateNote", "Interpret", "Inspect"]],
];
const OTHERS = "Of these rules";
/** Commands with forms of their own: they hold bytes, or are offered to nobody, since an offer would tell what is hidden or lacks a warrant. */
const [NOTE, HIDDEN, SUBSTITUTE, ADMIT] = ["AddPrivateNote", "CorrectHidden", "Substitute", "AdmitOfficial"] as const;
/** Offered to whoever rules what a head referee alone may: of an event, its head referee. */
const HEAD_ONLY = "Interpret";

const ANSWERS: Readonly<Record<MatterName, readonly string[]>> = {
  call: ["AnswerCall"], dispute: ["SettleDispute"], throw: ["ReportRoll", "VoidThrow"], appeal: ["UpholdRuling", "Award", "Rewind"], proposal: ["AnswerProposal"],
};
const MATTER_NAMES: Readonly<Record<MatterName, string>> = { call: "Call", dispute: "Dispute", throw: "Disputed throw", appeal: "Appeal", proposal: "Proposal" };

function useMatters(service: Service, game: Uint8Array, entries: readonly Entry[]): readonly Matter[] {
  const kept = useMemo(() => new Matters(service, game), [service, game]);
  const [found, setFound] = useState<readonly Matter[]>([]);
  useEffect(() => {
    let gone = false;
    kept.after(entries).then((matters) => { if (!gone) setFound(matters); }, () => {});
    return () => { gone = true; };
  }, [kept, entries]);
  return found;
}

function nameOf(party: Party | undefined, names: readonly string[]): string {
  const { case: kind, value } = party?.who ?? { case: undefined };
  if (kind === "seat") return names[value] ?? `seat ${value + 1}`;
  return value === NamedParty.REFEREE ? "a referee" : "the table";
}

const asksReferee = (window: Window | undefined): boolean => window?.asks.some(({ who }) => who.case === "named" && who.value === NamedParty.REFEREE) ?? false;

/** A group of each command once; what answers the question stands for what may be given at any time, too. */
function once(groups: readonly Group[]): Group[] {
  const found = new Map<string, Group>();
  for (const group of groups) if (!found.has(group.command)) found.set(group.command, group);
  return [...found.values()];
}

export function GameDesk(props: Props) {
  const { groups, button, window, player, entries, names, service, referee } = props;
  const matters = useMatters(service, player.game.game, entries);
  const all = useMemo(() => once(groups), [groups]);
  const answers = all.filter(({ anytime }) => !anytime);
  const known = HEADINGS.flatMap(([, commands]) => commands);
  const own = all.find(({ command }) => command === NOTE);
  const mayCorrect = all.some(({ command }) => command === HEAD_ONLY);
  const shown = (command: string): ComponentChildren => {
    if (command === NOTE) return own && <PrivateNote {...props} />;
    if (command === HIDDEN) return mayCorrect && <HiddenCorrection {...props} />;
    if (command === ADMIT) return player.admits && <Admission {...props} />;
    const group = all.find((each) => each.command === command);
    if (group !== undefined && command === SUBSTITUTE) return <Substitution {...props} group={group} />;
    return group && button(group);
  };
  const sections = HEADINGS.map(([title, commands]) => [title, commands.map(shown).filter(Boolean)] as const).filter(([, rows]) => rows.length > 0);
  const others = all.filter((group) => group.anytime && !known.includes(group.command));
  return (
    <>
      <MattersShown matters={matters} names={names} groups={all} button={button} />
      {answers.length > 0 && <><h2>{asksReferee(window) ? "The referee is asked" : "A step of the table, which anybody may take"}: {window?.kind.replace(/_/g, " ")}</h2><div class="offers">{answers.map(button)}</div></>}
      {answers.length === 0 && <h2>{referee ? "What a referee may do" : "What the owner may do"}</h2>}
      {answers.length === 0 && window !== undefined && <p class="waits">The game waits for {window.asks.map((party) => nameOf(party, names)).join(" and ") || "nobody"}: {window.kind.replace(/_/g, " ")}.</p>}
      {sections.map(([title, rows]) => <section class="heading" aria-label={title}><h3>{title}</h3><div class="offers">{rows}</div></section>)}
      {others.length > 0 && <section class="heading" aria-label={OTHERS}><h3>{OTHERS}</h3><div class="offers">{others.map(button)}</div></section>}
      <Precedents service={service} />
      {referee && <Inspected {...props} />}
    </>
  );
}

/** What waits for a referee in this game, each with the button that answers it. */
function MattersShown({ matters, names, groups, button }: { matters: readonly Matter[]; names: readonly string[]; groups: readonly Group[]; button: (group: Group) => VNode }) {
  const [now] = [Date.now()];
  if (matters.length === 0) return null;
  return (
    <section class="matters" aria-label="What waits">
      <h2>What waits</h2>
      <ul>{matters.map(({ name, entry, by, text, about, since }) => (
        <li key={`${name} ${entry}`} data-matter={name} data-entry={entry}>
          <p><b>{MATTER_NAMES[name]}</b> of {nameOf(by, names)}{text !== "" && <>: {text}</>}{" "}
            <small><a href={`#e=${entry}`}>entry {entry}</a>{since !== null && ` · ${spanText(now - since)} ago`}{about.length > 0 && <> · about {about.map((seq) => <a href={`#e=${seq}`}>entry {seq} </a>)}</>}</small></p>
          <div class="offers">{groups.filter(({ command }) => ANSWERS[name].includes(command)).map(button)}</div>
        </li>
      ))}</ul>
    </section>
  );
}
