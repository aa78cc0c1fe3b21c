"""Two games of one public course that differ in what a viewer may not know.

A pair is played in step: everybody's public answers are the same in both worlds, secret ones are drawn anew in the
second. It ends where the rules let the difference come out: by an event that reveals, or because a token goes where
the other world's token does not.
"""

from __future__ import annotations

from random import Random
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.offers import Choice as OneOf
from adjudicator.kernel.decide.offers import Domain, Offer, Shape
from adjudicator.kernel.decide.parties import EVERYONE, SPECTATOR, TABLE
from adjudicator.kernel.decide.windows import subject_of
from adjudicator.kernel.dice.wgdice import PUBLIC
from adjudicator.kernel.record.mpint import decode, encode
from adjudicator.kernel.record.record import open_record
from adjudicator.kernel.record.visibility import hidden_fields, owner_of
from adjudicator.rulesets.hex_orders import RULESET
from adjudicator.rulesets.hex_orders.bots.situation import sampled
from adjudicator.rulesets.hex_orders.model import messages
from adjudicator.rulesets.hex_orders.model.messages import (
    AgonyRolled,
    AreaAttackDeclared,
    AreaDiceRolled,
    AssaultCancelled,
    AssaultIntentsRevealed,
    ChooseMoves,
    CommitOrders,
    DamageApplied,
    DeclareAssaultIntent,
    FireAreaWeapon,
    FleeHexChosen,
    HexContested,
    HexEffectFired,
    HexEffectPlaced,
    HexEffectRolled,
    HitRolled,
    Intents,
    LoadArmyList,
    MoveChoices,
    MoveOverstacked,
    MovesChosen,
    PassChoice,
    PlacementTurnPassed,
    PlotOrders,
    SetupStepBegan,
    SetupStepCompleted,
    SetupStepSkipped,
    SpotFailed,
    UnitLanded,
    UnitMoved,
    UnitRetreated,
    UnitRevealed,
    UnitTookOff,
)
from adjudicator.rulesets.hex_orders.model.state import orders_key, other_seat
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from adjudicator.rulesets.hex_orders.reports.messages import (
    EstimateAreaAttackRequest,
    EstimateAssaultRequest,
    EstimateRollRequest,
    EstimateShotRequest,
    EstimateTokenRequest,
)
from tests.conformance.asked_answers import answers_to
from tests.conformance.by_offers.offer_games import converter_at
from tests.conformance.driver import SplitDice
from tests.kit import Table
from tests.rulesets.hex_orders.fixtures import armed, infantry, rules, table, tank, weapon
from tests.rulesets.hex_orders.random_boards import (
    ORDERS,
    STAYING,
    Board,
    World,
    commit_offer,
    open_world,
    path,
    plot_of,
    random_message,
    silent_command,
    words,
    words_in,
)
from tests.rulesets.hex_orders.setup.full_lists import full_list, terms_of
from tests.rulesets.hex_orders.steps import begin

ESTIMATES: tuple[Any, ...] = (
    EstimateShotRequest,
    EstimateAssaultRequest,
    EstimateAreaAttackRequest,
    EstimateTokenRequest,
    EstimateRollRequest,
)
BLANK = b"-"
CONVERTER = converter_at("adjudicator.rulesets.hex_orders")
TRIES = 6
LATELY = 40
COURSE = (UnitMoved, MoveOverstacked, SpotFailed, UnitTookOff, UnitLanded)
"""What is seen to happen on the board whatever the reason: tokens move, friends of tokens find room in the air or on
the ground, an open spotter finds one or does not."""
TURNS = (SetupStepBegan, SetupStepSkipped, SetupStepCompleted, PlacementTurnPassed)
"""What shows in a set-up who has something left. Pairs made here never part by it; `course.py` says how others may."""
ACID = "HX-CONT-07"
BESIDE = (AssaultCancelled, DamageApplied, FleeHexChosen, HexContested, HexEffectPlaced, UnitRetreated)
"""What is not taken back for what comes with it, or fails to come, may tell of hidden units: it tells nothing itself,
but for the clouds of acid that rise from them."""


def sent_to(world: Table, viewer: int) -> dict[str, Any]:
    """Gather all that a viewer is sent after an entry, what is salted blanked, and what he is answered when he asks."""
    made = world.drafts[-1]
    own = tuple(opening for opening in made.openings if opening.owner == viewer)
    filled = open_record(world.rules, made.record, own)
    return {
        "record": without_secrets(made.data),
        "events": [seen(world, viewer, event, clauses) for event, clauses in filled.events],
        "own": [(row.owner, row.part, row.data) for row in own],
        "view": world.view(viewer),
        "offers": world.offers(viewer),
        "answers": answers_to(world, viewer, CONVERTER),
        "windows": world.windows,
        "public dice": world.protocol.cursors.get(PUBLIC, 0),
    }


