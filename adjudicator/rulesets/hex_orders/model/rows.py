"""Rows of the state: sides, hexes, units, orders, and what is under way in a step."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AllocatedHit,
    Bonus,
    DeclaredShot,
    DiceGroup,
    Effects,
    FightUnit,
    Load,
    Pending,
    Price,
    Sheet,
)


class Row(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What every row is: an immutable array of its fields."""


class Terms(Row, frozen=True):
    """What was agreed when the game was created; the board has `columns` by `rows` hexes."""

    scenario: str
    game_type: str
    map: str
    columns: int
    rows: int


class Side(Row, frozen=True):
    """A side; `number` is 1 for the edge of row 1, 2 for the other, 0 before it is known.

    `huge` is None before it is declared, `orders` the last turn whose orders are final, `placed` how many units have
    got an id so far.
    """

    nations: tuple[str, ...]
    number: int = 0
    role: str = ""
    package: str = ""
    budget: Price | None = None
    free: Price | None = None
    huge: tuple[str, ...] | None = None
    huge_shown: bool = False
    army: bool = False
    area: bool = False
    orders: int = 0
    placed: int = 0


class ArmyUnit(Row, frozen=True):
    """A unit of an army by its number; `unit` is its id once it is placed, `out` that it found no room."""

    seat: int
    number: int
    sheet: Sheet
    unit: str = ""
    out: bool = False


class BoardHex(Row, frozen=True):
    """A hex of the board."""

    terrain: str = "clear"
    overlays: tuple[str, ...] = ()
    effects: Effects | None = None


class Setup(Row, frozen=True):
    """The setup step under way; `quota` is what `turn` may still place before the other side, 0 for all it has.

    `passed` are the seats that place nothing more.
    """

    step: int
    turn: int = 0
    quota: int = 0
    passed: tuple[int, ...] = ()


class Unit(Row, frozen=True):
    """A unit base on the board; its Sheet stands in the table `sheets`.

    `out` says why it is gone: "" while it is on the board. `chosen` are models that pending kills will remove. `met`
    holds for the turn `turn_of_met`, and so does `hexes_left`: the hexes that it left in that turn. The other fields
    are those of the message Status.
    """

    id: str
    seat: int
    hex: str
    facing: str
    speed: str
    hidden: bool = False
    out: str = ""
    dead: tuple[int, ...] = ()
    pinned: int = 0
    shaken_from: int = 0
    difficult_hex: str = ""
    difficult: int = 0
    aim: Aim | None = None
    loads: tuple[Load, ...] = ()
    uses: tuple[Load, ...] = ()
    lost_weapons: tuple[str, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    acid: int = 0
    minor_acid: int = 0
    fire: int = 0
    poison: tuple[int, ...] = ()
    bleeding: tuple[int, ...] = ()
    armour_loss: int = 0
    met: tuple[str, ...] = ()
    pending: tuple[Pending, ...] = ()
    stuck: int = 0
    chosen: tuple[int, ...] = ()
    turn_of_met: int = 0
    hexes_left: tuple[str, ...] = ()


class Orders(Row, frozen=True):
    """Orders of a unit for a turn; `entry` is the log entry of their plot, 0 for what came with the commitment.

    `final` says that they are committed, `shown` that everybody knows them.
    """

    unit: str
    seat: int
    turn: int
    movement: str
    gunnery: tuple[str, ...]
    entry: int
    final: bool = False
    shown: bool = False
    defaulted: bool = False


class Running(Row, frozen=True):
    """What a unit carries out this turn: three movement parts, and two gunnery parts of each gunnery order.

    `shaken` says that the movement order became the default as a whole because the unit is shaken (HX-SHAKEN-03).
    """

    unit: str
    movement: tuple[str, ...]
    gunnery: tuple[tuple[str, str], ...]
    shaken: bool = False


class Declared(Row, frozen=True):
    """Something declared in a gunnery step: `kind` is "shots", "area", "effect", "spot" or "held".

    `target` is the hex of an area or effect, the token of a spot. `successes` counts effects that come when the step is
    over; `aim_hex` is where the aim it used was taken.
    """

    id: str
    kind: str
    seat: int
    unit: str
    weapon: str = ""
    models: tuple[int, ...] = ()
    shots: tuple[DeclaredShot, ...] = ()
    target: str = ""
    entry: str = ""
    needed: int = 0
    on_edge: bool = False
    aimed: bool = False
    range: int = 0
    successes: int = 0
    aim_hex: str = ""


class Choice(Row, frozen=True):
    """What was chosen for a unit in this movement step; `enter` is its declared intent."""

    unit: str
    enter: bool = False
    facing: str = ""
    hex: str = ""
    other: str = ""


class Exchange(Row, frozen=True):
    """Units of both sides that try to enter each other's hexes; `hex` is chosen by `seat`, "" before.

    `unseen` are those that were hidden when it was found.
    """

    id: str
    hexes: tuple[str, str]
    units: tuple[str, ...]
    seat: int
    hex: str = ""
    unseen: tuple[str, ...] = ()


class Fight(Row, frozen=True):
    """A contested hex, from its finding to the retreats; units that retreated are no longer in it.

    `committed` and `allocated` hold answers that are secret until both sides have given theirs; what everybody knows
    stands in `contributors` and `hits`.
    """

    id: str
    hex: str
    units: tuple[FightUnit, ...]
    contributors: tuple[str, ...] = ()
    contributors_of: tuple[int, ...] = ()
    angles: tuple[tuple[str, str], ...] = ()
    kept: tuple[tuple[str, str, int], ...] = ()
    groups: tuple[DiceGroup, ...] = ()
    deflections: tuple[DiceGroup, ...] = ()
    advantage: int | None = None
    left: tuple[int, ...] = ()
    hits: tuple[AllocatedHit, ...] = ()
    allocated: tuple[tuple[int, tuple[AllocatedHit, ...]], ...] = ()
    light: tuple[tuple[str, int], ...] = ()
    over: bool = False
    committed: tuple[tuple[int, tuple[str, ...]], ...] = ()


class Retreat(Row, frozen=True):
    """A unit that has to retreat, or may; `hex` and `turn` are chosen, "" before.

    `trapped` says that it was surrounded and has fought, or fights, for its way out.
    """

    unit: str
    fight: str
    before: bool = False
    hex: str = ""
    turn: str = ""
    decided: bool = False
    trapped: bool = False


class Proposal(Row, frozen=True):
    """Features for NoMansLand that a side proposed."""

    seat: int
    features: tuple[tuple[str, int], ...]
