"""Chapter 5.0, Battle-Manoeuvres in general: who may use which when, and what it costs.

What may be used is found by `usable`, refused by `require_usable` and paid for by `pay`. What each Battle-Manoeuvre
does stands in a module of its own; use.py has the command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Ability,
    BattleManoeuvreUsed,
    BattleManoeuvreWithdrawn,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, ManoeuvreUse
from adjudicator.rulesets.grinding_annihilation.model.state import (
    SEATS,
    Game,
    abilities_of,
    any_has,
    fatigued,
    on_warfield,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import RerollSubject, RolledDie
from adjudicator.rulesets.grinding_annihilation.roster.catalogue import Manoeuvre
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import fault_of_place

REORDER = "reorder_roll"
BRAWL = "brawl"
DISCOUNT = "manoeuvre_discount"


# -- who may use what


def prepared(game: Game, seat: Party, key: str) -> bool:
    """GA-5.0-04 Tell whether an army prepared a Battle-Manoeuvre, or need not by option."""
    if seat not in SEATS:
        return False
    return key in game.sides[seat].prepared or (game.options.core_bms_always_available and key in LIBRARY.manoeuvres)


def working_as(game: Game, seat: Party, core: str) -> tuple[str, ...]:
    """GA-5.0-04 List what a player may use as a core Battle-Manoeuvre: itself, and what his catalogues have like it."""
    if seat not in SEATS:
        return ()
    own = (key for key in game.sides[seat].prepared if key != core and LIBRARY.core(key) == core)
    return tuple(key for key in (core, *own) if prepared(game, seat, key))


def usable(game: Game, seat: Party, key: str) -> bool:
    """Tell whether a player could use a Battle-Manoeuvre now, had it a target."""
    return next(_faults(game, seat, key), None) is None


def require_usable(ruling: Ruling[Game], key: str) -> Manoeuvre:
    """GA-5.0-01 GA-5.0-03 GA-5.0-04 GA-5.0-05 Find a Battle-Manoeuvre that the actor may use now, or refuse."""
    row = LIBRARY.manoeuvre(key)
    if row is None:
        ruling.reject("GA-5.0-04", "unknown-manoeuvre", "manoeuvre", manoeuvre=key)
    ruling.refuse_all(list(_faults(ruling.game, ruling.actor, key))[:1])
    return row


def _faults(game: Game, seat: Party, key: str) -> Iterator[Fault]:
    """Say why a player may not use a Battle-Manoeuvre now, the first reason first."""
    row, battle = _terms(key), game.battle
    facts = (("manoeuvre", key),)
    if not prepared(game, seat, key):
        yield Fault("GA-5.0-04", "not-prepared", "manoeuvre", facts)
        return
    if battle.phase != BRAWL and not _own_side(row, seat, battle.turn):
        yield Fault("GA-5.0-05", "wrong-turn", "manoeuvre", (*facts, ("side", row.side)))
    if battle.phase not in row.phases:
        yield Fault(_timed(key, battle.phase), "wrong-time", "manoeuvre", (*facts, ("phases", " ".join(row.phases))))
    if _spent(game, seat, key, row):
        clause = "GA-5.0-03" if row.per == "phase" else "GA-5.7-04"
        yield Fault(clause, "used-already", "manoeuvre", (*facts, ("per", row.per)))
    cost, held = cost_of(game, seat, key).total, game.sides[seat].manoeuvre_points
    if cost > held:
        yield Fault("GA-5.0-01", "too-few-points", "manoeuvre", (*facts, ("cost", cost), ("held", held)))


def _terms(key: str) -> Manoeuvre:
    """Give the terms of a Battle-Manoeuvre that is known."""
    row = LIBRARY.manoeuvre(key)
    assert row is not None  # noqa: S101  (rosters and options admit none that is unknown)
    return row


def _timed(key: str, phase: str) -> str:
    """GA-5.0-04 Say what keeps it from a phase: the core one's timing, or the narrower one of its catalogue."""
    own = LIBRARY.own.get(key)
    narrowed = own is not None and phase in LIBRARY.manoeuvres[own.core].phases
    return own.clause if own is not None and narrowed else _terms(key).clause


