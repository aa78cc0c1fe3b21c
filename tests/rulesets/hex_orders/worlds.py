"""Two games of one public course that differ in what a viewer may not know, and random boards to play them on.

A pair is played in step: everybody's public answers are the same in both worlds, secret ones are drawn anew in the
second. It ends where the rules let the difference come out: by an event that reveals, or because a token goes where
the other world's token does not.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import fields, replace

from adjudicator.kernel.chain import entry_hash
from adjudicator.kernel.dice import PUBLIC
from adjudicator.kernel.mpint import decode, encode
from adjudicator.kernel.offers import Choice as OneOf
from adjudicator.kernel.offers import Domain, Offer, Shape
from adjudicator.kernel.parties import EVERYONE, SPECTATOR, TABLE
from adjudicator.kernel.record import Filled, fill
from adjudicator.kernel.ruling import Rejected
from adjudicator.kernel.visible import hidden_fields, owner_of
from adjudicator.rulesets.hex_orders import QUERIES, messages
from adjudicator.rulesets.hex_orders.bot_offers import sampled
from adjudicator.rulesets.hex_orders.grid import FACINGS
from adjudicator.rulesets.hex_orders.messages import (
    Aim,
    AreaAttackDeclared,
    AreaDiceRolled,
    AssaultIntentsRevealed,
    Bonus,
    ChooseMoves,
    CommitOrders,
    DeclareAssaultIntent,
    EstimateAssaultRequest,
    EstimateShotRequest,
    HexEffect,
    HexEffectFired,
    HexEffectRolled,
    HitRolled,
    Intents,
    MoveChoices,
    MoveOverstacked,
    MovesChosen,
    PassChoice,
    Plot,
    PlotOrders,
    Sheet,
    SpotFailed,
    UnitMoved,
    UnitRevealed,
    WeaponEffect,
)
from adjudicator.rulesets.hex_orders.orders import default_movement
from adjudicator.rulesets.hex_orders.rows import Running, Slot
from adjudicator.rulesets.hex_orders.stacked import can_enter, tokens_kept
from adjudicator.rulesets.hex_orders.state import is_shaken, orders_key, slot_key
from adjudicator.rulesets.hex_orders.steps import plan_of
from tests.conformance.driver import HiddenApart
from tests.kit import Table
from tests.rulesets.hex_orders.givens import (
    ability,
    angles,
    damage_table,
    field,
    free,
    gunnery,
    infantry,
    rules,
    smoke,
    speed,
    tank,
    weapon,
)

MARK = "CANARY"
BLANK = b"-"
STILL = "-+-+-"
TRIES = 6
LATELY = 40
STAYING = (STILL, "R+-+-", "-+L+-", "-+-+360", "A+-+-", "B+-+-", "A[fly]+-+B[slow]")
ORDERS = (
    *STAYING, "F+-+-", "-+F+-", "R,F+-+-", "L,F+-+-", "F+R+F", "Rev+-+-",
    "Chase+-+-", "Flee+-+-", "Follow+-+-", "-+Follow+-", "-+A[fly],F+-",
)  # fmt: skip
SHOTS = tuple(
    gunnery(each) for each in ("-+-", "Spot+-", "-+Spot", "Fire+Fire", "Fire+Spot", "Aim+Fire", "Load+Fire", "Load+Aim")
)
GUN = weapon("gun", range=3, load_capacity=2, always_loaded=True, effects=(WeaponEffect(kind="poison", level=4),))
MORTAR = weapon("mortar", range=3, area=3, always_loaded=True)
SMOKER = weapon(
    "smoker", range=3, always_loaded=True, damage=None,
    hex_effect=HexEffect(kind="smoke", level=0, grade="", density=0),
)  # fmt: skip
GASSER = weapon(
    "gasser", range=3, always_loaded=True, damage=None,
    hex_effect=HexEffect(kind="poison_cloud", level=6, grade="", density=3),
)  # fmt: skip
TOUGH = (
    damage_table("regular", {2: ("future 1",), 5: ("shaken",), 7: ("bleeding 4",)}),
    damage_table("psychic", {3: ("shaken",)}),
)
COURSE = (UnitMoved, MoveOverstacked, SpotFailed)
"""What is seen to happen on the board whatever the reason: tokens move, an open spotter finds one or does not."""
ACID = "HX-CONT-07"
"""A cloud rises where acid eats on a unit, be it a hidden one."""

# -- sheets and boards


def open_sheet(chance: Random, nation: str) -> Sheet:
    """Make a unit that everybody sees."""
    base = chance.choice((tank, infantry, infantry))(nation=nation, leader_follow=chance.random() < 0.2)
    return armed(base, chance, chance.sample((GUN, MORTAR, SMOKER, GASSER), 2))


def hidden_sheet(chance: Random, nation: str, id: str) -> Sheet:
    """Make a unit to stand behind a token; all of its names bear its mark."""
    mark = mark_of(id)
    base = chance.choice((tank, infantry))(nation=nation, hidden=True, kind=f"{mark}{chance.randrange(9)}")
    guns = chance.sample((GUN, MORTAR, SMOKER), 2)
    made = armed(base, chance, [replace(each, id=f"{mark}_{each.id}", name=f"{mark} {each.id}") for each in guns])
    return replace(
        made, name=f"{mark} {chance.randrange(99)}", size=chance.choice(("small", "medium")),
        orders_ahead=chance.choice((1, 1, 2, 3)), fire_orders=chance.choice((1, 2)), armour=angles(chance.randrange(3)),
        leader_follow=chance.random() < 0.4, default_gunnery=chance.choice(("-+-", "Spot+-")),
        types=chance.choice((("infantry", "biological"), ("vehicle", "tracked"), ("cavalry", "biological", "scout"))),
        abilities=chance.choice(((), (ability("good_shot"),), (ability("steady"), ability("fear", 6)))),
        tables=chance.choice((*[TOUGH] * 5, base.tables)),
        immunities=chance.choice(((), ("poison",), ("fire", "acid"))),
    )  # fmt: skip


def mark_of(id: str) -> str:
    """Give the word that stands in every name of a hidden unit."""
    return f"{MARK}_{id}_"


def armed(base: Sheet, chance: Random, weapons: list[Any]) -> Sheet:
    """Give a base these weapons, and orders of every kind."""
    names = tuple(each.id for each in weapons)
    models = tuple(replace(each, weapons=names) for each in base.models)[: chance.randrange(1, 4)]
    wings = speed("fly", flying=True, default="-+-+-")
    made = replace(base, weapons=tuple(weapons), models=models, speeds=(*base.speeds, wings))
    return free(made, *ORDERS, gunnery=SHOTS)


def scattered(chance: Random, seat: int, hidden: Sheet) -> dict[str, Any]:
    """Draw what may differ about a unit on the board besides what it is."""
    return {
        "speed": chance.choice(("stand_still", "slow", "fly")), "aim": chance.choice((None, Aim(hex="C3", turn=1))),
        "pinned": (pinned := chance.choice((0, 0, 2))), "shaken_from": int(pinned > 0),
        "bonuses": chance.choice(((), (Bonus(table="regular", by=2),))), "fire": chance.choice((0, 0, 1)),
        "poison": chance.choice(((), (4,))) if seat else (), "bleeding": chance.choice(((), (), (4,))),
        "loads": chance.choice(({}, {hidden.weapons[0].id: 1})), "minor_acid": chance.choice((0, 1)),
        "armour_loss": chance.choice((0, 1)),
    }  # fmt: skip


GROUND = ("clear", "clear", "clear", "forest", "swamp", "hills", "building", "clear+smoke", "rough")
CLOUDS = (
    smoke(0, poison=2, poison_level=6, poison_density=4), smoke(0, acid=2, acid_grade="minor", acid_density=4),
    smoke(2, fire=2), smoke(0, acid=2, acid_grade="major", acid_density=3, poison=2, poison_level=4, poison_density=3),
)  # fmt: skip


CALM = 0.3
WELL = {"fire": 0, "poison": (), "bleeding": (), "minor_acid": 0}
"""On calm boards hidden units stay where they are and well, so that worlds stay apart for many turns."""


class Board:
    """A random board: open units and tokens of both sides, and two ways what stands behind some of the tokens."""

    def __init__(self, seed: int, viewer: int, options: dict[str, Any]) -> None:
        chance = Random(seed)
        self.options = {
            "open_choices": chance.random() < 0.3, "area_uses_hit_modifiers": chance.random() < 0.3,
            "swamp_stuck_timing": chance.choice(("on_exit", "on_entry")), "turn_limit": 9, **options,
        }  # fmt: skip
        names = [f"{column}{row}" for column in "ABCDE" for row in range(1, 7)]
        self.hexes = {name: chance.choice(GROUND) for name in names}
        self.calm = chance.random() < CALM
        self.hexes |= {name: chance.choice(CLOUDS) for name in chance.sample(names, 1 if self.calm else 5)}
        nations = ("dwarf", chance.choice(("elf", "dwarf")))
        self.units: tuple[list[Any], list[Any]] = ([], [])
        self.apart: set[str] = set()
        for seat in (0, 1):
            homes = chance.sample([name for name in names if (int(name[1:]) > 3) == bool(seat)], 4)
            for number in range(1, 6):
                self._place(chance, seat, number, homes[number % 4], nations[seat], viewer)

    def _place(self, chance: Random, seat: int, number: int, where: str, nation: str, viewer: int) -> None:
        id, facing = f"{'ab'[seat]}{number}", chance.choice(FACINGS)
        if number < 3:
            sheet = open_sheet(chance, nation)
            for units in self.units:
                units.append((id, where, facing, sheet, {"speed": chance.choice(("stand_still",))}))
            return
        rows = []
        for _ in (0, 1):
            sheet = hidden_sheet(chance, nation, id)
            changes = {"hidden": True, **scattered(chance, seat, sheet), **(WELL if self.calm else {})}
            rows.append((id, where, chance.choice(FACINGS), sheet, changes))
        differs = seat != viewer and (number == 3 or chance.random() < 0.6)
        self.apart |= {id} if differs else set()
        for world, units in enumerate(self.units):
            units.append(rows[world if differs else 0])


class World(Table):
    """A game in memory without the kit's double checks, which other tests make."""

    def _compare(self, command: Struct) -> None:
        """Nothing is checked twice."""

    def _enter(self, ruling: Any, made: Any, command: Struct) -> None:
        record = made.record
        filled = Filled(command, tuple(ruling.events), tuple(ruling.rolls), whole=True)
        self.docket.enter(record, filled, entry_hash(made.data))
        self.game = ruling.game
        self.drafts.append(made)
        self.log.append(filled)
        self.ruled, self.filled, self.rolls = filled.events, filled, tuple(ruling.rolls)

    def tried(self, command: Struct, who: int) -> Any:
        """Try a command: its faults, () where it would be taken."""
        try:
            self._rule(who, command)
        except Rejected as refusal:
            return refusal.faults
        return ()


