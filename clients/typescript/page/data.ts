/** Reads what a page holds: blocks of gzip in base64, told entries of each viewer, scenes from keyframes. */
import type { Changed, Data, Entry, Frame, Scene } from "./types.js";

/** The bytes of a block of the page; none where it is empty. */
export async function unpack(id: string): Promise<Uint8Array> {
  const letters = (document.getElementById(id)?.textContent ?? "").trim();
  if (letters === "") return new Uint8Array();
  const zipped = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const stream = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const readData = async (): Promise<Data> => JSON.parse(new TextDecoder().decode(await unpack("data"))) as Data;

/** The entries as a viewer, by place among the viewers, was told them. */
export function toldTo(data: Data, viewer: number): Entry[] {
  const others = viewer > 0 ? (data.told.others[viewer - 1] ?? {}) : {};
  return data.told.first.map((entry, at) => others[String(at)] ?? entry);
}

function changed<T extends { readonly id: string }>(before: readonly T[], change: Changed<T> | undefined): readonly T[] {
  if (change === undefined) return before;
  const known = new Map(before.map((item) => [item.id, item]));
  for (const item of change.set ?? []) known.set(item.id, item);
  const order = change.order ?? before.map(({ id }) => id);
  return order.flatMap((id) => known.get(id) ?? []);
}

/** The scene after a difference. */
export const next = (before: Scene, frame: Exclude<Frame, null>): Scene =>
  frame.key ?? { ...before, ...frame.all, cells: changed(before.cells, frame.cells), items: changed(before.items, frame.items) };

/** The scenes of one viewer: a step forward costs one frame, a jump at most those since the keyframe. */
export class Frames {
  private at = -1;
  private scene: Scene | null = null;

  constructor(private readonly frames: readonly Frame[]) {}

  /** The scene after the entry at a place, from 0; null where none is drawn. */
  sceneAt(place: number): Scene | null {
    if (place === this.at) return this.scene;
    let from = place;
    if (this.scene === null || place !== this.at + 1 || this.frames[place] === null) {
      while (from > 0 && this.frames[from] !== null && this.frames[from]?.key === undefined) from -= 1;
      this.scene = null;
    }
    for (let step = from; step <= place; step += 1) {
      const frame = this.frames[step] ?? null;
      this.scene = frame === null ? null : frame.key ?? (this.scene && next(this.scene, frame));
    }
    this.at = place;
    return this.scene;
  }
}
