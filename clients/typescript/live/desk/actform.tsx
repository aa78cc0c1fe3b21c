/** A form of an act: filled in, looked at, sent by a second click; the refusal is shown in the service's words. */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Denied, Invalid, Refused } from "../../src/errors.js";
import { random } from "../../src/verify/bytes.js";
import { faultText } from "../service.js";

/** What a form says, by the names of its controls. */
export class Said {
  constructor(private readonly data: FormData) {}

  text(name: string): string {
    return String(this.data.get(name) ?? "").trim();
  }
}

interface Props {
  /** Name of the act, by which tests and styles find it. */
  readonly act: string;
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** What will be sent, in a line; throws where the form can not be understood. */
  readonly summary: (said: Said) => string;
  /** Sends it under this id; what it gives is shown when it is done. `tell` shows something meanwhile. */
  readonly send: (said: Said, commandId: Uint8Array, tell: (shown: ComponentChildren) => void) => Promise<ComponentChildren>;
  readonly open?: boolean;
}

/** What says that nothing was done. */
const DECIDED = [Refused, Invalid, Denied] as const;

interface Sure { readonly said: Said; readonly text: string; readonly id: Uint8Array }

export function ActForm({ act, title, about, children, summary, send, open = false }: Props) {
  const [sure, setSure] = useState<Sure | null>(null);
  const [fault, setFault] = useState("");
  const [done, setDone] = useState<ComponentChildren>(null);
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const ask = (): void => {
    if (form.current === null) return;
    setFault("");
    setDone(null);
    try {
      const said = new Said(new FormData(form.current));
      setSure({ said, text: summary(said), id: random(16) });
    } catch (error) {
      setFault(faultText(error));
    }
  };
  const give = async ({ said, id }: Sure): Promise<void> => {
    setSending(true);
    setFault("");
    try {
      setDone(await send(said, id, setDone));
      setSure(null);
      form.current?.reset();
    } catch (error) {
      // what may have arrived, a stream that broke too, is sent again as it was, under the same id
      const refused = DECIDED.some((kind) => error instanceof kind);
      setFault(`${refused ? "This was not done" : "It is not known whether this was done; send it again as it stands"}: ${faultText(error)}`);
      if (refused) setSure(null);
    }
    setSending(false);
  };
  return (
    <details class="act" data-act-form={act} open={open}>
      <summary>{title}</summary>
      <form class="actform" ref={form} onInput={() => setSure(null)} onSubmit={(event) => { event.preventDefault(); ask(); }}>
        {about && <p class="about">{about}</p>}
        {children}
        <div class="send">
          {sure === null
            ? <button type="submit" class="primary" data-act="give">{title}…</button>
            : <>
              <p class="summary">{sure.text}</p>
              <button type="button" class="primary" data-act="send" disabled={sending} onClick={() => void give(sure)}>Send</button>
              <button type="button" disabled={sending} onClick={() => setSure(null)}>Change</button>
            </>}
        </div>
        {fault !== "" && <p class="refusal" role="alert">{fault}</p>}
        <div role="status" class="done">{done}</div>
      </form>
    </details>
  );
}

interface FieldProps { readonly name: string; readonly label: string; readonly required?: boolean; readonly type?: "text" | "number"; readonly list?: string; readonly most?: number; readonly value?: string }

export const Field = ({ name, label, required = false, type = "text", list, most = 1000, value }: FieldProps) => (
  <label class="field">{label} <input type={type} name={name} required={required} maxLength={most} {...(list !== undefined && { list })} {...(value !== undefined && { defaultValue: value })} /></label>
);

export const Area = ({ name, label, rows = 4, required = false, most }: { name: string; label: string; rows?: number; required?: boolean; most?: number }) => (
  <label class="field">{label} <textarea name={name} rows={rows} required={required} spellcheck={false} {...(most !== undefined && { maxLength: most })} /></label>
);

export const Reason = () => <Field name="reason" label="Why" required />;
export const ClauseField = ({ required = false }: { required?: boolean }) => <Field name="clause" label={required ? "Clause" : "Clause or interpretation, if it rests on one"} required={required} />;

interface ChooseProps { readonly name: string; readonly label: string; readonly options: readonly (readonly [value: string, text: string])[]; readonly none?: string }

export const Choose = ({ name, label, options, none }: ChooseProps) => (
  <label class="field">{label} <select name={name} required={none === undefined}>
    {<option value="">{none ?? "choose"}</option>}
    {options.map(([value, text]) => <option value={value}>{text}</option>)}
  </select></label>
);
