/** Why a command was refused: every reason with its clause and the field that it is about. */
import { Refused, Stale } from "../../src/errors.js";
import { Clause } from "../../page/words.js";
import { faultText, mayHaveArrived } from "../service.js";

export interface Reason { readonly clause: string; readonly reason: string; readonly path: string; readonly text: string }

export function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul class="reasons">
      {reasons.map(({ clause, reason, path, text }) => (
        <li data-reason={reason}>{text || reason.replace(/-/g, " ")} {clause && <Clause id={clause} />}{path && <span class="path"> {path}</span>}</li>
      ))}
    </ul>
  );
}

export function Refusal({ fault }: { fault: unknown }) {
  if (fault instanceof Stale) return <p class="refusal" role="alert">The game has gone on in the meantime: look, and decide again.</p>;
  if (mayHaveArrived(fault)) return <p class="refusal" role="alert">It is not known whether this was done: {faultText(fault)}</p>;
  if (!(fault instanceof Refused)) return <p class="refusal" role="alert">This was not done: {faultText(fault)}</p>;
  return <div class="refusal" role="alert"><p>Refused.</p><Reasons reasons={fault.faults} /></div>;
}
