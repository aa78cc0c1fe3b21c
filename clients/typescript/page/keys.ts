/** The keys of the page; where somebody types, and with Ctrl, Alt or Meta, they do what they always do. */
import { useLayoutEffect, useRef } from "preact/hooks";

export interface Acts {
  readonly step: (by: number) => void;
  readonly round: (by: number) => void;
  readonly tenth: (tenth: number) => void;
  readonly end: (far: boolean) => void;
  readonly own: (by: number) => void;
  readonly play: () => void;
  readonly search: () => void;
  readonly help: () => void;
}

const TYPED = "input, select, textarea";

function actOf(key: string, acts: Acts): (() => void) | null {
  if (/^[0-9]$/.test(key)) return () => acts.tenth(Number(key));
  const known: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => acts.step(-1), ArrowRight: () => acts.step(1), ArrowUp: () => acts.round(-1), ArrowDown: () => acts.round(1),
    Home: () => acts.end(false), End: () => acts.end(true), "[": () => acts.own(-1), "]": () => acts.own(1),
    " ": acts.play, "/": acts.search, "?": acts.help,
  };
  return known[key] ?? null;
}

export function useKeys(acts: Acts): void {
  const current = useRef(acts);
  current.current = acts;
  // with the first picture, not after it: whoever sees the page may press a key
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (target?.closest(TYPED)) {
        if (event.key === "Escape") (target as HTMLElement).blur();
        return;
      }
      if (event.key === " " && target?.closest("button, a, summary")) return;
      const act = actOf(event.key, current.current);
      if (act === null) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
