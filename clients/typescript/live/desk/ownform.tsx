/** A form of a command that holds what no offer can: it asks the service what it would say, and sends by a second click. */
import { createContext } from "preact";
import { useContext, useId, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Message } from "@bufbuild/protobuf";
import type { Fault } from "../../src/contract.js";
import type { PlayerSide } from "../play/player.js";
import { Reasons } from "../play/refusal.js";
import { faultText } from "../service.js";

export interface OwnProps {
  readonly player: PlayerSide;
  readonly sending: boolean;
  readonly give: (command: Message, name: string) => Promise<void>;
}

interface FormProps extends OwnProps {
  readonly command: string;
  readonly title: string;
  readonly about: string;
  readonly make: (data: FormData) => Message | Promise<Message>;
  readonly children: ComponentChildren;
}

/** What is wrong with one field, which is told beside it. */
export class FieldFault extends Error {
  override name = "FieldFault";

  constructor(readonly field: string, message: string) {
    super(message);
  }
}

/** What is wrong with fields, by their names. */
const FieldFaults = createContext<Readonly<Record<string, string>>>({});

export const textOf = (data: FormData, name: string): string => String(data.get(name) ?? "").trim();

/** The field of the form that a refusal is about: the first name of its path. */
const fieldOf = ({ path }: Fault): string => /^\w*/.exec(path)?.[0] ?? "";

/** Faults of fields that the form shows, and the others. */
function sorted(faults: readonly Fault[], form: HTMLFormElement): { fields: Record<string, string>; others: Fault[] } {
  const shown = (name: string): boolean => name !== "" && form.querySelector(`[data-field="${name}"]`) !== null;
  const own = faults.filter((fault) => shown(fieldOf(fault)));
  return {
    fields: Object.fromEntries(own.map((fault) => [fieldOf(fault), fault.text || fault.reason.replace(/-/g, " ")])),
    others: faults.filter((fault) => !own.includes(fault)),
  };
}

export function OwnForm({ player, sending, give, command, title, about, make, children }: FormProps) {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [sure, setSure] = useState<Message | null>(null);
  const [said, setSaid] = useState("");
  const form = useRef<HTMLFormElement>(null);
  /** Goes to the first field that something is wrong with. */
  const show = (found: Readonly<Record<string, string>>): void => {
    setFields(found);
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, select)`)?.focus();
  };
  const ask = async (): Promise<void> => {
    if (form.current === null) return;
    setFaults([]);
    setFields({});
    setSaid("");
    try {
      const made = await make(new FormData(form.current));
      const found = await player.check(made);
      const { fields: own, others } = sorted(found, form.current);
      setFaults(others);
      show(own);
      if (found.length === 0) setSure(made);
    } catch (error) {
      if (error instanceof FieldFault) show({ [error.field]: error.message });
      else setSaid(faultText(error));
    }
  };
  return (
    <details class="act own" data-act-form={command}>
      <summary class="offer" data-own={command}>{title}</summary>
      <form class="actform" ref={form} onInput={() => setSure(null)} onSubmit={(event) => { event.preventDefault(); void ask(); }}>
        <p class="about">{about}</p>
        <FieldFaults.Provider value={fields}>{children}</FieldFaults.Provider>
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

interface FieldProps { readonly name: string; readonly label: ComponentChildren; readonly children: (said: { "aria-invalid": boolean; "aria-describedby": string | undefined }) => ComponentChildren }

/** A control with what is wrong with it beside it. */
export function OwnField({ name, label, children }: FieldProps) {
  const id = useId();
  const fault = useContext(FieldFaults)[name] ?? "";
  return (
    <div class="field" data-field={name}>
      <label>{label} {children({ "aria-invalid": fault !== "", "aria-describedby": fault === "" ? undefined : id })}</label>
      {fault !== "" && <p class="refusal" role="alert" id={id}>{fault}</p>}
    </div>
  );
}
