"""Chapter 7.0, deployment: formations are set up in turns, beginning with the Attacker."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offer
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareNoRoom,
    DeployFormation,
    FormationDeployed,
    SetUpLateFormation,
    TroopPose,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import UNDEPLOYED, Formation
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, WARFIELD, Game, every_has, rival
from adjudicator.rulesets.grinding_annihilation.model.subjects import LATE_SET_UP, LateSetUpSubject, RollOffSubject
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import warfield_rect
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.deployment_places import (
    first_fit,
    placement_fault,
    what_fits,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import zone_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import destroy


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
        ruling.ask("roll_off", TABLE, subject=RollOffSubject((LATE_SET_UP,)))
    elif seats:
        ruling.ask(LATE_SET_UP, *seats)
    else:
        ruling.ask("first_turn", TABLE)


def to_deploy(game: Game, seat: Party, *, late: bool = False) -> tuple[str, ...]:
    """GA-7.0-12 GA-7.0-14 Name a player's formations that are not set up yet, those that wait or the others."""
    rows = (game.formations[key] for key in sorted(game.formations))
    mine = [row.id for row in rows if row.seat == seat and row.place == UNDEPLOYED]
    return tuple(key for key in mine if every_has(game, key, LATE_SET_UP) is late)


def deploy_formation(ruling: Ruling[Game], command: DeployFormation) -> None:
    """GA-7.0-12 A formation is set up wholly within its player's zone, in cohesion."""
    row = _own(ruling, command.formation)
    named = tuple(sorted(troop.troop for troop in command.troops))
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
    named = [item.troop for item in command.troops]
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
    for troop in event.troops:
        game.troops[troop.troop] = replace(game.troops[troop.troop], pose=troop.pose)
    game.battle = replace(game.battle, selects=event.next)


def _own(ruling: Ruling[Game], key: str) -> Formation:
    row = ruling.find(ruling.game.formations, key, "formation")
    due = to_deploy(ruling.game, ruling.actor, late=_late(ruling))
    clause = "GA-7.0-14" if _late(ruling) else "GA-7.0-12"
    ruling.require(row.id in due, clause, "not-to-deploy", "formation", formation=row.id, due=" ".join(due))
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
        ruling.ask(LATE_SET_UP, seat)
    else:
        next_to_deploy(ruling, seat)


def _late(ruling: Ruling[Game]) -> bool:
    return ruling.window is not None and ruling.window.kind == LATE_SET_UP


# -- offers and what silence stands for


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    late = window.kind == LATE_SET_UP
    rows = [game.formations[key] for key in to_deploy(game, party, late=late)]
    command, clause = (SetUpLateFormation, "GA-7.0-14") if late else (DeployFormation, "GA-7.0-12")
    return [
        _no_room_offer(game, row) if first_fit(game, row) is None else _offer(game, row, command, clause)
        for row in rows
    ]


def _offer(game: Game, row: Formation, command: type[Struct], clause: str) -> Offer:
    anywhere = every_has(game, row.id, "infiltrators")
    zone = warfield_rect(game) if anywhere else zone_of(game, row.seat)
    places = Places(row.troops, 0, (zone.x0, zone.y0, zone.x1, zone.y1), on_request=True)
    return offer(command, clause, formation=Choice((row.id,)), troops=places)


def _no_room_offer(game: Game, row: Formation) -> Offer:
    return exact_offer(DeclareNoRoom(formation=row.id, troops=what_fits(game, row)), "GA-7.0-13")


def _first_fitting(game: Game, window: Window, party: Party) -> Struct:
    """Let silence set up the next formation in close ranks, or lose it where nothing fits."""
    late = window.kind == LATE_SET_UP
    row = game.formations[to_deploy(game, party, late=late)[0]]
    troops = what_fits(game, row)
    whole = SetUpLateFormation if late else DeployFormation
    command = whole if len(troops) == len(row.troops) else DeclareNoRoom
    return command(formation=row.id, troops=troops)


PART = Part(
    handlers=handlers(deploy_formation, set_up_late_formation, declare_no_room),
    reducers=reducers(formation_deployed),
    windows=windows(
        WindowKind("deploy", "GA-7.0-12", (DeployFormation, DeclareNoRoom), _offers, _first_fitting),
        WindowKind(
            LATE_SET_UP,
            "GA-7.0-14",
            (SetUpLateFormation, DeclareNoRoom),
            _offers,
            _first_fitting,
            subject=LateSetUpSubject,
        ),
    ),
)
