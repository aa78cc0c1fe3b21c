"""State of a game: flat tables of rows, and the small questions that every chapter asks of them."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.state import Tables
from adjudicator.rulesets.antares.model.messages import (
    DeviceSheet,
    ForceList,
    Hit,
    ModelKind,
    TerrainPiece,
    UnitSheet,
    Weapon,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.rows import (
    Action,
    Assault,
    ContestedDie,
    Device,
    DrawnDie,
    LastingEffect,
    Model,
    OwnedOption,
    Reaction,
    Side,
    Terms,
    Unit,
    Volley,
    VolleyResult,
)

SEATS: tuple[Party, Party] = (0, 1)
INCH = 1000
TABLE_PLACE = "table"


class Game(Tables):
    """The tables of a game.

    `sides` are keyed by seat; `units` and `sheets` by unit, those that are gone too; `models` by model, those that are
    left; `devices` by id, markers among them; `weapons`, `device_sheets`, `forces`, `terrain`, `owned_options`,
    `volleys`, `hits` by id; `volley_results` by unit. `step` is the step of the turn ("setup" before the first),
    `first_seat` the seat that goes first in it, None where it was not rolled off for; `answered` are units and things
    that have answered in it, `passes_in_succession` how many sides have passed in succession. `actions` are under way,
    innermost last; `reactions` are those to the innermost action that was asked about.
    """

    __slots__ = (
        "actions",
        "answered",
        "assault",
        "contested_dice",
        "device_sheets",
        "devices",
        "drawn_die",
        "end_reason",
        "final_points",
        "first_seat",
        "forces",
        "hits",
        "lasting_effects",
        "marker_count",
        "models",
        "options",
        "owned_options",
        "passes_in_succession",
        "reactions",
        "sheets",
        "sides",
        "special_dice",
        "step",
        "terms",
        "terrain",
        "turn",
        "unblockable",
        "units",
        "volley_count",
        "volley_results",
        "volleys",
        "weapons",
        "winner",
    )

    def __init__(self) -> None:
        super().__init__()
        self.terms: Terms | None = None
        self.options = DEFAULTS
        self.forces: dict[str, ForceList] = {}
        self.sides: dict[int, Side] = {seat: Side(seat=seat) for seat in SEATS}
        self.owned_options: dict[str, OwnedOption] = {}
        self.terrain: dict[str, TerrainPiece] = {}
        self.units: dict[str, Unit] = {}
        self.sheets: dict[str, UnitSheet] = {}
        self.models: dict[str, Model] = {}
        self.devices: dict[str, Device] = {}
        self.device_sheets: dict[str, DeviceSheet] = {}
        self.weapons: dict[str, Weapon] = {}
        self.turn = 0
        self.step = "setup"
        self.first_seat: int | None = None
        self.answered: tuple[str, ...] = ()
        self.passes_in_succession = 0
        self.special_dice: tuple[str, ...] = ()
        self.drawn_die: DrawnDie | None = None
        self.unblockable = False
        self.lasting_effects: tuple[LastingEffect, ...] = ()
        self.contested_dice: tuple[ContestedDie, ...] = ()
        self.actions: tuple[Action, ...] = ()
        self.reactions: tuple[Reaction, ...] = ()
        self.volleys: dict[str, Volley] = {}
        self.hits: dict[str, Hit] = {}
        self.volley_results: dict[str, VolleyResult] = {}
        self.assault: Assault | None = None
        self.volley_count = 0
        self.marker_count = 0
        self.end_reason = ""
        self.winner: int | None = None
        self.final_points: tuple[int, ...] = ()


def start(_seats: int) -> Game:
    """Make an empty table."""
    return Game()


# -- sides and units


def rival(seat: Party) -> Party:
    """Give the other side's seat."""
    return 1 - seat


def terms_of(game: Game) -> Terms:
    """Give the terms.

    Raises LookupError before the game is created, which no window allows.
    """
    if game.terms is None:
        raise LookupError("the game is not created")
    return game.terms


def on_table(game: Game, seat: Party | None = None) -> tuple[Unit, ...]:
    """List units on the table by id: all, or a seat's."""
    rows = (game.units[key] for key in sorted(game.units))
    return tuple(row for row in rows if row.place == TABLE_PLACE and seat in (None, row.seat))


def enemies_of(game: Game, unit: str) -> tuple[Unit, ...]:
    """List the enemy units on the table, by id."""
    return on_table(game, rival(game.units[unit].seat))


def is_on_table(game: Game, unit: str) -> bool:
    """Tell whether a unit is on the table."""
    row = game.units.get(unit)
    return row is not None and row.place == TABLE_PLACE


def models_of(game: Game, unit: str) -> tuple[Model, ...]:
    """List the models of a unit that are left, by number."""
    return tuple(map(game.models.__getitem__, game.units[unit].models))


def kind_of(game: Game, model: Model) -> ModelKind:
    """Give the kind of a model.

    Raises LookupError for a kind that its unit's sheet does not have.
    """
    # asked more often than anything else: a loop, since a generator costs twice as much
    name = model.kind
    for kind in game.sheets[model.unit].kinds:
        if kind.name == name:
            return kind
    message = f"the sheet of {model.unit} has no kind {name}"
    raise LookupError(message)


def starting_models(game: Game, unit: str) -> int:
    """Give the number of models that a unit began with."""
    return len(game.sheets[unit].models)


def casualties_of(game: Game, unit: str) -> int:
    """Give the number of models that a unit has lost."""
    return starting_models(game, unit) - len(game.units[unit].models)


def has_flag(game: Game, unit: str, flag: str) -> bool:
    """Tell whether a unit has a flag, by its sheet or as it was set in play."""
    row = game.units[unit]
    return flag in row.added_flags or (flag in game.sheets[unit].flags and flag not in row.removed_flags)


def is_probe(game: Game, unit: str) -> bool:
    """Tell whether a unit is a probe."""
    return game.sheets[unit].unit_type == "probe"


def stat(game: Game, unit: str, name: str, model: Model | None = None) -> int | None:
    """Give a statistic of a unit, or of one of its models; None where it has none.

    `name` is a field of Stats. Resist comes with its breaches (AN-DMG-16), never below 0.
    """
    own = kind_of(game, model).stats if model is not None else None
    value: int | None = getattr(own, name, None) if own is not None else None
    if value is None:
        value = getattr(game.sheets[unit].stats, name)
    if name == "resist" and value is not None:
        return max(0, value - game.units[unit].resist_loss)
    return value


def is_down(game: Game, unit: str) -> bool:
    """Tell whether a unit is Down, with a die or without one (AN-ORDER-27)."""
    return game.units[unit].order == "down"


def current_action(game: Game) -> Action:
    """Give the innermost action.

    Raises LookupError where none is under way, which no window that needs one allows.
    """
    if not game.actions:
        raise LookupError("no action is under way")
    return game.actions[-1]
