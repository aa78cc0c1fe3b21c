// An adjudicator of one rule, written from the pages about the corpus: nobody moves into a tile with an enemy.
// It plays tables and knows that the commands "OpenGame" and "BeginAction" move no unit; it answers nothing else.
const readline = require("node:readline");
const wrong = process.argv[2] === "wrong";
const key = (value) => JSON.stringify(value);

function change(table, { put, drop, rows, value }) {
  if (value !== undefined) return value;
  if (rows !== undefined) return new Map(rows.map(([name, row]) => [key(name), row]));
  const made = new Map(table);
  for (const name of drop ?? []) made.delete(key(name));
  for (const [name, row] of put ?? []) made.set(key(name), row);
  return made;
}

function played(setup) {
  const tables = {};
  for (const step of setup) {
    if (step.events) throw new Error("it plays no events");
    if (step.command && !["OpenGame", "BeginAction"].includes(step.command.kind)) throw new Error(step.command.kind);
    for (const [name, row] of Object.entries(step.tables ?? {})) tables[name] = change(tables[name] ?? [], row);
  }
  return tables;
}

function answer({ setup, command }) {
  const { units, sides } = played(setup);
  if (command.kind !== "MoveUnit") throw new Error(`${command.kind} is not built yet`);
  const own = units.get(key(command.fields.unit));
  const sideOf = (seat) => sides.get(key(seat)).side;
  for (const tile of command.fields.path) {
    for (const unit of units.values()) {
      if (unit.tile === tile && !unit.out && sideOf(unit.seat) !== sideOf(own.seat)) {
        const facts = { tile, enemy: wrong ? own.id : unit.id };
        return { refused: [{ clause: "TF-BLOCK-01", reason: "enemy-in-tile", facts }] };
      }
    }
  }
  throw new Error("no enemy stands in the way, and no other rule is built yet");
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.corpus) {
    console.log(JSON.stringify({ corpus: "wgcorpus/1", name: "foreign", rulesets: ["tile_formations"] }));
    return;
  }
  try {
    console.log(JSON.stringify({ case: asked.case, ...answer(asked) }));
  } catch (fault) {
    console.log(JSON.stringify({ case: asked.case, unable: fault.message }));
  }
});
