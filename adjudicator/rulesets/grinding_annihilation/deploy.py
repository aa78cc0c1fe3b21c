"""Chapter 7.0, deployment: formations are set up in turns, beginning with the Attacker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import (
    Body,
    Pose,
    Rect,
    flat_gap_within,
    inside,
    polygon_gap_within,
    rect_polygon,
)
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.carriers import every_has
from adjudicator.rulesets.grinding_annihilation.footing import stand_fault
from adjudicator.rulesets.grinding_annihilation.losses import destroy
from adjudicator.rulesets.grinding_annihilation.measure import (
    any_threat,
    bodies_on_warfield,
    cohesive,
    enemy_bodies,
    field,
    free_of,
    placed,
    stands_fully,
)
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareNoRoom,
    DeployFormation,
    FormationDeployed,
    SetUpLateFormation,
    TroopPose,
)
from adjudicator.rulesets.grinding_annihilation.state import (
    INCH,
    SEATS,
    UNDEPLOYED,
    WARFIELD,
    Formation,
    Game,
    profile_of,
    rival,
)
from adjudicator.rulesets.grinding_annihilation.zones import inwards

LATE = "late_set_up"
AFIELD = 9 * INCH
GAP = INCH // 10
FILES = 5


def next_to_deploy(ruling: Ruling[Game], seat: Party | None) -> None:
    """GA-7.0-12 Ask a player to set up a formation; with nothing left to set up those that waited are next."""
    if seat is not None and to_deploy(ruling.game, seat):
        ruling.ask("deploy", seat)
    else:
        _begin_late(ruling)


def _begin_late(ruling: Ruling[Game]) -> None:
    """GA-7.0-14 Where both players have formations that waited they roll off; then the first turn is rolled for."""
    seats = [seat for seat in SEATS if to_deploy(ruling.game, seat, late=True)]
    if len(seats) > 1:
        ruling.ask("roll_off", TABLE, about=(LATE,))
    elif seats:
        ruling.ask(LATE, *seats)
    else:
        ruling.ask("first_turn", TABLE)


def to_deploy(game: Game, seat: Party, *, late: bool = False) -> tuple[str, ...]:
    """GA-7.0-12 GA-7.0-14 Name a player's formations that are not set up yet, those that wait or the others."""
    rows = (game.formations[key] for key in sorted(game.formations))
    mine = [row.id for row in rows if row.seat == seat and row.place == UNDEPLOYED]
    return tuple(key for key in mine if every_has(game, key, LATE) is late)


def deploy_formation(ruling: Ruling[Game], command: DeployFormation) -> None:
    """GA-7.0-12 A formation is set up wholly within its player's zone, in cohesion."""
    row = _own(ruling, command.formation)
    named = tuple(sorted(each.troop for each in command.troops))
    ruling.require(named == tuple(sorted(row.troops)), "GA-2.2-06", "troops-left-out", "troops", formation=row.id)
    fault = placement_fault(ruling.game, row, command.troops)
    ruling.refuse_all(() if fault is None else (fault,))
    _set_up(ruling, row, command.troops, "GA-7.0-14" if _late(ruling) else "GA-7.0-12")
    _hand_on(ruling)


def set_up_late_formation(ruling: Ruling[Game], command: SetUpLateFormation) -> None:
    """GA-7.0-14 A formation that waited is set up once both armies are deployed, as any other."""
    deploy_formation(ruling, DeployFormation(formation=command.formation, troops=command.troops))


def declare_no_room(ruling: Ruling[Game], command: DeclareNoRoom) -> None:
    """GA-7.0-13 What finds no room in its zone is destroyed; troops that fit are set up."""
    game = ruling.game
    row = _own(ruling, command.formation)
    named = [each.troop for each in command.troops]
    ours = len(set(named)) == len(named) and set(named) <= set(row.troops)
    ruling.require(ours, "GA-2.2-06", "strange-troops", "troops", formation=row.id)
    ruling.require(first_fit(game, row) is None, "GA-7.0-13", "room-left", "formation", formation=row.id)
    fault = placement_fault(game, row, command.troops) if named else None
    ruling.refuse_all(() if fault is None else (fault,))
    most = len(what_fits(game, row))
    ruling.require(len(named) >= most, "GA-7.0-13", "room-for-more", "troops", formation=row.id, most=most)
    lost = [troop for troop in row.troops if troop not in named]
    _set_up(ruling, row, command.troops, "GA-7.0-13", left=len(named))
    for troop in lost:
        destroy(ruling, troop, "no_room", "GA-7.0-13", "GA-2.2-06")
    _hand_on(ruling)


def formation_deployed(game: Game, event: FormationDeployed) -> None:
    """Stand the troops where they were set up."""
    row = game.formations[event.formation]
    game.formations[row.id] = replace(row, place=WARFIELD)
    for each in event.troops:
        game.troops[each.troop] = replace(game.troops[each.troop], pose=each.pose)
    game.battle = replace(game.battle, selects=event.next)


