"""Chapters 5.2 and 5.3, the Battle-Manoeuvres of the Brawl Phase: Epic Momentum before a fight, Reprisal after one."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation import effects
from adjudicator.rulesets.grinding_annihilation.attacks import decline, decline_offer
from adjudicator.rulesets.grinding_annihilation.brawl import REMAINING, REPRISAL, ask_selected, begin_fight, eligible
from adjudicator.rulesets.grinding_annihilation.effects import DUEL
from adjudicator.rulesets.grinding_annihilation.manoeuvres import own_target, pay, ready
from adjudicator.rulesets.grinding_annihilation.measure import threatened_by
from adjudicator.rulesets.grinding_annihilation.model.messages import DeclineReaction, FightBegun, UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.state import Formation, Game, has_keyword, led, troops_of

CHARACTER = "character"

# -- Epic Momentum


def epic_momentum(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.3-01 GA-5.3-02 A Character of the selected formation strikes with Precision until the end of the phase."""
    game, selected = ruling.game, "" if ruling.window is None else ruling.window.about[0]
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
        row = next((each for each in rows if each.id == window.about[0]), None)
        if row is not None and _champions(game, row) and _attached_rivals(game, row):
            troops = Choice(_champions(game, row))
            offers.append(offer(
                UseBattleManoeuvre, "GA-5.3-01", manoeuvre=Choice((key,)), formation=Choice((row.id,)), troop=troops
            ))  # fmt: skip
    return offers


# -- Reprisal


def reprisal(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.2-01 GA-5.2-02 GA-5.2-03 The formation fights at once, as the next, whatever step is under way."""
    game, fought = ruling.game, "" if ruling.window is None else ruling.window.about[0]
    row = own_target(ruling, command)
    ruling.refuse_all(list(_reprisal_faults(game, row))[:1])
    pay(ruling, command.manoeuvre, row.id, enemy=fought)
    step = REMAINING if game.brawl is None else game.brawl.step
    ruling.record(FightBegun(formation=row.id, step=step, reprisal=True), "GA-5.2-02", "GA-5.0-12")
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
            offers.append(
                offer(UseBattleManoeuvre, "GA-5.2-01", manoeuvre=Choice((key,)), formation=Choice(able))
            )  # fmt: skip
    return offers


ACCEPTS = (UseBattleManoeuvre, DeclineReaction)
WINDOWS = windows(
    WindowKind("fight_selected", "GA-3.5-09", ACCEPTS, _epic_offers, decline, begin_fight, skip_if_idle=True),
    WindowKind("fight_ended", "GA-3.5-09", ACCEPTS, _reprisal_offers, decline, skip_if_idle=True),
)

__all__ = ["WINDOWS", "epic_momentum", "reprisal"]
