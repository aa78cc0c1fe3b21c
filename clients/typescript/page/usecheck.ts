/** Runs the checker in a worker, after the first paint. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Data, Row } from "./types.js";
import type { Answer, Request } from "./worker.js";

/** The script of the worker, which the build puts in. */
declare const WORKER: string;

export interface Check { readonly rows: readonly Row[]; readonly done: boolean; readonly ms: number; readonly run: (key: string) => void }

export function useCheck(data: Data | null, replay: Uint8Array): Check {
  const [found, setFound] = useState<{ rows: readonly Row[]; done: boolean; ms: number }>({ rows: [], done: false, ms: 0 });
  const worker = useRef<Worker | null>(null);
  const run = useCallback((key: string): void => {
    worker.current?.terminate();
    setFound({ rows: [], done: false, ms: 0 });
    const url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    const started = new Worker(url);
    worker.current = started;
    started.onmessage = ({ data: answer }: MessageEvent<Answer>) => {
      setFound((before) => ("row" in answer ? { ...before, rows: [...before.rows, answer.row] } : { ...before, done: true, ms: answer.ms }));
      if ("done" in answer) {
        started.terminate();
        URL.revokeObjectURL(url);
      }
    };
    started.onerror = () => setFound({ rows: [{ name: "container", state: "open", text: "this browser does not run the checker beside the page" }], done: true, ms: 0 });
    const claims = data && { game: data.game, names: data.names, hashes: data.hashes, told: data.told, tables: data.tables, audit: data.audit };
    started.postMessage({ replay, key, claims } satisfies Request);
  }, [data, replay]);
  useEffect(() => {
    if (replay.length === 0) return undefined;
    // a frame and a task later: the page has been painted
    const frame = requestAnimationFrame(() => setTimeout(() => run("")));
    return () => cancelAnimationFrame(frame);
  }, [run]);
  return { ...found, run };
}