def without_secrets(data: bytes) -> bytes:
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


class Twins:
    """Two worlds that are given their commands in step, and what a viewer gets in either."""

    def __init__(self, one: Any, two: Any, viewer: int) -> None:
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

    def go_on(self, most: int = 80) -> Self:
        """Let everybody keep silent in both worlds until the secret comes out."""
        for _ in range(most):
            top = self.one.window
            if self.end or top is None or top.kind == "confirm_result":
                return self
            who = top.asks[-1]
            self.give(who, silent_command(self.one, who), silent_command(self.two, who))
        return self

    def compare(self, who: int, command: Struct) -> None:
        """Fail where the viewer can tell the worlds apart, unless the rules let him."""
        one, two = sent_to(self.one, self.viewer), sent_to(self.two, self.viewer)
        wrong = [name for name in one if one[name] != two[name]]
        if wrong and self.comes_out():
            self.end = "came out"
            return
        differences = {
            name: first_difference(one[name], two[name]) for name in wrong if name != "record" or len(wrong) == 1
        }
        assert not wrong, f"entry {self.entries}: {who} {command}: {self.viewer} sees another {str(differences)[:2000]}"

    def comes_out(self) -> bool:
        """Tell whether the worlds differ in an event that reveals, or in what is done openly on the board.

        Where a unit turns face up, the dice come out that were thrown for it in secret, and these differ.
        """
        shows = [event.unit for event, _ in self.one.ruled if isinstance(event, UnitRevealed)]
        dice = any(self.one.game.units[unit].seat != self.viewer for unit in shows)
        return dice or self.public(self.one) != self.public(self.two) or self.clouds_differ() or self.goes_elsewhere()

    def clouds_differ(self) -> bool:
        """Tell whether acid makes another cloud rise from a hidden unit."""
        one, two = (clouds_of_hidden_units(world, self.viewer) for world in (self.one, self.two))
        return one != two

    def public(self, world: Table) -> list[Any]:
        """List what a secret may come out by, as the viewer gets it."""
        return [seen(world, self.viewer, event, ()) for event, _ in world.ruled if self.tells(world, event)]

    def tells(self, world: Table, event: Struct) -> bool:
        """Tell whether an event may show what was secret."""
        if isinstance(event, (MovesChosen, AssaultIntentsRevealed, *TURNS, *BESIDE)):
            return False
        reveals = world.rules.masks[type(event)].reveals or isinstance(event, COURSE)
        return reveals or fired_from_hiding(world, event)

    def goes_elsewhere(self) -> bool:
        """Tell whether the same open units have chosen otherwise; of which units something is told is no choice."""
        one, two = ([row for event, _ in world.ruled for row in choices_of(event)] for world in (self.one, self.two))
        return [item.unit for item in one] == [item.unit for item in two] and one != two


def clouds_of_hidden_units(world: Table, viewer: int) -> list[tuple[int, HexEffectPlaced]]:
    """HX-CONT-07 List the clouds that rise where acid eats on hidden units of others, and after how many dice seen.

    A cloud is of the side whose enemy placed it, and of that side's unit whose die is the last before it: secret dice
    of both sides between two public events stand in the order of their owners.
    """
    found: list[tuple[int, HexEffectPlaced]] = []
    owners: dict[int, int] = {}
    dice = 0
    for event, clauses in world.ruled:
        if isinstance(event, AgonyRolled):
            owners[world.game.units[event.unit or ""].seat] = event.owner
            dice += event.owner in (EVERYONE, viewer)
        elif (
            isinstance(event, HexEffectPlaced)
            and ACID in clauses
            and owners[other_seat(event.seat)] not in (EVERYONE, viewer)
        ):
            found.append((dice, event))
    return found


def choices_of(event: Struct) -> tuple[Any, ...]:
    """List what is told of the choices of open units."""
    if isinstance(event, MovesChosen):
        return event.choices
    return event.intents if isinstance(event, AssaultIntentsRevealed) else ()


