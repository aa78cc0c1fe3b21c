/** What a player keeps of the game in his own hand, as a file. */
import { useState } from "preact/hooks";
import { faultText } from "../service.js";
import type { Session } from "../session.js";
import { proofOf } from "./player.js";

function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** It is there where nothing else goes on, too: then it matters most. */
export function Proof({ session, game }: { session: Session; game: Uint8Array }) {
  const [said, setSaid] = useState("");
  if (session.key === undefined) return null;
  const keep = async (): Promise<void> => {
    const found = await proofOf(session, game);
    if (found !== null) download(found.file, found.name);
    setSaid(found === null ? "This browser has kept nothing of this game." : "Kept as a file. It holds what is still secret in this game: show it to nobody before the end.");
  };
  return (
    <p class="proof">
      <button type="button" class="quiet" data-act="proof" onClick={() => void keep().catch((error: unknown) => setSaid(faultText(error)))}>Keep my proof</button>{" "}
      <span role="status">{said}</span>
    </p>
  );
}
