/** Cells and bodies of the board that can be clicked. */
import { useEffect } from "preact/hooks";
import type { Board } from "../../page/board.js";
import { el } from "../../page/svg.js";
import type { Body, Scene } from "../../page/types.js";

/** The word by which offers name a drawable: its id without what kind of thing it is. */
export const wordOf = (id: string): string => id.slice(id.indexOf(":") + 1);

/** What of a scene is named by one of these words. */
export function named(scene: Scene | null, words: { has: (word: string) => boolean }): { cells: Scene["cells"]; bodies: readonly Body[] } {
  if (scene === null) return { cells: [], bodies: [] };
  const bodies = scene.items.filter((item): item is Body => item.type === "body");
  return { cells: scene.cells.filter(({ id }) => words.has(wordOf(id))), bodies: bodies.filter(({ id, unit }) => words.has(wordOf(id)) || words.has(unit)) };
}

/** The words of what lies under a point of the screen, from the top. */
function wordsAt(board: Board, x: number, y: number): string[] {
  const found = document.elementsFromPoint(x, y).map((node) => node.closest<SVGElement>("[data-id]")).filter((node) => node !== null && board.svg.contains(node));
  return found.flatMap((node) => [wordOf(node?.dataset.id ?? ""), node?.dataset.unit ?? ""]).filter(Boolean);
}

/** Lets what has a target be clicked; where `shown`, it is drawn over the board which those are. */
export function useTargets(board: Board | null, scene: Scene | null, targets: ReadonlyMap<string, () => void>, shown: boolean, chosen: ReadonlySet<string> = NONE): void {
  useEffect(() => {
    if (board === null || targets.size === 0) return undefined;
    const marks = shown ? drawn(scene, targets, chosen) : [];
    board.over.append(...marks);
    board.svg.classList.add("pickable");
    const click = (event: MouseEvent): void => {
      const word = wordsAt(board, event.clientX, event.clientY).find((each) => targets.has(each));
      if (word !== undefined) targets.get(word)?.();
    };
    board.svg.addEventListener("click", click);
    return () => {
      board.svg.removeEventListener("click", click);
      board.svg.classList.remove("pickable");
      for (const mark of marks) mark.remove();
    };
  }, [board, scene, targets, shown, chosen]);
}

const NONE: ReadonlySet<string> = new Set();

function drawn(scene: Scene | null, targets: ReadonlyMap<string, () => void>, chosen: ReadonlySet<string>): SVGElement[] {
  const { cells, bodies } = named(scene, targets);
  const state = (word: string): string => (chosen.has(word) ? "target chosen" : "target");
  const line = scene?.board.kind === "inches" ? 120 : 40;
  return [
    ...cells.map(({ id, poly }) => el("polygon", { points: poly.map((point) => point.join(",")).join(" "), class: state(wordOf(id)), "stroke-width": line, "data-target": wordOf(id) })),
    ...bodies.map(({ id, unit, x, y, length, width }) => el("circle", { cx: x, cy: y, r: Math.max(length, width) * 0.62, class: state(targets.has(unit) ? unit : wordOf(id)), "stroke-width": line, "data-target": wordOf(id) })),
  ];
}