def opened(board: Board, number: int, dice: Any) -> World:
    """Set one of the worlds of a board up: the first orders are to be written."""
    made = field(board.hexes, board.units[number], columns=5, rows=6, turn=0, step="", options=board.options)
    world = World(rules(), dice=dice)
    kernel = ("facts", "parked", "result", "stack")
    slots = {name: getattr(made, name) for name in made.ALL if name not in kernel}
    sides = {seat: replace(side, orders=0) for seat, side in made.sides.items()}
    armies = {
        slot_key(row.seat, int(row.id[1:])): Slot(row.seat, int(row.id[1:]), made.sheets[row.id], row.id)
        for row in made.units.values()
    }
    world.set(**{**slots, "sides": sides, "armies": armies, "orders": {}, "running": {}}, stack=())
    return world.ask("orders", 0, 1, about=("0",))


# -- what a viewer gets


def shown(world: Table, viewer: int) -> dict[str, Any]:
    """Gather all that a viewer is sent after an entry, what is salted blanked, and what he is answered when he asks."""
    made = world.drafts[-1]
    own = tuple(each for each in made.openings if each.owner == viewer)
    filled = fill(world.rules, made.record, own)
    return {
        "record": blanked(made.data),
        "events": [seen(world, viewer, event, clauses) for event, clauses in filled.events],
        "own": [(each.owner, each.part, each.data) for each in own],
        "view": world.view(viewer),
        "offers": world.offers(viewer),
        "windows": world.windows,
        "public dice": world.docket.cursors.get(PUBLIC, 0),
    }


