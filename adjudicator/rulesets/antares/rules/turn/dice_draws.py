"""Drawing order dice from the bag (AN-TURN-05 to AN-TURN-07, AN-TURN-10, AN-OPT-04)."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.antares.model.messages import (
    DrawOrderDie,
    OrderDieDrawn,
    OrderDieSetAside,
    SetAsideDie,
    SpecialDieDrawn,
)
from adjudicator.rulesets.antares.model.rows import DrawnDie
from adjudicator.rulesets.antares.model.state import SEATS, Game
from adjudicator.rulesets.antares.rules.turn import giving_orders, order_dice
from adjudicator.rulesets.antares.rules.turn.army_options import DICE_DRAW, next_to_play
from adjudicator.rulesets.antares.rules.turn.option_effects import (
    DOWN_NEXT,
    apply_effects,
    effects_of_die,
    use_up,
    waiting_effect,
)

DRAWN = "drawn"


def ask_draw(ruling: Ruling[Game]) -> bool:
    """AN-TURN-07 Let a die be drawn; False where the bag is empty."""
    if not order_dice.all_dice_in_bag(ruling.game):
        return False
    ruling.ask("draw", TABLE)
    return True


def draw_order_die(ruling: Ruling[Game], _command: DrawOrderDie) -> None:
    """AN-TURN-06 Draw a die at random: first come the dice of seat 0, then those of seat 1, then special dice."""
    game, count = ruling.game, order_dice.all_dice_in_bag(ruling.game)
    (place,) = ruling.roll(1, count, "order-die", by=TABLE)
    ruling.answered()
    first, second = (game.sides[seat].bag for seat in SEATS)
    if place > first + second:
        _special(ruling, game.special_dice[place - first - second - 1])
        return
    seat = SEATS[0] if place <= first else SEATS[1]
    down = waiting_effect(game, DOWN_NEXT) is not None
    cited = ("AN-TURN-06", "AN-OPT-04") if down else ("AN-TURN-06",)
    ruling.record(OrderDieDrawn(seat=seat, place=place, bag=count, down_only=down), *cited)
    ruling.ask(DRAWN)


def _special(ruling: Ruling[Game], name: str) -> None:
    """AN-OPT-04 Nobody acts with a special die: it does what it does, and the drawing goes on."""
    seat, effects = effects_of_die(ruling.game, name)
    ruling.record(SpecialDieDrawn(name=name), "AN-OPT-04")
    apply_effects(ruling, seat, "", effects, "AN-OPT-04")


def _drawn(ruling: Ruling[Game], _window: Window) -> None:
    """AN-OPT-10 Let draw-time options be played; then the die is used, where it is still there."""
    drawn = ruling.game.drawn_die
    if drawn is None:
        return
    seat = next_to_play(ruling.game, drawn.seat, DICE_DRAW)
    if seat is not None:
        ruling.ask(DRAWN)
        ruling.ask("draw_options", seat)
    elif order_dice.eligible_units(ruling.game, drawn.seat):
        ruling.ask(giving_orders.ALLOCATION, drawn.seat)
    else:
        ruling.ask("set_aside", TABLE)


def set_aside_die(ruling: Ruling[Game], _command: SetAsideDie) -> None:
    """AN-TURN-10 Set the drawn die aside, where its side has no unit for it."""
    seat = cast("DrawnDie", ruling.game.drawn_die).seat
    units = order_dice.eligible_units(ruling.game, seat)
    ruling.require(not units, "AN-TURN-10", "units-eligible", units=", ".join(units))
    ruling.record(OrderDieSetAside(seat=seat), "AN-TURN-10")
    ruling.answered()


# -- reducers


def order_die_drawn(game: Game, event: OrderDieDrawn) -> None:
    """Take the die out of the bag; what waited for a draw is used up."""
    order_dice.move_bag(game, event.seat, -1)
    game.drawn_die = DrawnDie(seat=event.seat, down_only=event.down_only, unblockable=game.unblockable)
    game.unblockable, game.passes_in_succession, game.answered = False, 0, ()
    row = waiting_effect(game, DOWN_NEXT)
    if event.down_only and row is not None:
        use_up(game, row)


def special_die_drawn(game: Game, event: SpecialDieDrawn) -> None:
    """Take it out of the bag for good."""
    place = game.special_dice.index(event.name)
    game.special_dice = (*game.special_dice[:place], *game.special_dice[place + 1 :])


def order_die_set_aside(game: Game, event: OrderDieSetAside) -> None:
    """Keep it beside the bag until the end of the turn."""
    row = game.sides[event.seat]
    game.sides[event.seat] = replace(row, aside=row.aside + 1)
    game.drawn_die = None


PART = Part(
    handlers=handlers(draw_order_die, set_aside_die),
    reducers=reducers(order_die_drawn, special_die_drawn, order_die_set_aside),
    windows=windows(
        table_step("draw", "AN-TURN-06", DrawOrderDie),
        WindowKind(DRAWN, "AN-OPT-10", on_close=_drawn),
        table_step("set_aside", "AN-TURN-10", SetAsideDie),
    ),
)
