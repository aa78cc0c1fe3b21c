"""Rows of the state: sides, units, models, dice, and what is under way in an action.

Lengths are thousandths of an inch, seats 0 and 1. Ids are as the contract says: unit "a-squad", model "a-squad.3".
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.messages import (
    ArmyOption,
    DieResult,
    FiredGroup,
    ModelCover,
    ModelPath,
    ModelPose,
    ModelSight,
    ScenarioTerms,
)


class Row(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """What every row is: an immutable array of its fields."""


# -- the table


class Terms(Row, frozen=True):
    """What was agreed when the game was created."""

    scenario: str
    terms: ScenarioTerms
    points_limit: int


class Side(Row, frozen=True):
    """A side.

    `bag` counts its dice in the bag, `aside` those set aside this turn, `dice_taken` those that the other side has for
    good and `dice_gained` those that it has besides its own (AN-TURNEND-13); `referee_moved_dice` says that the referee
    has moved dice this turn (AN-OPT-01), None before they are counted.
    """

    seat: int
    army: str = ""
    force: str = ""
    accepted: bool = False
    starting_dice: int = 0
    dice_lost: int = 0
    bag: int = 0
    aside: int = 0
    dice_taken: int = 0
    dice_gained: int = 0
    points: int = 0
    broken: bool = False
    referee_moved_dice: bool | None = None


class OwnedOption(Row, frozen=True):
    """An army option of a side; `played` says that it is in force and takes its end tests."""

    id: str
    seat: int
    sheet: ArmyOption
    uses_left: int
    played: bool = False


class Unit(Row, frozen=True):
    """A unit; its UnitSheet stands in the table `sheets`, its models in `models`.

    `place`: "army" before it is set up, "table", "destroyed", "broken" or "fled". `order` is what its latest die shows,
    "" for none; `dice` how many dice it has, `unused_dice` those not used this turn; `die_kept` says that its die came
    from the last turn, `down_without_die` that it is Down without a die, `retained_run` that its retained Run is
    outstanding. `break_triggers` are triggers of a break test, `recent_losses` models lost since the last check,
    `terrain_tested` pieces of terrain that it has tested for in this action, `terrain_failed` those where it failed,
    `sprint_tested` that it has taken the test of a sprint in it,
    `free_reactions_used` uses of Free Reactions this turn, `free_reactions_made` which they were. `added_flags` and
    `removed_flags` are flags set and taken away in play. `pins_before_assault` are its pins when its assault began,
    `pins_before_round` when the round did.
    """

    id: str
    seat: int
    place: str = "army"
    models: tuple[str, ...] = ()
    pins: int = 0
    order: str = ""
    dice: int = 1
    unused_dice: int = 0
    die_kept: bool = False
    down_without_die: bool = False
    retained_run: bool = False
    resist_loss: int = 0
    move_limit: int = 2
    disabled_weapons: tuple[str, ...] = ()
    added_flags: tuple[str, ...] = ()
    removed_flags: tuple[str, ...] = ()
    sprinting: bool = False
    sprinted: int = 0
    terrain_tested: tuple[str, ...] = ()
    terrain_failed: tuple[str, ...] = ()
    sprint_tested: bool = False
    break_triggers: tuple[str, ...] = ()
    break_test_count: int = 0
    recent_losses: int = 0
    fleeing: bool = False
    free_reactions_used: int = 0
    free_reactions_made: tuple[str, ...] = ()
    pins_before_assault: int = 0
    pins_before_round: int = 0


class Model(Row, frozen=True):
    """A model that is left; `kind` is the name of its kind in the unit's sheet."""

    id: str
    unit: str
    kind: str
    wounds: int
    pose: Pose | None = None


class Device(Row, frozen=True):
    """A device of a unit, or a marker; without `pose` it is where its unit is."""

    id: str
    sheet: str
    seat: int
    unit: str = ""
    state: str = "working"
    lends_sight_to: str = ""
    pose: Pose | None = None


# -- order dice


class DrawnDie(Row, frozen=True):
    """The die that was drawn; `unblockable` holds for it, `down_only` too."""

    seat: int
    down_only: bool = False
    unblockable: bool = False


class LastingEffect(Row, frozen=True):
    """An effect of an option that waits for its moment (OptionEffectLasts)."""

    kind: str
    seat: int
    unit: str
    number: int
    word: str


class ContestedDie(Row, frozen=True):
    """A die in contest; `held` says that the contester has it in custody."""

    owner: int
    contester: int
    held: bool = False


# -- what is under way


class Move(Row, frozen=True):
    """A declared move: `starts` are the poses at its start, `progress` how far along its path the unit is.

    `kind` is as in MoveDeclared. `limit` is where the unit has to stop before its end; None for nowhere.
    """

    kind: str
    paths: tuple[ModelPath, ...]
    starts: tuple[ModelPose, ...]
    sprint: bool
    allowance: int
    progress: int = 0
    limit: int | None = None
    finished: bool = False