def blanked(data: bytes) -> bytes:
    """Blank hashes, commitments and the seal in a record."""
    record = decode(data)
    record[3] = BLANK
    record[6][1] = BLANK
    record[6][3] = record[6][3] and BLANK
    record[10] = [[owner, BLANK] for owner, _ in record[10]]
    return encode(record)


def seen(world: Table, viewer: int, event: Struct, clauses: Any) -> tuple[Any, ...]:
    """Show an event as a viewer gets it."""
    mask = world.rules.masks[type(event)]
    owner = owner_of(mask, event) if mask.owner is not None and not mask.whole else EVERYONE
    hidden = hidden_fields(mask, owner, viewer)
    names = event.__struct_fields__
    return (type(event), *(None if n in hidden else getattr(event, name) for n, name in enumerate(names)), clauses)


# -- two worlds


class Twins:
    """Two worlds that are given their commands in step, and what a viewer gets in either."""

    def __init__(self, one: Table, two: Table, viewer: int) -> None:
        self.one, self.two, self.viewer = one, two, viewer
        self.entries = self.differ = 0
        self.end = ""

    def give(self, who: int, first: Struct, second: Struct) -> None:
        """Give a command in both worlds and compare what the viewer gets."""
        self.one.when(who, first).accepted()
        self.two.when(who, second).accepted()
        self.entries += 1
        self.differ += first != second
        self.compare(who, first)

    def compare(self, who: int, command: Struct) -> None:
        """Fail where the viewer can tell the worlds apart, unless the rules let him."""
        one, two = shown(self.one, self.viewer), shown(self.two, self.viewer)
        wrong = [name for name in one if one[name] != two[name]]
        if wrong and self.comes_out():
            self.end = "came out"
            return
        told = {name: difference(one[name], two[name]) for name in wrong if name != "record" or len(wrong) == 1}
        assert not wrong, f"entry {self.entries}: {who} {command}: {self.viewer} sees another {str(told)[:2000]}"

    def comes_out(self) -> bool:
        """Tell whether the worlds differ in an event that reveals, or in what is done openly on the board.

        Where a unit turns face up, the dice come out that were thrown for it in secret, and these differ.
        """
        shows = [event.unit for event, _ in self.one.ruled if isinstance(event, UnitRevealed)]
        dice = any(self.one.game.units[unit].seat != self.viewer for unit in shows)
        return dice or self.public(self.one) != self.public(self.two) or self.goes_elsewhere()

    def public(self, world: Table) -> list[Any]:
        """List what a secret may come out by, as the viewer gets it."""
        return [
            seen(world, self.viewer, event, ()) for event, clauses in world.ruled if self.tells(world, event, clauses)
        ]

    def tells(self, world: Table, event: Struct, clauses: Any) -> bool:
        """Tell whether an event may show what was secret."""
        if isinstance(event, MovesChosen | AssaultIntentsRevealed):
            return False
        reveals = world.rules.masks[type(event)].reveals or isinstance(event, COURSE)
        return reveals or ACID in clauses or fired_from_hiding(world, event)

    def goes_elsewhere(self) -> bool:
        """Tell whether the same open units have chosen otherwise; of which units something is told is no choice."""
        one, two = ([row for event, _ in world.ruled for row in choices_of(event)] for world in (self.one, self.two))
        return [each.unit for each in one] == [each.unit for each in two] and one != two


