"""Fear: its rolls before a fight, and the dice that it takes from shaken bases (HX-ABILITIES-06 to HX-ABILITIES-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, table_step, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultDiceHalved,
    ChooseFearDice,
    DiceKept,
    FearRolled,
    ResolvePreAssaultAbilities,
)
from adjudicator.rulesets.hex_orders.model.rounding import half_of
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, is_shaken, other_seat
from adjudicator.rulesets.hex_orders.model.subjects import FightUnitSubject
from adjudicator.rulesets.hex_orders.rules.assault.dice_pools import Pool, assault_pools, default_kept
from adjudicator.rulesets.hex_orders.rules.assault.fights import (
    angle_in,
    fear_of,
    feared_in,
    fighter,
    fighters,
    open_fights,
    rolling_bases,
    with_fight,
)
from adjudicator.rulesets.hex_orders.rules.damage import damage_rolls
from adjudicator.rulesets.hex_orders.rules.damage.damage_tables import PSYCHIC

# -- before the fight


def resolve_pre_assault_abilities(ruling: Ruling[Game], _command: ResolvePreAssaultAbilities) -> None:
    """HX-ABILITIES-06 Each unit with fear rolls psychic damage against each enemy base in its fight."""
    for fight, unit, target in fear_rolls(ruling.game):
        ruling.record(FearRolled(fight=fight, unit=unit, target=target), "HX-ABILITIES-06", "HX-TURN-07")
        roll_fear(ruling, unit, target)
    ruling.answered()


def fear_rolls(game: Game) -> list[tuple[str, str, str]]:
    """HX-SPECIAL-03 List fight, unit with fear and base, for bases with a psychic table."""
    return [
        (fight.id, row.unit, enemy.unit)
        for fight in open_fights(game)
        for row in fighters(fight)
        if fear_of(game, row.unit)
        for enemy in fighters(fight, other_seat(row.seat))
        if any(table.damage_type == PSYCHIC for table in game.sheets[enemy.unit].tables)
    ]


def roll_fear(ruling: Ruling[Game], unit: str, target: str) -> None:
    """HX-ABILITIES-07, HX-ABILITIES-10 Roll fear; that the base is shaken counts at once, by option."""
    seat, sides = ruling.game.units[unit].seat, fear_of(ruling.game, unit)
    damage_rolls.roll_typed_damage(
        ruling, target, PSYCHIC, sides, 0, damage_rolls.FEAR, seat, "HX-ABILITIES-06", "HX-ABILITIES-07"
    )


def fear_rolled(_game: Game, _event: FearRolled) -> None:
    """What it does are events of their own."""


# -- the dice it takes


def halve_dice(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ABILITIES-08 Halve the assault dice of shaken bases; where they are of several kinds their owner is asked."""
    asked: list[tuple[Party, str]] = []
    for seat, unit in _bases_in_fear(ruling.game, fight):
        pools = _pools(ruling.game, fight, unit)
        if len(pools) > 1 and half_of(_dice(pools)):
            asked.append((seat, unit))
        else:
            _record(ruling, fight.id, unit, default_kept(pools, half_of(_dice(pools))))
    for seat, unit in reversed(asked):
        ruling.ask("fear_dice", seat, subject=FightUnitSubject(fight.id, unit))


def _bases_in_fear(game: Game, fight: Fight) -> list[tuple[Party, str]]:
    """HX-ABILITIES-08 List shaken bases that roll against a unit with fear, and have dice."""
    return [
        (seat, row.unit)
        for seat in SEATS
        if feared_in(game, fight, seat)
        for row in rolling_bases(game, fight, seat)
        if is_shaken(game, game.units[row.unit]) and _pools(game, fight, row.unit)
    ]


def _pools(game: Game, fight: Fight, unit: str) -> tuple[Pool, ...]:
    each = fighter(fight, unit)
    return assault_pools(game, unit, angle_in(game, fight, each)[0]) if each is not None else ()


def _dice(pools: Sequence[Pool]) -> int:
    return sum(pool.dice for pool in pools)


def _record(ruling: Ruling[Game], fight: str, unit: str, kept: tuple[DiceKept, ...], *more: str) -> None:
    ruling.record(AssaultDiceHalved(fight=fight, unit=unit, kept=kept), "HX-ABILITIES-08", "HX-GAP-05", *more)


def choose_fear_dice(ruling: Ruling[Game], command: ChooseFearDice) -> None:
    """HX-ABILITIES-09 The owner of a shaken base says which of its dice stay."""
    subject = ruling.subject(FightUnitSubject)
    fight, unit = subject.fight, subject.unit
    asked = command.unit == unit
    ruling.require(asked, "HX-ABILITIES-09", "other-base-trembles", "unit", unit=command.unit, asked=unit)
    pools = _pools(ruling.game, ruling.game.fights[fight], unit)
    ruling.refuse_all([*_faults(pools, command.kept)])
    _record(ruling, fight, unit, tuple(row for row in command.kept if row.dice), "HX-ABILITIES-09")
    ruling.answered()


def _faults(pools: Sequence[Pool], kept: Sequence[DiceKept]) -> Iterator[Fault]:
    held = {pool.group.id: pool.dice for pool in pools}
    for index, row in enumerate(kept):
        path = f"kept[{index}].group"
        if row.group not in held:
            yield Fault("HX-ABILITIES-09", "no-such-dice", path, (("group", row.group),))
        elif row.group in [other.group for other in kept[:index]]:
            yield Fault("HX-ABILITIES-09", "dice-named-twice", path, (("group", row.group),))
        elif row.dice > held[row.group]:
            facts = (("group", row.group), ("dice", row.dice), ("held", held[row.group]))
            yield Fault("HX-ABILITIES-09", "too-many-dice", path, facts)
    stay, asked = half_of(_dice(pools)), sum(row.dice for row in kept)
    if asked != stay:
        yield Fault("HX-ABILITIES-08", "not-half", "kept", (("kept", asked), ("half", stay)))


def assault_dice_halved(game: Game, event: AssaultDiceHalved) -> None:
    """Note what stays; a base that keeps none is noted too."""
    kept = tuple((event.unit, row.group, row.dice) for row in event.kept) or ((event.unit, "", 0),)
    with_fight(game, event.fight, kept=(*game.fights[event.fight].kept, *kept))


# -- what may be said


def _dice_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    subject = subject_of(window, FightUnitSubject)
    fight, unit = subject.fight, subject.unit
    pools = _pools(game, game.fights[fight], unit)
    stay = half_of(_dice(pools))
    orders = (pools[first:] + pools[:first] for first in range(len(pools)))
    answers = (ChooseFearDice(unit=unit, kept=default_kept(order, stay)) for order in orders)
    return exact_offers(answers, "HX-ABILITIES-09")


def _silence(game: Game, window: Window, _party: Party) -> ChooseFearDice:
    """HX-GAP-08 The first dice stay."""
    subject = subject_of(window, FightUnitSubject)
    fight, unit = subject.fight, subject.unit
    pools = _pools(game, game.fights[fight], unit)
    return ChooseFearDice(unit=unit, kept=default_kept(pools, half_of(_dice(pools))))


PART = Part(
    handlers=handlers(resolve_pre_assault_abilities, choose_fear_dice),
    reducers=reducers(fear_rolled, assault_dice_halved),
    windows=windows(
        table_step("fear", "HX-TURN-07", ResolvePreAssaultAbilities),
        WindowKind(
            "fear_dice",
            "HX-ABILITIES-09",
            (ChooseFearDice,),
            _dice_offers,
            _silence,
            subject=FightUnitSubject,
            after_flag=True,
        ),
    ),
)
