/** What a verification found, in the codes of the audit; the first finding is the cause. */
import { hex } from "../bytes.js";

/** The tables of the specification (tables.json), as far as they are read here. */
export interface Tables {
  readonly findings: readonly (readonly [code: string, level: string, group: string, warning: boolean])[];
  /** Commands of a ruling. */
  readonly rulings: readonly string[];
  readonly rulesets: Readonly<Record<string, { readonly commands: Readonly<Record<string, Kind>> }>>;
}

/** What a reader without the rules has to know of a kind of command. */
export interface Kind {
  readonly secret: boolean;
  readonly sealed: boolean;
  readonly referee: boolean;
}

export interface Finding {
  readonly code: string;
  readonly severity: "error" | "warning";
  /** The entry; 0 for the file as a whole. */
  readonly seq: number;
  readonly expected: string;
  readonly found: string;
}

export interface Report {
  readonly result: "PASS" | "PASS_WITH_NOTES" | "FAIL" | "INCOMPLETE";
  readonly game: string;
  readonly entries: number;
  readonly levels: Readonly<Record<string, string>>;
  readonly primary: Finding | null;
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  readonly not_checked: readonly string[];
}

const GROUPS = ["format", "chain", "seed", "dice", "authority", "meaning"];
const MOST = 1000;
const LONGEST = 400;
const OF_THE_FILE = 2 ** 40;

export class Findings {
  readonly notes: string[] = [];
  readonly incomplete = new Map<string, string>();
  private readonly found: Finding[] = [];
  private readonly counts = new Map<string, number>();
  private readonly places: ReadonlyMap<string, number>;

  constructor(private readonly tables: Tables) {
    this.places = new Map(tables.findings.map(([code], place) => [code, place]));
  }

  add(code: string, seq: number, expected: unknown, found: unknown): void {
    const count = this.counts.get(code) ?? 0;
    this.counts.set(code, count + 1);
    if (count >= MOST) return;
    const severity = this.row(code)?.[3] ? "warning" : "error";
    this.found.push({ code, severity, seq, expected: shown(expected), found: shown(found) });
  }

  has(...codes: readonly string[]): boolean {
    return codes.some((code) => this.counts.has(code));
  }

  private row(code: string): Tables["findings"][number] | undefined {
    return this.tables.findings[this.places.get(code) ?? -1];
  }

  private rank({ code, severity, seq }: Finding): readonly number[] {
    const group = GROUPS.indexOf(this.row(code)?.[2] ?? "");
    return [severity === "error" ? 0 : 1, seq || OF_THE_FILE, group, this.places.get(code) ?? 0];
  }

  report(game: string, entries: number, levels: readonly string[], unchecked: readonly string[]): Report {
    const ranked = this.found.map((row) => [this.rank(row), row] as const);
    ranked.sort(([one], [other]) => one.map((value, at) => value - (other[at] ?? 0)).find((each) => each !== 0) ?? 0);
    const findings = ranked.map(([, row]) => row);
    for (const [code, count] of this.counts) {
      if (count > MOST) this.notes.push(`${code}: ${count - MOST} findings more are not listed`);
    }
    const first = findings[0];
    const failed = first?.severity === "error";
    const noted = first !== undefined || this.notes.length > 0;
    const passed = this.incomplete.size > 0 ? "INCOMPLETE" : noted ? "PASS_WITH_NOTES" : "PASS";
    return {
      result: failed ? "FAIL" : passed, game, entries, findings, notes: [...this.notes].sort(),
      levels: Object.fromEntries(levels.map((level) => [level, this.incomplete.get(level) ?? "done"])),
      primary: failed ? first : null, not_checked: unchecked,
    };
  }
}

function shown(value: unknown): string {
  const words = value instanceof Uint8Array ? hex(value.slice(0, LONGEST)) : value === null || value === undefined ? "none" : String(value);
  const plain = words.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, "?");
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 3)}...` : plain;
}
