/** The key of this browser, for games whose commands are signed. */
import { useState } from "preact/hooks";
import { hex } from "../src/verify/bytes.js";
import { ownKey } from "./play/kept.js";
import { faultText } from "./service.js";

/** The public key of this browser, to be handed to who opens a game whose commands are signed. */
export function OwnKey() {
  const [said, setSaid] = useState("");
  const show = (): void => void ownKey().then((key) => setSaid(hex(key.public)), (error: unknown) => setSaid(faultText(error)));
  return (
    <details class="ownkey">
      <summary>Your key for signed games</summary>
      <p>Where commands are signed, whoever opens the game needs the public key of this browser. The secret one can not leave it.</p>
      {said === "" ? <button type="button" onClick={show}>Show the public key</button> : <p><code>{said}</code></p>}
    </details>
  );
}
