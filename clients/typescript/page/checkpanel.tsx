/** CHECK: one row for each thing that can be checked, and the weakest of them as the headline. */
import { useState } from "preact/hooks";
import { type Report, type Row, ROWS } from "./types.js";

const SIGN = { checked: "✓", failed: "✗", open: "–" } as const;
const STATE = { checked: "checked", failed: "failed", open: "not checked" } as const;

const REGISTER = "register";

/** What is checked of a file: also what it carries of a public register, where it carries something. */
const namesOf = (rows: readonly Row[]): readonly string[] =>
  rows.some(({ name }) => name === REGISTER) ? ROWS.flatMap((name) => (name === "rules" ? [REGISTER, name] : [name])) : ROWS;

/** The headline: what failed, else how many rows were checked. */
export function headline(rows: readonly Row[], done: boolean): string {
  const bad = rows.find(({ state }) => state === "failed");
  if (bad) return `CHECK FAILED: ${bad.name}${bad.at ? `, entry ${bad.at}` : ""}`;
  if (!done) return "CHECK: running";
  const names = namesOf(rows);
  const open = names.filter((name) => !rows.some((row) => row.name === name && row.state === "checked"));
  return `CHECK ${names.length - open.length} of ${names.length}${open.length > 0 ? `, not: ${open.join(", ")}` : ""}`;
}

export const weakest = (rows: readonly Row[]): Row["state"] =>
  rows.some(({ state }) => state === "failed") ? "failed" : rows.length === namesOf(rows).length && rows.every(({ state }) => state === "checked") ? "checked" : "open";

interface Props {
  readonly rows: readonly Row[];
  readonly done: boolean;
  readonly report: Report | null;
  readonly check: (key: string) => void;
  readonly save: (() => void) | null;
  readonly link: ((seq: number) => string) | null;
}

export function CheckPanel({ rows, done, report, check, save, link }: Props) {
  const [key, setKey] = useState("");
  return (
    <section class="checks" aria-label="Check" id="checks">
      <h2>What this page checked, and what not</h2>
      <table>
        <thead><tr><th scope="col">Of the file</th><th scope="col">Result</th><th scope="col">What</th></tr></thead>
        <tbody>
          {namesOf(rows).map((name) => {
            const row = rows.find((found) => found.name === name);
            const state = row?.state ?? "open";
            const text = row?.text ?? (done ? "Not checked, since what stands before it failed." : "Running ...");
            return (
              <tr key={name} class={state} data-row={name} data-state={row ? state : done ? "skipped" : "running"}>
                <th scope="row">{name}</th>
                <td class="state">{SIGN[state]} {row || done ? STATE[state] : "running"}{row?.at ? <> at {link ? <a href={link(row.at)}>entry {row.at}</a> : `entry ${row.at}`}</> : ""}</td>
                <td>{text}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <form onSubmit={(event) => { event.preventDefault(); check(key.trim()); }}>
        <label>The operator's published key <input value={key} onInput={({ currentTarget }) => setKey(currentTarget.value)} placeholder="name+id+base64" size={44} /></label>
        <button type="submit">Check with this key</button>
        {save && <button type="button" onClick={save}>Save the replay file</button>}
      </form>
      <p>
        The checker came with this page. Who doubts its maker saves the replay file and opens it in an empty page of somebody else's
        (<code>adjudicator replay page --checker</code>), or audits it (<code>adjudicator replay audit</code>).
      </p>
      {report && <Audit report={report} />}
    </section>
  );
}

function Audit({ report }: { report: Report }) {
  const part = (name: string, lines: readonly string[]) => lines.length > 0 && <><h3>{name}</h3><ul>{lines.map((line) => <li>{line}</li>)}</ul></>;
  return (
    <details>
      <summary>The audit's report, as the maker of this page put it in: {report.result}</summary>
      <h3>Levels</h3>
      <ul>{Object.entries(report.levels).map(([level, state]) => <li>{level}: {state}</li>)}</ul>
      {part("Findings", report.findings.map(({ code, seq, expected, found }) => `${code}${seq ? ` at entry ${seq}` : ""}: expected ${expected}, found ${found}`))}
      {part("The terms declare", report.declared)}
      {part("On people's word", report.testimony)}
      {part("Notes", report.notes)}
      {part("What no audit can show", report.limits)}
    </details>
  );
}