def _own_side(row: Manoeuvre, seat: Party, turn: int | None) -> bool:
    return row.side == "either" or (row.side == "own") == (turn == seat)


def _spent(game: Game, seat: Party, key: str, row: Manoeuvre) -> bool:
    """GA-5.0-03 GA-5.7-04 Tell whether a Battle-Manoeuvre was used in this phase, turn or round already."""
    battle = game.battle
    uses = [item for item in game.sides[seat].used if item.manoeuvre == key]
    if row.per == "round":
        return bool(uses)
    by_turn = game.options.bm_limit_scope == "player_turn"
    return any(use.phase == battle.phase and not (by_turn and use.turn != battle.turn) for use in uses)


def cost_of(game: Game, seat: Party, key: str) -> Tally:
    """GA-5.0-01 GA-5.0-11 Give what a Battle-Manoeuvre costs; rules may make its category cheaper, down to nothing."""
    row = _terms(key)
    saved = max((_discount(game, item, row.category) for item in on_warfield(game, seat)), default=0)
    return Tally.base(row.cost, "GA-5.0-01").add(-min(saved, row.cost), "GA-5.0-11")


def _makes_cheaper(abilities: Iterable[Ability]) -> bool:
    return any(ability.name == DISCOUNT for ability in abilities)


def _discount(game: Game, row: Formation, category: str) -> int:
    # hardly any troop makes anything cheaper: what it has and what its gear lends it is gathered for those alone
    parts = [key for key in row.parts if _makes_cheaper(game.parts[key].abilities)]
    return max(
        (
            ability.x.plus
            for troop in troops_of(game, row.id)
            if troop.part in parts or _makes_cheaper(troop.abilities)
            for ability in abilities_of(game, troop)
            if ability.name == DISCOUNT and ability.keyword == category and ability.x is not None
        ),
        default=0,
    )


# -- whom it may be used for


def own_target(ruling: Ruling[Game], command: UseBattleManoeuvre) -> Formation:
    """GA-5.0-06 GA-5.0-07 Find the own formation that a Battle-Manoeuvre targets or affects: on the warfield, fresh."""
    key = command.formation
    row: Formation = ruling.find(ruling.game.formations, key, "formation")
    ruling.require(row.seat == ruling.actor, "GA-5.0-07", "not-yours", "formation", id=key)
    ruling.refuse_if(fault_of_place(row, "GA-5.0-07"))
    ruling.require(not fatigued(ruling.game, key), "GA-5.0-06", "fatigued-target", "formation", formation=key)
    require_fitting(ruling, command.manoeuvre, key)
    return row


def require_fitting(ruling: Ruling[Game], key: str, formation: str) -> None:
    """GA-5.0-04 GA-5.0-08 Refuse a target that has not the keyword which a catalogue's Battle-Manoeuvre calls for."""
    own = LIBRARY.own.get(key)
    if own is not None:
        ruling.require(
            fits(ruling.game, key, formation),
            own.clause,
            "keyword-missing",
            "formation",
            formation=formation,
            keyword=own.keyword,
        )


def fits(game: Game, key: str, formation: str) -> bool:
    """GA-5.0-04 Tell whether a formation has the keyword that a catalogue's Battle-Manoeuvre calls for."""
    own = LIBRARY.own.get(key)
    return own is None or not own.keyword or any_has(game, formation, own.keyword)


def fresh(game: Game, seat: Party) -> list[Formation]:
    """GA-5.0-06 GA-5.0-07 List the formations that a player's Battle-Manoeuvres may target or affect."""
    return [row for row in on_warfield(game, seat) if not fatigued(game, row.id)]


def ready(game: Game, seat: Party, core: str) -> Iterator[tuple[str, list[Formation]]]:
    """GA-5.0-04 List what a player may use now as a core Battle-Manoeuvre, each with the formations it may affect."""
    for key in working_as(game, seat, core):
        if usable(game, seat, key):
            yield key, [row for row in fresh(game, seat) if fits(game, key, row.id)]