def _own(ruling: Ruling[Game], key: str) -> Formation:
    row = ruling.find(ruling.game.formations, key, "formation")
    due = to_deploy(ruling.game, ruling.actor, late=_late(ruling))
    ruling.require(row.id in due, "GA-7.0-12", "not-to-deploy", "formation", formation=row.id, due=" ".join(due))
    return row


def _set_up(ruling: Ruling[Game], row: Formation, troops: tuple[TroopPose, ...], clause: str, left: int = 1) -> None:
    """Record the set-up and who is next; a formation of which nothing fits is not set up at all."""
    game, mine, theirs, late = ruling.game, row.seat, rival(row.seat), _late(ruling)
    others = tuple(key for key in to_deploy(game, mine, late=late) if key != row.id)
    following = theirs if to_deploy(game, theirs, late=late) else mine if others else None
    if left:
        ruling.record(FormationDeployed(formation=row.id, troops=troops, next=following), clause, "GA-2.2-05")


def _hand_on(ruling: Ruling[Game]) -> None:
    """GA-7.0-12 GA-7.0-14 The players alternate; when one has none left the other goes on alone."""
    ruling.answered()
    other, late = rival(ruling.actor), _late(ruling)
    seat = other if to_deploy(ruling.game, other, late=late) else ruling.actor
    if late and to_deploy(ruling.game, seat, late=True):
        ruling.ask(LATE, seat)
    else:
        next_to_deploy(ruling, seat)


def _late(ruling: Ruling[Game]) -> bool:
    return ruling.window is not None and ruling.window.kind == LATE


# -- placement


class Ground(Struct, frozen=True):
    """What a set-up has to keep to: the zone, who stands on the warfield already, and the enemies among them.

    `shunned` are the enemy's zones, for Infiltrators; None where they are not.
    """

    zone: Rect
    taken: tuple[Body, ...]
    enemies: tuple[Body, ...]
    shunned: tuple[Rect, ...] | None = None


def ground_of(game: Game, row: Formation) -> Ground:
    """GA-7.0-12 GA-4.2-05 Gather what the set-up of a formation has to keep to."""
    taken, seat = tuple(body for _, body in bodies_on_warfield(game)), row.seat
    shunned = tuple(zones_of(game, rival(seat))) if every_has(game, row.id, "infiltrators") else None
    return Ground(zone_of(game, seat), taken, tuple(enemy_bodies(game, seat)), shunned)


def zone_fault(ground: Ground, body: Body, *, afield: bool) -> tuple[str, str] | None:
    """GA-7.0-12 GA-4.2-05 Say why a troop may not be set up somewhere: in its zone, or far afield as an Infiltrator."""
    if not afield:
        return None if inside(body, ground.zone) else ("GA-7.0-12", "outside-zone")
    if any(polygon_gap_within(body, rect_polygon(zone), AFIELD) for zone in ground.shunned or ()):
        return "GA-4.2-05", "near-enemy-zone"
    near = any(flat_gap_within(body, each, AFIELD) for each in ground.enemies)
    return ("GA-4.2-05", "near-enemies") if near else None


def placement_fault(
    game: Game, row: Formation, troops: Sequence[TroopPose], ground: Ground | None = None
) -> Fault | None:
    """GA-7.0-12 Say what is wrong with a set-up of troops, or None."""
    here = ground or ground_of(game, row)
    bodies: list[Body] = []
    places = (placed(game, game.troops[each.troop], each.pose) for each in troops)
    afield = here.shunned is not None and not all(inside(each, here.zone) for each in places)
    for n, each in enumerate(troops):
        body, facts = placed(game, game.troops[each.troop], each.pose), (("troop", each.troop), ("apart", AFIELD))
        if not stands_fully(game, body):
            return Fault("GA-7.0-12", "outside-zone", f"troops[{n}].pose", facts)
        wrong = zone_fault(here, body, afield=afield) or stand_fault(game, game.troops[each.troop], body)
        if wrong is not None:
            return Fault(*wrong, f"troops[{n}].pose", facts)
        if not free_of(body, (*here.taken, *bodies)):
            return Fault("GA-3.2-06", "on-another", f"troops[{n}].pose", facts)
        bodies.append(body)
    if any_threat(bodies, here.enemies):
        return Fault("GA-2.3-03", "set-up-in-threat", "troops")
    return None if cohesive(bodies) else Fault("GA-2.2-05", "not-cohesive", "troops")


def zone_of(game: Game, seat: Party) -> Rect:
    """GA-7.1-01 Give a player's deployment zone."""
    zone = next(zone for zone in game.battle.zones if zone.seat == seat)
    return Rect(zone.x0, zone.y0, zone.x1, zone.y1)


def zones_of(game: Game, seat: Party) -> list[Rect]:
    """GA-7.1-01 List the parts of a player's deployment zone."""
    return [Rect(zone.x0, zone.y0, zone.x1, zone.y1) for zone in game.battle.zones if zone.seat == seat]


