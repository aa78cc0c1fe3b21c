"""Rows of the state: armies, tiles, formations, units, and what is under way in an action."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.messages import ShotPair, SightFact


class Row(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What every row is: an immutable array of its fields."""


class Battlefield(Row, frozen=True):
    """The battlefield: its size, and the base terrain of tiles that have no row of their own."""

    map: str
    title: str
    columns: int
    rows: int
    base: str


class Side(Row, frozen=True):
    """The army of a seat; `side` is the number of its side, from 1; seats of one side are allies."""

    seat: int
    name: str
    side: int
    zone: tuple[str, ...] = ()
    mustered: bool = False
    deployed: bool = False


class Cell(Row, frozen=True):
    """A tile that differs from the base terrain, or is damaged."""

    base: str
    overlays: tuple[str, ...] = ()
    damage: int = 0


class Formation(Row, frozen=True):
    """A formation; `units` are all it began with; `acted` is the last turn in which it acted.

    `state` is "normal", "overwatch" or "broken".
    """

    id: str
    seat: int
    name: str
    units: tuple[str, ...]
    shock: int = 0
    state: str = "normal"
    acted: int = 0


class Unit(Row, frozen=True):
    """A unit; what it is stands in the table `sheets`.

    `out` is empty on the battlefield; off it "waiting" before deployment, "held_back", "left", or what destroyed it.
    `moved` and `cautious` hold for the present move, `charged` for the present action: it has made contact in it.
    `zone_lost` is the assault in which it lost its zone of control, `contacts` are the units it is in contact with.
    """

    id: str
    seat: int
    formation: str
    integrity: int
    tile: str = ""
    out: str = "waiting"
    moved: bool = False
    cautious: bool = False
    charged: bool = False
    zone_lost: str = ""
    contacts: tuple[str, ...] = ()

    def ready_to_move(self, *, charged: bool = False) -> Unit:
        """Give the unit as it is before a move; whether it has charged holds for the whole action."""
        return replace(self, moved=False, cautious=False, charged=charged)

    def taken_off(self, why: str) -> Unit:
        """Give the unit as it is when it is destroyed."""
        return replace(self, integrity=0, tile="", out=why, moved=True, cautious=False)


class Action(Row, frozen=True):
    """The action under way. `move` is the number of the move that is open or was the last, `left` those after it.

    `moving` says that the move is open. `shoots` says that shooting is still to come. `bound` are units that stood in
    an enemy zone of control when the action began, `could_leave` those of them that another action would have let go.
    """

    formation: str
    seat: int
    action: str
    left: int
    target: str = ""
    road_march: bool = False
    shoots: bool = False
    bound: tuple[str, ...] = ()
    move: int = 0
    moving: bool = False
    could_leave: tuple[str, ...] = ()


class UnitMove(Row, frozen=True):
    """A unit on its path: `path` was declared, `at` tiles of it are behind it, `start` is where it set out.

    `owners` are enemies in whose zones it set out. `tested` counts the tests asked for where it is now.
    """

    unit: str
    start: str
    path: tuple[str, ...]
    at: int = 0
    owners: tuple[str, ...] = ()
    tested: int = 0

    def place(self, at: int) -> str:
        """Give where the unit is after so many tiles of its path."""
        return self.path[at - 1] if at else self.start


class DangerTest(Row, frozen=True):
    """A dangerous terrain test that is due."""

    unit: str
    tile: str
    feature: str
    kind: str
    dice: int
    faces: tuple[int, ...]
    second_roll: bool


class Contact(Row, frozen=True):
    """A charging unit and an enemy unit that are in contact."""

    unit: str
    enemy: str


class Assault(Row, frozen=True):
    """An assault; it is open until it is declared over. `fought` are tiles of all contacts, those that ended too."""

    id: str
    formation: str
    formations: tuple[str, ...] = ()
    contacts: tuple[Contact, ...] = ()
    lost: tuple[str, ...] = ()
    over: bool = False
    fought: tuple[str, ...] = ()


class Shot(Row, frozen=True):
    """What a weapon of a unit scored, when it was rolled."""

    unit: str
    weapon: str
    target: str
    hits: int


class Shooting(Row, frozen=True):
    """A shooting under way; `shot` are units that have rolled, `shots` what their weapons scored.

    `to_hit_modifier` is the sum of modifiers besides cover; `scored` says that all hits are known, `fought` are tiles
    of units that hits fell on.
    """

    formation: str
    target: str
    overwatch: bool = False
    crossfire: bool = False
    air: bool = False
    sights: tuple[SightFact, ...] = ()
    to_hit_modifier: int = 0
    pairs: tuple[ShotPair, ...] = ()
    shot: tuple[str, ...] = ()
    shots: tuple[Shot, ...] = ()
    scored: bool = False
    fought: tuple[str, ...] = ()
