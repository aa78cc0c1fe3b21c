/** Verifies a replay file beside the page, and tells row after row. */
import { checkFile } from "./checks.js";
import type { Claims, Row } from "./types.js";

export interface Request { readonly replay: Uint8Array; readonly key: string; readonly claims: Claims | null }
export type Answer = { readonly row: Row } | { readonly done: true; readonly ms: number };

onmessage = async ({ data }: MessageEvent<Request>): Promise<void> => {
  const began = performance.now();
  const send = (answer: Answer): void => (postMessage as (message: Answer) => void)(answer);
  try {
    await checkFile(data.replay, data.key, data.claims, (row) => send({ row }));
  } catch (error) {
    send({ row: { name: "container", state: "failed", text: `the check itself broke: ${String(error)}` } });
  }
  send({ done: true, ms: Math.round(performance.now() - began) });
};
