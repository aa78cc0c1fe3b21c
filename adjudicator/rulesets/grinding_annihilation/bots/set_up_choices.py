"""How a bot sets a battle up: a ready army, markers, battle formations and a compact deployment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.board.inches import Body, Pose, Rect
from adjudicator.kernel.bot import Generator
from adjudicator.kernel.decide.offers import Offer, Range
from adjudicator.kernel.sampling import word_of
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFormations,
    CommitBattleFormations,
    DeployFormation,
    PlaceObjectiveMarker,
    SetUpLateFormation,
    SubmitRoster,
    TroopPose,
)
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, id_of
from adjudicator.rulesets.grinding_annihilation.reports.messages import FormationView
from adjudicator.rulesets.grinding_annihilation.roster.ready_armies import ARMIES, submitted, suggested
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import cohesive
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import (
    Ground,
    free_place,
    off_limits,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.deployment_places import FILES, GAP

QUICK = 600
BETWEEN = 250
CLOSE = 50
RANK = 5
NARROW = (3, 2, 1, 8)
HALF_TURN, QUARTER = 1800, 900
TRIES = 50
FINE = 150


# -- the army


def roster(table: Table, chance: Generator) -> SubmitRoster:
    """Hand in a ready army for this size of battle, three times out of four one for a quick game."""
    fitting = [army for army in ARMIES.values() if army.battle_size == table.view.battle_size]
    quick = [row for row in fitting if row.points <= QUICK]
    return submitted(chance.choice(quick if quick and chance.randrange(4) else fitting))


def battle_formations(table: Table, chance: Generator) -> CommitBattleFormations:
    """Write down what the army suggests, nearly always; who may hover does so every other time."""
    names = {formation.id for formation in table.view.formations if formation.seat == table.seat}
    prefix = id_of(table.seat, "")
    army = next((item for item in ARMIES.values() if {prefix + row.id for row in item.formations} == names), None)
    if army is None or chance.randrange(10) == 0:
        return CommitBattleFormations(formations=BattleFormations(reserves=_flying(table)))
    hovering = army.hover and chance.randrange(2)
    return CommitBattleFormations(formations=suggested(army, prefix, () if hovering else army.hover))


def _flying(table: Table) -> tuple[str, ...]:
    """GA-4.3-01 Name the Aircraft, which have to start in Reserves."""
    mine = (formation for formation in table.view.formations if formation.seat == table.seat)
    return tuple(row.id for row in mine if "aircraft" in table.keywords(row.id))


# -- markers


def marker(table: Table, offered: Offer, chance: Generator) -> PlaceObjectiveMarker | None:
    """Place a marker anywhere that is offered and clear of the others; None where none is found."""
    x, y = (next(field.values for field in offered.fields if field.field == name) for name in ("x", "y"))
    if not (isinstance(x, Range) and isinstance(y, Range)):
        return None
    grid = product(range(x.least, x.most + 1, FINE), range(y.least, y.most + 1, FINE))
    for spot in chain(_points_in_box(x, y, chance), grid):
        if _clear(table, *spot):
            return PlaceObjectiveMarker(marker=word_of(offered.fields, "marker"), x=spot[0], y=spot[1])
    return None


def weighted_box(offers: Sequence[Offer], chance: Generator) -> Offer:
    """Choose among boxes to place something in, each as likely as its share of the points."""
    sizes = [1] * len(offers)
    for number, offered in enumerate(offers):
        for domain in offered.fields:
            if isinstance(domain.values, Range):
                sizes[number] *= domain.values.most - domain.values.least + 1
    at = chance.randrange(sum(sizes))
    return next(offer for number, offer in enumerate(offers) if at < sum(sizes[: number + 1]))


def _points_in_box(x: Range, y: Range, chance: Generator) -> list[tuple[int, int]]:
    return [
        (x.least + chance.randrange(x.most - x.least + 1), y.least + chance.randrange(y.most - y.least + 1))
        for _ in range(TRIES)
    ]


def _clear(table: Table, x: int, y: int) -> bool:
    apart = SCENARIOS[table.view.scenario].markers.apart
    return not apart or all((row.x - x) ** 2 + (row.y - y) ** 2 > apart**2 for row in table.view.markers)


# -- deployment


def deployment(table: Table, offers: Sequence[Offer], chance: Generator) -> DeployFormation | None:
    """Set one formation up as a compact block, towards the enemy; None where there is no room for it."""
    waiting = [word_of(offer.fields, "formation") for offer in offers]
    chance.shuffle(waiting)
    for files in (RANK, *NARROW):
        for formation in waiting:
            poses = next(_blocks(table, formation, chance, files), None)
            if poses is not None:
                return DeployFormation(formation=formation, troops=poses)
    for formation in waiting:
        poses = next(_close_ranks(table, formation), None)
        if poses is not None:
            return DeployFormation(formation=formation, troops=poses)
    return None


def late(table: Table, offers: Sequence[Offer], chance: Generator) -> SetUpLateFormation | None:
    """Set a formation up that waited until both armies were deployed."""
    command = deployment(table, offers, chance)
    return None if command is None else SetUpLateFormation(formation=command.formation, troops=command.troops)


def _blocks(table: Table, formation: str, chance: Generator, files: int) -> Iterator[tuple[TroopPose, ...]]:
    """Go through the places of a block of so many files; one narrower than usual stands closer and is tried closely."""
    pitch, step = (BETWEEN, INCH) if files == RANK else (CLOSE, INCH // 2)
    row, front = table.formations[formation], front_of(table)
    bodies = _bodies(table, formation, front)
    ground = _ground(table, front)
    lines = list(range(front.left + INCH // 2, front.right, step))
    chance.shuffle(lines)
    for back in range(0, front.depth, step):
        for line in lines:
            placed = _block(bodies, front, (back, line), files, pitch)
            if _fits(ground, placed):
                yield _poses(row, placed)


def _close_ranks(table: Table, formation: str) -> Iterator[tuple[TroopPose, ...]]:
    """GA-7.0-13 Go through the places by which the rules tell whether there is room in the zone at all."""
    row, front = table.formations[formation], front_of(table)
    bodies, ground = _bodies(table, formation, front), _ground(table, front)
    pitch = _widest(bodies) + GAP
    half, zone = pitch // 2, front.zone
    for files in sorted(range(1, len(bodies) + 1), key=lambda found: abs(found - FILES)):
        for x, y in product(
            range(zone.x0 + half, zone.x1 - half + 1, INCH), range(zone.y0 + half, zone.y1 - half + 1, INCH)
        ):
            placed = [
                replace(body, pose=replace(body.pose, x=x + pitch * (n // files), y=y + pitch * (n % files)))
                for n, body in enumerate(bodies)
            ]
            if _fits(ground, placed):
                yield _poses(row, placed)


def _ground(table: Table, front: Front) -> Ground:
    return Ground(front.zone, tuple(table.side(mine=True)), (), tuple(table.side(mine=False)), table.shapes)


def _bodies(table: Table, formation: str, front: Front) -> list[Body]:
    pose = Pose(0, 0, 0, front.facing)
    troops = table.formations[formation].troops
    return [Body(table.profiles[troop.id].base_size, table.profiles[troop.id].height, pose) for troop in troops]


def _widest(bodies: Sequence[Body]) -> int:
    return max(max(row.base.length, row.base.width) for row in bodies)


def _poses(row: FormationView, placed: Sequence[Body]) -> tuple[TroopPose, ...]:
    return tuple(TroopPose(troop=item.id, pose=body.pose) for item, body in zip(row.troops, placed, strict=True))


class Front(NamedTuple):
    """A zone as its player looks out of it: along x, or along y where it lies on a long edge."""

    zone: Rect
    upright: bool
    low: bool

    @property
    def facing(self) -> int:
        """Towards the enemy."""
        return (QUARTER if self.upright else 0) + (0 if self.low else HALF_TURN)

    @property
    def left(self) -> int:
        """Where the front line begins."""
        return self.zone.x0 if self.upright else self.zone.y0

    @property
    def right(self) -> int:
        """Where the front line ends."""
        return self.zone.x1 if self.upright else self.zone.y1

    @property
    def depth(self) -> int:
        """How far back the zone goes."""
        return self.zone.y1 - self.zone.y0 if self.upright else self.zone.x1 - self.zone.x0

    def pose(self, back: int, line: int) -> Pose:
        """Name the place so far behind the front line and along it."""
        near, far = (self.zone.y0, self.zone.y1) if self.upright else (self.zone.x0, self.zone.x1)
        deep = far - back if self.low else near + back
        return Pose(line, deep, 0, self.facing) if self.upright else Pose(deep, line, 0, self.facing)


def front_of(table: Table) -> Front:
    """Look at the bot's own zone."""
    zone = next(row for row in table.view.zones if row.seat == table.seat)
    rect = Rect(zone.x0, zone.y0, zone.x1, zone.y1)
    upright = rect.x1 - rect.x0 > rect.y1 - rect.y0
    middle = table.view.width if upright else table.view.length
    low = (rect.y0 + rect.y1 if upright else rect.x0 + rect.x1) < middle
    return Front(rect, upright, low)


def _block(bodies: list[Body], front: Front, corner: tuple[int, int], files: int, between: int) -> list[Body]:
    """Line troops up in ranks, the first rank's edge so far back, each rank behind the one before."""
    step = _widest(bodies) + between
    back, line = corner[0] + max(row.base.length for row in bodies) // 2 + 1, corner[1]
    return [
        replace(body, pose=front.pose(back + step * (n // files), line + step * (n % files)))
        for n, body in enumerate(bodies)
    ]


def _fits(ground: Ground, placed: list[Body]) -> bool:
    return (
        all(free_place(ground, row) for row in (placed[-1], *placed))
        and cohesive(placed)
        and not off_limits(placed, ground.enemies)
    )
