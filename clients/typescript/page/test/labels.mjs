// What stands on a board can be read: no word over another, none beyond the edge, zones without their hues, clauses in words.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { jump, open, plan } from "./opened.mjs";

export const tests = {};
/** Parts of a pixel that rounding may cost. */
const ROUNDING = 0.5;

/** Words and tokens of the board with the boxes that they cover on the screen, and that of the board. */
const seen = (page) => page.evaluate(() => {
  const box = (node) => { const { left, top, right, bottom } = node.getBoundingClientRect(); return { left, top, right, bottom }; };
  const parts = [...document.querySelectorAll(".board .word, .board .token:not(.nowhere)")].map((node) => {
    const boxes = [...node.querySelectorAll(":scope > text, :scope > rect")].map(box);
    const most = (name, pick) => pick(...boxes.map((each) => each[name]));
    return { id: node.dataset.id, text: node.querySelector(":scope > text").textContent, left: most("left", Math.min), top: most("top", Math.min), right: most("right", Math.max), bottom: most("bottom", Math.max) };
  });
  return { board: box(document.querySelector(".board")), parts };
});

/** Pairs that stand over each other, and what stands beyond the edge. */
function wrong({ board, parts }, rounding = ROUNDING) {
  const beyond = parts.filter((part) => part.left < board.left - rounding || part.top < board.top - rounding || part.right > board.right + rounding || part.bottom > board.bottom + rounding);
  const over = parts.flatMap((one, at) => parts.slice(at + 1)
    .filter((other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > rounding && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > rounding)
    .map((other) => `${one.text} (${one.id}) over ${other.text} (${other.id})`));
  return [...beyond.map(({ text, id }) => `${text} (${id}) beyond the edge`), ...over];
}

for (const game of plan.games) {
  tests[`${game.name}: words on the board stand apart and within it`] = async () => {
    const page = await open(game.name, "", { checked: false });
    const named = new Set();
    for (const [at, scene] of Object.entries(game.scenes)) {
      await jump(page, Number(at));
      const found = await seen(page);
      assert.deepEqual(wrong(found), [], `entry ${at}`);
      for (const { text } of found.parts) named.add(text.replace(/ ×\d+$/, ""));
      const bodies = scene.items.filter(({ type }) => type === "body");
      const names = new Set(scene.board.kind === "inches"
        ? found.parts.map(({ text }) => text.replace(/ ×\d+$/, "")) : await page.$$eval(".board .body .name", (nodes) => nodes.map((node) => node.textContent)));
      assert.deepEqual(bodies.filter(({ unit }) => !names.has(unit)), [], `entry ${at}: every unit has its name`);
    }
    await page.close();
  };

  tests[`${game.name}: zones are told by a hatch and a name, codes and signs by words`] = async () => {
    const page = await open(game.name, "", { checked: false });
    for (const [at, scene] of Object.entries(game.scenes)) {
      await jump(page, Number(at));
      const hatches = await page.$$eval(".board .zone", (zones) => zones.filter(({ dataset }) => dataset.seat !== "none").map((node) => {
        const id = /#([\w-]+)/.exec(node.querySelector(".hatching")?.getAttribute("fill") ?? "")?.[1] ?? "";
        return [node.dataset.seat, document.getElementById(id)?.querySelector("path")?.getAttribute("d") ?? "none"];
      }));
      const bySeat = new Map(hatches);
      assert.deepEqual(hatches.filter(([seat, drawn]) => drawn === "none" || drawn !== bySeat.get(seat)), [], `entry ${at}`);
      assert.equal(new Set(bySeat.values()).size, bySeat.size, `entry ${at}: each side has a hatch of its own`);
      const zones = scene.items.filter(({ type }) => type === "zone");
      const titles = await page.$$eval(".board .zoned > title", (found) => found.map((node) => node.textContent));
      for (const { kind, text } of zones) if (kind === "deploy") assert(titles.includes(text), `entry ${at}: ${text}`);
      const told = await page.$$eval(".signs", (found) => found.map((node) => node.textContent).join(" "));
      for (const item of scene.items) {
        if (item.type === "token") assert(told.includes(item.kind.replace(/_/g, " ")), `entry ${at}: ${item.kind}`);
        if (item.type === "body" && item.glyph) assert(told.includes(item.glyph.replace(/_/g, " ")), `entry ${at}: ${item.glyph}`);
        if (item.type === "token" && item.value.length > 6 && scene.board.kind !== "inches") assert(told.includes(item.value), `entry ${at}: ${item.value}`);
      }
    }
    await page.close();
  };

  tests[`${game.name}: why it happened is told in words`] = async () => {
    const page = await open(game.name, "", { checked: false });
    let told = 0;
    for (const at of Object.keys(game.scenes)) {
      await jump(page, Number(at));
      const rows = await page.$$eval(".why li", (found) => found.map((node) => [node.dataset.clause, node.textContent.replace(node.dataset.clause, "").trim()]));
      const tips = await page.$$eval(".event .clause", (found) => found.map((node) => [node.textContent, document.getElementById(node.getAttribute("aria-describedby")).textContent]));
      const known = new Map(tips.filter(([, text]) => !text.startsWith("The text of this clause is not")));
      assert.deepEqual([...known.keys()], rows.map(([id]) => id), `entry ${at}`);
      for (const [id, text] of rows) assert(text.length > 5 && known.get(id).startsWith(text.replace(/ …$/, "")), `${id}: ${text}`);
      told += rows.length;
    }
    assert(told > 0);
    await page.close();
  };
}

const bundle = async (file) => {
  const { outputFiles: [{ text }] } = await build({ entryPoints: [fileURLToPath(new URL(`../${file}`, import.meta.url))], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
};

/** A board on which everything stands in one corner. */
function crowded(kind, count) {
  const step = kind === "inches" ? 700 : 250;
  const items = Array.from({ length: count }, (_, at) => {
    const unit = `${at % 2 ? "b" : "a"}-unit-${at}`;
    const body = { type: "body", id: `body:${unit}`, text: unit, unit, seat: at % 2, x: 300 + (at % 6) * step, y: 300 + Math.floor(at / 6) * step, facing: 60_000 * (at % 6), shape: "rect", length: 560, width: 560, states: ["stand still", "shaken"], glyph: "infantry", count: 1, wounds: 1, of: 2, hidden: false };
    return [body, { type: "token", id: `token:${unit}`, on: body.id, kind: "loaded", value: `${at}`, seat: at % 2, text: "loaded" }];
  }).flat();
  const marks = [0, 2, 4].map((at) => ({ type: "shot", id: `shot:${at}`, text: "", from_item: items[at].id, to_item: items[at + 2].id, result: "destroyed" }));
  const wide = kind === "inches" ? 48_000 : 6000;
  return { board: { kind, width: wide, height: wide }, cells: [], items, marks };
}

for (const kind of ["inches", "tiles"]) {
  tests[`words of a crowded board stand apart: ${kind}`] = async () => {
    const { Labels } = await bundle("labels.ts");
    const { lookOf } = await bundle("svg.ts");
    const scene = crowded(kind, 24);
    const look = lookOf(scene);
    const places = new Map(scene.items.filter(({ type }) => type === "body").map(({ id, x, y }) => [id, [x, y]]));
    const { words, chips } = new Labels(scene, look, (id) => places.get(id) ?? null).find();
    const parts = [...words, ...chips.filter(({ at }) => at !== null)].map(({ id, text, at: [x, y], wide, high }) =>
      ({ id, text, left: x - wide / 2, top: y - high / 2, right: x + wide / 2, bottom: y + high / 2 }));
    const { width, height, margin } = look;
    assert.deepEqual(wrong({ board: { left: -margin, top: -margin, right: width + margin, bottom: height + margin }, parts }, 1), []);
    assert.equal(chips.length, 24);
    if (kind === "inches") assert.equal(words.filter((word) => word.kind === "unit").length, 24);
    assert.equal(words.filter((word) => word.kind === "marked").length, 3);
  };
}
