/** Which entry of a live game is shown, in the part of the address behind the sign #; none there means the game as it stands. */

export interface Place {
  /** Number of the entry; null for the game as it stands. */
  readonly seq: number | null;
  /** Start of its hash, where the link has one. */
  readonly hash: string;
}

export function readPlace(fragment: string): Place {
  const found = /^([1-9]\d{0,8})(?:-([0-9a-f]{8}))?$/.exec(new URLSearchParams(fragment.replace(/^#/, "")).get("e") ?? "");
  return { seq: found ? Number(found[1]) : null, hash: found?.[2] ?? "" };
}

export const linkTo = (seq: number | null, hashes: readonly string[]): string =>
  seq === null ? location.pathname : `#e=${seq}${hashes[seq - 1] === undefined ? "" : `-${hashes[seq - 1]}`}`;
