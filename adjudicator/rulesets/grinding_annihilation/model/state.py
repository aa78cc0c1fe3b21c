"""The battle as tables of rows, and the small look-ups that every chapter shares."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel.decide.parties import SEAT_LETTERS, Party
from adjudicator.kernel.decide.state import Fact, Tables
from adjudicator.rulesets.grinding_annihilation.model.messages import Ability, Effect, GameOptions, TroopProfile, Weapon
from adjudicator.rulesets.grinding_annihilation.model.options import OPTIONS
from adjudicator.rulesets.grinding_annihilation.model.rows import (
    Action,
    Attack,
    AttackGroup,
    Battle,
    Brawl,
    Declaration,
    Fallen,
    Formation,
    FormationPart,
    Marker,
    PendingWounds,
    Side,
    Terrain,
    Troop,
    Wreck,
)

SEATS = (0, 1)
INCH = 1000
D6 = 6
WARFIELD = "warfield"
DESTROYED = "destroyed"
RESERVES = "reserves"
STRATEGIC = "strategic_reserves"
EMBARKED = "embarked"


class Game(Tables):
    """A battle; `pending` and `demises` are queues, `broken` are the formations out of cohesion.

    `effects` are those of Battle-Manoeuvres in force, `paused` the actions that are interrupted, innermost last,
    `wrecks` those with passengers. `options` are the defaults until the battle is created.
    """

    __slots__ = (
        "action",
        "attacks",
        "battle",
        "brawl",
        "broken",
        "declaration",
        "demises",
        "effects",
        "fallen",
        "formations",
        "group",
        "markers",
        "options",
        "parts",
        "paused",
        "pending",
        "profiles",
        "sides",
        "terrain",
        "troops",
        "weapons",
        "wrecks",
    )

    battle: Battle
    options: GameOptions
    sides: dict[int, Side]
    parts: dict[str, FormationPart]
    formations: dict[str, Formation]
    troops: dict[str, Troop]
    fallen: dict[str, Fallen]
    profiles: dict[str, TroopProfile]
    weapons: dict[str, Weapon]
    markers: dict[str, Marker]
    terrain: dict[str, Terrain]
    action: Action | None
    declaration: Declaration | None
    group: AttackGroup | None
    attacks: dict[int, Attack]
    pending: tuple[PendingWounds, ...]
    demises: tuple[str, ...]
    brawl: Brawl | None
    broken: tuple[str, ...]
    effects: tuple[Effect, ...]
    paused: tuple[Action, ...]
    wrecks: tuple[Wreck, ...]

    def __init__(self) -> None:
        """Begin with an empty table and two sides."""
        super().__init__()
        self.battle = Battle()
        self.options = OPTIONS.defaults
        self.sides = {seat: Side(seat=seat) for seat in SEATS}
        self.parts, self.formations, self.troops, self.fallen = {}, {}, {}, {}
        self.profiles, self.weapons, self.markers, self.terrain, self.attacks = {}, {}, {}, {}, {}
        self.action, self.declaration, self.group, self.brawl = None, None, None, None
        self.pending, self.demises, self.broken = (), (), ()
        self.effects, self.paused = (), ()
        self.wrecks = ()


def knows(_game: Game, _party: Party, _key: str) -> bool:
    """GA-7.0-11 Every id is known to everybody: what is written down in secret has none."""
    return True


def start(_seats: int) -> Game:
    """Make an empty table."""
    return Game()


# -- seats and formations


def rival(seat: int) -> int:
    """Give the other player."""
    return 1 - seat


def id_of(seat: int, name: str) -> str:
    """Make the id of a formation or troop: the letter of its seat, and its player's name for it."""
    return f"{SEAT_LETTERS[seat]}-{name}"


def on_warfield(game: Game, seat: int | None = None) -> list[Formation]:
    """List the formations that stand on the warfield, of one player or of both, by id."""
    rows = [row for _, row in sorted(game.formations.items())]
    return [row for row in rows if row.place == WARFIELD and (seat is None or row.seat == seat)]


def enemies_of(game: Game, formation: Formation) -> list[Formation]:
    """List the enemy formations on the warfield, by id."""
    return on_warfield(game, rival(formation.seat))


def troops_of(game: Game, formation: str) -> list[Troop]:
    """List the living troops of a formation in the order of their numbers."""
    return [game.troops[troop] for troop in game.formations[formation].troops]


def troops_of_part(game: Game, part: str) -> list[Troop]:
    """List the living troops of a part."""
    return [troop for troop in troops_of(game, game.parts[part].formation) if troop.part == part]


def living(game: Game, formation: str) -> bool:
    """Tell whether a formation still stands on the warfield with a troop."""
    row = game.formations.get(formation)
    return row is not None and row.place == WARFIELD and bool(row.troops)


def profile_of(game: Game, troop: Troop) -> TroopProfile:
    """Give the statistics of a troop."""
    return game.profiles[troop.kind]


def attached(formation: Formation) -> bool:
    """Tell whether a Leader was joined to the formation (GA-4.2-07)."""
    return len(formation.parts) > 1


def led(game: Game, formation: Formation) -> bool:
    """Tell whether both a Leader and a troop of the Escort are alive (GA-4.2-09)."""
    return attached(formation) and len({troop.part for troop in troops_of(game, formation.id)}) > 1


# -- facts


def forget_facts(game: Game, stale: Callable[[Fact], bool]) -> None:
    """Drop stated facts that have done their work."""
    for key in [key for key, fact in game.facts.items() if stale(fact)]:
        del game.facts[key]


# -- keywords and abilities


def troop_keywords(game: Game, troop: Troop) -> frozenset[str]:
    """Gather a troop's own keywords and those of its part (GA-2.1-06)."""
    return frozenset(troop.keywords) | frozenset(game.parts[troop.part].keywords)


def has_keyword(game: Game, troop: Troop, keyword: str) -> bool:
    """Tell whether a troop has a keyword (GA-2.1-06)."""
    return keyword in troop.keywords or keyword in game.parts[troop.part].keywords


def any_has(game: Game, formation: str, keyword: str) -> bool:
    """Tell whether a formation has a keyword: one of its troops has it (GA-2.1-06)."""
    return any(has_keyword(game, troop, keyword) for troop in troops_of(game, formation))


def abilities_of(game: Game, troop: Troop) -> tuple[Ability, ...]:
    """List a troop's abilities; those of gear last while a bearer lives (GA-4.1-03)."""
    shared = game.parts[troop.part].abilities
    if any(ability.gear for ability in shared):
        carried = {item for row in troops_of_part(game, troop.part) for item in row.gear}
        shared = tuple(ability for ability in shared if not ability.gear or ability.gear in carried)
    return (*shared, *troop.abilities)


def ability_of(game: Game, troop: Troop, name: str) -> Ability | None:
    """Find a troop's ability by name."""
    return next((ability for ability in abilities_of(game, troop) if ability.name == name), None)


def fatigued(game: Game, formation: str) -> bool:
    """Tell whether a formation is Battle-Fatigued (GA-3.1-07)."""
    row = game.formations.get(formation)
    return row is not None and row.fatigued > 0


def every_has(game: Game, formation: str, ability: str) -> bool:
    """GA-4.2-07 Tell whether every living troop of a formation has an ability, its Leader too."""
    troops = troops_of(game, formation)
    return bool(troops) and all(ability_of(game, troop, ability) is not None for troop in troops)
