/** Where pieces are to go on a table in inches: a plan that is drawn, and the value of the field that it makes. */
import { create, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { type Domain, DomainSchema, type Places } from "../../src/contract.js";
import type { Ruleset } from "../../src/ruleset.js";
import type { Body, Scene } from "../../page/types.js";
import { type Plain, plainOf } from "./questions.js";
import { wordOf } from "./targets.js";

/** Where a piece stands; lengths in thousandths of an inch, the facing in tenths of a degree from the long side on. */
export interface Pose { readonly x: number; readonly y: number; readonly z: number; readonly facing: number }

/** A piece of the plan: where it is now, null where it is not on the board yet, and its base. */
export interface Piece extends Pick<Body, "shape" | "length" | "width"> { readonly id: string; readonly from: Pose | null; readonly turns: boolean }

/** What the field holds: ways of pieces, places of pieces, or points alone. */
export interface Shape {
  readonly form: "ways" | "poses" | "point";
  readonly message: DescMessage;
  /** Names of the fields: of the piece, and of its way or place. */
  readonly id: string;
  readonly pose: string;
  readonly list: boolean;
}

export type Plan = ReadonlyMap<string, readonly Pose[]>;

const isPose = (message: DescMessage | undefined): boolean => {
  const names = message?.fields.map(({ name }) => name) ?? [];
  return names.includes("x") && names.includes("y");
};

/** The field of a command at a path such as `DeclareShooting.weapons[0].aim`. */
function fieldAt(ruleset: Ruleset, path: string): DescField | undefined {
  const [command = "", ...names] = path.split(".").map((name) => name.replace(/\[\d+\]$/, ""));
  let message = ruleset.message(command);
  let field: DescField | undefined;
  for (const name of names) {
    field = message?.fields.find((each) => each.name === name);
    message = field?.message;
  }
  return field;
}

/** What can be drawn for a field; null where it is nothing that stands on a table. */
export function shapeOf(ruleset: Ruleset, path: string): Shape | null {
  const field = fieldAt(ruleset, path);
  const message = field?.message;
  if (field === undefined || message === undefined) return null;
  const list = field.fieldKind === "list";
  if (isPose(message)) return { form: "point", message, id: "", pose: "", list };
  const id = message.fields.find(({ fieldKind, message: inner }) => fieldKind === "scalar" && inner === undefined);
  const pose = message.fields.find((each) => isPose(each.message));
  if (!list || id === undefined || pose === undefined) return null;
  return { form: pose.fieldKind === "list" ? "ways" : "poses", message, id: id.name, pose: pose.name, list };
}

/** Facing of a drawn body, in thousandths of a degree from the top on, as tenths from the long side on. */
const facingOf = (facing: number | null): number => (facing === null ? 0 : (Math.round(facing / 100) + 2700) % 3600);
/** And back, in degrees as SVG turns. */
export const turnOf = (facing: number): number => facing / 10 + 90;

const NO_BASE = { shape: "circle", length: 1000, width: 1000 } as const;

/** The pieces that may be named, as the board has them. */
export function piecesOf({ pieces }: Places, scene: Scene | null, proposal: Plan | null): Piece[] {
  const bodies = new Map((scene?.items ?? []).filter((item): item is Body => item.type === "body").map((body) => [wordOf(body.id), body]));
  const ids = pieces.length > 0 ? pieces : [...(proposal?.keys() ?? [""])];
  return ids.map((id) => {
    const body = bodies.get(id);
    if (body === undefined) return { id, from: null, turns: pieces.length > 0, ...NO_BASE };
    const facing = body.facing === null ? (proposal?.get(id)?.at(-1)?.facing ?? 0) : facingOf(body.facing);
    return { id, from: { x: body.x, y: body.y, z: body.z, facing }, turns: body.facing !== null, shape: body.shape, length: body.length, width: body.width };
  });
}

const poseOf = (value: Plain): Pose => {
  const row = value as Readonly<Record<string, Plain>>;
  return { x: Number(row.x ?? 0), y: Number(row.y ?? 0), z: Number(row.z ?? 0), facing: Number(row.facing ?? 0) };
};

/** The plan that a proposed place is. */
export function planOf(domain: Domain, { form, id, pose, list }: Shape): Plan {
  const value = plainOf(domain);
  const rows = (list ? value : [value]) as readonly Plain[];
  if (form === "point") return new Map(rows.map((row, at) => [at === 0 ? "" : String(at), [poseOf(row)]]));
  return new Map(rows.map((row) => {
    const fields = row as Readonly<Record<string, Plain>>;
    const where = fields[pose] ?? [];
    return [String(fields[id]), (Array.isArray(where) ? (where as readonly Plain[]) : [where]).map(poseOf)];
  }));
}

const exact = (value: number): Partial<Domain>["values"] => ({ case: "range", value: { $typeName: "wargame.v1.Range", least: BigInt(value), most: BigInt(value) } });
const domain = (field: string, values: unknown): Domain => create(DomainSchema, { field, values: values as never });

function poseDomain(field: string, message: DescMessage, at: Pose): Domain {
  const parts = message.fields.filter(({ name }) => name in at).map(({ name }) => domain(name, exact(at[name as keyof Pose])));
  return domain(field, { case: "shape", value: { message: message.name, parts } });
}

const listOf = (field: string, of: readonly Domain[]): Domain =>
  domain(field, { case: "items", value: { of, least: of.length, most: of.length, once: true } });

/** The place that a plan is, as an offer would write it. */
export function domainOf(plan: Plan, { form, message, id, pose, list }: Shape): Domain {
  if (form === "point") {
    const points = [...plan.values()].flatMap((way) => way.slice(-1)).map((at) => poseDomain("", message, at));
    return list ? listOf("", points) : (points[0] ?? listOf("", []));
  }
  const inner = message.fields.find(({ name }) => name === pose)?.message as DescMessage;
  const rows = [...plan].filter(([, way]) => way.length > 0).map(([piece, way]) => {
    const where = form === "ways" ? listOf(pose, way.map((at) => poseDomain("", inner, at))) : poseDomain(pose, inner, way.at(-1) as Pose);
    return domain("", { case: "shape", value: { message: message.name, parts: [domain(id, { case: "oneOf", value: { values: [piece] } }), where] } });
  });
  return listOf("", rows);
}

const apart = (one: Pick<Pose, "x" | "y">, other: Pick<Pose, "x" | "y">): number => Math.hypot(one.x - other.x, one.y - other.y);

/** How long a way is from where its piece stands. */
export function lengthOf(from: Pose | null, way: readonly Pose[]): number {
  const points = from === null ? way : [from, ...way];
  return Math.round(points.slice(1).reduce((sum, point, at) => sum + apart(points[at] as Pose, point), 0));
}

/** A point, brought within what reach and region leave: what came before it counts. */
export function limited(point: Pose, before: readonly Pose[], { reach, region }: Pick<Places, "reach" | "region">, from: Pose | null): Pose {
  let { x, y } = point;
  const last = before.at(-1) ?? from;
  if (reach > 0 && last !== null) {
    const left = Math.max(0, reach - lengthOf(from, before));
    const wanted = apart(last, point);
    if (wanted > left) {
      // rounded towards where it comes from, so that it is not a thousandth too far
      x = last.x + Math.trunc(((x - last.x) * left) / wanted);
      y = last.y + Math.trunc(((y - last.y) * left) / wanted);
    }
  }
  const [x0, y0, x1, y1] = region.length === 4 ? (region as [number, number, number, number]) : [-Infinity, -Infinity, Infinity, Infinity];
  return { ...point, x: Math.round(Math.min(Math.max(x, x0), x1)), y: Math.round(Math.min(Math.max(y, y0), y1)) };
}

/** The nearest of some bodies, from edge to edge as if both were round. */
export function nearest(piece: Pick<Piece, "length" | "width">, at: Pose, bodies: readonly Pick<Body, "id" | "x" | "y" | "length" | "width">[]): { id: string; gap: number } | null {
  let found: { id: string; gap: number } | null = null;
  for (const body of bodies) {
    const gap = Math.round(apart(at, body) - (Math.max(piece.length, piece.width) + Math.max(body.length, body.width)) / 2);
    if (found === null || gap < found.gap) found = { id: wordOf(body.id), gap };
  }
  return found;
}
