/** Which entry is shown to whom, in the part of the address behind the sign #: `#e=412-9f3a01bc&v=red`. */
import type { Data } from "./types.js";

export interface Place {
  /** Place of the entry, from 0. */
  readonly at: number;
  /** Place of the viewer. */
  readonly viewer: number;
  /** What does not fit this game; empty where all does. */
  readonly wrong: string;
}

export function readPlace(data: Data, hash: string): Place {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const found = data.viewers.findIndex(({ name }) => name === said.get("v"));
  const viewer = Math.max(0, found);
  const unseen = said.has("v") && found < 0 ? `This page does not show the game as ${said.get("v")} saw it.` : "";
  const link = /^(\d{1,9})(?:-([0-9a-f]{8}))?$/.exec(said.get("e") ?? "");
  if (!said.has("e")) return { at: 0, viewer, wrong: unseen };
  const seq = Number(link?.[1] ?? 0);
  if (seq < 1 || seq > data.hashes.length) return { at: 0, viewer, wrong: "The link names an entry that this game does not have." };
  const other = link?.[2] !== undefined && data.hashes[seq - 1] !== link[2];
  return { at: seq - 1, viewer, wrong: other ? `The link is to another game: its entry ${seq} begins with ${link?.[2]}, here with ${data.hashes[seq - 1]}.` : unseen };
}

export function writePlace(data: Data, at: number, viewer: number): string {
  const name = data.viewers[viewer]?.name ?? "";
  const who = viewer > 0 ? `&v=${encodeURIComponent(name)}` : "";
  return `#e=${at + 1}-${data.hashes[at] ?? ""}${who}`;
}
