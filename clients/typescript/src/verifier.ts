#!/usr/bin/env node
/** Checks replay files from the specification of their format alone, with what the replay page checks with. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { readVerifyKey } from "./verify/index.js";
import { OPERATIONS } from "./verify/report/operations.js";
import { type Held, NOT_CHECKED, type Options, readHeld, type Report, type Tables, verifyReplay } from "./verify/report/index.js";

const USAGE = `usage: verifier [--vkey KEY] [--receipts FILE]... [--kinds FILE] [--json] FILE...
       verifier --lines

Checks replay files at L0 (bytes, chain, signatures, seals, dice), and at L3 what they carry of a register and, where they
are given, wallets, receipts and statements. What it does not check it says.
It ends with 0 (passed), 1 (passed with notes), 2 (failed), 3 (incomplete) or 4 (a file or an argument can not be used);
of several files with the greatest but that 2 and 4 come before 3.
With --lines it answers requests on its input, one JSON a line.
`;
const EXIT = { PASS: 0, PASS_WITH_NOTES: 1, FAIL: 2, INCOMPLETE: 3 } as const;
const WORSE = [0, 1, 3, 2, 4];
const heldIn = (names: readonly string[]): Held[] => names.flatMap((name) => readHeld(readFileSync(name)));

function told(name: string, { result, game, entries, findings, levels, notes }: Report): string {
  const rows = [
    `${name}: ${result}, game ${game}, ${entries} entries`,
    ...findings.map((row) => `  ${row.severity} ${row.code} at entry ${row.seq}: expected ${row.expected}, found ${row.found}`),
    ...Object.entries(levels).map(([level, state]) => `  ${level}: ${state}`),
    ...notes.map((line) => `  note: ${line}`),
    ...NOT_CHECKED.map((line) => `  not checked: ${line}`),
  ];
  return `${rows.join("\n")}\n`;
}

interface Asked {
  readonly replay?: string;
  readonly file?: string;
  readonly vkey?: string;
  readonly receipts?: readonly string[];
}

async function answered(line: string, options: Options): Promise<object> {
  const { id = null, op, in: asked = {} } = JSON.parse(line) as { id?: unknown; op?: string; in?: Asked };
  const operation = op !== undefined && Object.hasOwn(OPERATIONS, op) ? OPERATIONS[op] : undefined;
  if (operation !== undefined) return { id, out: await operated(operation, asked) };
  if (op !== "verify") return { id, error: `an operation that this program has not: ${op}` };
  try {
    const data = asked.file === undefined ? Buffer.from(asked.replay ?? "", "base64") : readFileSync(asked.file);
    const held = [...(options.held ?? []), ...heldIn(asked.receipts ?? [])];
    const report = await verifyReplay(data, { ...options, vkey: asked.vkey ?? options.vkey ?? "", held });
    return { id, out: { result: report.result, code: report.primary?.code ?? null, seq: report.primary?.seq ?? null, report } };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
}

async function operated(operation: (given: Asked) => object | Promise<object>, asked: Asked): Promise<object> {
  try {
    return await operation(asked);
  } catch {
    return { refused: true };
  }
}

async function main(): Promise<number> {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    options: { vkey: text, kinds: text, receipts: { ...text, multiple: true }, json: flag, lines: flag }, allowPositionals: true,
  });
  if (positionals.length === 0 !== values.lines) throw new Error(USAGE);
  if (values.vkey) await readVerifyKey(values.vkey);
  const tables = JSON.parse(readFileSync(values.kinds ?? new URL("./tables.json", import.meta.url), "utf8")) as Tables;
  const options: Options = { tables, vkey: values.vkey ?? "", held: heldIn(values.receipts ?? []) };
  if (values.lines) {
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() !== "") process.stdout.write(`${JSON.stringify(await answered(line, options))}\n`);
    }
    return 0;
  }
  let worst = 0;
  for (const name of positionals) {
    let code = 4;
    try {
      const report = await verifyReplay(readFileSync(name), options);
      process.stdout.write(values.json ? `${JSON.stringify(report, null, 1)}\n` : told(name, report));
      code = EXIT[report.result];
    } catch (error) {
      process.stderr.write(`verifier: ${(error as Error).message}\n`);
    }
    worst = WORSE[Math.max(WORSE.indexOf(worst), WORSE.indexOf(code))] ?? 4;
  }
  return worst;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`verifier: ${(error as Error).message}\n`);
  process.exitCode = 4;
}