def choices_of(event: Struct) -> tuple[Any, ...]:
    """List what is told of the choices of open units."""
    if isinstance(event, MovesChosen):
        return event.choices
    return event.intents if isinstance(event, AssaultIntentsRevealed) else ()


class Pair(Twins):
    """Two worlds of one board, played in step before the eyes of a viewer.

    `ways` says what besides hidden units differs: "orders", "intents", "contributors", "allocations" of open units.
    """

    def __init__(self, seed: int, viewer: int, ways: tuple[str, ...] = (), **options: Any) -> None:
        self.board = Board(seed, viewer, options)
        self.ways = ways
        others = tuple(seat for seat in (0, 1) if seat != viewer)
        one = opened(self.board, 0, HiddenApart(seed, 1, others))
        super().__init__(one, opened(self.board, 1, HiddenApart(seed, 2, others)), viewer)
        self.chance = Random(seed + 1)
        self.tried = 0

    def play(self, most: int, every: int = 0) -> Pair:
        """Play so many entries; after every so many, try what the viewer might."""
        while not self.end and self.entries < most and self.one.window is not None:
            made = self.next()
            if made is None:
                self.end = "blocked"
                break
            self.give(*made)
            if every and not self.end and self.entries % every == 0:
                self.try_everything()
        self.end = self.end or "played out"
        return self

    # -- commands

    def next(self) -> tuple[int, Struct, Struct] | None:
        """Say who acts, and what he does in either world; None where no answer is open in both."""
        top = self.one.window
        assert top is not None
        who = self.chance.choice(top.asks)
        if who == TABLE:
            otherwise = self.one.rules.windows[top.kind].otherwise
            assert otherwise is not None
            command = otherwise(self.one.game, top, TABLE)
            assert command is not None
            return who, command, command
        for _ in range(TRIES):
            made = self.answers(who, top.kind)
            if made is not None and not self.one.tried(made[0], who) and not self.two.tried(made[1], who):
                return who, *made
        silent = self.one.rules.windows[top.kind].otherwise
        command = silent(self.one.game, top, who) if silent else None
        if command is None or self.one.tried(command, who) or self.two.tried(command, who):
            return None
        return who, command, command

    def answers(self, who: int, kind: str) -> tuple[Struct, Struct] | None:
        """Make an answer of a seat in both worlds."""
        if kind == "orders":
            return self.orders(who)
        offers = [each for each in self.one.offers(who) if not self.gives_away(each)]
        if kind == "fire" and self.chance.random() < 0.4:
            offers = [each for each in offers if each.command == "PassChoice"]
        drawn = sampled(self.chance.choice(offers), self.chance) if offers else None
        if drawn is None:
            return None
        if isinstance(drawn, PassChoice) and (self.board.calm or self.chance.random() < 0.8):
            drawn = replace(drawn, spots=None)
        return drawn, drawn if who == self.viewer else self.twin(who, drawn)

    def gives_away(self, offered: Offer) -> bool:
        """Tell whether a unit behind a token would fire or be spotted, which shows it; seldom it may."""
        found = _choices(offered.fields)
        apart = any(self.one.game.units[each].hidden for each in self.board.apart.intersection(found))
        return apart and (self.board.calm or self.chance.random() < 0.97)

    def twin(self, who: int, command: Struct) -> Struct:
        """Make the same answer for the second world, its secrets drawn anew."""
        kind = type(command).__name__
        secret = {"ChooseAssaultContributors": "contributors", "AllocateHits": "allocations"}
        offers = [each for each in self.two.offers(who) if each.command == kind]
        other: Any = sampled(self.chance.choice(offers), self.chance) if offers else None
        match command:
            case PassChoice():
                seldom = not self.board.calm and self.chance.random() < 0.2
                return replace(command, spots=other.spots) if seldom else command
            case DeclareAssaultIntent() if other is not None:
                kept = command.intents.intents if command.intents else ()
                rows = self.mixed(kept, other.intents.intents if other.intents else (), "intents")
                return DeclareAssaultIntent(intents=Intents(intents=rows))
            case ChooseMoves() if other is not None:
                kept = command.choices.choices if command.choices else ()
                rows = self.mixed(kept, other.choices.choices if other.choices else (), "")
                return ChooseMoves(choices=MoveChoices(choices=rows))
            case _ if secret.get(kind) in self.ways and other is not None:
                return other  # type: ignore[no-any-return]
        return command

    def mixed(self, first: tuple[Any, ...], second: tuple[Any, ...], way: str) -> tuple[Any, ...]:
        """Take what is said of open units from the first world, and of hidden ones from the second."""

        def secret(unit: str) -> bool:
            return self.two.game.units[unit].hidden if way not in self.ways else True

        return (*(each for each in first if not secret(each.unit)), *(each for each in second if secret(each.unit)))

    # -- orders

    def orders(self, who: int) -> tuple[Struct, Struct] | None:
        """Plot orders for the next unit of whom none were plotted, then commit."""
        turn = int(self.one.window.about[0])  # type: ignore[union-attr]
        for offered in self.one.offers(who):
            if offered.command == "PlotOrders":
                unit, due = words(offered, "unit"), int(words(offered, "turn"))
                if orders_key(unit, due) not in self.one.game.orders and self.chance.random() < 0.95:
                    return self.plots(who, offered, unit)
        one, two = (sampled(commit_offer(each, who), self.chance) for each in (self.one, self.two))
        assert isinstance(one, CommitOrders)
        assert isinstance(two, CommitOrders)
        assert one.turn == two.turn == turn + 1
        one, two = replace(one, allow_defaults=True), replace(two, allow_defaults=True)
        return (one, one) if who == self.viewer else (one, two)

    def plots(self, who: int, offered: Offer, unit: str) -> tuple[Struct, Struct] | None:
        first = plot_of(offered, self.chance)
        if unit not in self.board.apart:
            other = plot_of(offered, self.chance) if "orders" in self.ways and who != self.viewer else first
            return PlotOrders(plot=first), PlotOrders(plot=other)
        (twin,) = [
            each for each in self.two.offers(who) if each.command == "PlotOrders" and words(each, "unit") == unit
        ]
        if self.board.calm or self.chance.random() < 0.85:
            first = replace(first, movement=(self.chance.choice(STAYING),))
        second = plot_of(twin, self.chance)
        way = path(self.one.game, first)
        same = [order for order in ORDERS if path(self.two.game, replace(second, movement=(order,))) == way]
        if not same:
            return None
        return PlotOrders(plot=first), PlotOrders(plot=replace(second, movement=(self.chance.choice(same),)))

    # -- what the viewer tries

    def try_everything(self, count: int = 60) -> None:
        """Try random commands of every kind, and ask for odds: both worlds answer alike."""
        if self.viewer == SPECTATOR:
            return
        drawn = Random(self.entries)
        pools = words_of(self.one, self.two)
        for kind in drawn.sample(messages.COMMANDS, min(count, len(messages.COMMANDS))):
            command = made_up(kind, pools, drawn)
            answers = [world.tried(command, self.viewer) for world in (self.one, self.two)]
            assert answers[0] == answers[1], f"{command}: {answers}"
            self.tried += 1
        self.ask_for_odds(pools, drawn)

    def ask_for_odds(self, pools: dict[str, list[Any]], drawn: Random) -> None:
        for _ in range(6):
            for kind in (EstimateShotRequest, EstimateAssaultRequest):
                request = made_up(kind, pools, drawn)
                query = QUERIES[kind.__name__.removesuffix("Request")]
                answers = [asked(query, world, self.viewer, request) for world in (self.one, self.two)]
                assert answers[0] == answers[1], f"{request}: {answers}"
                self.tried += 1


