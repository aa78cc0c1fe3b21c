/** Faces of dice that were thrown at the table: tapped, or typed; none is taken for granted. */
import { useId, useRef } from "preact/hooks";
import type { Answer } from "../../src/offers/make.js";
import type { Question } from "./questions.js";

interface Props { readonly questions: readonly Question[]; readonly answer: (key: string, value: Answer) => void }

/** Numbers in a text: with marks between them, or where no die has ten sides, digit by digit. */
export function typedFaces(text: string, sides: number): number[] {
  const words = text.match(sides < 10 ? /\d/g : /\d+/g) ?? [];
  return words.map(Number).filter((face) => face >= 1 && face <= sides);
}

export function Faces({ questions, answer }: Props) {
  const host = useRef<HTMLFieldSetElement>(null);
  const sides = questions[0]?.choice.most ?? 0;
  const left = questions.filter(({ open }) => open).length;
  const type = (text: string): void => {
    typedFaces(text, sides).slice(0, questions.length).forEach((face, at) => answer(questions[at]?.key ?? "", face));
  };
  /** A digit is the face of the die that has the focus; the next die is next. */
  const press = (at: number) => (event: KeyboardEvent): void => {
    const face = event.key === "0" ? 10 : Number(event.key);
    if (!Number.isInteger(face) || face < 1 || face > sides || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    answer(questions[at]?.key ?? "", face);
    host.current?.querySelectorAll<HTMLElement>(".thrown")[at + 1]?.querySelector<HTMLElement>("input")?.focus();
  };
  return (
    <fieldset class="group faces" ref={host}>
      <legend>{questions.length === 1 ? "The face of the die" : `Faces of ${questions.length} dice, in order`}</legend>
      {questions.length > 1 && <label>Type all faces <input type="text" inputMode="numeric" data-act="typefaces" autocomplete="off" placeholder={sides < 10 ? "such as 35126" : "such as 3 10 7"} onChange={({ currentTarget }) => type(currentTarget.value)} /></label>}
      {questions.map((question, at) => <Die key={question.key} question={question} number={at + 1} press={press(at)} give={(face) => answer(question.key, face)} />)}
      <p class="note" role="status">{left === 0 ? "Every die has a face." : `${left} of ${questions.length} still without a face.`}</p>
    </fieldset>
  );
}

function Die({ question: { choice, key, answer, open }, number, press, give }: { question: Question; number: number; press: (event: KeyboardEvent) => void; give: (face: number) => void }) {
  const id = useId();
  const faces = Array.from({ length: choice.most }, (_, at) => at + 1);
  return (
    <div role="radiogroup" aria-labelledby={id} class={`thrown question${open ? " open" : ""}`} data-question={key} data-path={choice.path} data-kind="face" data-open={open} onKeyDown={press}>
      <span id={id}>die {number}</span>
      {faces.map((face) => <label class="pill"><input type="radio" name={key} checked={!open && answer === face} onChange={() => give(face)} /> {face}</label>)}
    </div>
  );
}
