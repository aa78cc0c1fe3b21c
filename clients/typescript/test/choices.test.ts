// Commands are made of offers alone, and an answer that is not offered is an error before anything is sent.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { create, type MessageInitShape, toJson } from "@bufbuild/protobuf";

import { type DomainSchema, OfferSchema, type RestartGame } from "adjudicator-client/contract";
import { CommitOrdersSchema, type FireWeapon, FireWeaponSchema, hex_orders, type PlotOrders, PlotOrdersSchema, SubmitArmySchema } from "adjudicator-client/hex_orders";
import { hex } from "adjudicator-client/verify";
import { type Answer, type Choice, makeCommand, OfferFault, seeded } from "adjudicator-client/node";

import { words as wordFigures } from "./vectors.js";

type Init = MessageInitShape<typeof DomainSchema>;

const domain = (field: string, kind: string, value: object, more: object = {}): Init =>
  ({ field, values: { case: kind, value }, ...more }) as Init;

const noPlaces = () => assert.fail("nobody asked for places");

// Makes a command of an offer from answers in order; gives it with what was asked.
async function made(command: string, fields: Init[], answers: Answer[], find = noPlaces as Parameters<typeof makeCommand>[3]) {
  const asked: [string, string][] = [];
  const choose = (choice: Choice): Answer => {
    asked.push([choice.kind, choice.path]);
    return answers[asked.length - 1] ?? assert.fail(`nothing answers ${choice.kind} ${choice.path}`);
  };
  const message = await makeCommand(hex_orders, create(OfferSchema, { command, fields }), choose, find);
  assert.equal(asked.length, answers.length);
  return { message, asked };
}

const json = (schema: typeof SubmitArmySchema | typeof CommitOrdersSchema, message: unknown) => toJson(schema as never, message as never);

const unit = (...kinds: string[]) => domain("", "shape", {
  message: "Purchase",
  parts: [domain("kind", "oneOf", { values: kinds })],
});
const army = (more: object) => domain("army", "shape", { message: "Roster", parts: [domain("units", "items", more)] });