class Pair(Twins):
    """Two worlds of one board, played in step before the eyes of a viewer.

    `ways` says what besides hidden units differs: "orders", "intents", "contributors", "allocations" of open units.
    """

    def __init__(
        self, seed: int, viewer: int, free_choices: tuple[str, ...] = (), *, crowded: bool = False, **options: Any
    ) -> None:
        self.board = Board(seed, viewer, options, crowded=crowded)
        self.ways = free_choices
        others = tuple(seat for seat in (0, 1) if seat != viewer)
        one = open_world(self.board, 0, SplitDice(seed, 1, others))
        super().__init__(one, open_world(self.board, 1, SplitDice(seed, 2, others)), viewer)
        self.chance = Random(seed + 1)
        self.tried = 0

    def play(self, most: int, every: int = 0) -> Pair:
        """Play so many entries; after every so many, try what the viewer might."""
        while self.end == "" and self.entries < most and self.one.window is not None:
            made = self.next()
            if made is None:
                self.end = "came out" if self.no_common_retreat() else "blocked"
                break
            self.give(*made)
            if every and self.end == "" and self.entries % every == 0:
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
            return who, silent_command(self.one, who), silent_command(self.one, who)
        for _ in range(TRIES):
            made = self.answers(who, top.kind)
            if made is not None and not self.one.tried(made[0], who) and not self.two.tried(made[1], who):
                return who, *made
        command = silent_command(self.one, who)
        return None if self.one.tried(command, who) or self.two.tried(command, who) else (who, command, command)

    def no_common_retreat(self) -> bool:
        """Tell whether a loser of the other side has to retreat elsewhere, for friends behind tokens fill the hex.

        Its owner sees through them, and where it goes is seen by all (HX-RETREAT-04 within HX-STACK).
        """
        top = self.one.window
        assert top is not None
        if top.kind != "retreats" or self.viewer in top.asks:
            return False
        one, two = (
            {hexes for offer in world.offers(top.asks[0]) for hexes in _values(offer.fields, "hex")}
            for world in (self.one, self.two)
        )
        return bool(one and two) and not one & two

    def answers(self, who: int, kind: str) -> tuple[Struct, Struct] | None:
        """Make an answer of a seat in both worlds."""
        if kind == "orders":
            return self.orders(who)
        offers = [offer for offer in self.one.offers(who) if not self.gives_away(offer)]
        if kind == "fire" and self.chance.random() < 0.4:
            offers = [offer for offer in offers if offer.command == "PassChoice"]
        drawn = sampled(self.chance.choice(offers), self.chance) if offers else None
        if drawn is None:
            return None
        if isinstance(drawn, PassChoice) and (self.board.calm or self.chance.random() < 0.8):
            drawn = replace(drawn, spots=None)
        return drawn, drawn if who == self.viewer else self.twin(who, drawn)

    def gives_away(self, offered: Offer) -> bool:
        """Tell whether a unit behind a token would fire or be spotted, which shows it; seldom it may."""
        found = _choices(offered.fields)
        apart = any(self.one.game.units[row].hidden for row in self.board.apart.intersection(found))
        return apart and (self.board.calm or self.chance.random() < 0.97)

    def twin(self, who: int, command: Struct) -> Struct:
        """Make the same answer for the second world, its secrets drawn anew."""
        kind = type(command).__name__
        secret = {"ChooseAssaultContributors": "contributors", "AllocateHits": "allocations"}
        offers = [offer for offer in self.two.offers(who) if offer.command == kind]
        other: Any = sampled(self.chance.choice(offers), self.chance) if offers else None
        match command:
            case PassChoice():
                seldom = not self.board.calm and self.chance.random() < 0.2
                return replace(command, spots=other.spots) if seldom else command
            case DeclareAssaultIntent() if other is not None:
                wishes = command.intents.intents if command.intents else ()
                rows = self.mixed(wishes, other.intents.intents if other.intents else (), "intents")
                return DeclareAssaultIntent(intents=Intents(intents=rows))
            case ChooseMoves() if other is not None:
                kept = command.choices.choices if command.choices else ()
                rows = self.mixed(kept, other.choices.choices if other.choices else (), "")
                return ChooseMoves(choices=MoveChoices(choices=rows))
            case _ if secret.get(kind) in self.ways and other is not None:
                return other
        return command

    def mixed(self, first: tuple[Any, ...], second: tuple[Any, ...], way: str) -> tuple[Any, ...]:
        """Take what is said of open units from the first world, and of hidden ones from the second."""

        def secret(unit: str) -> bool:
            return self.two.game.units[unit].hidden if way not in self.ways else True

        return (*(row for row in first if not secret(row.unit)), *(row for row in second if secret(row.unit)))

    # -- orders

    def orders(self, who: int) -> tuple[Struct, Struct] | None:
        """Plot orders for the next unit of whom none were plotted, then commit."""
        turn = subject_of(self.one.window, OrdersSubject).turn
        for offered in self.one.offers(who):
            if offered.command == "PlotOrders":
                unit, due = words(offered, "unit"), int(words(offered, "turn"))
                if orders_key(unit, due) not in self.one.game.orders and self.chance.random() < 0.95:
                    return self.plots(who, offered, unit)
        one, two = (sampled(commit_offer(row, who), self.chance) for row in (self.one, self.two))
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
            offer for offer in self.two.offers(who) if offer.command == "PlotOrders" and words(offer, "unit") == unit
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
        pools = words_in(self.one, self.two)
        for kind in drawn.sample(messages.COMMANDS, min(count, len(messages.COMMANDS))):
            command = random_message(kind, pools, drawn)
            answers = [world.tried(command, self.viewer) for world in (self.one, self.two)]
            assert answers[0] == answers[1], f"{command}: {answers}"
            self.tried += 1
        self.ask_for_odds(pools, drawn)

    def ask_for_odds(self, pools: dict[str, list[Any]], drawn: Random) -> None:
        for _ in range(6):
            for kind in ESTIMATES:
                request = random_message(kind, pools, drawn)
                query = RULESET.queries[kind.__name__.removesuffix("Request")]
                answers = [odds_or_faults(query, world, self.viewer, request) for world in (self.one, self.two)]
                assert answers[0] == answers[1], f"{request}: {answers}"
                self.tried += 1


