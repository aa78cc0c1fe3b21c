"""Devices and markers that make shooting easier or harder: whose they are, where, and what they are worth (AN-ACC)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.devices import working_devices
from adjudicator.rulesets.antares.model.rows import Device, Group, Volley
from adjudicator.rulesets.antares.model.state import INCH, Game
from adjudicator.rulesets.antares.rules.tests.rounding import is_majority

TOUCH_REACH, NEAR, BLUR_REACH = INCH, 5 * INCH, 3 * INCH


def accuracy_of(game: Game, device: Device, usual: int) -> int:
    """Give what a device is worth: its own number, or the usual one of its kind."""
    own = game.device_sheets[device.sheet].accuracy
    return usual if own is None else own


def flitter_bonus(game: Game, row: Volley) -> int:
    """AN-ACC-06 Give the bonus of a Flitter near the target, or near the shooter by the option; Ghar alone have it."""
    if game.sheets[row.unit].faction != "ghar":
        return 0
    centre = row.target if game.options.flitter_measured_from == "target" else row.unit
    found = (
        item
        for item in working_devices(game, "flitter")
        if centre and distances.device_within(game, item, centre, NEAR)
    )
    return max((accuracy_of(game, item, 1) for item in found), default=0)


def direct_markers(game: Game, row: Volley) -> list[tuple[str, int]]:
    """AN-ACC-11 AN-ACC-12 AN-ACC-13 AN-ACC-14 List what markers near the target give direct fire, kind by kind.

    The sum is held to the cap in the order of the kinds.
    """
    kinds = (
        ("AN-ACC-11", [item for item in _friendly(game, row, "targeter") if _near(game, item, row, TOUCH_REACH)]),
        ("AN-ACC-12", [item for item in working_devices(game, "staa_tag") if item.unit == row.target]),
        ("AN-ACC-13", [item for item in _friendly(game, row, "lifeseeker") if _near(game, item, row, NEAR)]),
    )
    return _capped(game, kinds, game.options.direct_marker_cap)


def overhead_markers(game: Game, row: Volley, group: Group) -> list[tuple[str, int]]:
    """AN-ACC-08 AN-ACC-09 AN-ACC-10 List what markers near the aim point give overhead fire, held to the cap."""
    aim = group.aim
    if aim is None:
        return []
    kinds = (
        ("AN-ACC-08", [item for item in _friendly(game, row, "targeter") if _marks(game, item, row, aim)]),
        ("AN-ACC-09", [item for item in _friendly(game, row, "lifeseeker") if _by(game, item, aim, NEAR)]),
    )
    return _capped(game, kinds, game.options.oh_marker_cap)


def _capped(game: Game, kinds: Iterable[tuple[str, Sequence[Device]]], cap: int) -> list[tuple[str, int]]:
    """Add up what devices give, kind by kind, until the cap is reached."""
    out: list[tuple[str, int]] = []
    for clause, found in kinds:
        bonus = min(cap, sum(accuracy_of(game, row, 1) for row in found))
        cap -= bonus
        out.append((clause, bonus))
    return out


def _friendly(game: Game, row: Volley, kind: str) -> tuple[Device, ...]:
    return tuple(item for item in working_devices(game, kind) if item.seat == row.seat)


def _near(game: Game, device: Device, row: Volley, reach: int) -> bool:
    return bool(row.target) and distances.device_within(game, device, row.target, reach)


def _by(game: Game, device: Device, at: Spot, reach: int) -> bool:
    return distances.device_within_spot(game, device, at.x, at.y, reach)


def _marks(game: Game, device: Device, row: Volley, aim: Spot) -> bool:
    """AN-ACC-08 Tell whether a Targeter touches a model of the target or lies within 1 inch of the aim point."""
    return _near(game, device, row, distances.TOUCH) or _by(game, device, aim, TOUCH_REACH)


def field_penalty(game: Game, kind: str, usual: int) -> int:
    """AN-ACC-17 AN-ACC-25 Give the penalty of a kind of field, once however many of them; below 0."""
    return min((-abs(accuracy_of(game, row, usual)) for row in working_devices(game, kind)), default=-usual)


def in_blur(game: Game, unit: str) -> bool:
    """AN-ACC-26 Tell whether most models of a unit are within 3 inches of a Blur."""
    blurs = [body for row in working_devices(game, "blur") for body in distances.device_bodies(game, row)]
    bodies = distances.bodies_of(game, unit) if unit else ()
    near = sum(distances.bodies_within((row,), blurs, BLUR_REACH) for row in bodies)
    return is_majority(near, len(bodies))
