"""How seats and terrain look: colours that colour-blind people tell apart, rings and hatches for who sees none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final, NamedTuple

INK: Final = "#1A1A1A"
GREY: Final = "#595959"
PAPER: Final = "#FFFFFF"


class SeatStyle(NamedTuple):
    """A seat's colour (Okabe-Ito), its light tint, and the pattern of its ring."""

    colour: str
    tint: str
    ring: str
    letter: str


SEATS: Final = (
    SeatStyle("#0072B2", "#CFE6F5", "solid", "A"),
    SeatStyle("#D55E00", "#FFE3C7", "double", "B"),
    SeatStyle("#009E73", "#C9EFE2", "dashed", "C"),
    SeatStyle("#CC79A7", "#F6DFEC", "dotted", "D"),
)
NOBODY: Final = SeatStyle(GREY, "#EDEDED", "solid", "-")
# names of seats that are drawn in their own colour, by its place in SEATS
NAMED: Mapping[str, int] = MappingProxyType({"blue": 0, "red": 1, "green": 2, "pink": 3})
_STYLES: ContextVar[tuple[SeatStyle, ...]] = ContextVar("styles", default=SEATS)


@contextmanager
def seats_named(names: Sequence[str]) -> Iterator[None]:
    """Draw each seat in the colour that it is named by, and the others in those that are left, in order."""
    named = [NAMED.get(name.lower()) for name in names]
    left = [place for place in range(len(SEATS)) if place not in named]
    places = [left.pop(0) if place is None and left else place or 0 for place in named]
    looks = [SEATS[place]._replace(letter=SEATS[seat % len(SEATS)].letter) for seat, place in enumerate(places)]
    token = _STYLES.set((*looks, *SEATS[len(looks) :]))
    try:
        yield
    finally:
        _STYLES.reset(token)


def seat_style(seat: int | None) -> SeatStyle:
    """Give the looks of a seat; of more than there are styles the first come again."""
    styles = _STYLES.get()
    return NOBODY if seat is None else styles[seat % len(styles)]


class Terrain(NamedTuple):
    """Ground: its colour, the name of its hatch, and its sign in text."""

    fill: str
    hatch: str
    sign: str


PLAIN: Final = Terrain("#F8F6EF", "", ".")
TERRAIN: Mapping[str, Terrain] = MappingProxyType(
    {
        "clear": PLAIN,
        "open_ground": PLAIN,
        "open": PLAIN,
        "forest": Terrain("#DCE8D2", "trees", "f"),
        "woods": Terrain("#DCE8D2", "trees", "W"),
        "jungle": Terrain("#C6DDB8", "thicket", "J"),
        "scrub": Terrain("#E9EBD3", "tufts", "S"),
        "rough": Terrain("#EBE3D3", "stones", "o"),
        "hills": Terrain("#EBDDBF", "arcs", "h"),
        "hill": Terrain("#EBDDBF", "arcs", "h"),
        "mountains": Terrain("#D8C6A8", "peaks", "M"),
        "cliffs": Terrain("#D0C4B4", "teeth", "K"),
        "swamp": Terrain("#D5E2DC", "reeds", "s"),
        "marsh": Terrain("#D5E2DC", "reeds", "M"),
        "river": Terrain("#CFE3F2", "waves", "~"),
        "water": Terrain("#CFE3F2", "waves", "~"),
        "buildings": Terrain("#D9D5D2", "bricks", "B"),
        "building": Terrain("#D9D5D2", "bricks", "H"),
        "ruins": Terrain("#E6E1DC", "rubble", "r"),
        "craters": Terrain("#E4DCC8", "arcs", "o"),
        "barricade": Terrain("#CFC9C4", "battlements", "="),
        "debris": Terrain("#EBE3D3", "stones", "%"),
        "hill_or_building": Terrain("#D9D5D2", "bricks", "H"),
        "impassable": Terrain("#C9C4BC", "teeth", "X"),
        "blocking": Terrain("#C9C4BC", "rubble", "#"),
        "solid": Terrain("#8C867C", "", "#"),
        "wall": Terrain("#5E5A53", "", "#"),
        "roof": Terrain("#B9B4A8", "bricks", "^"),
        "floor": Terrain("#F1EDE6", "level", "_"),
        "fortifications": Terrain("#CFC9C4", "battlements", "F"),
    }
)
OTHER: Final = ("rising", "falling", "upright", "level")


def terrain_style(word: str) -> Terrain:
    """Give the looks of a kind of ground; one without looks of its own gets a hatch by its letters."""
    found = TERRAIN.get(word)
    if found is not None:
        return found
    return Terrain("#EFEFEF", OTHER[sum(word.encode()) % len(OTHER)], word[:1].upper() or "?")
