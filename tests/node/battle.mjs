// The simplest legal battle of Grinding-Annihilation: two small armies face each other and shoot where they stand.
// Lengths are thousandths of an inch.

const INCH = 1000;
const GAP = 1300 + 200; // from one base of 1.26 inches to the next
const RANK = 6;
const HALF_TURN = 1800;
const APART = 9 * INCH + 500; // of objective markers
const side = (seat) => "ab"[seat];

export const ROSTER = {
  faction: "autereium",
  doctrine: "",
  formations: [
    { id: "lord", catalogue: "metrical_lord", troops: [{ profile: "lord", count: 1 }], points: 90 },
    { id: "sentinels", catalogue: "voidforged_sentinels", troops: [{ profile: "sentinel", count: 10 }], points: 130 },
  ],
  general: "lord.1",
  prepared_manoeuvres: [],
};

export function fieldOf(offer, name) {
  const domain = offer.fields.find((each) => each.field === name);
  return domain?.one_of ?? domain?.some_of ?? domain?.range ?? domain?.places ?? domain?.shape ?? null;
}

// The first or least of what every field may hold; a field with other needs stays empty.
function simplest(offer) {
  const pick = (domain) => {
    if (domain.one_of) return domain.one_of.values[0];
    if (domain.some_of) return domain.some_of.values.slice(0, domain.some_of.least);
    return domain.range ? domain.range.least : undefined;
  };
  return Object.fromEntries(offer.fields.map((domain) => [domain.field, pick(domain)]));
}

function marker(view, offer) {
  const [x, y] = ["x", "y"].map((name) => fieldOf(offer, name));
  for (let at = y.least; at <= y.most; at += 500) {
    for (const across of [x.least, x.most]) {
      const clear = view.markers.every((each) => Math.hypot(each.x - across, each.y - at) > APART);
      if (clear) return { marker: fieldOf(offer, "marker").values[0], x: across, y: at };
    }
  }
  throw new Error("no place for a marker");
}

// Ranks along the front of the zone, in the middle of the warfield.
export function deployment(view, seat, formation) {
  const zone = view.zones.find((each) => each.seat === seat);
  const low = zone.x0 + zone.x1 < view.length;
  const { troops } = view.formations.find((each) => each.id === formation);
  return troops.map(({ id }, at) => {
    const back = INCH + GAP * Math.floor(at / RANK);
    const y = Math.floor(view.width / 2) + GAP * ((at % RANK) - RANK / 2);
    return { troop: id, pose: { x: low ? zone.x1 - back : zone.x0 + back, y, z: 0, facing: low ? 0 : HALF_TURN } };
  });
}

// Every shot that the offer has, each weapon's first; on open ground everybody is seen.
function shots(view, offer) {
  const formation = fieldOf(offer, "formation").values[0];
  const offered = new Map();
  for (const { shape } of offer.fields.find((each) => each.field === "shots")?.items.of ?? []) {
    const parts = { fields: shape.parts };
    const [troop, weapon, target] = ["troop", "weapon", "target"].map((name) => fieldOf(parts, name).values[0]);
    const key = `${troop} ${weapon}`;
    if (!offered.has(key)) offered.set(key, { troop, weapon, profile: fieldOf(parts, "profile").least, target });
  }
  const troopsOf = (id) => view.formations.find((each) => each.id === id).troops.map((each) => each.id);
  const seen = [...new Set([...offered.values()].map((each) => each.target))].map((target) =>
    ({ observers: troopsOf(formation), troops: troopsOf(target), seen: "visible" }));
  return { formation, shots: [...offered.values()], sights: seen };
}

// What is answered, the first of these that is offered.
const ANSWERS = new Map([
  ["SubmitRoster", () => ROSTER],
  ["PlaceObjectiveMarker", (offer, view) => marker(view, offer)],
  ["PassTerrain", () => ({})],
  ["CommitBattleFormations", (offer, view, seat) => ({
    formations: { attachments: [{ leader: `${side(seat)}-lord`, escort: `${side(seat)}-sentinels` }] },
  })],
  ["DeployFormation", (offer, view, seat) => {
    const [formation] = fieldOf(offer, "formation").values;
    return { formation, troops: deployment(view, seat, formation) };
  }],
  ["EndMoveStep", () => ({})],
  ["SelectToShoot", (offer) => ({ formation: fieldOf(offer, "formation").values[0] })],
  ["DeclareTargets", (offer, view) => shots(view, offer)],
  ["ConfirmFact", simplest],
  ["DeclineReaction", simplest],
]);

// A player's answer to what it is asked: [name, fields]. A turn is ended only where nothing else is left to do.
export function answer(offers, view, seat) {
  for (const [name, make] of ANSWERS) {
    const offer = offers.find((each) => each.command === name);
    if (offer) return [name, make(offer, view, seat)];
  }
  const free = offers.filter((each) => each.command !== "SetStandingChoices");
  const offer = free.find((each) => each.command !== "EndTurn") ?? free[0];
  return [offer.command, simplest(offer)];
}