def asked(query: Any, world: World, viewer: int, request: Struct) -> Any:
    """Ask for odds: the answer or the faults."""
    try:
        return query(world.game, viewer, request)
    except Rejected as refusal:
        return refusal.faults


def fired_from_hiding(world: Table, event: Struct) -> bool:
    """Tell whether an event is a throw for the shot of a unit that stays hidden: firing shows what is added to it."""
    if isinstance(event, HitRolled):
        return bool(world.game.units[event.unit].hidden)
    if not isinstance(event, HexEffectRolled | AreaDiceRolled):
        return False
    made = (each for entry in world.log[-LATELY:] for each, _ in entry.events)
    found = (each for each in made if isinstance(each, HexEffectFired | AreaAttackDeclared) and each.id == event.shot)
    return any(world.game.units[each.unit].hidden for each in found)


def difference(one: Any, two: Any) -> Any:
    """Show where two things differ."""
    if isinstance(one, list) and isinstance(two, list):
        return [each for each in one if each not in two], [each for each in two if each not in one]
    return one, two


def _choices(domains: tuple[Domain, ...]) -> list[str]:
    """List the words that are offered for units and tokens."""
    found: list[str] = []
    for each in domains:
        if isinstance(each.values, Shape) and each.field != "spots":
            found += _choices(each.values.parts)
        elif isinstance(each.values, OneOf) and each.field in ("unit", "token"):
            found += each.values.values
    return found


