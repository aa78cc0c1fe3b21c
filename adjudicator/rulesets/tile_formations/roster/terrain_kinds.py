"""Chapter TF-TERRAIN, creation: kinds of terrain that a game brings along are judged before they count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.kernel.decide.faults import ID, Fault, among, fault, unique, within
from adjudicator.rulesets.tile_formations.model.look_ups import INFANTRY
from adjudicator.rulesets.tile_formations.model.messages import TerrainCell, TerrainKind
from adjudicator.rulesets.tile_formations.model.options import OPTIONS
from adjudicator.rulesets.tile_formations.model.terrain_table import (
    CLASSES,
    LAYERS,
    MOVES,
    OBSCURING,
    TERRAIN_KINDS,
    cell_for,
)
from adjudicator.rulesets.tile_formations.roster.upload_checks import ANY_WORD

TYPES = tuple(row.unit_type for row in OPTIONS.defaults.class_of_type)
MOST_COVER, MOST_VISION, FACES, MOST_KINDS = 6, 60, 6, 40


def terrain_faults(kinds: Sequence[TerrainKind]) -> Iterator[Fault]:
    """TF-TERRAIN-01 Name every fault of kinds that come besides the usual ones, or in their place."""
    known = {**TERRAIN_KINDS, **{kind.name: kind for kind in kinds}}
    yield from unique("WG-DATA-01", "terrain", [kind.name for kind in kinds], ANY_WORD, of=".name")
    yield from within("WG-DATA-01", "terrain", len(kinds), 0, MOST_KINDS)
    for number, kind in enumerate(kinds):
        place = f"terrain[{number}]"
        yield from _words(place, kind)
        yield from _cells(place, kind)
        yield from _danger(place, kind)
        yield from _ruins(place, kind, known)


def _words(place: str, kind: TerrainKind) -> Iterator[Fault]:
    if ID.fullmatch(kind.name) is None:
        yield fault("WG-DATA-01", "bad-terrain-name", f"{place}.name", name=kind.name[:48])
    yield from among("TF-TERRAIN-08", f"{place}.layer", kind.layer, LAYERS)
    yield from among("TF-COVER-06", f"{place}.obscuring", kind.obscuring, OBSCURING)
    yield from unique("TF-BARR-04", f"{place}.impeded", kind.impeded, ANY_WORD)
    for number, row in enumerate(kind.impeded):
        yield from among("TF-BARR-04", f"{place}.impeded[{number}]", row, TYPES)


def _cells(place: str, kind: TerrainKind) -> Iterator[Fault]:
    """TF-TERRAIN-01 TF-SAVE-06 Check the cells; what can have no cover save has no cover."""
    for column in CLASSES:
        cell = cell_for(kind, column)
        if cell is not None:
            yield from _cell(f"{place}.{column}", cell)
            served = column == INFANTRY or (column == "vehicles" and kind.gun_shield)
            if cell.cover and not served:
                yield fault("TF-SAVE-06", "cover-without-save", f"{place}.{column}.cover", column=column)


def _cell(place: str, cell: TerrainCell) -> Iterator[Fault]:
    yield from among("TF-TERRAIN-01", f"{place}.movement", cell.movement, MOVES)
    yield from within("TF-TERRAIN-05", f"{place}.cover", cell.cover, 0, MOST_COVER)
    yield from within("TF-HILL-01", f"{place}.vision", cell.vision, 0, MOST_VISION)


def _danger(place: str, kind: TerrainKind) -> Iterator[Fault]:
    """TF-DANGER-03 TF-MINE-04 Check the faces of the dangerous terrain test."""
    yield from unique("TF-DANGER-03", f"{place}.danger_faces", [str(face) for face in kind.danger_faces], ANY_WORD)
    for number, face in enumerate(kind.danger_faces):
        yield from within("TF-DANGER-03", f"{place}.danger_faces[{number}]", face, 1, FACES)


def _ruins(place: str, kind: TerrainKind, known: Mapping[str, TerrainKind]) -> Iterator[Fault]:
    """TF-BUILD-05 Check what a kind becomes when it is destroyed: another one of its layer."""
    if kind.destructible_into:
        others = [name for name, row in known.items() if row.layer == kind.layer and name != kind.name]
        yield from among("TF-BUILD-05", f"{place}.destructible_into", kind.destructible_into, others)