class Action(Row, frozen=True):
    """An action under way; those that it interrupts lie below it in `Game.actions`.

    `kind`: "order", "retained" or "reaction"; `order` is the face under which it acts ("fire", "advance", "run", ...).
    `reacted` are units of the other side that declared a reaction in one of its windows (AN-REACT-36). `halted` says
    that it ends on the spot (AN-REACT-35), `waived` that its side wants no more of it.
    """

    unit: str
    seat: int
    order: str
    kind: str
    target: str = ""
    test: bool = False
    failed: bool = False
    shot: bool = False
    moved: bool = False
    move: Move | None = None
    reacted: tuple[str, ...] = ()
    halted: bool = False
    waived: bool = False


class Reaction(Row, frozen=True):
    """A reaction to the action under way.

    `stage`: "asked" (no answer yet; `options` are open to it), "declared", "passed", "failed", "started", "done" or
    "lapsed". Rows stand in the order of declaration.
    """

    unit: str
    reaction: str
    sprint: bool = False
    point: int = 0
    free: bool = False
    stage: str = "declared"
    options: tuple[str, ...] = ()


class Group(Row, frozen=True):
    """Dice of a volley with one target number; `needed` is None before they are rolled.

    `weapon` is "" in hand to hand. `landing_spots` are the places where templates lie, die by die, None where none
    does.
    """

    weapon: str
    mode: str
    models: tuple[str, ...]
    dice: int
    overhead: bool = False
    blind: bool = False
    aim: Spot | None = None
    heavy: bool = False
    needed: Tally | None = None
    rolled: tuple[DieResult, ...] = ()
    landing_spots: tuple[Spot | None, ...] = ()
    strike: int = 0


class Volley(Row, frozen=True):
    """All dice that one unit throws at one target in one action (or a round of hand to hand).

    `kind` is as in ShootingDeclared, or "hand_to_hand". `used_sources` are the kinds of source that have re-rolled a
    miss, `rerolls_declined` that no more misses are re-rolled, `rerolled_dice` dice that were re-rolled as misses,
    `shifted` and `hits_final` that overhead fire has landed and that hits are final. `nets` counts net pins by unit,
    `sights` and `covers` are stated by people, with `penalty`; `directions` were entered for the next moves of its
    templates.
    """

    id: str
    unit: str
    target: str
    kind: str
    seat: int
    groups: tuple[Group, ...]
    used_sources: tuple[str, ...] = ()
    rerolls_declined: bool = False
    rerolled_dice: tuple[int, ...] = ()
    shifted: bool = False
    hits_final: bool = False
    nets: tuple[tuple[str, int], ...] = ()
    sight_stated: bool = False
    sights: tuple[ModelSight, ...] = ()
    covers: tuple[ModelCover, ...] = ()
    penalty: int | None = None
    directions: tuple[int, ...] = ()


class VolleyEffect(Row, frozen=True):
    """What one volley did to a unit, from which its pins follow (AN-PIN-04).

    `resisted_low` says that a hit was resisted at 10 or less, `disrupted` and `slung` which weapons hit the unit,
    `net_pins` the pins of a net; `wounds` counts Wounds that it took, or failed tests of a unit on the damage chart.
    """

    volley: str
    resisted_low: bool = False
    disrupted: bool = False
    slung: bool = False
    net_pins: int = 0
    wounds: int = 0


class VolleyResult(Row, frozen=True):
    """What the volleys under way did to a unit so far.

    `effects` are those of each volley, the one that was resisted last at the end; `hit` says that a hit stands,
    `shaken` that a weapon which hit it calls for a break test; `damage_rolls` are still to be made, each the weapon
    that caused it, the model that was hit and the seat that rolls; `removed_models` are removed when all is rolled.
    """

    unit: str
    hit: bool = False
    effects: tuple[VolleyEffect, ...] = ()
    damage_rolls: tuple[tuple[str, str, int], ...] = ()
    removed_models: tuple[str, ...] = ()
    shaken: bool = False

    def effect_of(self, volley: str) -> VolleyEffect:
        """Find what a volley did; nothing yet where it is not listed."""
        return next((row for row in self.effects if row.volley == volley), VolleyEffect(volley=volley))

    def with_effect(self, effect: VolleyEffect) -> VolleyResult:
        """Put the effect of a volley at the end, in the place of what it did before."""
        others = (row for row in self.effects if row.volley != effect.volley)
        return replace(self, effects=(*others, effect))

    @property
    def wounds(self) -> int:
        """Wounds that all volleys took."""
        return sum(row.wounds for row in self.effects)


class Assault(Row, frozen=True):
    """An assault from its declaration to the parting of the units.

    `countercharge` says that both assault, `stands_and_shoots` that the target stands and shoots, `parts` are the parts
    of point blank shooting so far, `chosen_weapons` the weapons that units chose for theirs, by unit; `winner` and
    `loser` are of the last round ("" in a draw), `first_winner` won the first round, `broke_off` are units that broke
    off, `consolidating` those that still have to consolidate, in order.
    """

    unit: str
    target: str
    sprint: bool = False
    contact: bool = False
    countercharge: bool = False
    stands_and_shoots: bool = False
    parts: tuple[str, ...] = ()
    round: int = 0
    first_winner: str = ""
    winner: str = ""
    loser: str = ""
    resolved: bool = False
    broke_off: tuple[str, ...] = ()
    consolidating: tuple[str, ...] = ()
    follow_on: bool = False
    chosen_weapons: tuple[tuple[str, tuple[FiredGroup, ...]], ...] = ()
