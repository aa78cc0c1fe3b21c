"""Chapter 5.10, Hero's Ingress: an Assault against an enemy that has just ended its own."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import DeclineReaction, UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game, any_has, living
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.assault.assault_declaration import begin_assault, standing_faults
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.armoured_charge import INGRESS
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    own_target,
    pay,
    ready,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.onslaught_overwatch import overwatch_offers
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import decline, decline_offer
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import distance, formations_within

REACH = 6 * INCH


def heros_ingress(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.10-01 GA-5.10-03 The formation declares an Assault against that enemy alone, and resolves it at once."""
    enemy = "" if ruling.window is None else formation_of(ruling.window)
    row = own_target(ruling, command)
    ruling.refuse_all(list(_faults(ruling.game, row, enemy))[:1])
    pay(ruling, command.manoeuvre, row.id, enemy=enemy)
    begin_assault(ruling, row, (enemy,), ingress=True)


def _faults(game: Game, row: Formation, enemy: str) -> Iterator[Fault]:
    """GA-5.10-01 GA-5.10-02 GA-5.10-03 Say why a formation may not answer with an Assault."""
    facts = (("formation", row.id), ("enemy", enemy))
    if not living(game, enemy):
        yield Fault("GA-5.10-01", "nobody-to-answer", "formation", facts)
        return
    if any_has(game, row.id, "vehicle") and not any_has(game, row.id, "walker"):
        yield Fault("GA-5.10-02", "no-walker", "formation", facts)
    for fault in standing_faults(game, row):
        clause = "GA-5.10-03" if fault.reason == "assault-declared" else "GA-5.10-02"
        yield Fault(clause, fault.reason, fault.path, fault.facts)
    if not formations_within(game, row.id, enemy, REACH):
        far = ("distance", distance(game, row.id, enemy))
        yield Fault("GA-5.10-01", "answer-too-far", "formation", (*facts, far, ("limit", REACH)))


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer an Overwatch and an Ingress to those that may answer."""
    enemy = formation_of(window)
    offers = [decline_offer(window), *overwatch_offers(game, party, enemy)]
    for key, rows in ready(game, party, INGRESS):
        able = tuple(row.id for row in rows if next(_faults(game, row, enemy), None) is None)
        if able:
            offers.append(offer(UseBattleManoeuvre, "GA-5.10-01", manoeuvre=Choice((key,)), formation=Choice(able)))
    return offers


PART = Part(
    windows=windows(
        WindowKind(
            "assault_move_ended",
            "GA-5.10-01",
            (UseBattleManoeuvre, DeclineReaction),
            _offers,
            decline,
            skip_if_idle=True,
            subject=FormationSubject,
        )
    )
)
