/** The form of one command: which of its offers, its questions, what the service would say to it, and sending it. */
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { fromJson, type JsonValue, type Message, toJsonString } from "@bufbuild/protobuf";
import type { Fault, Offer, Window } from "../../src/contract.js";
import type { Answer } from "../../src/offers/make.js";
import { wait } from "../../src/patience.js";
import type { Board } from "../../page/board.js";
import type { Scene } from "../../page/types.js";
import { Clause } from "../../page/words.js";
import { faultText } from "../service.js";
import { boardAnswers } from "./boardanswers.js";
import { type Wish, wished } from "./entryacts.js";
import { commandName, lastPart } from "./naming.js";
import type { PlayerSide } from "./player.js";
import type { Group } from "./playing.js";
import { type Answers, type Filled, fill, keptOf, type Question } from "./questions.js";
import { QuestionList, questionText } from "./questionlist.js";
import { Reasons, Refusal } from "./refusal.js";
import { useTargets } from "./targets.js";

interface Props {
  readonly player: PlayerSide;
  readonly group: Group;
  /** Which of the offers; -1 where none is chosen yet. */
  readonly variant: number;
  readonly setVariant: (variant: number) => void;
  /** What the form was opened for; null where a command alone was picked. */
  readonly wish: Wish | null;
  /** The entry that the offers are after; answers are kept where the game goes on. */
  readonly seq: bigint;
  /** The question that is open, with what it is about. */
  readonly window: Window | undefined;
  readonly board: Board | null;
  readonly scene: Scene | null;
  readonly sending: boolean;
  readonly refused: unknown;
  readonly give: (command: Message) => Promise<void>;
  readonly close: () => void;
}

const NOTHING: Filled = { questions: [], command: null, fault: "" };
const REST_SECONDS = 0.15;

/** The questions of the offer with these answers. */
function useFilled({ player, group, variant, wish, seq }: Props, answers: Answers): { filled: Filled; late: boolean } {
  const [found, setFound] = useState<{ filled: Filled; answers: Answers | null; offer: Offer | undefined }>({ filled: NOTHING, answers: null, offer: undefined });
  const offer = group.offers[variant];
  useEffect(() => {
    let gone = false;
    if (offer === undefined) setFound({ filled: NOTHING, answers, offer });
    else void fill(player.ruleset, offer, answers, player.find(offer, seq), player.octets, (choice) => (wish === null ? undefined : wished(wish, choice))).then((filled) => { if (!gone) setFound({ filled, answers, offer }); });
    return () => { gone = true; };
  }, [player, offer, seq, answers, wish]);
  return { filled: found.filled, late: found.answers !== answers || found.offer !== offer };
}

interface Said { readonly command: Message; readonly answer: readonly Fault[] | null; readonly fault: string }

/** What the service would say to a command, once nothing has changed for a moment. */
function useChecked(player: PlayerSide, command: Message | null): Said | null {
  const [said, setSaid] = useState<Said | null>(null);
  useEffect(() => {
    if (command === null) return undefined;
    const stop = new AbortController();
    wait(REST_SECONDS, stop.signal)
      .then(() => player.check(command))
      .then((answer) => { if (!stop.signal.aborted) setSaid({ command, answer, fault: "" }); })
      .catch((error: unknown) => { if (!stop.signal.aborted) setSaid({ command, answer: null, fault: faultText(error) }); });
    return () => stop.abort();
  }, [player, command]);
  return said;
}

