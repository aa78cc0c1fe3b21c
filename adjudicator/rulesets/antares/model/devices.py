"""Look-ups of devices and markers that are in play."""

from __future__ import annotations

from adjudicator.rulesets.antares.model.rows import Device
from adjudicator.rulesets.antares.model.state import Game, is_on_table

WORKING = "working"
PATCHED = "patched"
# kinds of markers, which have nothing to patch
NOT_PATCHED = frozenset({"flitter", "blur", "staa_tag", "munition"})


def is_marker(device: str) -> bool:
    """Tell by its id whether a device was put on the table during the game: m1, m2 and so on."""
    return device.startswith("m") and device[1:].isdecimal()


def in_play(game: Game, device: Device) -> bool:
    """Tell whether a device or marker is on the table, by itself or with its unit."""
    return is_on_table(game, device.unit) if device.unit else device.pose is not None


def working_devices(game: Game, kind: str) -> tuple[Device, ...]:
    """AN-ACC-27 List the devices of a kind that are in play and not patched, by id."""
    rows = (game.devices[key] for key in sorted(game.devices))
    return tuple(
        row
        for row in rows
        if game.device_sheets[row.sheet].kind == kind and row.state == WORKING and in_play(game, row)
    )
