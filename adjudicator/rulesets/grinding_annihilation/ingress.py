"""Chapter 5.10, Hero's Ingress: an Assault against an enemy that has just ended its own."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.assault import begin_assault, standing_faults
from adjudicator.rulesets.grinding_annihilation.attacks import decline, decline_offer
from adjudicator.rulesets.grinding_annihilation.charges import INGRESS
from adjudicator.rulesets.grinding_annihilation.manoeuvres import own_target, pay, ready
from adjudicator.rulesets.grinding_annihilation.measure import distance, formations_within
from adjudicator.rulesets.grinding_annihilation.model.messages import DeclineReaction, UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.overwatch import overwatch_offers
from adjudicator.rulesets.grinding_annihilation.state import INCH, Formation, Game, any_has, living

REACH = 6 * INCH


def heros_ingress(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.10-01 GA-5.10-03 The formation declares an Assault against that enemy alone, and resolves it at once."""
    enemy = "" if ruling.window is None else ruling.window.about[0]
    row = own_target(ruling, command)
    ruling.refuse_all(list(_faults(ruling.game, row, enemy))[:1])
    pay(ruling, command.manoeuvre, row.id, enemy=enemy)
    begin_assault(ruling, row, (enemy,), ingress=True)


def _faults(game: Game, row: Formation, enemy: str) -> Iterator[Fault]:
    """GA-5.10-01 GA-5.10-02 Say why a formation may not answer with an Assault."""
    facts = (("formation", row.id), ("enemy", enemy))
    if not living(game, enemy):
        yield Fault("GA-5.10-01", "nobody-to-answer", "formation", facts)
        return
    if any_has(game, row.id, "vehicle") and not any_has(game, row.id, "walker"):
        yield Fault("GA-5.10-02", "no-walker", "formation", facts)
    for fault in standing_faults(game, row):
        yield Fault("GA-5.10-02", fault.reason, fault.path, fault.facts)
    if not formations_within(game, row.id, enemy, REACH):
        far = ("distance", distance(game, row.id, enemy))
        yield Fault("GA-5.10-01", "answer-too-far", "formation", (*facts, far, ("limit", REACH)))


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer an Overwatch and an Ingress to those that may answer."""
    enemy = window.about[0]
    offers = [decline_offer(window), *overwatch_offers(game, party, enemy)]
    for key, rows in ready(game, party, INGRESS):
        able = tuple(row.id for row in rows if next(_faults(game, row, enemy), None) is None)
        if able:
            offers.append(
                offer(UseBattleManoeuvre, "GA-5.10-01", manoeuvre=Choice((key,)), formation=Choice(able))
            )  # fmt: skip
    return offers


WINDOWS = windows(
    WindowKind(
        "assault_move_ended", "GA-5.10-01", (UseBattleManoeuvre, DeclineReaction), _offers, decline, skip_if_idle=True
    ),
)  # fmt: skip

__all__ = ["WINDOWS", "heros_ingress"]
