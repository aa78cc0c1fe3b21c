"""Chapter 3.2, transports: formations get in after a move, and out in the Move turn that they began aboard.

Right after a formation's move `embarks` of the battle names it: until anything else is done in the move step it may get
into a transport nearby.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.board.inches import Body, wholly_within, within
from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, bare, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DisembarkFormation,
    EmbarkFormation,
    FormationDisembarked,
    FormationEmbarked,
    TroopPose,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import EMBARKED, INCH, WARFIELD, Game, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.onslaught_overwatch import enemy_set_up
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of, warfield_rect
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import own_formation, own_on_warfield
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import forget_sights
from adjudicator.rulesets.grinding_annihilation.rules.movement import placement, placement_search
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import (
    aboard_of,
    carries,
    hold_of,
    stands,
    taken,
    transports_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement.placement import PlacementSite, Rule

NEAR = 3 * INCH
FAST = ("advance", "retreat")
READY, MOVED = "ready", "moved"

# -- getting in


def embark_formation(ruling: Ruling[Game], command: EmbarkFormation) -> None:
    """GA-3.2-37 After its own move a formation that is near a transport may get in, before anything else."""
    row = own_on_warfield(ruling, command.formation)
    just = ruling.game.battle.embarks == row.id
    ruling.require(just, "GA-3.2-37", "not-just-moved", "formation", formation=row.id)
    transport = ruling.find(ruling.game.troops, command.transport, "transport")
    ruling.refuse_all(list(embark_faults(ruling.game, row, transport)))
    embark(ruling, row, transport)


def embark(ruling: Ruling[Game], row: Formation, transport: Troop) -> None:
    """GA-3.2-37 Record that a formation got in."""
    ruling.record(FormationEmbarked(formation=row.id, transport=transport.id), "GA-3.2-37", "GA-3.2-38")


def embark_faults(game: Game, row: Formation, transport: Troop, path: str = "transport") -> Iterator[Fault]:
    """GA-3.2-33 GA-3.2-37 Find what keeps a formation, where it stands, from getting into a transport."""
    facts = (("formation", row.id), ("transport", transport.id))
    hold = hold_of(game, transport)
    if row.disembarked:
        yield Fault("GA-3.2-37", "has-disembarked", "formation", facts)
    if transport.seat != row.seat or hold is None or transport.formation == row.id:
        yield Fault("GA-3.2-33", "no-transport", path, facts)
        return
    if not stands(game, transport.id):
        yield Fault("GA-3.2-37", "transport-off-field", path, facts)
        return
    troops = troops_of(game, row.id)
    if not carries(game, hold, troops):
        yield Fault("GA-3.2-33", "not-carried", path, facts)
    free = hold.capacity - taken(game, transport.id)
    if len(troops) > free:
        yield Fault("GA-3.2-33", "hold-full", path, (*facts, ("free", free), ("troops", len(troops))))
    body = body_of(game, transport)
    for troop in troops:
        if not within(body_of(game, troop), body, NEAR):
            yield Fault("GA-3.2-37", "far-from-transport", path, (*facts, ("troop", troop.id)))


def formation_embarked(game: Game, event: FormationEmbarked) -> None:
    """Take the troops off the warfield."""
    row = game.formations[event.formation]
    placement.take_off_warfield(game, row)
    forget_sights(game, row.troops)
    game.formations[row.id] = replace(row, place=EMBARKED, aboard=event.transport)
    game.battle = replace(game.battle, embarks="")


# -- getting out


def require_unmoved(ruling: Ruling[Game], row: Formation) -> None:
    """GA-3.2-01 GA-3.2-32 GA-3.2-41 GA-3.2-45 Refuse who was selected, or counts as having made a Normal move."""
    clause = "GA-3.2-01"
    if row.disembarked not in ("", READY):
        clause = "GA-3.2-41" if row.disembarked == MOVED else "GA-3.2-45"
    elif row.move == "normal" and row.arrived == ruling.game.battle.round:
        clause = "GA-3.2-32"
    ruling.require(not row.move, clause, "already-moved", "formation", formation=row.id, move=row.move)


def disembark_formation(ruling: Ruling[Game], command: DisembarkFormation) -> None:
    """GA-3.2-39 Who began the Move turn aboard may get out, whole, within 3" of the transport."""
    game = ruling.game
    row = own_formation(ruling, command.formation)
    ruling.find(game.troops, command.transport, "transport")
    arriving = ruling.window is not None and ruling.window.kind == "reinforcements"
    found_fault = disembark_fault(game, row, command.transport, arriving=arriving)
    ruling.refuse_all([] if found_fault is None else [found_fault])
    placement.require_placement(ruling, row, beside(game, game.troops[command.transport]), command.troops, whole=True)
    carrier = game.formations[game.troops[command.transport].formation]
    moved = carrier.move == "normal"
    event = FormationDisembarked(
        formation=row.id,
        transport=command.transport,
        troops=command.troops,
        kind=MOVED if moved else READY,
        move_kind="normal" if moved else "",
        bound="round" if moved else "",
    )
    ruling.record(event, "GA-3.2-39", "GA-3.2-41" if moved else "GA-3.2-40")
    enemy_set_up(ruling, row.id)


