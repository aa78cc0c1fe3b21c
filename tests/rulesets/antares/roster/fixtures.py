"""A small force list out of a ready one."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import ForceList
from adjudicator.rulesets.antares.roster.library import FORCES

CONCORD = FORCES["concord"]


def small_list(**changes: Any) -> ForceList:
    """Give a list of one weapon, device, option and entry out of the Concord's, with changes."""
    base = ForceList(
        id="mine",
        name="Mine",
        faction="concord",
        weapons=CONCORD.weapons[:1],
        devices=CONCORD.devices[:1],
        options=CONCORD.options[:1],
        entries=(small_entry(),),
    )
    return replace(base, **changes)


def small_entry(**changes: Any) -> Any:
    base = next(entry for entry in CONCORD.entries if entry.sheet.kind == "interceptors")
    kind = replace(base.models[0].kind, weapons=("concord_carbine",))
    models = (replace(base.models[0], kind=kind),)
    return replace(base, **{"models": models, "upgrades": (), **changes})
