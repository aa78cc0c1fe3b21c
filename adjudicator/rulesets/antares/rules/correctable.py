"""What a ruling may set: what an error at the table may leave wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.decide.correctable import Correctable, written
from adjudicator.rulesets.antares.model.messages import TerrainPiece
from adjudicator.rulesets.antares.model.rows import Device, Model, OwnedOption, Side, Unit
from adjudicator.rulesets.antares.model.state import Game, on_table, terms_of
from adjudicator.rulesets.antares.roster.terrain_checks import piece_faults
from adjudicator.rulesets.antares.rules.invariants import limits, off_table

MOST_PINS = 6


def _pin_steps(game: Game) -> Iterator[tuple[str, str, Sequence[str]]]:
    """AN-PIN-01 A unit on the table may have any number of pins."""
    for unit in on_table(game):
        yield unit.id, "pins", tuple(map(written, range(MOST_PINS + 1)))


def _wrong_terrain(game: Game, key: str, _field: str) -> str:
    """AN-TERRAIN-22 Terrain is of a known kind, and its shape lies on the table."""
    if key not in game.terrain:
        return ""
    terms = terms_of(game).terms
    found = next(piece_faults((game.terrain[key],), terms.length, terms.width), None)
    return f"{found.reason} {found.path}" if found else ""


def _beyond(game: Game, _key: str, _field: str) -> str:
    """Say what is beyond the limits of the rules after the patch."""
    return next(limits(game), "")


def _wrong_device(game: Game, key: str, _field: str) -> str:
    """AN-MOVE-01 A ruling puts nothing beyond the edges of the table, not even a marker, which may shift there."""
    row = game.devices.get(key)
    off = next(off_table(game, key, row.pose), "") if row is not None else ""
    return off or _beyond(game, key, _field)


CORRECTABLE: Mapping[str, Correctable] = MappingProxyType(
    {
        "units": Correctable(
            row=Unit,
            fields=(
                "place",
                "models",
                "pins",
                "order",
                "dice",
                "unused_dice",
                "die_kept",
                "down_without_die",
                "retained_run",
                "resist_loss",
                "move_limit",
                "disabled_weapons",
                "added_flags",
                "removed_flags",
                "break_triggers",
                "recent_losses",
                "fleeing",
                "free_reactions_used",
                "free_reactions_made",
            ),
            steps=_pin_steps,
            wrong=_beyond,
        ),
        "models": Correctable(row=Model, fields=("wounds", "pose"), whole=True, wrong=_beyond),
        "devices": Correctable(
            row=Device, fields=("state", "lends_sight_to", "unit", "pose"), whole=True, wrong=_wrong_device
        ),
        "marker_count": Correctable(row=int, whole=True, wrong=_beyond),
        "sides": Correctable(
            row=Side,
            fields=("starting_dice", "dice_lost", "bag", "aside", "dice_taken", "dice_gained", "points", "broken"),
            keys=int,
            wrong=_beyond,
        ),
        "special_dice": Correctable(row=tuple[str, ...], whole=True),
        "owned_options": Correctable(row=OwnedOption, fields=("uses_left", "played"), wrong=_beyond),
        "terrain": Correctable(row=TerrainPiece, whole=True, wrong=_wrong_terrain),
        "passes_in_succession": Correctable(row=int, whole=True, wrong=_beyond),
        "turn": Correctable(row=int, whole=True, wrong=_beyond),
    }
)
