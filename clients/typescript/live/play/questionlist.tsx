/** Questions as controls, in the order and the nesting of the command. */
import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import type { Answer } from "../../src/offers/make.js";
import { Faces } from "./faces.js";
import { domainText, fieldName, lastPart, wholeSpan } from "./naming.js";
import { PlaceQuestion, type PlaceProps } from "./placequestion.js";
import { isFace, type Question } from "./questions.js";
import type { Words } from "./rulesets.js";

interface ListProps {
  readonly questions: readonly Question[];
  readonly words: Words;
  readonly answer: (key: string, value: Answer) => void;
  readonly place: Omit<PlaceProps, "question" | "answer">;
}

const MANY = 8;
const SECOND = 1000;
const parent = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("."), 0));

interface Part { readonly path: string; readonly questions: Question[] }

/** Questions of one message together. */
function parts(questions: readonly Question[]): Part[] {
  const found: Part[] = [];
  for (const question of questions) {
    const path = parent(question.choice.path.replace(/\[\d+\]$/, ""));
    const last = found.at(-1);
    if (last?.path === path) last.questions.push(question);
    else found.push({ path, questions: [question] });
  }
  return found;
}

export function QuestionList({ questions, words, answer, place }: ListProps) {
  const shown = parts(questions.filter(({ forced }) => !forced));
  return <>{shown.map(({ path, questions: own }, at) => {
    const faces = own.filter(({ choice }) => isFace(choice));
    const rows = own.filter(({ choice }) => !isFace(choice)).map((question) => <QuestionRow key={question.key} question={question} words={words} answer={answer} place={place} />);
    if (!path.includes(".")) return <div key={`${path} ${at}`}>{faces.length > 0 && <Faces questions={faces} answer={answer} />}{rows}</div>;
    const title = path.split(".").slice(1).map(lastPart).join(", ");
    // whatever may be left out, and is much, is opened by who wants it
    if (own.length > MANY && own.every(({ open }) => !open)) return <details class="group" key={`${path} ${at}`}><summary>{title}: {own.length} more</summary>{rows}</details>;
    return <fieldset class="group" key={`${path} ${at}`}><legend>{title}</legend>{rows}</fieldset>;
  })}</>;
}

/** What a field is, in the words of the contract. */
function about({ choice: { path, command } }: Question, words: Words): string {
  const names = path.split(".").map((name) => name.replace(/\[\d+\]$/, ""));
  return names.length === 2 ? (words[`${command}.${names[1]}`] ?? "") : (words[names.at(-1) ?? ""] ?? "");
}

function QuestionRow({ question, words, answer, place }: Omit<ListProps, "questions"> & { question: Question }) {
  const { choice, key, open } = question;
  const note = about(question, words);
  const give = (value: Answer): void => answer(key, value);
  if (choice.kind === "spot") return <PlaceQuestion {...place} question={question} answer={give} />;
  return (
    <div class={`question${open ? " open" : ""}`} data-path={choice.path} data-kind={choice.kind} data-open={open}>
      <Control question={question} give={give} label={<>{labelOf(question)}{note && <small class="note"> {note}</small>}</>} />
    </div>
  );
}

function labelOf({ choice: { kind, path, least, most, time } }: Question): string {
  const name = lastPart(path);
  if (kind === "include") return `give ${name}`;
  if (kind === "count") return `how many: ${name}`;
  if (kind === "domain" || kind === "member") return `which kind: ${name}`;
  if (kind === "some_of" || kind === "members") return `${name} (${least === most ? least : `${least} to ${most}`})`;
  if (kind === "range" && time) return `${name} in seconds (${wholeSpan(least)} to ${wholeSpan(most)})`;
  return kind === "range" ? `${name} (${least} to ${most})` : name;
}

const word = (value: string): string => (value === "" ? "none" : fieldName(value));

function Control({ question: { choice, answer, open, key }, give, label }: { question: Question; give: (value: Answer) => void; label: ComponentChildren }) {
  const id = useId();
  const { kind, values, least, most, of, lists, time } = choice;
  const unit = time ? SECOND : 1; // people count seconds
  switch (kind) {
    case "include":
    case "flag":
      return <label class="check-row"><input type="checkbox" data-question={key} checked={answer === true} onChange={({ currentTarget }) => give(currentTarget.checked)} /> {label}</label>;
    case "range":
    case "count":
      return <label>{label} <Typed text={String(Number(answer) / unit)} shape={{ type: "number", min: least / unit, max: most / unit, step: 1 / unit, ...named(key) }} clean={(text) => String(within(Number(text) * unit, choice) / unit)} give={(text) => give(within(Number(text) * unit, choice))} /></label>;
    case "words":
      return <label>{label} <Typed text={open ? "" : (answer as string)} shape={{ type: "text", maxLength: most, required: least > 0, ...named(key) }} clean={(text) => text.trim()} give={give} /></label>;
    case "one_of":
      return <One id={id} name={key} label={label} texts={values.map(word)} chosen={open ? -1 : values.indexOf(answer as string)} pick={(at) => give(values[at] ?? "")} />;
    case "lists":
      return <One id={id} name={key} label={label} texts={lists.map((list) => list.map(word).join(" › "))} chosen={open ? -1 : (answer as number)} pick={give} />;
    case "domain":
    case "member":
      return <One id={id} name={key} label={label} texts={of.map(domainText)} chosen={open ? -1 : (answer as number)} pick={give} />;
    case "some_of":
      return <Some id={id} name={key} label={label} texts={values.map(word)} marked={open ? [] : (answer as readonly string[]).map((value) => values.indexOf(value))} most={most} mark={(found) => give(found.map((at) => values[at] ?? ""))} />;
    case "members":
      return <Some id={id} name={key} label={label} texts={of.map(domainText)} marked={open ? [] : (answer as readonly number[])} most={most} mark={give} />;
    default:
      return null;
  }
}

