/** Names for people: of commands, fields, and of what is among several offers or domains the one. */
import type { Domain, Offer } from "../../src/contract.js";
import { spaced } from "../../page/log.js";
import { type Plain, plainOf } from "./questions.js";

const MOST = 90;

export const commandName = (name: string): string => spaced(name);
export const fieldName = (name: string): string => name.replace(/_/g, " ");
/** The last part of a path such as `SubmitArmy.army.units[2].kind`. */
export const lastPart = (path: string): string => fieldName(path.split(".").at(-1) ?? path).replace(/\[(\d+)\]$/, (_, at: string) => ` ${Number(at) + 1}`);

/** A time in every unit that it has, to the millisecond: 1 h 30 min, 1.5 s. */
export function wholeSpan(ms: number): string {
  const [all, rest] = [Math.floor(Math.abs(ms) / 60_000), (Math.abs(ms) % 60_000) / 1000];
  const said = ([[Math.floor(all / 1440), "d"], [Math.floor(all / 60) % 24, "h"], [all % 60, "min"], [rest, "s"]] as const).filter(([count]) => count > 0);
  return (ms < 0 ? "-" : "") + (said.map(([count, unit]) => `${count} ${unit}`).join(" ") || "0 s");
}

const inches = (value: number): string => `${value / 1000}"`;

/** A value in a few words; positions on a table in inches. */
export function plainText(value: Plain): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object") return String(value).replace(/_/g, " ");
  if (Array.isArray(value)) return (value as readonly Plain[]).map(plainText).filter(Boolean).join(", ");
  const row = value as Readonly<Record<string, Plain>>;
  if (typeof row.x === "number" && typeof row.y === "number") return `${inches(row.x)} ${inches(row.y)}`;
  return Object.values(row).map(plainText).filter(Boolean).join(" ");
}

export const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST).replace(/\s+\S*$/, "")} …` : text);
export const domainText = (domain: Domain): string => cut(plainText(plainOf(domain)) || (domain.values.case ?? ""));

/** The values of an offer that are fixed, by their paths. */
function fixed(domains: readonly Domain[], path: string, found: Map<string, string>): Map<string, string> {
  for (const { field, values: { case: kind, value } } of domains) {
    const here = `${path}.${field}`;
    if (kind === "oneOf" && value.values.length === 1) found.set(here, value.values[0] ?? "");
    else if (kind === "range" && value.least === value.most) found.set(here, String(value.least));
    else if (kind === "shape") fixed(value.parts, here, found);
    else if (kind === "items") value.of.forEach((item, at) => fixed([item], `${here}[${at}]`, found));
    else if (kind === "oneOf") found.set(here, value.values.slice(0, 4).join(", "));
  }
  return found;
}

/** What makes an offer the same one after the game went on: all that it leaves no choice of. */
export const identityOf = ({ fields }: Offer): string => JSON.stringify([...fixed(fields, "", new Map())].filter(([, value]) => !value.includes(", ")));

/** A fixed value in words: a truth value or a small number has the name of its field, a position none. */
function worded(path: string, value: string): string {
  if (value === "true" || value === "false") return `${lastPart(path)}: ${value === "true" ? "yes" : "no"}`;
  return /^-?\d+$/.test(value) ? (value.length > 3 ? "" : `${lastPart(path)} ${value}`) : value;
}

/** What tells offers of one command apart, in a few words each. */
export function offerTexts(offers: readonly Offer[]): string[] {
  const rows = offers.map(({ fields }) => fixed(fields, "", new Map()));
  const paths = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const differing = paths.filter((path) => new Set(rows.map((row) => row.get(path))).size > 1);
  return rows.map((row, at) => {
    const words = differing.flatMap((path) => worded(path, row.get(path) ?? "")).filter((word) => word !== "");
    return cut([...new Set(words)].join(", ").replace(/_/g, " ")) || `choice ${at + 1}`;
  });
}

/** Every word that an offer names at its top: units, cells and the like, by which it is found from the board. */
export function namedBy({ fields }: Offer): readonly string[] {
  return fields.flatMap(({ values: { case: kind, value } }) =>
    kind === "oneOf" || kind === "someOf" ? value.values : kind === "places" ? value.pieces : []);
}