def first_fit(game: Game, row: Formation) -> tuple[TroopPose, ...] | None:
    """Find a legal set-up of all troops, in close ranks; None where a grid of one inch has none."""
    return _fit(game, row, row.troops, _Openings(game, row))


def what_fits(game: Game, row: Formation) -> tuple[TroopPose, ...]:
    """GA-7.0-13 Find a set-up of as many troops as have room, those with the lowest numbers first."""
    openings = _Openings(game, row)
    fits = (_fit(game, row, row.troops[:count], openings) for count in range(len(row.troops), 0, -1))
    return next((fit for fit in fits if fit is not None), ())


def _fit(game: Game, row: Formation, troops: tuple[str, ...], openings: _Openings) -> tuple[TroopPose, ...] | None:
    ground, pitch = openings.ground, openings.pitch
    for files in sorted(range(1, len(troops) + 1), key=lambda each: abs(each - FILES)):
        for first in openings:
            ranks = tuple(_ranks(troops, first, pitch, files))
            if placement_fault(game, row, ranks, ground) is None:
                return ranks
    return None


class _Openings:
    """The places where the first troop of a formation may stand: every rank begins in one; each is looked at once.

    Infiltrators have the whole warfield besides their zone (GA-4.2-05).
    """

    def __init__(self, game: Game, row: Formation) -> None:
        self.ground = ground_of(game, row)
        self.pitch = _pitch(game, row)
        self._known: list[Pose] = []
        self._rest = self._search(game, row)

    def __iter__(self) -> Iterator[Pose]:
        yield from self._known
        yield from self._rest

    def _search(self, game: Game, row: Formation) -> Iterator[Pose]:
        facing = _inwards(game, row.seat)
        where = (self.ground.zone,) if self.ground.shunned is None else (self.ground.zone, field(game))
        for x, y in (each for rect in where for each in _anchors(rect, self.pitch)):
            pose = Pose(x, y, 0, facing)
            alone = (TroopPose(troop=row.troops[0], pose=pose),)
            if placement_fault(game, row, alone, self.ground) is None:
                self._known.append(pose)
                yield pose


def _pitch(game: Game, row: Formation) -> int:
    bases = (profile_of(game, game.troops[each]).base for each in row.troops)
    return max(max(base.length, base.width) for base in bases) + GAP


def _anchors(zone: Rect, pitch: int) -> Iterator[tuple[int, int]]:
    half = pitch // 2
    for x in range(zone.x0 + half, zone.x1 - half + 1, INCH):
        for y in range(zone.y0 + half, zone.y1 - half + 1, INCH):
            yield x, y


def _inwards(game: Game, seat: Party) -> int:
    return inwards(game, seat)


def _ranks(troops: tuple[str, ...], first: Pose, pitch: int, files: int) -> Iterator[TroopPose]:
    for n, troop in enumerate(troops):
        x, y = first.x + pitch * (n // files), first.y + pitch * (n % files)
        yield TroopPose(troop=troop, pose=Pose(x, y, first.z, first.facing))


# -- offers and what silence stands for


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    late = window.kind == LATE
    rows = [game.formations[key] for key in to_deploy(game, party, late=late)]
    crowded = tuple(row.id for row in rows if first_fit(game, row) is None)
    command, clause = (SetUpLateFormation, "GA-7.0-14") if late else (DeployFormation, "GA-7.0-12")
    made = [_offer(game, row, command, clause) for row in rows]
    return made + [_offer(game, row, DeclareNoRoom, "GA-7.0-13") for row in rows if row.id in crowded]


def _offer(game: Game, row: Formation, command: type[Struct], clause: str) -> Offer:
    afield = every_has(game, row.id, "infiltrators")
    zone = field(game) if afield else zone_of(game, row.seat)
    places = Places(row.troops, 0, (zone.x0, zone.y0, zone.x1, zone.y1))
    return offer(command, clause, formation=Choice((row.id,)), troops=places)


def _first_fitting(game: Game, window: Window, party: Party) -> Struct:
    """Let silence set up the next formation in close ranks, or lose it where nothing fits."""
    late = window.kind == LATE
    row = game.formations[to_deploy(game, party, late=late)[0]]
    troops = what_fits(game, row)
    whole = SetUpLateFormation if late else DeployFormation
    command = whole if len(troops) == len(row.troops) else DeclareNoRoom
    return command(formation=row.id, troops=troops)


CLAUSES = handlers(deploy_formation, set_up_late_formation, declare_no_room)
REDUCERS = reducers(formation_deployed)
WINDOWS = windows(
    WindowKind("deploy", "GA-7.0-12", (DeployFormation, DeclareNoRoom), _offers, _first_fitting),
    WindowKind(LATE, "GA-7.0-14", (SetUpLateFormation, DeclareNoRoom), _offers, _first_fitting),
)

__all__ = [
    "CLAUSES", "REDUCERS", "WINDOWS", "first_fit", "next_to_deploy", "placement_fault", "to_deploy", "zone_of",
    "zones_of",
]  # fmt: skip