def odds_or_faults(query: Any, world: World, viewer: int, request: Struct) -> Any:
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
    made = (row for entry in world.log[-LATELY:] for row, _ in entry.events)
    found = (row for row in made if isinstance(row, HexEffectFired | AreaAttackDeclared) and row.id == event.shot)
    return any(world.game.units[row.unit].hidden for row in found)


def first_difference(one: Any, two: Any) -> Any:
    """Show where two things differ."""
    if isinstance(one, list) and isinstance(two, list):
        return [row for row in one if row not in two], [row for row in two if row not in one]
    return one, two


def _choices(domains: tuple[Domain, ...]) -> list[str]:
    """List the words that are offered for units and tokens."""
    found: list[str] = []
    for domain in domains:
        if isinstance(domain.values, Shape) and domain.field != "spots":
            found += _choices(domain.values.parts)
        elif isinstance(domain.values, OneOf) and domain.field in ("unit", "token"):
            found += domain.values.values
    return found


def _values(domains: tuple[Domain, ...], field: str) -> tuple[str, ...]:
    """List the words that are offered for a field."""
    return tuple(
        word for row in domains if row.field == field and isinstance(row.values, OneOf) for word in row.values.values
    )


# -- pairs on boards of their own


def created_twice(viewer, *args, seed=5, **options):
    """Create the same game twice; both sides' own dice differ."""
    made = []
    for number in (1, 2):
        table = World(rules(), dice=SplitDice(seed, number, (0, 1)))
        for nation in ("dwarf", "elf"):
            table.when("referee", LoadArmyList(list=full_list(nation))).accepted()
        table.when("referee", terms_of(*args, **options)).accepted()
        made.append(table)
    return Twins(made[0], made[1], viewer)


MORTAR = weapon("mortar", weapon_range=4, area=5, always_loaded=True)
SHELL = FireAreaWeapon(unit="a1", weapon="mortar", models=(1,), hex="D4", entry="", use_aim=False)


def shelled(seed, viewer, **rest):
    """Fire at a hex with an open tank and a token, of four models or of one, where only spotting reveals."""
    made = []
    for number, models in ((1, 4), (2, 1)):
        hidden = infantry(models=infantry().models[:models], hidden=True)
        units = [
            ("a1", "D6", "N", armed(tank(), MORTAR)),
            ("b1", "D4", "S", tank(nation="elf")),
            ("b2", "D4", "S", hidden, {"hidden": True}),
        ]
        dice: Any = SplitDice(seed, number, (1,))
        running = {"a1": ("-+-+-", "Fire+-")}
        made.append(table(dice, {"hidden_reveal": "spot_only"}, units=units, running=running, kind=World, **rest))
        begin(made[-1], "gunnery_1")
    pair = Twins(made[0], made[1], viewer)
    while pair.one.window.asks != (0,):
        pair.go_on(1)
    pair.give(0, SHELL, SHELL)
    return pair
