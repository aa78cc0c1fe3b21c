"""A bot sets a battle up: an army from the shelf, markers, battle formations and a compact deployment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Pose, Rect
from adjudicator.data import read_folder
from adjudicator.kernel.bots import Generator
from adjudicator.rulesets.grinding_annihilation.bot_moves import Ground, off_limits, room
from adjudicator.rulesets.grinding_annihilation.bot_table import Table
from adjudicator.rulesets.grinding_annihilation.library import PACKAGE
from adjudicator.rulesets.grinding_annihilation.measure import cohesive
from adjudicator.rulesets.grinding_annihilation.messages import (
    Attachment,
    BattleFormations,
    CommitBattleFormations,
    DeclareNoRoom,
    DeployFormation,
    EnhancementChoice,
    GearChoice,
    PlaceObjectiveMarker,
    ReturnLastMarker,
    RosterFormation,
    SubmitRoster,
    TroopCount,
    TroopPose,
)
from adjudicator.rulesets.grinding_annihilation.scenario import SCENARIOS
from adjudicator.rulesets.grinding_annihilation.state import INCH

QUICK = 600
BETWEEN = 250
RANK = 5
HALF_TURN = 1800


class CountEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """So many troops of a kind."""

    profile: str
    count: int


class GearEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A gear option used."""

    option: str
    troops: tuple[int, ...] = ()


class EnhancementEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An enhancement carried."""

    troop: int
    enhancement: str


class FormationEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A formation of an army that is ready to be handed in."""

    id: str
    catalogue: str
    troops: tuple[CountEntry, ...]
    gear: tuple[GearEntry, ...]
    enhancements: tuple[EnhancementEntry, ...]
    points: int


class AttachmentEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A Leader and its Escort."""

    leader: str
    escort: str


class Army(Struct, frozen=True, forbid_unknown_fields=True):
    """An army that is ready to be handed in."""

    id: str
    name: str
    clause: str
    battle_size: str
    points: int
    faction: str
    doctrine: str
    general: str
    prepared_manoeuvres: tuple[str, ...]
    attachments: tuple[AttachmentEntry, ...]
    formations: tuple[FormationEntry, ...]


ARMIES: Mapping[str, Army] = read_folder(PACKAGE, "armies", Army)


# -- the army


def roster(table: Table, chance: Generator) -> SubmitRoster:
    """Hand in an army from the shelf, three times out of four one for a quick game."""
    fitting = [each for each in ARMIES.values() if each.points <= table.view.points_limit]
    quick = [each for each in fitting if each.points <= QUICK]
    return submitted(chance.choice(quick if quick and chance.randrange(4) else fitting))


def submitted(army: Army) -> SubmitRoster:
    """Write an army as a roster."""
    return SubmitRoster(
        faction=army.faction, doctrine=army.doctrine, general=army.general,
        prepared_manoeuvres=army.prepared_manoeuvres, formations=tuple(_formation(each) for each in army.formations),
    )  # fmt: skip


def _formation(entry: FormationEntry) -> RosterFormation:
    return RosterFormation(
        id=entry.id, catalogue=entry.catalogue, points=entry.points,
        troops=tuple(TroopCount(profile=each.profile, count=each.count) for each in entry.troops),
        gear=tuple(GearChoice(option=each.option, troops=each.troops) for each in entry.gear),
        enhancements=tuple(
            EnhancementChoice(troop=each.troop, enhancement=each.enhancement) for each in entry.enhancements
        ),
    )  # fmt: skip


def battle_formations(table: Table, chance: Generator) -> CommitBattleFormations:
    """Attach Leaders as the army suggests, nearly always."""
    names = {each.id for each in table.view.formations if each.seat == table.seat}
    prefix = f"{'ab'[table.seat]}-"
    army = next((each for each in ARMIES.values() if {prefix + row.id for row in each.formations} == names), None)
    pairs = army.attachments if army is not None and chance.randrange(10) else ()
    attachments = tuple(Attachment(leader=prefix + each.leader, escort=prefix + each.escort) for each in pairs)
    return CommitBattleFormations(formations=BattleFormations(attachments=attachments))


# -- markers


def marker(table: Table, chance: Generator) -> PlaceObjectiveMarker | ReturnLastMarker:
    """Place the next marker on a whole inch where one may stand; take the last one back where there is none."""
    points = [
        (x, y)
        for x in range(0, table.view.length + 1, INCH)
        for y in range(0, table.view.width + 1, INCH)
        if _marker_fits(table, x, y)
    ]
    if not points:
        return ReturnLastMarker()
    x, y = chance.choice(points)
    return PlaceObjectiveMarker(marker=str(len(table.view.markers) + 1), x=x, y=y)


def _marker_fits(table: Table, x: int, y: int) -> bool:
    view, law = table.view, SCENARIOS[table.view.scenario].markers
    edge = min(x, y, view.length - x, view.width - y)
    if edge <= law.from_edge:
        return False
    for zone in view.zones:
        dx, dy = max(zone.x0 - x, x - zone.x1, 0), max(zone.y0 - y, y - zone.y1, 0)
        if dx * dx + dy * dy <= law.from_zone**2:
            return False
    return all((each.x - x) ** 2 + (each.y - y) ** 2 > law.apart**2 for each in view.markers)


# -- deployment


def deployment(table: Table, formations: tuple[str, ...], chance: Generator) -> DeployFormation | DeclareNoRoom:
    """Set one formation up as a compact block, towards the enemy; say so where there is no room for it."""
    formation = chance.choice(formations)
    for poses in _blocks(table, formation, chance):
        return DeployFormation(formation=formation, troops=poses)
    return DeclareNoRoom(formation=formation, troops=())


def _blocks(table: Table, formation: str, chance: Generator) -> Iterator[tuple[TroopPose, ...]]:
    row = table.formations[formation]
    zone = next(each for each in table.view.zones if each.seat == table.seat)
    low = zone.x0 + zone.x1 < table.view.length
    facing = 0 if low else HALF_TURN
    bodies = [
        Body(table.profiles[each.id].base, table.profiles[each.id].height, Pose(0, 0, 0, facing)) for each in row.troops
    ]
    ground = Ground(Rect(zone.x0, zone.y0, zone.x1, zone.y1), tuple(table.side(mine=True)), (), tuple(table.side(mine=False)))
    lines = list(range(zone.y0 + INCH, zone.y1, INCH))
    chance.shuffle(lines)
    depth = range(0, zone.x1 - zone.x0, INCH)
    for back in depth:
        for y in lines:
            placed = _block(bodies, zone.x1 - back if low else zone.x0 + back, y, -1 if low else 1)
            if _fits(ground, placed):
                yield tuple(TroopPose(troop=each.id, pose=body.pose) for each, body in zip(row.troops, placed, strict=True))


def _block(bodies: list[Body], x: int, y: int, back: int) -> list[Body]:
    """Line troops up in ranks of five, the first rank's edge on x, each rank behind the one before."""
    step = max(max(each.base.length, each.base.width) for each in bodies) + BETWEEN
    half = max(each.base.length for each in bodies) // 2 + 1
    return [
        replace(body, pose=replace(body.pose, x=x + back * (half + step * (n // RANK)), y=y + step * (n % RANK)))
        for n, body in enumerate(bodies)
    ]


def _fits(ground: Ground, placed: list[Body]) -> bool:
    return (
        all(room(ground, each) for each in (placed[-1], *placed))
        and cohesive(placed)
        and not off_limits(placed, ground.enemies)
    )


__all__ = ["ARMIES", "Army", "battle_formations", "deployment", "marker", "roster", "submitted"]
