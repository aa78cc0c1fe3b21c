"""Volleys under way: their dice by number, and what each stage of volleys still finds to do."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import DieResult, FiredGroup
from adjudicator.rulesets.antares.model.rows import Group, Volley
from adjudicator.rulesets.antares.model.state import Game

HAND_TO_HAND = "hand_to_hand"
CLOSE = ("stand_and_shoot", "point_blank")
HIT_RESULTS = ("lucky", "hit")
MISS_RESULTS = ("miss", "shift")


class Die(NamedTuple):
    """A rolled die of a volley: its number from 1, its group from 0, its place in the group from 0."""

    number: int
    group: int
    place: int
    face: int
    result: str


def group_of(fired: FiredGroup) -> Group:
    """Make a group of what was declared to be fired."""
    return Group(
        weapon=fired.weapon,
        mode=fired.mode,
        models=fired.models,
        dice=fired.dice,
        overhead=fired.overhead,
        blind=fired.blind,
        aim=fired.aim,
        heavy=fired.heavy,
    )


def dice_of(volley: Volley) -> tuple[Die, ...]:
    """List the rolled dice of a volley by number."""
    out: list[Die] = []
    for index, group in enumerate(volley.groups):
        for place, die in enumerate(group.rolled):
            out.append(Die(len(out) + 1, index, place, die.face, die.result))
    return tuple(out)


def shooter_of(group: Group, place: int) -> str:
    """Name the model whose die stands at this place of a group: each model's dice stand together."""
    return group.models[place * len(group.models) // group.dice] if group.models else ""


def unrolled_groups(volley: Volley) -> tuple[int, ...]:
    """List the groups whose dice are still to be rolled."""
    return tuple(index for index, group in enumerate(volley.groups) if group.dice and group.needed is None)


def lands(group: Group, die: Die) -> bool:
    """AN-OH-02 AN-OH-03 AN-OH-09 Tell whether the template of an overhead die comes down anywhere."""
    return group.overhead and die.result in (*HIT_RESULTS, "shift")


def landing_dice(volley: Volley) -> tuple[Die, ...]:
    """List the overhead dice whose templates come down, by number."""
    return tuple(die for die in dice_of(volley) if lands(volley.groups[die.group], die))


def direct_hits(volley: Volley) -> tuple[Die, ...]:
    """List the dice of direct shooting, or of hand to hand, that hit, by number."""
    return tuple(die for die in dice_of(volley) if die.result in HIT_RESULTS and not volley.groups[die.group].overhead)


def has_lucky(volley: Volley) -> bool:
    """AN-HIT-02 Tell whether a die of the volley is its lucky hit."""
    return any(die.result == "lucky" for die in dice_of(volley))


def put_group(game: Game, volley: str, index: int, group: Group) -> None:
    """Put a changed group into its volley."""
    row = game.volleys[volley]
    groups = (*row.groups[:index], group, *row.groups[index + 1 :])
    game.volleys[volley] = replace(row, groups=groups)


def put_die(game: Game, volley: str, number: int, now: DieResult) -> None:
    """Put another result in the place of a die."""
    row = game.volleys[volley]
    die = dice_of(row)[number - 1]
    group = row.groups[die.group]
    rolled = (*group.rolled[: die.place], now, *group.rolled[die.place + 1 :])
    put_group(game, volley, die.group, replace(group, rolled=rolled))