# -- using and paying


def pay(ruling: Ruling[Game], key: str, formation: str, *, enemy: str = "", troop: str = "") -> None:
    """GA-5.0-01 GA-5.0-08 Take the points; from here on it counts as used, whatever comes of it."""
    game, seat, row = ruling.game, ruling.actor, _terms(key)
    cost, turn, own = cost_of(game, seat, key), game.battle.turn, LIBRARY.own.get(key)
    event = BattleManoeuvreUsed(
        seat=seat,
        manoeuvre=key,
        category=row.category,
        formation=formation,
        troop=troop,
        enemy=enemy,
        cost=cost,
        left=game.sides[seat].manoeuvre_points - cost.total,
        phase=game.battle.phase,
        turn=seat if turn is None else turn,
        works_as=None if own is None else own.core,
    )
    ruling.record(event, row.clause, *cost.clauses(), "GA-5.0-08", *(() if own is None else (own.clause,)))


def own_name(key: str) -> str | None:
    """GA-5.0-04 Name a Battle-Manoeuvre in an event that is of one core one alone; None where it is that."""
    return key if key in LIBRARY.own else None


def battle_manoeuvre_used(game: Game, event: BattleManoeuvreUsed) -> None:
    """Take the points and count the use."""
    side = game.sides[event.seat]
    use = ManoeuvreUse(manoeuvre=event.manoeuvre, phase=event.phase, turn=event.turn)
    game.sides[event.seat] = replace(side, manoeuvre_points=event.left, used=(*side.used, use))


def withdraw(ruling: Ruling[Game], seat: Party, key: str, fact: str) -> None:
    """GA-2.5-11 GA-5.0-08 Take a use back whose target fell with a fact: it was never allowed."""
    cost = cost_of(ruling.game, seat, key).total
    left = ruling.game.sides[seat].manoeuvre_points + cost
    event = BattleManoeuvreWithdrawn(seat=seat, manoeuvre=key, fact=fact, left=left)
    ruling.record(event, "GA-2.5-11", "GA-5.0-08")


def battle_manoeuvre_withdrawn(game: Game, event: BattleManoeuvreWithdrawn) -> None:
    """Give the points back; the use does not count."""
    side = game.sides[event.seat]
    last = max(n for n, row in enumerate(side.used) if row.manoeuvre == event.manoeuvre)
    used = tuple(row for n, row in enumerate(side.used) if n != last)
    game.sides[event.seat] = replace(side, manoeuvre_points=event.left, used=used)


def may_reorder(game: Game, seat: Party, formation: str) -> bool:
    """GA-5.1-01 GA-5.0-06 Tell whether a player could have a roll of a formation thrown again by Reorder Roll."""
    return "reroll" not in game.sides[seat].declined and bool(reorders(game, seat, formation))


def reorders(game: Game, seat: Party, formation: str) -> list[str]:
    """GA-5.1-01 GA-5.0-04 List what a player may use now as a Reorder Roll on a roll of a formation."""
    if fatigued(game, formation):
        return []
    keys = working_as(game, seat, REORDER)
    return [key for key in keys if usable(game, seat, key) and fits(game, key, formation)]


def ask_reroll(
    ruling: Ruling[Game], formation: str, roll: str, *faces: int, group: str = "", attack: int = 0, save: str = ""
) -> None:
    """GA-5.1-01 Ask whose roll it was whether it is thrown again, if he could; before anything depends on it.

    The window is about the roll, its formation, the group or attack concerned, the save used and the faces.
    """
    seat = ruling.game.formations[formation].seat
    if may_reorder(ruling.game, seat, formation):
        dice = tuple(RolledDie(number, face) for number, face in enumerate(faces, 1))
        ruling.ask("reroll", seat, subject=RerollSubject(roll, formation, group, attack, save, dice))


PART = Part(reducers=reducers(battle_manoeuvre_used, battle_manoeuvre_withdrawn))