def disembark_fault(game: Game, row: Formation, transport: str, *, arriving: bool) -> Fault | None:
    """GA-3.2-39 GA-3.2-42 Say why a formation may not get out of a transport now, wherever; None where it may."""
    facts = (("formation", row.id), ("transport", transport))
    if row.place != EMBARKED or row.aboard != transport:
        return Fault("GA-3.2-39", "not-aboard", "formation", facts)
    if row.began != transport:
        return Fault("GA-3.2-39", "embarked-this-turn", "formation", facts)
    if not stands(game, transport):
        return Fault("GA-3.2-39", "transport-off-field", "transport", facts)
    carrier = game.formations[game.troops[transport].formation]
    if carrier.move in FAST:
        return Fault("GA-3.2-42", "transport-too-fast", "transport", (*facts, ("move", carrier.move)))
    if arriving and carrier.arrived != game.battle.round:
        return Fault("GA-3.2-41", "transport-not-arrived", "transport", facts)
    return None


def beside(game: Game, transport: Troop) -> PlacementSite:
    """GA-3.2-39 Say where passengers get out of a transport that stands on the warfield."""
    body = body_of(game, transport)
    region = placement_search.box_around(body, NEAR, warfield_rect(game))
    rule = near_rule(body, NEAR)
    return placement.placement_site(game, transport.seat, rule, region, facts=(("limit", NEAR),), height=body.pose.z)


def near_rule(transport: Body, limit: int) -> Rule:
    """GA-3.2-39 GA-3.2-46 Ask every troop to stand wholly within a distance of a transport."""
    far = fault("GA-3.2-39" if limit == NEAR else "GA-3.2-46", "too-far-from-transport")

    def rule(body: Body) -> Fault | None:
        return None if wholly_within(body, transport, limit) else far

    return rule


def way_out(game: Game, row: Formation) -> tuple[TroopPose, ...]:
    """GA-3.2-39 Find places for a formation beside its transport; fewer than it has troops where there are none."""
    return placement.find_places(game, row, beside(game, game.troops[row.aboard]))


def formation_disembarked(game: Game, event: FormationDisembarked) -> None:
    """Stand the troops beside the transport; a wreck that nobody is aboard of is gone."""
    placement.stand_troops(game, event.troops)
    row = game.formations[event.formation]
    game.formations[row.id] = replace(
        row, place=WARFIELD, aboard="", disembarked=event.kind, bound=event.bound, move=event.move_kind or row.move
    )
    game.wrecks = tuple(wreck for wreck in game.wrecks if aboard_of(game, wreck.troop))
    if event.kind in {READY, MOVED}:  # who leaves a wreck does nothing in the move step
        game.battle = replace(game.battle, embarks="")


# -- what may be said


def disembark_offers(game: Game, seat: Party, *, arriving: bool = False) -> list[Offer]:
    """Offer each formation that may get out the places about its transport."""
    rows = (game.formations[key] for key in sorted(game.formations))
    able = (row for row in rows if row.seat == seat and row.aboard)
    may = (row for row in able if disembark_fault(game, row, row.aboard, arriving=arriving) is None)
    return [item for row in may for item in _ways_out(game, row)]


def _ways_out(game: Game, row: Formation) -> Iterator[Offer]:
    """GA-3.2-39 Offer the places about a transport, where all of a formation have room."""
    found = placement.find_places(game, row, beside(game, game.troops[row.aboard]))
    if len(found) < len(row.troops):
        return
    box = placement_search.box_around(body_of(game, game.troops[row.aboard]), NEAR, warfield_rect(game))
    yield offer(
        DisembarkFormation,
        "GA-3.2-39",
        formation=Choice((row.id,)),
        transport=Choice((row.aboard,)),
        troops=Places(row.troops, NEAR, (box.x0, box.y0, box.x1, box.y1), (bare(exact_items(found)),)),
    )


def embark_offers(game: Game, seat: Party) -> list[Offer]:
    """GA-3.2-37 Offer the formation that has just moved the transports that it may get into."""
    row = game.formations.get(game.battle.embarks)
    if row is None or row.place != WARFIELD or row.seat != seat:
        return []
    into = able_transports(game, row)
    return [offer(EmbarkFormation, "GA-3.2-37", formation=Choice((row.id,)), transport=Choice(into))] if into else []


def able_transports(game: Game, row: Formation) -> tuple[str, ...]:
    """GA-3.2-37 Name the transports that a formation may get into where it stands."""
    near = transports_of(game, row.seat)
    return tuple(item.id for item in near if next(embark_faults(game, row, item), None) is None)


PART = Part(
    handlers=handlers(embark_formation, disembark_formation),
    reducers=reducers(formation_embarked, formation_disembarked),
)
