/** The page with no game in it: anybody opens a replay file and sees what can be checked of it. */
import { useState } from "preact/hooks";
import { CheckPanel, headline, weakest } from "./checkpanel.js";
import { useCheck } from "./usecheck.js";

/** Bytes that a replay file has at most. */
const FILE_MAX = 256 * 1024 * 1024;

export function Checker({ title }: { title: string }) {
  const [replay, setReplay] = useState(new Uint8Array());
  const [refused, setRefused] = useState("");
  return (
    <main class="checker">
      <h1>{title}</h1>
      <p>The file stays on this machine. What is checked, and what that means, stands in each row.</p>
      <label>Replay file <input type="file" accept=".replay" onChange={async ({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        if (!file) return;
        const fits = file.size <= FILE_MAX;
        setRefused(fits ? "" : `This file has ${file.size} bytes; a replay file has ${FILE_MAX} at most.`);
        setReplay(fits ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array());
      }} /></label>
      {refused && <p role="alert">{refused}</p>}
      {replay.length > 0 && <Checked replay={replay} />}
    </main>
  );
}

function Checked({ replay }: { replay: Uint8Array }) {
  const check = useCheck(null, replay);
  return (
    <>
      <p class={`check ${weakest(check.rows)}`} role="status" data-done={check.done}>{headline(check.rows, check.done)}</p>
      <CheckPanel rows={check.rows} done={check.done} report={null} check={check.run} save={null} link={null} />
    </>
  );
}