describe("choices", () => {
  test("lists of messages, down to the leaves, in the order of the domains", async () => {
    const { message, asked } = await made("SubmitArmy", [army({ of: [unit("tank", "gun"), unit("walker")], least: 1, most: 3 })],
      [2, 1, "walker", 0, "gun"]);
    assert.deepEqual(json(SubmitArmySchema, message), { army: { units: [{ kind: "walker" }, { kind: "gun" }] } });
    assert.deepEqual(asked, [
      ["count", "SubmitArmy.army.units"],
      ["member", "SubmitArmy.army.units[0]"],
      ["one_of", "SubmitArmy.army.units[0].kind"],
      ["member", "SubmitArmy.army.units[1]"],
      ["one_of", "SubmitArmy.army.units[1].kind"],
    ]);
  });

  test("bytes that are listed are hex", async () => {
    const { message } = await made("RestartGame", [domain("new_game", "oneOf", { values: ["00ff", "11"] })], ["00ff"]);
    assert.deepEqual([...(message as RestartGame).newGame], [0, 255]);
    await assert.rejects(made("RestartGame", [domain("new_game", "oneOf", { values: ["game"] })], ["game"]), OfferFault);
  });

  test("words are read as by every client", async () => {
    for (const { command, field, read, refused } of wordFigures.fields) {
      for (const [word, due] of Object.entries(read)) {
        const { message } = await made(command, [domain(field, "oneOf", { values: [word] })], [word]);
        const found = (message as unknown as Record<string, unknown>)[field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())];
        assert.equal(found instanceof Uint8Array ? hex(found) : String(found), due, `${field} ${word}`);
      }
      for (const word of refused) {
        const wrong = made(command, [domain(field, "oneOf", { values: [word] })], [word]);
        await assert.rejects(wrong, (fault) => fault instanceof OfferFault, `${field} ${word}`);
      }
    }
  });

  test("each once, in the order of the offer", async () => {
    const of = [unit("tank"), unit("gun"), unit("walker")];
    const { message } = await made("SubmitArmy", [army({ of, least: 1, most: 2, once: true })], [[0, 2], "tank", "walker"]);
    assert.deepEqual(json(SubmitArmySchema, message), { army: { units: [{ kind: "tank" }, { kind: "walker" }] } });
    await assert.rejects(made("SubmitArmy", [army({ of, least: 1, most: 2, once: true })], [[2, 0]]), OfferFault);
  });

  test("an optional field, a condition, and several domains that hold", async () => {
    const fields = (least: number): Init[] => [
      domain("turn", "range", { least: BigInt(least), most: 3n }),
      domain("allow_defaults", "flag", {}, { conditions: [{ field: "turn", values: ["3"] }] }),
      domain("further", "shape", { message: "Plots", parts: [] }, { optional: true }),
    ];
    assert.deepEqual(json(CommitOrdersSchema, (await made("CommitOrders", fields(1), [2, false])).message), { turn: 2 });
    const { message } = await made("CommitOrders", fields(1), [3, false, true]);
    assert.deepEqual(json(CommitOrdersSchema, message), { turn: 3, allowDefaults: false, further: {} });
    const two = [domain("turn", "range", { least: 1n, most: 1n }), domain("turn", "range", { least: 7n, most: 9n })];
    const { asked } = await made("CommitOrders", two, [1, 8]);
    assert.deepEqual(asked.map(([kind]) => kind), ["domain", "range"]);
  });

  test("a condition on a field of the command, from within a message; some of a list", async () => {
    const movement = (values: string[], unit: string) =>
      domain("movement", "someOf", { values, least: 1, most: 2 }, { conditions: [{ field: ".plot.unit", values: [unit] }] });
    const parts = [domain("unit", "oneOf", { values: ["tank", "gun"] }), movement(["F", "B", "L"], "tank"), movement(["-"], "gun")];
    const plot = domain("plot", "shape", { message: "Plot", parts });
    const { message } = await made("PlotOrders", [plot], ["tank", ["L", "F"]]);
    assert.deepEqual(toJson(PlotOrdersSchema, message as PlotOrders), { plot: { unit: "tank", movement: ["L", "F"] } });
    await assert.rejects(made("PlotOrders", [plot], ["gun", ["F"]]), OfferFault);
    await assert.rejects(made("PlotOrders", [plot], ["tank", ["F", "F"]]), OfferFault);
  });

  test("a condition through a list holds if one member has one of its values", async () => {
    const target = domain("", "shape", { message: "Shot", parts: [domain("target", "oneOf", { values: ["a", "b"] })] });
    const aim = domain("use_aim", "flag", {}, { conditions: [{ field: ".shots.target", values: ["b"] }] });
    const volley = (field: Init) => [domain("shots", "items", { of: [target], least: 0, most: 2 }), field];
    const mixed = await made("FireWeapon", volley(aim), [2, "a", "b", true]);
    assert.deepEqual(toJson(FireWeaponSchema, mixed.message as FireWeapon), { shots: [{ target: "a" }, { target: "b" }], useAim: true });
    for (const targets of [["a", "a"], []]) {
      const { asked } = await made("FireWeapon", volley(aim), [targets.length, ...targets]);
      assert.ok(asked.every(([kind]) => kind !== "flag"));
    }
    const wrong = domain("use_aim", "flag", {}, { conditions: [{ field: ".shots.target.hex", values: ["b"] }] });
    await assert.rejects(made("FireWeapon", volley(wrong), [1, "a"]), OfferFault);
  });

  test("places: out of the offer, or on request with what was chosen so far", async () => {
    const spots = [domain("", "range", { least: 4n, most: 4n }), domain("", "range", { least: 6n, most: 6n })];
    assert.deepEqual(json(CommitOrdersSchema, (await made("CommitOrders", [domain("turn", "places", { spots })], [1, 6])).message), { turn: 6 });
    const found: unknown[] = [];
    const find = async (field: string, chosen: Readonly<Record<string, string>>) => {
      found.push([field, chosen]);
      return [create(OfferSchema, { fields: [domain("", "flag", {})] }).fields[0]!];
    };
    const asked = [domain("turn", "range", { least: 4n, most: 4n }), domain("allow_defaults", "places", { onRequest: true })];
    await made("CommitOrders", asked, [4, 0, true], find);
    assert.deepEqual(found, [["allow_defaults", { turn: "4" }]]);
  });

  const outside: [string, Init, Answer][] = [
    ["a number beyond the range", domain("turn", "range", { least: 1n, most: 3n }), 4],
    ["half a number", domain("turn", "range", { least: 1n, most: 3n }), 1.5],
    ["a word for a truth value", domain("allow_defaults", "flag", {}), "true"],
    ["a value that is not listed", domain("turn", "oneOf", { values: ["1", "2"] }), "3"],
  ];
  for (const [name, field, answer] of outside) {
    test(`${name} is refused`, () => assert.rejects(made("CommitOrders", [field], [answer]), OfferFault));
  }

  const broken: [string, string, Init][] = [
    ["a command that nobody has", "Nothing", domain("turn", "flag", {})],
    ["a field that nobody has", "CommitOrders", domain("nothing", "flag", {})],
    ["a flag for a number", "CommitOrders", domain("turn", "flag", {})],
    ["one of nothing", "CommitOrders", domain("turn", "oneOf", { values: [] })],
    ["an empty range", "CommitOrders", domain("turn", "range", { least: 2n, most: 1n })],
    ["a shape of another message", "CommitOrders", domain("further", "shape", { message: "Roster", parts: [] })],
    ["places without a spot", "CommitOrders", domain("turn", "places", {})],
    ["a word for a number", "CommitOrders", domain("turn", "oneOf", { values: ["x"] })],
  ];
  for (const [name, command, field] of broken) {
    test(`an offer with ${name} is told`, () => assert.rejects(makeCommand(
      hex_orders, create(OfferSchema, { command, fields: [field] }), ({ values }) => values[0] ?? 0, noPlaces), OfferFault));
  }

  test("chance by a seed is the same every time", () => {
    const [a, b, c] = [seeded(1), seeded(1), seeded(2)];
    const draws = (chance: () => number) => Array.from({ length: 5 }, chance);
    const first = draws(a);
    assert.deepEqual(draws(b), first);
    assert.notDeepEqual(draws(c), first);
    assert(first.every((each) => each >= 0 && each < 1));
  });
});
