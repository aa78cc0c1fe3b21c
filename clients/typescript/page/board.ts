/** The board as SVG in the DOM: one element for each drawable, kept by id, so that a step changes what has changed. */
import { drawBody, drawCell, drawChip, drawItem, drawMark, drawWord, placeOf } from "./draw.js";
import { Labels, lying } from "./labels.js";
import type { Body, Item, Mark, Path, Scene } from "./types.js";
import { definitions, el, type Look, lookOf } from "./svg.js";

const LAYERS = ["cell", "area", "line", "zone", "template", "way", "mark", "body", "word", "token"] as const;
type Layer = (typeof LAYERS)[number];
const STEP_MS = 250;

interface Kept { readonly node: SVGElement; readonly drawn: string }

/** Whether moves are shown as movements. */
const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Board {
  readonly svg: SVGSVGElement = el("svg", { class: "board", "aria-hidden": "true", focusable: "false" });
  /** Over all else; the board itself draws nothing there. */
  readonly over: SVGGElement = el("g", { class: "layer over" });
  private readonly layers = new Map<Layer, SVGElement>();
  private readonly kept = new Map<string, Kept>();
  private size = "";
  private look: Look | null = null;
  private zoomed = 1;
  private readonly centre = { x: 0.5, y: 0.5 };

  constructor() {
    for (const name of LAYERS) {
      const group = el("g", { class: `layer ${name}s` });
      this.layers.set(name, group);
      this.svg.append(group);
    }
    this.svg.append(this.over);
    this.svg.addEventListener("pointerdown", (down) => this.drag(down));
  }

  /** Draws a scene; with `moving` bodies go along their paths to where they already stand. */
  show(scene: Scene, moving: boolean): void {
    const look = lookOf(scene);
    const size = `${scene.board.kind} ${scene.board.width} ${scene.board.height}`;
    if (size !== this.size) {
      this.size = size;
      this.look = look;
      this.svg.querySelector("defs")?.remove();
      this.svg.querySelector(".table")?.remove();
      this.svg.prepend(definitions(look), el("rect", { class: "table", width: look.width, height: look.height, "stroke-width": look.line }));
      this.kept.clear();
      for (const layer of this.layers.values()) layer.replaceChildren();
      this.zoom(0);
    }
    this.look = look;
    const bodies = new Map(scene.items.filter((item): item is Body => item.type === "body").map((body) => [body.id, body]));
    const cells = new Map(scene.cells.map((cell) => [cell.id, cell]));
    const grounds = new Map(scene.items.filter(({ type }) => type === "area" || type === "zone").map((item) => [item.id, item]));
    const context = { look, bodies, cells, grounds };
    const of = (type: Item["type"]): Item[] => scene.items.filter((item) => item.type === type);
    this.fill("cell", scene.cells.map((cell) => ({ id: cell.id, cell, marked: lying(cell, scene).length > 0 })), drawCell);
    for (const layer of ["area", "line", "zone", "template"] as const) this.fill(layer, of(layer), (item) => drawItem(item, context));
    this.fill("body", [...bodies.values()], (body: Body) => drawBody(body, context));
    const { words, chips } = new Labels(scene, look, (id) => placeOf(id, context)).find();
    this.fill("word", words, (word) => drawWord(word, context));
    this.fill("token", chips, (chip) => drawChip(chip, context));
    const draw = (mark: Mark): SVGElement[] => drawMark(mark, context);
    this.layers.get("way")?.replaceChildren(...scene.marks.filter(({ type }) => type === "path").flatMap(draw));
    this.layers.get("mark")?.replaceChildren(...scene.marks.filter(({ type }) => type !== "path").flatMap(draw));
    if (moving && !still()) for (const mark of scene.marks) if (mark.type === "path") this.move(mark);
  }

  /** Takes everything away, where there is no board. */
  clear(): void {
    this.size = "";
    for (const known of this.svg.querySelectorAll("defs, .table")) known.remove();
    this.kept.clear();
    for (const layer of this.layers.values()) layer.replaceChildren();
  }

  private fill<T extends { readonly id: string }>(
    name: Layer, items: readonly T[], draw: (item: T) => SVGElement,
  ): void {
    const layer = this.layers.get(name) as SVGElement;
    const seen = new Set<Node>();
    let place = layer.firstChild;
    for (const item of items) {
      const key = `${name} ${item.id}`;
      const drawn = JSON.stringify(item);
      const known = this.kept.get(key);
      let node = known?.node;
      if (known === undefined || known.drawn !== drawn) {
        node = draw(item);
        node.dataset.id = item.id;
        if (known !== undefined) {
          if (place === known.node) place = node;
          known.node.replaceWith(node);
        }
        this.kept.set(key, { node, drawn });
      }
      if (node === undefined) continue;
      seen.add(node);
      if (place === node) place = node.nextSibling;
      else layer.insertBefore(node, place);
    }
    for (const node of [...layer.children]) {
      if (seen.has(node)) continue;
      node.remove();
      this.kept.delete(`${name} ${(node as SVGElement).dataset.id}`);
    }
  }

  private move({ body, points }: Path): void {
    const node = this.kept.get(`body ${body}`)?.node;
    if (node === undefined || points.length < 2) return;
    const steps = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    node.animate(steps, { duration: STEP_MS, easing: "ease-out" });
  }

  /** Zooms in or out by steps; 0 shows the whole board. */
  zoom(steps: number): void {
    this.zoomed = steps === 0 ? 1 : Math.min(8, Math.max(1, this.zoomed * 1.5 ** steps));
    this.frame();
  }

  /** Shows what stands at these thousandths of the board in the middle, where it is zoomed. */
  private frame(): void {
    if (this.look === null) return;
    const { width, height, margin } = this.look;
    const [wide, high] = [(width + 2 * margin) / this.zoomed, (height + 2 * margin) / this.zoomed];
    const within = (value: number, size: number, whole: number): number => Math.min(Math.max(value - size / 2, -margin), whole + margin - size);
    const left = within(this.centre.x * width, wide, width);
    const top = within(this.centre.y * height, high, height);
    this.svg.setAttribute("viewBox", [left, top, wide, high].map(Math.round).join(" "));
  }

  /** Where on the board a point of the screen is, in thousandths. */
  pointAt(clientX: number, clientY: number): { x: number; y: number } {
    const matrix = this.svg.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return { x: Math.round(x), y: Math.round(y) };
  }

  private drag(down: PointerEvent): void {
    if (this.zoomed === 1 || this.look === null) return;
    const box = this.svg.getBoundingClientRect();
    const from = { ...this.centre };
    const move = (event: PointerEvent): void => {
      this.centre.x = Math.min(1, Math.max(0, from.x - ((event.clientX - down.clientX) / box.width) / this.zoomed));
      this.centre.y = Math.min(1, Math.max(0, from.y - ((event.clientY - down.clientY) / box.height) / this.zoomed));
      this.frame();
    };
    this.svg.setPointerCapture(down.pointerId);
    this.svg.addEventListener("pointermove", move);
    this.svg.addEventListener("pointerup", () => this.svg.removeEventListener("pointermove", move), { once: true });
  }
}
