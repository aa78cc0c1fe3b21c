/** Where words stand on a board: beside what they are about, never over each other, and over as little else as can be. */
import type { Point } from "./types.js";

export interface Box { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

export const boxAt = ([x, y]: Point, wide: number, high: number): Box =>
  ({ left: x - wide / 2, top: y - high / 2, right: x + wide / 2, bottom: y + high / 2 });

export const middleOf = ({ left, top, right, bottom }: Box): Point => [(left + right) / 2, (top + bottom) / 2];

export const around = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)), top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

/** The area that two boxes have in common. */
export function shared(one: Box, other: Box): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const NARROW = new Set("iljtfrI.,'!|:;()[]\" -/");
const WIDE = new Set("mwMW@%+×…");

/** How wide a bold text of this height is at most, in the widest of the common typefaces. */
export function widthOf(text: string, size: number): number {
  let sum = 0;
  for (const letter of text) sum += NARROW.has(letter) ? 0.5 : WIDE.has(letter) ? 1.05 : /[A-Z]/.test(letter) ? 0.78 : 0.71;
  return Math.round(sum * size);
}

/** Places boxes one after the other; what was placed keeps its place. */
export class Placer {
  private readonly placed: Box[] = [];

  /** `stands` may not be covered, `lies` had better not be. */
  constructor(readonly board: Box, private readonly stands: readonly Box[], private readonly lies: readonly Box[]) {}

  /** Takes the first of these places that covers least; null where each is taken or leaves the board. */
  place(wide: number, high: number, spots: readonly Point[], { over = false } = {}): Point | null {
    let best: Point | null = null;
    let least = Infinity;
    spots.forEach((spot, at) => {
      const box = boxAt(spot, wide, high);
      if (box.left < this.board.left || box.top < this.board.top || box.right > this.board.right || box.bottom > this.board.bottom) return;
      if (this.placed.some((other) => shared(box, other) > 0)) return;
      const standing = this.stands.reduce((sum, other) => sum + shared(box, other), 0);
      if (standing > 0 && !over) return;
      const lying = this.lies.reduce((sum, other) => sum + shared(box, other), 0);
      // to stand farther off costs a twentieth of the own area for each place
      const cost = 2 * standing + lying / 2 + (at * wide * high) / 20;
      if (cost < least) [best, least] = [spot, cost];
    });
    if (best !== null) this.placed.push(boxAt(best, wide, high));
    return best;
  }
}

/** Places for a box beside another: above, below, right and left of it, then in wider and wider rings. */
export function beside(box: Box, wide: number, high: number, far: readonly number[]): Point[] {
  const [x, y] = middleOf(box);
  return far.flatMap((gap): Point[] => {
    const [above, below, right, left] = [box.top - gap - high / 2, box.bottom + gap + high / 2, box.right + gap + wide / 2, box.left - gap - wide / 2];
    return [
      [x, above], [x, below], [right, y], [left, y], [right, box.top + high / 2], [left, box.top + high / 2],
      [box.left + wide / 2, above], [box.right - wide / 2, above], [box.left + wide / 2, below], [box.right - wide / 2, below],
      [right, above], [left, above], [right, below], [left, below],
    ];
  });
}

/** Places all over a board, the nearest to a point first. */
export function everywhere({ left, top, right, bottom }: Box, [x, y]: Point, wide: number, high: number): Point[] {
  const found: Point[] = [];
  for (let row = top + high / 2; row <= bottom - high / 2; row += high) for (let column = left + wide / 2; column <= right - wide / 2; column += wide) found.push([column, row]);
  return found.sort((one, other) => Math.hypot(one[0] - x, one[1] - y) - Math.hypot(other[0] - x, other[1] - y));
}

/** Places for small boxes along the sides of another, row by row: right, left, below, above. */
export function along(box: Box, wide: number, high: number, gap: number): Point[] {
  const rows: number[] = [];
  for (let y = box.top + high / 2; y <= box.bottom - high / 2 + 1; y += high / 2) rows.push(y);
  const columns = [box.left + wide / 2, (box.left + box.right) / 2, box.right - wide / 2];
  return [
    ...rows.map((y): Point => [box.right + gap + wide / 2, y]), ...rows.map((y): Point => [box.left - gap - wide / 2, y]),
    ...columns.map((x): Point => [x, box.bottom + gap + high / 2]), ...columns.map((x): Point => [x, box.top - gap - high / 2]),
    ...columns.map((x): Point => [x, box.bottom + 2 * gap + 1.5 * high]), ...columns.map((x): Point => [x, box.top - 2 * gap - 1.5 * high]),
  ];
}

/** Places on and beside a line. */
export function onLine([[ax, ay], [bx, by]]: readonly [Point, Point], high: number): Point[] {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [across, down] = [(by - ay) / length, (ax - bx) / length];
  return [0.5, 0.35, 0.65, 0.2, 0.8].flatMap((share) => [0, 1, -1, 2, -2].map((step): Point =>
    [ax + (bx - ax) * share + across * high * step, ay + (by - ay) * share + down * high * step]));
}