/** The nearest whole number that a choice allows. */
const within = (value: number, { least, most }: Question["choice"]): number => Math.min(Math.max(Math.round(value), least), most);

const named = (key: string): object => ({ "data-question": key });

interface TypedProps { readonly text: string; readonly shape: InputHTMLAttributes<HTMLInputElement>; readonly clean: (text: string) => string; readonly give: (text: string) => void }

/** A field to type in: what is typed stays while the form is drawn anew, and is the answer once the field is left. */
function Typed({ text, shape, clean, give }: TypedProps) {
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => setDraft(null), [text]);
  const leave = (typed: string): void => {
    const kept = clean(typed);
    setDraft(kept === text ? null : kept);
    give(kept);
  };
  return <input {...shape} value={draft ?? text} onInput={({ currentTarget }) => setDraft(currentTarget.value)} onChange={({ currentTarget }) => leave(currentTarget.value)} />;
}

interface OneProps { readonly id: string; readonly name: string; readonly label: ComponentChildren; readonly texts: readonly string[]; readonly chosen: number; readonly pick: (at: number) => void }

/** One of several: buttons where these are few, else a list to open. */
function One({ id, name, label, texts, chosen, pick }: OneProps) {
  if (texts.length > 6 || texts.some((text) => text.length > 30)) {
    return (
      <label>{label} <select data-question={name} value={chosen} onChange={({ currentTarget }) => pick(Number(currentTarget.value))}>
        {chosen < 0 && <option value={-1}>choose</option>}
        {texts.map((text, at) => <option value={at}>{text}</option>)}
      </select></label>
    );
  }
  return (
    <div role="radiogroup" aria-labelledby={id} data-question={name}>
      <span id={id}>{label}</span>{" "}
      {texts.map((text, at) => <label class="pill"><input type="radio" name={name} checked={at === chosen} onChange={() => pick(at)} /> {text}</label>)}
    </div>
  );
}

interface SomeProps { readonly id: string; readonly name: string; readonly label: ComponentChildren; readonly texts: readonly string[]; readonly marked: readonly number[]; readonly most: number; readonly mark: (found: readonly number[]) => void }

function Some({ id, name, label, texts, marked, most, mark }: SomeProps) {
  const turn = (at: number, on: boolean): void => {
    const next = on ? (most === 1 ? [at] : [...marked, at]) : marked.filter((each) => each !== at);
    if (next.length <= most) mark([...next].sort((one, other) => one - other));
  };
  return (
    <div role="group" aria-labelledby={id} data-question={name} class="some">
      <span id={id}>{label}</span>
      <div class="ticks-list">{texts.map((text, at) => <label class="pill"><input type="checkbox" checked={marked.includes(at)} onChange={({ currentTarget }) => turn(at, currentTarget.checked)} /> {text}</label>)}</div>
    </div>
  );
}

/** An answer in a line, to look at before it is sent. */
export function questionText({ choice, answer }: Question): string {
  const { kind, path, of, lists } = choice;
  const name = lastPart(path);
  switch (kind) {
    case "include":
      return `${name}: ${answer === true ? "given" : "left out"}`;
    case "flag":
      return `${name}: ${answer === true ? "yes" : "no"}`;
    case "some_of":
      return `${name}: ${(answer as readonly string[]).map(word).join(", ") || "none"}`;
    case "lists":
      return `${name}: ${(lists[answer as number] ?? []).map(word).join(" › ")}`;
    case "members":
      return `${name}: ${(answer as readonly number[]).map((at) => (of[at] ? domainText(of[at]) : "")).join("; ") || "none"}`;
    case "spot":
      return typeof answer === "number" ? `${name}: proposal ${answer + 1}` : `${name}: your own plan`;
    case "domain":
    case "member":
      return `${name}: ${of[answer as number] ? domainText(of[answer as number] as never) : ""}`;
    default:
      return `${name}: ${choice.time ? wholeSpan(Number(answer)) : word(String(answer))}`;
  }
}