export function CommandForm(props: Props) {
  const { player, group, variant, setVariant, board, scene, sending, refused, give, close } = props;
  const [answers, setAnswers] = useState<Answers>(new Map());
  const [uploaded, setUploaded] = useState<Message | null>(null);
  const [sure, setSure] = useState(false);
  const { filled, late } = useFilled(props, answers);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const asked = useRef(filled.questions);
  asked.current = filled.questions;
  const answer = useCallback((key: string, value: Answer): void => {
    const choice = asked.current.find((question) => question.key === key)?.choice;
    if (choice === undefined) return;
    setSure(false);
    setAnswers((before) => new Map(before).set(key, keptOf(choice, value)));
  }, []);
  const begun = useRef(props.seq);
  // what stood there to be sent was decided on the game before
  useEffect(() => setSure(false), [props.seq]);
  const choose = (next: number): void => {
    setSure(false);
    setAnswers(new Map());
    setVariant(next);
  };
  const open = filled.questions.filter((question) => question.open);
  const command = uploaded ?? (open.length === 0 && !late ? filled.command : null);
  const said = useChecked(player, command);
  const refusedBefore = said !== null && said.command === command && (said.answer?.length ?? 0) > 0;
  const picks = useMemo(() => boardAnswers(filled.questions, scene, answer), [filled, scene, answer]);
  useTargets(board, scene, picks.targets, true, picks.chosen);
  const offer = group.offers[Math.max(variant, 0)];
  const about = player.words[group.command];
  return (
    <form class="command" data-command={group.command} onSubmit={(event) => { event.preventDefault(); if (command !== null) setSure(true); }}>
      <h2 tabIndex={-1} ref={head}>{commandName(group.command)} {offer?.clause && <Clause id={offer.clause} />}</h2>
      {about && <p class="about">{about}</p>}
      {props.window?.kind === "roll_report" && <p class="about">To be thrown: <b>{props.window.subject[1]}</b>, {props.window.subject[0]?.replace(/_/g, " ")}.</p>}
      {props.seq !== begun.current && <Carried questions={filled.questions} variant={variant} />}
      {uploaded === null && group.offers.length > 1 && <Variants texts={group.texts} variant={variant} choose={choose} />}
      {uploaded === null && <QuestionList questions={filled.questions} words={player.words} answer={answer} place={{ player, group, variant, board, scene, said: said !== null && said.command === command ? said.answer : null, late: late || said?.command !== command }} />}
      {uploaded !== null && <Uploaded player={player} command={uploaded} drop={() => setUploaded(null)} />}
      {filled.fault !== "" && uploaded === null && <p role="alert">{filled.fault}</p>}
      <Forecast said={said} command={command} open={open} late={late} />
      {refused !== null && <Refusal fault={refused} />}
      <div class="send">
        {sure && command !== null
          ? <>
            <ul class="summary" aria-label="What will be sent">{uploaded === null && filled.questions.filter(({ forced }) => !forced).map((question) => <li>{questionText(question)}</li>)}</ul>
            <button type="button" class="primary" data-act="send" disabled={sending} onClick={() => void give(command)}>Send</button>
            <button type="button" onClick={() => setSure(false)} disabled={sending}>Change</button>
          </>
          : <button type="submit" class="primary" data-act="give" disabled={command === null || sending || refusedBefore}>{commandName(group.command)}…</button>}
        <button type="button" data-act="close" onClick={close} disabled={sending}>Cancel</button>
      </div>
      <FromFile player={player} command={group.command} read={(message) => { setSure(false); setUploaded(message); }} />
    </form>
  );
}

/** The game went on under the form: what became of the answers. */
function Carried({ questions, variant }: { questions: readonly Question[]; variant: number }) {
  const lost = questions.filter((question) => question.lost).map(({ choice }) => lastPart(choice.path));
  const which = variant < 0 ? ["which"] : [];
  const anew = [...new Set([...which, ...lost])];
  return <p class="carried" role="status" data-lost={anew.length}>The game has gone on. Your answers were kept{anew.length > 0 ? `, but some do not fit any more and are asked anew: ${anew.join(", ")}` : " and still fit"}.</p>;
}

function Variants({ texts, variant, choose }: { texts: readonly string[]; variant: number; choose: (variant: number) => void }) {
  return (
    <label class="question">Which
      <select data-question="variant" value={variant} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
        {variant < 0 && <option value={-1}>choose</option>}
        {texts.map((text, at) => <option value={at}>{text}</option>)}
      </select>
    </label>
  );
}

/** What the service would answer; grey until it has. */
function Forecast({ said, command, open, late }: { said: Said | null; command: Message | null; open: readonly Question[]; late: boolean }) {
  if (command === null) return late ? null : <p class="forecast late" data-open={open.length}>{open.length > 0 ? `Still to be answered: ${open.length}.` : ""}</p>;
  if (said === null || said.command !== command) return <p class="forecast late" data-said="asking">The referee is being asked.</p>;
  if (said.answer === null) return <p class="forecast late" data-said="unknown">Whether this is allowed is not known: {said.fault}</p>;
  if (said.answer.length === 0) return <p class="forecast allowed" data-said="allowed" role="status">✓ This is allowed.</p>;
  return <div class="forecast refused" data-said="refused" role="status"><p>✗ This would be refused.</p><Reasons reasons={said.answer} /></div>;
}

/** The command out of a JSON file, as the contract writes it: an army list, terms, a plan. */
function FromFile({ player, command, read }: { player: PlayerSide; command: string; read: (message: Message) => void }) {
  const [fault, setFault] = useState("");
  const take = async (file: File | undefined): Promise<void> => {
    const desc = player.ruleset.message(command);
    if (file === undefined || desc === undefined) return;
    try {
      read(fromJson(desc, JSON.parse(await file.text()) as JsonValue));
      setFault("");
    } catch (error) {
      setFault(`${file.name} is no ${command}: ${faultText(error)}`);
    }
  };
  return (
    <details class="fromfile">
      <summary>From a file</summary>
      <label>JSON of the message {command} <input type="file" accept=".json,application/json" onChange={({ currentTarget }) => void take(currentTarget.files?.[0])} /></label>
      {fault !== "" && <p role="alert">{fault}</p>}
    </details>
  );
}

function Uploaded({ player, command, drop }: { player: PlayerSide; command: Message; drop: () => void }) {
  const desc = player.ruleset.command(command.$typeName)?.input;
  return (
    <div class="uploaded">
      <p>From your file: <button type="button" onClick={drop}>Fill in the form instead</button></p>
      <pre tabIndex={0}>{desc === undefined ? "" : toJsonString(desc, command, { prettySpaces: 2 }).slice(0, 4000)}</pre>
    </div>
  );
}
