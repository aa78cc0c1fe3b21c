"""Tables of the toy at the places that tests of the kernel begin at, and toys with a handler or window changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.windows import WindowKind
from adjudicator.kernel.dice.wgdice import Dice
from adjudicator.kernel.ruleset import LoadedRuleset, assemble
from tests.kit import Table
from tests.toy import RULESET
from tests.toy.model.messages import ActionSpent, AmbushLaid, CreateMatch, LayAmbush, PlotMarch, RollForFirst
from tests.toy.rules.rounds.rounds import plot_march

TOY: LoadedRuleset[Any] = assemble(RULESET)


def changed(
    handlers: dict[type[Struct], Callable[..., None]] | None = None, windows: Iterable[WindowKind] = (), **fields: Any
) -> LoadedRuleset[Any]:
    """The toy with some of its handlers, windows or other tables replaced."""
    return replace(
        TOY,
        handlers={**TOY.handlers, **(handlers or {})},
        windows={**TOY.windows, **{window.kind: window for window in windows}},
        **fields,
    )


def lay_for_both(ruling: Any, _command: LayAmbush) -> None:
    """TOY-2.7-01 Ambushes of both seats are laid in one gap, the second seat's around the first's."""
    ruling.record(ActionSpent(seat=ruling.actor), "TOY-2.1-01")
    for seat, name in ((1, "x"), (0, "y"), (1, "z")):
        laid = AmbushLaid(seat=seat, ambush=f"{name}{ruling.seq}", place="north", strength=1)
        ruling.record(laid, "TOY-2.7-01")


def plot_openly(ruling: Any, command: PlotMarch) -> None:
    """TOY-1.2-02 A plot that its own entry opens."""
    plot_march(ruling, command)
    ruling.unseal(ruling.seq, clause="TOY-1.2-02")


def plotting(dice: Iterable[int] | Dice = (), rules: LoadedRuleset[Any] = TOY, **ways: Any) -> Table:
    """A table where both seats are asked for their plot; red has won the roll-off."""
    first = () if ways.get("reported") else (6, 1)
    source = [*first, *dice] if isinstance(dice, Iterable) else dice
    table = Table(rules, dice=source, **ways)
    table.when("referee", CreateMatch(rounds=2)).accepted()
    if table.window and table.window.kind == "first":
        table.when("red", RollForFirst()).accepted()
    while table.window and table.window.kind == "roll_report":
        table.thrown(6 if table.window.asks == (0,) else 1)
    return table


def turn(dice: Iterable[int] | Dice = (), rules: LoadedRuleset[Any] = TOY, **ways: Any) -> Table:
    """A table in red's first turn; red went north and blue went east."""
    table = plotting(dice, rules, **ways)
    table.play(("red", PlotMarch(heading="north")), ("blue", PlotMarch(heading="east")))
    return table
