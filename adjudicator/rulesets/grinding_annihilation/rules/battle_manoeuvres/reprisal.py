"""Chapter 5.2, Reprisal: a formation fights at once, after an enemy has fought."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import FightBegun, UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    own_target,
    pay,
    ready,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import (
    REACTING,
    decline,
    decline_offer,
)
from adjudicator.rulesets.grinding_annihilation.rules.brawl.fight_selection import (
    REPRISAL,
    ask_selected,
    eligible,
    step_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import threatened_by


def reprisal(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.2-01 GA-5.2-02 GA-5.2-03 The formation fights at once, as the next, whatever step is under way."""
    game, fought = ruling.game, "" if ruling.window is None else formation_of(ruling.window)
    row = own_target(ruling, command)
    ruling.refuse_all(list(_reprisal_faults(game, row))[:1])
    pay(ruling, command.manoeuvre, row.id, enemy=fought)
    ruling.record(FightBegun(formation=row.id, step=step_of(game), reprisal=True), "GA-5.2-02", "GA-5.0-12")
    ask_selected(ruling, row)


def _reprisal_faults(game: Game, row: Formation) -> Iterator[Fault]:
    facts = (("formation", row.id),)
    if row.fought:
        yield Fault("GA-5.2-01", "has-fought", "formation", facts)
    if not threatened_by(game, row.id):
        yield Fault("GA-5.2-01", "no-enemy-near", "formation", facts)
    if not eligible(game, row):
        yield Fault("GA-5.2-03", "nobody-to-fight", "formation", facts)


def _reprisal_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    offers = [decline_offer(window)]
    for key, rows in ready(game, party, REPRISAL):
        able = tuple(row.id for row in rows if next(_reprisal_faults(game, row), None) is None)
        if able:
            offers.append(offer(UseBattleManoeuvre, "GA-5.2-01", manoeuvre=Choice((key,)), formation=Choice(able)))
    return offers


PART = Part(
    windows=windows(
        WindowKind(
            "fight_ended", "GA-3.5-09", REACTING, _reprisal_offers, decline, skip_if_idle=True, subject=FormationSubject
        )
    )
)