def commit_offer(world: World, who: int) -> Offer:
    """Give the offer to commit."""
    return next(each for each in world.offers(who) if each.command == "CommitOrders")


def shape_of(offered: Offer) -> dict[str, Any]:
    """Give the domains of a plot by field."""
    shape = offered.fields[0].values
    assert isinstance(shape, Shape)
    return {each.field: each.values for each in shape.parts}


def words(offered: Offer, name: str) -> str:
    """Give the one value of a field of a plot."""
    values = shape_of(offered)[name]
    return values.values[0] if isinstance(values, OneOf) else str(values.least)


def plot_of(offered: Offer, chance: Random) -> Plot:
    """Draw a plot of what is offered; half of them stay in their hex."""
    made = sampled(offered, chance)
    assert isinstance(made, PlotOrders)
    assert made.plot is not None
    gunnery_orders = shape_of(offered)["gunnery"]
    drawn = tuple(chance.choice(gunnery_orders.values) for _ in range(gunnery_orders.most))
    return replace(made.plot, gunnery=drawn)


def path(game: Any, plot: Plot) -> tuple[str, ...]:
    """Foresee the hexes of a unit, step by step, up to the turn of a plot."""
    twin = game.fork()
    rows = {
        **{row.turn: row.movement for row in game.orders.values() if row.unit == plot.unit},
        plot.turn: plot.movement[0],
    }
    found = []
    for twin.turn in range(max(game.turn, 1), plot.turn + 1):
        order = rows.get(twin.turn, STILL)
        if is_shaken(twin, twin.units[plot.unit]):
            order = default_movement(twin, plot.unit)
        twin.running = {**twin.running, plot.unit: Running(plot.unit, tuple(order.split("+")), ())}
        for number in (1, 2, 3):
            twin.step = f"movement_{number}"
            found.append(_foreseen(twin, plot.unit))
    return tuple(found)


