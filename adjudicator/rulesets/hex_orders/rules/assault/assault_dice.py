"""The dice of a fight, and who gains the advantage by them (HX-ASSAULT-19 to -21)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultAdvantageGained,
    AssaultDiceRolled,
    DeflectionDiceRolled,
    DiceGroup,
    RollAssault,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game
from adjudicator.rulesets.hex_orders.model.subjects import FightSubject
from adjudicator.rulesets.hex_orders.rules.assault.dice_pools import assault_dice, deflection_dice, roll_pools, scored
from adjudicator.rulesets.hex_orders.rules.assault.fights import angle_in, fight_answered, rolling_bases, with_fight
from adjudicator.rulesets.hex_orders.rules.orders.choosing_order import roll_for_rank, stronger_nation


def ask_roll(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ASSAULT-19 Let the dice of the fight be rolled."""
    ruling.ask("assault", TABLE, subject=FightSubject(fight.id))


def roll_assault(ruling: Ruling[Game], _command: RollAssault) -> None:
    """HX-ASSAULT-19 Assault and deflection dice of both sides are rolled at the same time."""
    game, fight = ruling.game, fight_answered(ruling)
    groups = tuple(row for seat in SEATS for row in roll_pools(ruling, assault_dice(game, fight, seat), "assault"))
    shields = tuple(
        row for seat in SEATS for row in roll_pools(ruling, deflection_dice(game, fight, seat), "deflection")
    )
    ruling.record(AssaultDiceRolled(fight=fight.id, groups=groups), *_reasons(game, fight))
    ruling.record(DeflectionDiceRolled(fight=fight.id, groups=shields), "HX-ASSAULT-17", "HX-ASSAULT-19")
    _give_advantage(ruling, fight, groups, shields)
    ruling.answered()


def _reasons(game: Game, fight: Fight) -> tuple[str, ...]:
    angles = (angle_in(game, fight, row)[1] for seat in SEATS for row in rolling_bases(game, fight, seat))
    halved = ("HX-ABILITIES-08",) if fight.kept else ()
    return "HX-ASSAULT-09", "HX-ASSAULT-14", "HX-ASSAULT-15", "HX-ASSAULT-19", *angles, *halved


def assault_dice_rolled(game: Game, event: AssaultDiceRolled) -> None:
    """Lay the assault dice out."""
    with_fight(game, event.fight, groups=event.groups)


def deflection_dice_rolled(game: Game, event: DeflectionDiceRolled) -> None:
    """Lay the deflection dice out."""
    with_fight(game, event.fight, deflections=event.groups)


def left_after(hits: Sequence[int], shields: Sequence[int]) -> tuple[int, int]:
    """HX-ASSAULT-18 Give the successes that both sides keep; more deflections than successes are lost."""
    return max(0, hits[0] - shields[1]), max(0, hits[1] - shields[0])


def _give_advantage(
    ruling: Ruling[Game], fight: Fight, groups: Sequence[DiceGroup], shields: Sequence[DiceGroup]
) -> None:
    """HX-ASSAULT-20, HX-ASSAULT-21 More successes, or else the nation with more winning-power, have the advantage."""
    hits, stopped = scored(groups), scored(shields)
    left = left_after(hits, stopped)
    tie = left[0] == left[1]
    seat = _stronger(ruling, fight) if tie else left.index(max(left))
    event = AssaultAdvantageGained(fight=fight.id, seat=seat, successes=hits, deflections=stopped, left=left, tie=tie)
    ruling.record(event, "HX-ASSAULT-18", "HX-ASSAULT-20", *(("HX-ASSAULT-21",) if tie else ()))


def _stronger(ruling: Ruling[Game], fight: Fight) -> Party:
    """HX-CHOICE-07 Sides of one nation roll for it, unless a roll holds already for this step or game."""
    found = stronger_nation(ruling.game, [unit.unit for unit in fight.units])
    if found is not None:
        return found
    if ruling.game.rank is None:
        roll_for_rank(ruling, "HX-ASSAULT-21")
    return ruling.game.rank or 0


def assault_advantage_gained(game: Game, event: AssaultAdvantageGained) -> None:
    """Note who has it."""
    with_fight(game, event.fight, advantage=event.seat, left=event.left)


PART = Part(
    handlers=handlers(roll_assault),
    reducers=reducers(assault_dice_rolled, deflection_dice_rolled, assault_advantage_gained),
    windows=windows(table_step("assault", "HX-ASSAULT-19", RollAssault, subject=FightSubject)),
)
