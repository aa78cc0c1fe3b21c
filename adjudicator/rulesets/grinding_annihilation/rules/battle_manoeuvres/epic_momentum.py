"""Chapter 5.3, Epic Momentum: a Character of the selected formation strikes with Precision."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, led, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    own_target,
    pay,
    ready,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.effects import DUEL
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import (
    REACTING,
    decline,
    decline_offer,
)
from adjudicator.rulesets.grinding_annihilation.rules.brawl.fight_selection import begin_fight
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import threatened_by

CHARACTER = "character"


# -- Epic Momentum


def epic_momentum(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.3-01 GA-5.3-02 A Character of the selected formation strikes with Precision until the end of the phase."""
    game, selected = ruling.game, "" if ruling.window is None else formation_of(ruling.window)
    row = own_target(ruling, command)
    ruling.require(row.id == selected, "GA-5.3-01", "not-selected", "formation", formation=row.id, fights=selected)
    rivals = _attached_rivals(game, row)
    ruling.require(rivals, "GA-5.3-01", "no-attached-enemy", "formation", formation=row.id)
    may = _champions(game, row)
    named = command.troop or ""
    ruling.require(named in may, "GA-5.3-01", "no-champion", "troop", troop=named, may=" ".join(may) or "none")
    pay(ruling, command.manoeuvre, row.id, troop=named)
    effects.gain(ruling, command.manoeuvre, row.id, "GA-5.3-02", troop=named)


def _attached_rivals(game: Game, row: Formation) -> list[str]:
    """GA-5.3-01 List the enemy Attached formations within Threat Range."""
    return [key for key in threatened_by(game, row.id) if led(game, game.formations[key])]


def _champions(game: Game, row: Formation) -> tuple[str, ...]:
    return tuple(troop.id for troop in troops_of(game, row.id) if has_keyword(game, troop, CHARACTER))


def _epic_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    offers = [decline_offer(window)]
    for key, rows in ready(game, party, DUEL):
        row = next((item for item in rows if item.id == formation_of(window)), None)
        if row is not None and _champions(game, row) and _attached_rivals(game, row):
            troops = Choice(_champions(game, row))
            offers.append(
                offer(
                    UseBattleManoeuvre, "GA-5.3-01", manoeuvre=Choice((key,)), formation=Choice((row.id,)), troop=troops
                )
            )
    return offers


PART = Part(
    windows=windows(
        WindowKind(
            "fight_selected",
            "GA-3.5-09",
            REACTING,
            _epic_offers,
            decline,
            begin_fight,
            skip_if_idle=True,
            subject=FormationSubject,
        )
    )
)
