/** The keys of this browser, for games in which everybody signs. */
import { useState } from "preact/hooks";
import { hex } from "../src/verify/bytes.js";
import { officeKey, ownKey } from "./play/kept.js";
import { faultText } from "./service.js";

interface Shown { readonly seat: string; readonly office: string }

/** The public keys of this browser, to be handed to whoever opens a game: one to play with, one for officials. */
export function OwnKey() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [fault, setFault] = useState("");
  const show = (): void => void Promise.all([ownKey(), officeKey()]).then(
    ([seat, office]) => setShown({ seat: hex(seat.public), office: hex(office.public) }),
    (error: unknown) => setFault(faultText(error)),
  );
  return (
    <details class="ownkey">
      <summary>Your keys for signed games</summary>
      <p>In a signed game this browser signs what you do. Whoever opens the game needs your public key before that: the first where you play a seat, the second where you referee. The secret halves can not leave this browser.</p>
      {shown === null
        ? <button type="button" onClick={show}>Show the public keys</button>
        : <dl><dt>To play a seat</dt><dd><code data-key="seat">{shown.seat}</code></dd><dt>To referee, or as owner</dt><dd><code data-key="office">{shown.office}</code></dd></dl>}
      {fault !== "" && <p role="alert">{fault}</p>}
    </details>
  );
}
