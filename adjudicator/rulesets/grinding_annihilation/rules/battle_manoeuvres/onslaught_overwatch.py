"""Chapter 5.7, Onslaught Overwatch: shots at an enemy that is set up, or starts or ends a move.

The windows `move_started`, `move_ended`, `assault_started`, `assault_move_ended` and `enemy_set_up` are about the enemy
formation. Whoever sets a formation up calls `enemy_set_up`. The shooting is the ordinary one, at that enemy alone; the
interrupted action waits in Game.paused.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import OnClose, Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclineReaction,
    FormationSelectedToShoot,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Formation
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game, any_has, living, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    own_target,
    pay,
    ready,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.effects import OVERWATCH
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import (
    asked_opponents,
    decline,
    decline_offer,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import distance, formations_within
from adjudicator.rulesets.grinding_annihilation.rules.movement import weapons_deck
from adjudicator.rulesets.grinding_annihilation.rules.shooting.shooting_selection import (
    check_sidearms,
    must_choose,
    ranged_profiles,
    shooting_fault,
    weapon_limit,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.targets import target_fault, weapon_fault

REACH = 24 * INCH

# -- the moment


def overwatch_window(kind: str, clause: str = "GA-5.7-01", on_close: OnClose | None = None) -> WindowKind:
    """GA-5.7-01 Make a kind of window in which the other player may answer with an Overwatch."""
    accepts = (UseBattleManoeuvre, DeclineReaction)
    return WindowKind(kind, clause, accepts, _offers, decline, on_close, skip_if_idle=True, subject=FormationSubject)


def enemy_set_up(ruling: Ruling[Game], formation: str) -> None:
    """GA-5.7-01 A formation was set up in its player's turn; the other player may answer it."""
    game = ruling.game
    asked = asked_opponents(game, game.formations[formation].seat, "enemy_set_up", OVERWATCH)
    if asked:
        ruling.ask("enemy_set_up", *asked, subject=FormationSubject(formation))


# -- who may answer


def overwatch(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.7-02 GA-5.7-03 The chosen formation shoots that one enemy, at once and in the ordinary steps."""
    game, enemy = ruling.game, "" if ruling.window is None else formation_of(ruling.window)
    row = own_target(ruling, command)
    ruling.refuse_all(list(_faults(game, row, enemy))[:1])
    check_sidearms(ruling, row, command.sidearms)
    weapons_deck.check_loans(ruling, row, command.loans)
    pay(ruling, command.manoeuvre, row.id, enemy=enemy)
    effects.gain(ruling, command.manoeuvre, row.id, "GA-5.7-05")
    event = FormationSelectedToShoot(
        formation=row.id, sidearms=command.sidearms, only=weapon_limit(game, row), overwatch=enemy, loans=command.loans
    )
    ruling.record(event, "GA-5.7-03", "GA-5.0-12")
    ruling.ask("declare_targets", ruling.actor, subject=FormationSubject(row.id))


def _faults(game: Game, row: Formation, enemy: str) -> Iterator[Fault]:
    """GA-5.7-02 Say why a formation may not answer this enemy."""
    facts = (("formation", row.id), ("enemy", enemy))
    if not living(game, enemy):
        yield Fault("GA-5.7-01", "nobody-to-answer", "formation", facts)
        return
    if any_has(game, row.id, "titanic"):
        yield Fault("GA-5.7-02", "titanic", "formation", facts)
    fault = shooting_fault(game, row)
    if fault is not None:
        yield replace(fault, facts=facts)
    elif not formations_within(game, row.id, enemy, REACH):
        far = ("distance", distance(game, row.id, enemy))
        yield Fault("GA-5.7-02", "answer-too-far", "formation", (*facts, far, ("limit", REACH)))
    elif not _may_fire(game, row, enemy):
        yield Fault("GA-5.7-03", "no-shot", "formation", facts)


def _may_fire(game: Game, row: Formation, enemy: str) -> bool:
    """GA-5.7-03 GA-3.2-36 Tell whether some weapon, own or lent, may be fired at the enemy, range and sight apart."""
    troops, target = troops_of(game, row.id), game.formations[enemy]
    sides = tuple(troop.id for troop in troops if must_choose(game, troop))
    ways = [
        Action(formation=row.id, kind="shooting", only=weapon_limit(game, row), sidearms=side) for side in ((), sides)
    ]
    own = [(troop, profile) for troop in troops for _, _, profile in ranged_profiles(game, troop)]
    return any(
        weapon_fault(game, way, troop, profile) is None and target_fault(game, way, troop, profile, target) is None
        for way in ways
        for troop, profile in (*own, *weapons_deck.borrowable_profiles(game, row))
    )


# -- offers


def overwatch_offers(game: Game, party: Party, enemy: str) -> Iterator[Offer]:
    """Offer each formation that may answer."""
    ways = list(ready(game, party, OVERWATCH))
    rows = {row.id: row for _, found in ways for row in found}
    able = {key for key, row in rows.items() if next(_faults(game, row, enemy), None) is None}
    for key, found in ways:
        yield from (_overwatch_offer(game, key, row) for row in found if row.id in able)


def _overwatch_offer(game: Game, key: str, row: Formation) -> Offer:
    choosing = tuple(troop.id for troop in troops_of(game, row.id) if must_choose(game, troop))
    plain = offer(
        UseBattleManoeuvre,
        "GA-5.7-01",
        manoeuvre=Choice((key,)),
        formation=Choice((row.id,)),
        sidearms=Some(choosing, 0, len(choosing)),
    )
    return weapons_deck.with_loans(game, row, plain)


def _offers(game: Game, asked: Window, party: Party) -> list[Offer]:
    return [decline_offer(asked), *overwatch_offers(game, party, formation_of(asked))]


PART = Part(windows=windows(overwatch_window("enemy_set_up")))
