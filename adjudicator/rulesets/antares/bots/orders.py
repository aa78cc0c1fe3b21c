"""Which unit a bot gives which order, which options it plays, and what it does when a turn ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.antares.bots.fire import expected_damage
from adjudicator.rulesets.antares.bots.moves import preferred_distance, would_win
from adjudicator.rulesets.antares.bots.setup import longest_range
from adjudicator.rulesets.antares.bots.situation import FAR, Turn
from adjudicator.rulesets.antares.model.messages import GiveOrder, KeepOrder, PassOption, PlayArmyOption, ResolveDown
from adjudicator.rulesets.antares.model.rows import Action
from adjudicator.rulesets.antares.model.state import Game, has_flag, terms_of
from adjudicator.rulesets.antares.rules.movement import move_allowance

UNITS_CONSIDERED = 4
CHANCE_WEIGHT = 60
AIMED, WALKING = 5, 4
PINNED_DOWN = 4
PINNED: Mapping[str, int] = MappingProxyType({"rally": 35, "down": 15})

# -- orders


def choose_order(turn: Turn) -> Struct | None:
    """Give the order that promises most among those of a few units, with some chance."""
    units, orders = list(turn.words("GiveOrder", "unit")), turn.words("GiveOrder", "order")
    turn.chance.shuffle(units)
    best = [
        (value + turn.chance.randrange(CHANCE_WEIGHT), unit, name)
        for unit in units[:UNITS_CONSIDERED]
        for name, value in _order_values(turn, unit, orders)
    ]
    _, unit, name = max(best)
    return GiveOrder(unit=unit, order=name)


def _order_values(turn: Turn, unit: str, orders: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    worths = {
        "fire": _fire_value,
        "advance": _advance_value,
        "run": _run_value,
        "ambush": _ambush_value,
        "rally": _pinned_value,
        "down": _pinned_value,
    }
    for name in orders:
        yield name, worths[name](turn, unit, name)


def acting_on(game: Game, unit: str, choose_order: str) -> Game:
    """Give the game as it would be with a unit acting on an order."""
    twin = game.fork()
    twin.actions = (Action(unit=unit, seat=game.units[unit].seat, order=choose_order, kind="order"),)
    return twin


def _fire_value(turn: Turn, unit: str, name: str) -> int:
    return (
        expected_damage(turn, acting_on(turn.game, unit, name), unit) * AIMED // WALKING
        if longest_range(turn.game, unit)
        else -CHANCE_WEIGHT
    )


def _advance_value(turn: Turn, unit: str, name: str) -> int:
    """A walk brings a unit nearer to where it likes to be, or into range."""
    gap, _ = turn.nearest_enemy(unit)
    move = turn.game.sheets[unit].movement
    into = longest_range(turn.game, unit) >= gap - move
    return expected_damage(turn, acting_on(turn.game, unit, name), unit) + (
        40 if into and gap > preferred_distance(turn, unit) else 10
    )


def _run_value(turn: Turn, unit: str, _name: str) -> int:
    """Whoever fights best hand to hand runs, and so does whoever is far from where it wants to be."""
    game = turn.game
    gap, enemy = turn.nearest_enemy(unit)
    if not move_allowance.reach(game, unit):
        return -CHANCE_WEIGHT
    if (
        enemy
        and has_flag(game, unit, "can_assault")
        and gap <= move_allowance.reach(game, unit)
        and would_win(turn, unit, enemy)
    ):
        return 3 * CHANCE_WEIGHT
    goals = bool(terms_of(game).terms.objectives)
    return 30 * goals + (
        2 * CHANCE_WEIGHT if FAR > gap > preferred_distance(turn, unit) + game.sheets[unit].movement else 0
    )


def _ambush_value(turn: Turn, unit: str, _name: str) -> int:
    """Wait where enemies come into range next."""
    gap, _ = turn.nearest_enemy(unit)
    return 50 if longest_range(turn.game, unit) > gap - turn.game.sheets[unit].movement else 0


def _pinned_value(turn: Turn, unit: str, name: str) -> int:
    return PINNED[name] * turn.game.units[unit].pins - CHANCE_WEIGHT // 2


# -- army options


def choose_option(turn: Turn) -> Struct | None:
    """Play an option half of the time: on the unit with most pins where it is played on one."""
    offers = turn.offered("PlayArmyOption")
    if not offers or turn.one_in(2):
        return PassOption()
    offered = turn.chance.choice(offers)
    units = words_of(offered.fields, "unit")
    named = max(units, key=lambda row: (turn.game.units[row].pins, row)) if units else ""
    return PlayArmyOption(option=word_of(offered.fields, "option"), unit=named)


# -- the end of a turn


def choose_recovery(turn: Turn) -> Struct | None:
    """Get units up that are not pinned much."""
    units = turn.words("ResolveDown", "unit")
    unit = turn.chance.choice(units)
    able = any(
        unit in words_of(row.fields, "unit") and "true" in words_of(row.fields, "recover")
        for row in turn.offered("ResolveDown")
    )
    return ResolveDown(unit=unit, recover=able and (turn.game.units[unit].pins < PINNED_DOWN or turn.one_in(3)))


def choose_kept_die(turn: Turn) -> Struct | None:
    """Keep dice half of the time."""
    units = turn.words("KeepOrder", "unit")
    return KeepOrder(unit=turn.chance.choice(units), keep=turn.one_in(2))
