"""Tables of assaults: units a charge apart, in a fight, and parting from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.rulesets.antares.model.messages import H2HRoundBegun
from adjudicator.rulesets.antares.model.rows import Assault
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from tests.kit import Table
from tests.rulesets.antares.fixtures import USED, acting, duel, table, with_order
from tests.rulesets.antares.sheets import INCH, armed_squad, plain_squad, troopers, weapon
from tests.rulesets.antares.steps import charge


def unarmed(count: int = 1, **changes: Any) -> Any:
    """Make a squad that can not shoot: its models have one attack each."""
    return armed_squad("maul", count=count, **changes)


def unarmed_fight(
    dice: Iterable[int] = (),
    own: Any = None,
    enemy: Any = None,
    *,
    mine: Mapping[str, Any] | None = None,
    theirs: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    **rest: Any,
) -> Table:
    """Let "a-x" assault "b-y" without a shot: the first blows are to fall."""
    club = weapon("maul", short_range=0, long_range=0, extreme=0, modes=())
    played = acting(
        "run",
        ("a-x", own or unarmed(), (10_000, 10_000), mine or {}),
        ("b-y", enemy or unarmed(), (17_000, 10_000), {**USED, **(theirs or {})}),
        dice=dice,
        options=options,
        weapons=[club],
        pace="step",
        **rest,
    )
    charge(played, 6000).then(H2HRoundBegun, round=1).asks("h2h_roll")
    return played


MOVER = ("a-x", plain_squad(), (20_000, 20_000))
OTHER = ("b-y", plain_squad(), (21_000, 20_000))


def asked_to_part(who="a-x", dice=(), *, loser="", units=(MOVER, OTHER), terrain=(), window="consolidate", **fields):
    """Let two squads stand base to base, and one of them be asked to part."""
    played = with_order(table(dice, units=units, terrain=terrain), "a-x", "run")
    winner = {"a-x": "b-y", "b-y": "a-x"}.get(loser, "")
    row = Assault(unit="a-x", target="b-y", contact=True, resolved=True, loser=loser, winner=winner, **fields)
    played.set(stack=(), assault=row, volleys={})
    return played.ask(window, played.game.units[who].seat, subject=UnitSubject(who))


def facing_target(count: int = 1, faces: Any = (9, 9, 9, 1), gap: int = 6 * INCH, **rest: Any) -> Table:
    """Let a unit of M 5 run at one model so far off, which does nothing."""
    return duel(troopers(count), troopers(1), faces, gap, order="run", **rest)