def _foreseen(twin: Any, unit: str) -> str:
    plan, row = plan_of(twin, unit), twin.units[unit]
    goes = can_enter(twin, plan)
    work = 0 if goes or not plan.goal else tokens_kept(twin, plan) + 1
    row = replace(row, facing=plan.facing, speed=plan.speed)
    row = replace(row, hex=plan.goal if goes else row.hex, difficult=work, difficult_hex=plan.goal if work else "")
    for change in plan.after:
        row = replace(row, facing=change.facing or row.facing, speed=change.speed or row.speed)
    twin.units[unit] = row
    return str(row.hex)


# -- commands of real words


def words_of(*worlds: World) -> dict[str, list[Any]]:
    """List the words that occur in these worlds, by what they name."""
    units = sorted({id for world in worlds for id in world.game.units})
    weapons = sorted({each.id for world in worlds for sheet in world.game.sheets.values() for each in sheet.weapons})
    others = sorted({
        id for world in worlds for table in ("declared", "hits", "fights", "exchanges", "armies")
        for id in getattr(world.game, table)
    })  # fmt: skip
    hexes = sorted(worlds[0].game.hexes)
    everything = [*units, *weapons, *others, *hexes, *FACINGS, "b3.1", "a4.1", "h1", ""]
    return {
        "unit": units, "token": units, "target": [*units, *units, *hexes], "hex": hexes, "weapon": weapons,
        "facing": list(FACINGS), "movement": [*ORDERS], "gunnery": [each.pattern for each in SHOTS], "gun": [""],
        "exit": ["", ""], "entry": ["", "N"], "units": units, "attackers": units, "": everything,
    }  # fmt: skip


def made_up(kind: Any, pools: dict[str, list[Any]], chance: Random) -> Any:
    """Make a message of real words at random."""
    return kind(
        **{each.name: _value(each.type, each.name, pools, chance) for each in fields(kind) if each.name != "game"},
        **({"game": b""} if any(each.name == "game" for each in fields(kind)) else {}),
    )


def _value(hint: Any, name: str, pools: dict[str, list[Any]], chance: Random) -> Any:
    options = [each for each in getattr(hint, "__args__", ()) if each not in (type(None), Ellipsis)]
    if getattr(hint, "__origin__", None) is tuple:
        return tuple(_value(options[0], name, pools, chance) for _ in range(chance.randrange(3)))
    if options:
        return _value(options[0], name, pools, chance)
    if hint is bool:
        return chance.random() < 0.5
    if hint is int:
        return chance.randrange(4)
    if hint is bytes:
        return b""
    return made_up(hint, pools, chance) if hint is not str else chance.choice(pools.get(name, pools[""]))


__all__ = ["MARK", "Board", "Pair", "Twins", "World", "made_up", "mark_of", "opened", "shown", "words_of"]
