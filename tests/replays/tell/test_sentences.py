"""Sentences of reports: those that were bad once, word by word, and the shape of all in the golden games."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import Struct
from msgspec.structs import fields

from adjudicator.board.inches import Pose
from adjudicator.kernel.agreement import is_many, number_of
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.dice.wgdice import PUBLIC, Roll
from adjudicator.kernel.messages import (
    ClauseInterpreted,
    ClockSet,
    DeadlineEnforced,
    FactStated,
    OutageGivenBack,
    RollDisputed,
    SideConceded,
    Spot,
)
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.sentences import filled, finished
from adjudicator.kernel.texts import QUESTIONS
from adjudicator.registry import RULESETS, rules_of
from adjudicator.rulesets.antares.model import messages as antares
from adjudicator.rulesets.antares.reports.summary import BattleSummary as AntaresSummary
from adjudicator.rulesets.grinding_annihilation.model import messages as grinding
from adjudicator.rulesets.grinding_annihilation.reports.summary import BattleSummary as GrindingSummary
from adjudicator.rulesets.hex_orders.model import messages as hexes
from adjudicator.rulesets.hex_orders.reports.list_formatting import format_plots
from adjudicator.rulesets.hex_orders.reports.summary import BattleSummary as HexSummary
from adjudicator.rulesets.tile_formations.model import messages as tiles
from adjudicator.rulesets.tile_formations.reports.summary import BattleSummary as TileSummary
from adjudicator.rulesets.tile_formations.reports.wording import format_saves
from replays.tell.golden import FOLDER
from replays.tell.phrases import PHRASES, EventFormatter
from replays.tell.throws import beside
from replays.tell.values import read_message
from services.rpc.access.statuses import format_fault

ROOT = Path(__file__).parents[3]
SEATS = ("red", "blue")
CLAUSES = re.compile(r"(\s+[A-Z]{2}-[A-Z0-9.-]+)+$")
GAMES = sorted(path for name in RULESETS for path in FOLDER.joinpath(name).glob("*.game"))


def formatter_of(name: str, seats: tuple[str, ...] = SEATS) -> EventFormatter:
    rules = rules_of(name)
    return EventFormatter(rules, seats, rules.labels)


def say(name: str, *events: Struct) -> str:
    """Say the last of some events."""
    formatter = formatter_of(name)
    return [formatter.format_event(event, whole=True) for event in events][-1]


def pose_at(x: int) -> Pose:
    return Pose(x=x, y=0, z=0, facing=0)


class TestWordByWord:
    def test_the_winner_comes_first(self):
        """The score of a battle begins with the winner's points, whichever seat it has."""
        events = [(9, grinding.VictorDetermined(points=(0, 11), destroyed=(0, 0), winner=1))]
        assert GrindingSummary.of(SEATS, events) == ["Blue won 11 to 0."]

    @pytest.mark.parametrize(
        ("summary", "ended", "text"),
        [
            (AntaresSummary, antares.GameEnded(reason="conceded", winner=0), "Blue gave up in turn "),
            (GrindingSummary, grinding.BattleEnded(reason="conceded", round=2), "Blue gave up in round 2."),
            (HexSummary, hexes.GameEnded(reason="concession", winner=0), "Blue gave up in turn "),
            (TileSummary, tiles.GameEnded(reason="conceded", winners=(0,)), "Blue gave up in turn "),
        ],
    )
    def test_who_gave_up_is_named(self, summary: Any, ended: Struct, text: str):
        """The end of a summary names the side that conceded last; one that the log does not name is a side."""
        events = [(7, SideConceded(seat=0)), (8, SideConceded(seat=1)), (8, ended)]
        assert text in " ".join(summary.of(SEATS, events))
        assert text.replace("Blue", "A side") in " ".join(summary.of(SEATS, events[2:]))

    def test_a_shot_shows_its_open_ended_die(self):
        """Extra dice are told one after another, with what they add and which ends the throw."""
        event = hexes.HitRolled(
            shot="s5",
            unit="a10",
            target="b10",
            faces=(6, 5, 5, 5, 5, 3),
            modifiers=Tally.base(0, "HX-FIRE-03"),
            result=10,
            hit=True,
        )
        assert (
            say("hex_orders", event)
            == "Shot s5, a10 at b10: 6, then 5 5 5 5 (+4), 3 ends it: 10. Modifiers 0. Needs 5: hit."
        )

    def test_no_armour(self):
        """A unit without armour throws no dice for it."""
        event = hexes.ArmourRolled(
            owner=255,
            hit="h1",
            target="a3",
            armour=0,
            penetration=Tally.base(0, "HX-DAMAGE-01"),
            faces=hexes.Faces(faces=()),
            needed=5,
            successes=0,
            outcome="through",
        )
        assert say("hex_orders", event) == "Hit h1: a3 has no armour; the hit goes through."

    def test_an_order_that_is_not_carried_out(self):
        """The report says what the order was, why it failed, and what happens instead."""
        event = hexes.OrderReplacedByDefault(
            owner=255, unit="a11", order="movement", part=2, ordered="F", instead="-", reason="off-map"
        )
        assert say("hex_orders", event) == "a11's step forward would leave the map; it stays."

    def test_the_last_die_in_the_bag(self):
        """The last die is named as that, and no throw of one side is told."""
        event = antares.OrderDieDrawn(seat=0, place=1, bag=1, down_only=False)
        assert say("antares", event) == "The last die in the bag is red's."

    def test_dice_that_can_not_hit(self):
        """A number that no die shows is said to be such."""
        dice = tuple(antares.DieResult(face=face, result="miss") for face in (8, 4, 9))
        event = antares.AccuracyRolled(volley="v1", group=0, needed=Tally.base(-3, "AN-ACC-01"), dice=dice, blur=0)
        assert say("antares", event) == "Needs -3 or less, which no d10 shows: all miss."

    def test_a_value_that_no_die_shows(self):
        """A hit value or a save below 1 is said to be such, one that a die can show is not."""
        texts = []
        for value in (-1, 1):
            found = Tally.base(value, "TF-SHOOT-01")
            shot = tiles.ToHitRolled(unit="a1.1", target="b1.1", weapon="rifles", value=found, faces=(3,), hits=0)
            save = tiles.SaveRolled(hit="h1", save="armour", value=found, face=3, saved=False)
            texts += [say("tile_formations", shot), format_saves([save])]
        assert texts == [
            "a1.1 shoots at b1.1 with its rifles, hit value -1, which no d6 shows, and rolls 3: no hits.",
            "h1 is not saved by armour, value -1, which no d6 shows, on a 3",
            "a1.1 shoots at b1.1 with its rifles, hit value 1, and rolls 3: no hits.",
            "h1 is not saved by armour, value 1, on a 3",
        ]

    def test_who_wants_an_assault(self):
        """HX-CHOICE-02 Who wants an assault and who does not is told in two lists, not as a table of yes and no."""
        formatter = formatter_of("hex_orders")
        formatter.memory.titles |= {"b5": "Boar riders", "a8": "Warchief", "a9": "Grunts"}
        wishes = [("b5", True), ("a8", False), ("a9", True)]
        for count, text in (
            (2, "Boar riders (b5) want one; Warchief (a8) does not."),
            (3, "Boar riders (b5) and Grunts (a9) want one; Warchief (a8) does not."),
            (1, "Boar riders (b5) want one."),
        ):
            rows = tuple(hexes.Intent(unit=unit, enter=enter) for unit, enter in wishes[:count])
            formatter.memory.enter(0, ())
            told = formatter.format_event(hexes.AssaultIntentsRevealed(intents=rows))
            assert told == f"It was declared who wants an assault: {text}"

    def test_a_default_that_is_the_same_order(self):
        """HX-SHAKEN-03 An order whose default is the same is not told as another; orders name weapons in words."""
        formatter = formatter_of("hex_orders")
        formatter.memory.titles["a4"] = "Grunts"
        for instead, text in (
            ("F+-+-", "Grunts' (a4) movement order F+-+- is not for a shaken unit; their default is the same."),
            ("-+-+-", "Grunts' (a4) movement order F+-+- is not for a shaken unit; they carry out -+-+-."),
        ):
            formatter.memory.enter(0, ())
            event = hexes.OrderReplacedByDefault(
                owner=255, unit="a4", order="movement", part=0, ordered="F+-+-", instead=instead, reason="shaken"
            )
            assert formatter.format_event(event) == text
        plot = hexes.PlacedPlot(unit="a4", movement="F+F+-", gunnery=("Load[siege_gun]+-",), defaulted=False)
        assert format_plots([plot]) == "a4 F+F+-, gunnery Load[siege gun]+-"

    def test_moves_start_where_the_same_model_stood(self):
        """A move says from where to where for one and the same model or troop, whichever of the unit moves first."""
        formatter = formatter_of("grinding_annihilation")
        troops = [grinding.TroopPose(troop=f"a-x.{n}", pose=pose_at(n * 1_000)) for n in (1, 2)]
        formatter.format_event(grinding.FormationDeployed(formation="a-x", troops=tuple(troops)))
        step = grinding.TroopMove(troop="a-x.2", pose=pose_at(5_000), distance=3_000)
        moved = grinding.FormationMoved(formation="a-x", kind="normal", troops=(step,))
        assert formatter.format_event(moved).endswith('move, from (2", 0") to (5", 0").')
        step = grinding.TroopMove(troop="a-x.2", pose=pose_at(6_000), distance=1_000)
        closed = grinding.ClosedIn(formation="a-x", troops=(step,))
        assert formatter.format_event(closed) == 'a-x closes in, from (5", 0") to (6", 0").'
        assert formatter.format_event(grinding.Consolidated(formation="a-x", marker="")) == (
            "a-x consolidates without leaving its place."
        )
        stayed = grinding.FormationMoved(formation="a-x", kind="normal")
        assert formatter.format_event(stayed).endswith("move without leaving its place.")
        formatter = formatter_of("antares")
        models = [antares.ModelPose(model=f"a-y.{n}", pose=pose_at(n * 1_000)) for n in (1, 2)]
        for number, (pose, progress) in enumerate(((None, 0), (7_000, 5_000))):
            rows = models if pose is None else [antares.ModelPose(model="a-y.2", pose=pose_at(pose))]
            text = formatter.format_event(
                antares.UnitMoved(unit="a-y", models=tuple(rows), progress=progress, over=bool(number))
            )
        assert text == 'a-y has moved 5" of its way, from (2", 0") to (7", 0").'

    def test_nobody_reacts(self):
        """What is left without a reaction is named by who acted."""
        selected = grinding.FormationSelectedToShoot(
            formation="a-rangers", sidearms=(), only="", overwatch=None, loans=()
        )
        declined = grinding.ReactionDeclined(seat=1, window="targets_selected")
        assert say("grinding_annihilation", selected, declined) == "Blue does not react to the shots of a-rangers."

    def test_stated_sight(self):
        """A stated line of sight says who sees whom."""
        event = FactStated(fact="f1.0", kind="sight", subjects=("b-levy.5", "a-barque.1"), value="visible", by=1)
        assert say("grinding_annihilation", event) == "Blue states: b-levy.5 sees a-barque.1."

    def test_the_referee_ends_a_question(self):
        """It is the referee who ends it, and the command that was taken is named."""
        formatter = formatter_of("tile_formations", ("ann", "bob"))
        formatter.memory.enter(REFEREE, ())
        event = DeadlineEnforced(window=70001, party=0, answer="EndFormationMove")
        text = formatter.format_event(event)
        assert text == "The referee ended ann's question; EndFormationMove was taken as the answer."

    def test_a_number_out_of_bounds(self):
        """The refusal names the field and its bounds."""
        fault = Fault("TF-GRID-01", "number-range", "columns", (("found", 0), ("least", 1), ("most", 100)))
        text = format_fault(rules_of("tile_formations"), fault)
        assert text.startswith("`columns` is 0; without a map it must be 1 to 100.")
        fault = Fault("TF-GRID-02", "number-range", "units[0].speed", (("found", 0), ("least", 1), ("most", 9)))
        text = format_fault(rules_of("tile_formations"), fault)
        assert text.startswith("`units[0].speed` is 0; it must be 1 to 9.")

    def test_lengths_of_refusals_are_inches(self):
        """A refusal says lengths in inches, as a report does."""
        facts = (("model", "a-x.1"), ("distance", 6_500), ("limit", 6_000))
        text = format_fault(rules_of("antares"), Fault("AN-MOVE-09", "too-far", "paths", facts))
        assert text.startswith('a-x.1 goes 6.5" and may go 6". Shorten its path.')

    def test_a_title_stands_before_its_id_once_an_entry(self):
        """A unit is named by its title where it comes up first in an entry, and by its id behind that."""
        formatter = formatter_of("hex_orders")
        formatter.memory.titles["a3"] = "Iron tanks"
        event = hexes.AimExpired(owner=255, unit="a3")
        formatter.memory.enter(0, ())
        assert formatter.format_event(event) == "Iron tanks (a3) no longer aim."
        assert formatter.format_event(event) == "a3 no longer aims."
        formatter.memory.enter(1, ())
        assert formatter.format_event(event) == "Iron tanks (a3) no longer aim."

    def test_a_title_that_was_not_said_is_still_to_be_said(self):
        """A unit of which an event is silent, or whose sentence leaves it out, has its title where it comes up next."""
        formatter = formatter_of("hex_orders")
        formatter.memory.titles["a3"] = "Iron tanks"
        formatter.memory.enter(0, ())
        assert formatter.format_event(hexes.RetreatChosen(unit="a3", hex="B5", turn="none")) == ""
        event = hexes.UnitRetreated(unit="a3", origin="B4", hex="B5", facing="N")
        assert formatter.format_event(event) == "Iron tanks (a3) retreat from B4 to B5, facing N."
        formatter = formatter_of("tile_formations")
        formatter.memory.titles |= {"b2": "Attack flight", "a1": "Rifles"}
        formatter.memory.enter(0, ())
        stated = [("f1.0", "air_attack", "true"), ("f1.1", "crossfire", "true")]
        texts = [
            formatter.format_event(FactStated(fact=fact, kind=kind, subjects=("b2", "a1"), value=value, by=1))
            for fact, kind, value in stated
        ]
        assert texts == [
            "Blue states: the shooting of Attack flight (b2) comes from the air.",
            "Blue states: Rifles (a1) are in a crossfire.",
        ]

    def test_a_troop_is_told_with_its_formation_once_an_entry(self):
        """A troop has no title of its own; its formation stands behind it where it comes up first in an entry."""
        formatter = formatter_of("grinding_annihilation")
        formatter.memory.titles["a-x"] = "Riders"
        event = grinding.AttackAllocated(group="g1", attack=1, troop="a-x.2", seat=0, precision=True)
        formatter.memory.enter(0, ())
        assert formatter.format_event(event) == "Attack 1 goes to a-x.2 of Riders (a-x), by Precision."
        assert formatter.format_event(event) == "Attack 1 goes to a-x.2, by Precision."
        formatter.memory.enter(1, ())
        assert formatter.format_event(event) == "Attack 1 goes to a-x.2 of Riders (a-x), by Precision."
        assert say("grinding_annihilation", event) == "Attack 1 goes to a-x.2, by Precision."

    def test_a_die_of_damage_and_its_sum(self):
        """What the die shows and what it makes are told as two different numbers."""
        event = hexes.DamageRolled(
            owner=255, hit="h3", target="a1", table="regular", face=5, total=Tally.base(0, "HX-DTABLE-01"), row=0
        )
        assert say("hex_orders", event) == "Hit h3: the die shows 5, which makes 0 on the regular damage table of a1."

    def test_a_retreat_to_where_it_was(self):
        """HX-RETREAT-03 Who loses and was trying to enter stays, and goes from nowhere to nowhere."""
        event = hexes.UnitRetreated(unit="a6", origin="B5", hex="B5", facing="N")
        assert say("hex_orders", event) == "a6 stays in B5, facing N."

    def test_directions_are_degrees(self):
        """The direction that a referee enters is told in degrees."""
        assert say("antares", antares.DirectionEntered(direction=1_355)) == (
            "The die points 135.5 degrees clockwise from north."
        )

    @pytest.mark.parametrize(
        ("name", "reason", "facts", "text"),
        [
            (
                "grinding_annihilation",
                "too-few-points",
                {"manoeuvre": "closed_orbit", "cost": 1, "held": 0},
                "Closed orbit costs 1 Manoeuvre Point, and 0 are held.",
            ),
            ("antares", "hits-left", {"placed": 1, "all": 1}, "Of 1 hit, 1 is placed: place every one."),
            ("antares", "hits-left", {"placed": 0, "all": 3}, "Of 3 hits, 0 are placed: place every one."),
            (
                "antares",
                "no-better-cover",
                {"unit": "b-y", "before": 0, "after": 1},
                "After this path b-y has 1 model in cover or out of sight, and it has 0 now.",
            ),
            ("hex_orders", "support-too-early", {"hits": 1, "due": 2}, "1 damaging hit is given and 2 are possible."),
            ("hex_orders", "not-half", {"kept": 1, "half": 2}, "1 die is to stay, and half of the base's dice is 2."),
            (
                "hex_orders",
                "too-many-dice",
                {"dice": 1, "group": "b1.1", "held": 0},
                "1 die of group b1.1 is to stay, and it has 0.",
            ),
        ],
    )
    def test_refusals_count_rightly(self, name, reason, facts, text):
        """One is told as one, and many as many."""
        assert format_fault(rules_of(name), Fault("WG-END-11", reason, "", tuple(facts.items()))).startswith(text)


def test_throws_stand_beside_their_events():
    """A throw is told before the event that holds its faces; one that no event holds comes first."""
    places = {"order": "OrderTested", "shift": "TemplateShifted.distances"}
    rolls = [Roll(PUBLIC, 0, number, 10, (face,), why, 0) for number, (face, why) in enumerate(_FACES)]
    passed = antares.OrderTested(unit="a-x", needed=Tally.base(5, "AN-ORDER-09"), face=4, passed=True)
    waived = antares.ActionWaived(unit="a-x")
    failed = antares.OrderTested(unit="a-y", needed=Tally.base(4, "AN-ORDER-09"), face=9, passed=False)
    found = list(beside([(waived, ()), (passed, ()), (failed, ())], rolls, places))
    assert [([roll.faces for roll in throws], event) for (event, _), throws in found] == [
        ([(7,)], None),
        ([], waived),
        ([(4,)], passed),
        ([(9,)], failed),
    ]


def test_throws_whose_faces_no_event_holds_stand_beside_theirs():
    """A length, a value or dice that several events tell of are thrown beside the first of those events."""
    places = {"shift": "TemplateShifted.distances", "direction": "TemplateShifted.directions", "again": "DieRerolled"}
    rows = (("shift", (2,)), ("direction", (3,)), ("again", (9, 1)), ("shift", (4,)), ("direction", (7,)))
    rolls = [Roll(PUBLIC, 0, number, 10, faces, why, 0) for number, (why, faces) in enumerate(rows)]
    again = [
        antares.DieRerolled(
            volley="v1", die=die, reason="spotter", before=8, now=antares.DieResult(face=face, result="miss")
        )
        for die, face in ((1, 9), (2, 1))
    ]
    shifted = [
        antares.TemplateShifted(volley="v1", die=die, distances=(die * 2_000,), at=Spot(x=0, y=0)) for die in (1, 2)
    ]
    events = [(event, ()) for event in (*again, *shifted)]
    found = [[roll.faces for roll in throws] for _, throws in beside(events, rolls, places)]
    assert found == [[(9, 1)], [], [(2,), (3,)], [(4,), (7,)]]


_FACES = ((4, "order"), (9, "order"), (7, "secret"))


def golden_events(path: Path, rules: LoadedRuleset) -> Iterator[tuple[str, Struct]]:
    """Read the events that a golden game holds, but for those of bytes alone, which it leaves out."""
    kinds = {kind.__name__: kind for kind in rules.reducers}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, _, rest = line.strip().partition(" ")
        if line.startswith(" " * 10) and name in kinds and name != "SeedFixed":
            yield line, read_message(kinds[name], CLAUSES.sub("", rest))


FORBIDDEN = {
    "a length in thousandths": re.compile(r"(?<![\w.-])\d{5,}(?!\w)"),
    "a word with an underscore": re.compile(r"(?<![\w#.-])[a-z]+(?:_[a-z]+)+(?![\w#.-])"),
    "a plural of one": re.compile(
        r"(?<![\d.+-])\b1 (points|pins|models|dice|wounds|moves|attacks|tokens|units|times|rolls|casualties|failures)\b"
    ),
    "doubled spaces": re.compile(r"  "),
    "a brace": re.compile(r"[{}]"),
    "an unknown value": re.compile(r"(?<!\w)\?"),
    "an empty value": re.compile(r"\bNone\b|: \.|, \.|\(\)"),
    "no full stop": re.compile(r"[^.]$"),
    "two full stops": re.compile(r"\.\.$"),
    "a name of an event": re.compile(r"^[A-Z][a-z]+[A-Z][A-Za-z]* \w+="),
    "a figure for nothing": re.compile(
        r"(?<![\d.+-])\b0 (?:[a-z]+ )?(?:points of|pins|models|dice|wounds|moves|attacks|tokens|units|times|failures"
        r"|hits|casualties|successes|left|to come|of them)\b"
    ),
    "a truth value": re.compile(r"\b(?:True|False|true|false)\b"),
    "a field with its value": re.compile(r"\b\w+=\w"),
    "a mark of agreement": re.compile(r"~"),
}
SUBJECT = re.compile(r"^(.+?) \(([\w.#-]+)\) ([a-z]+)\b")
THIRD = re.compile(r"^\{(\w+)(?:\.\w+)?\}(?:\{[^}]*\})* ([a-z]+s)(?![a-z~])")
TITLED = {"unit", "formation", "part"}


def disagrees(text: str) -> bool:
    """Tell whether a sentence begins with a title of many and goes on as if that were one."""
    found = SUBJECT.match(text)
    return found is not None and is_many(found[1]) and found[3].endswith("s") and not found[3].endswith("ss")


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_verbs_behind_titles_are_marked(name: str):
    """In a phrase that begins with what has a title the verb is marked, so that it agrees with a title of many."""
    rules = rules_of(name)
    for key, phrase in {**rules.phrases, **rules.labels.sentences}.items():
        found = THIRD.match(phrase)
        assert found is None or found[1] not in TITLED, f"{key}: {phrase}"


@pytest.mark.parametrize(
    ("name", "event", "text"),
    [
        ("antares", antares.ActionWaived(unit="a-x"), "Boar riders (a-x) do no more."),
        ("antares", antares.UnitExhausted(unit="a-x"), "Boar riders (a-x) are exhausted."),
        ("hex_orders", hexes.AimExpired(owner=255, unit="a-x"), "Boar riders (a-x) no longer aim."),
        ("grinding_annihilation", grinding.FightEnded(formation="a-x"), "Boar riders (a-x) have fought."),
    ],
)
def test_verbs_agree_with_titles_of_many(name: str, event: Struct, text: str):
    """A unit with a title of many is told of as many, and by its id alone as one."""
    formatter = formatter_of(name)
    formatter.memory.titles["a-x"] = "Boar riders"
    formatter.memory.enter(0, ())
    assert formatter.format_event(event) == text
    assert formatter.format_event(event).split(" ")[1] in ("does", "is", "no", "has")


def ready_titles(name: str) -> set[str]:
    """Gather every name in the lists, forces and armies of a ruleset's data."""
    files = (ROOT / "adjudicator/rulesets" / name / "data").rglob("*.toml")
    kinds = {"armies", "catalogues", "forces", "lists"}
    rows = [tomllib.loads(path.read_text(encoding="utf-8")) for path in files if path.parent.name in kinds]
    return set(_names_in(rows))


def _names_in(value: object) -> Iterator[str]:
    rows = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict) and isinstance(value.get("name"), str):
        yield value["name"]
    for row in rows:
        yield from _names_in(row)


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_no_title_of_ready_data_is_in_doubt(name: str):
    """Of everything that can be fielded from a ruleset's own data it is known whether its title is one or many."""
    titles = ready_titles(name)
    assert len(titles) > 20
    assert {title for title in titles if "_" not in title and number_of(title) is None} == set()


@pytest.mark.parametrize(
    ("name", "event", "text"),
    [
        ("antares", antares.ActionWaived(unit="a-x"), "The unit Ganymedes (a-x) does no more."),
        ("hex_orders", hexes.AimExpired(owner=255, unit="a-x"), "The unit Ganymedes (a-x) no longer aims."),
        ("grinding_annihilation", grinding.FightEnded(formation="a-x"), "The formation Ganymedes (a-x) has fought."),
    ],
)
def test_a_title_in_doubt_is_told_with_a_noun(name: str, event: Struct, text: str):
    """A title of a user's own that could be one or many agrees as the unit that it is; its id alone needs no noun."""
    formatter = formatter_of(name)
    formatter.memory.titles["a-x"] = "Ganymedes"
    formatter.memory.enter(0, ())
    assert formatter.format_event(event) == text
    assert formatter.format_event(event).startswith("a-x ")


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("hits", "2 +5", "Blue states: Tank (b2.2) takes 2 hits, +5 to the saves, in the assault."),
        ("hits", "1", "Blue states: Tank (b2.2) takes 1 hit in the assault."),
        ("casualties", "3 shock", "Blue states: Tank (b2.2) takes 3 casualties, which bring Shock."),
        ("casualties", "1", "Blue states: Tank (b2.2) takes 1 casualty."),
        ("damage", "2", "Blue states: Tank (b2.2) takes 2 points of damage."),
        ("hits", "some", "Blue states: Tank (b2.2) takes some in the assault."),
    ],
)
def test_results_from_outside_are_words(kind: str, value: str, text: str):
    """What a seat states of a fight is told in words, not in the notation of the fact."""
    formatter = formatter_of("tile_formations")
    formatter.memory.titles["b2.2"] = "Tank"
    formatter.memory.enter(0, ())
    fact = FactStated(fact="f1.0", kind=kind, subjects=("b2.2",), value=value, by=1)
    assert formatter.format_event(fact) == text


def test_a_singular_owner_keeps_its_s():
    """The owner is Bronze colossus's, one, and Hoplites', many."""
    assert finished("Bronze colossus (a1)'s order stands") == "Bronze colossus's (a1) order stands."
    assert finished("Hoplites (a1)'s order stands") == "Hoplites' (a1) order stands."


def test_a_question_names_titles():
    """A question may be read by itself: titles stand in it whatever its entry has told before."""
    formatter = formatter_of("antares")
    formatter.memory.titles["a-x"] = "Boar riders"
    formatter.memory.enter(0, ())
    formatter.format_event(antares.UnitExhausted(unit="a-x"))
    assert formatter.format_question("reaction_move", ("a-x",), (0,)) == (
        "Red is to move Boar riders (a-x) in their reaction."
    )
    asked = formatter.format_question("reaction", ("fire", "a-x"), (1,))
    assert asked == "Blue is to declare reactions to the Fire of Boar riders (a-x), or decline."


WRITTEN = "it~ takes~ boss's riders's a-x's turn, and a-x {goes~}"


def test_what_a_player_wrote_stays_as_it_is():
    """Agreement, titles, owners and capitals are of our own words: nothing is changed in a text that was given."""
    formatter = formatter_of("antares")
    formatter.memory.titles["a-x"] = "Boar riders"
    formatter.memory.enter(0, ())
    means = formatter.format_event(ClauseInterpreted(clause="AN-PIN-01", text=WRITTEN))
    assert means == f"Clause AN-PIN-01 means: {WRITTEN}."
    disputed = formatter.format_event(RollDisputed(by=1, reason=WRITTEN))
    assert disputed == f"Blue does not accept the faces: {WRITTEN}."
    stated = FactStated(fact="f1.0", kind="cocked", subjects=("a-x",), value=WRITTEN, by=1)
    assert formatter.format_event(stated) == f"Blue states: cocked of Boar riders (a-x) is {WRITTEN}."


def test_names_that_were_given_keep_their_marks():
    """The mark of agreement stays in the name of a seat and in the title of a unit; our own words agree."""
    formatter = formatter_of("antares", ("ann~", "bob"))
    formatter.memory.titles["a-x"] = "Takes~ riders"
    formatter.memory.enter(0, ())
    assert formatter.format_event(antares.ActionWaived(unit="a-x")) == "Takes~ riders (a-x) do no more."
    disputed = formatter.format_event(RollDisputed(by=0, reason="cocked"))
    assert disputed.lower() == "ann~ does not accept the faces: cocked."


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0 s"),
        (1, "0.001 s"),
        (-1_500, "-1.5 s"),
        (60_000, "1 min"),
        (5_400_000, "1 h 30 min"),
        (86_400_500, "1 d 0.5 s"),
        (31_622_400_000, "366 d"),
    ],
)
def test_times_of_refusals(milliseconds, text):
    """In units that people count in, and exact: who reads it gives it again."""
    assert filled("It is {found:time} now.", (("found", milliseconds),)) == f"It is {text} now."
    assert filled("It is {found:time} now.", (("found", "9" * 20),)) == f"It is {'9' * 20} now."


def test_times_are_seconds():
    """Times of clocks and outages are told in seconds, an outage by how long it was."""
    assert say("antares", ClockSet(seat=0, old_ms=90_000, new_ms=120_500)) == (
        "The clock of red is set to 120.5 s, from 90 s."
    )
    down = OutageGivenBack(from_ms=1_700_000_000_000, to_ms=1_700_000_012_000)
    assert say("antares", down) == "The service was down for 12 s; no clock ran."


def test_ids_in_lists_have_titles():
    """What a list within an event names by its id has its title too, once in an entry."""
    formatter = formatter_of("antares")
    formatter.memory.titles |= {"b-y": "Scouts", "a-x": "Tank"}
    formatter.memory.enter(0, ())
    options = (antares.ReactionOption(unit="b-y", reactions=("go_down",)),)
    event = antares.ReactionsAsked(unit="a-x", trigger="fire", units=options)
    assert formatter.format_event(event, whole=True) == (
        "On the Fire of Tank (a-x), these may react: Scouts (b-y) by Go Down."
    )


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_sentence_of_the_golden_games_is_a_sentence(path: Path):
    """No event of a golden game is told with raw words, raw lengths, wrong plurals or half a sentence."""
    rules = rules_of(path.parent.name)
    formatter = formatter_of(path.parent.name)
    bad = []
    for _, event in golden_events(path, rules):
        formatter.memory.enter(REFEREE, ())
        text = formatter.format_event(event, whole=True)
        # orders of hex_orders are written as they are plotted
        plain = re.sub(r"\[\w+\]", "", text)
        bad += [f"{what}: {text}" for what, shape in FORBIDDEN.items() if text and shape.search(plain)]
        bad += [f"a verb for one: {text}"] * disagrees(text)
    assert bad == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_question_of_the_golden_games_has_words(path: Path):
    """Whom a golden game asks is asked in words, not by the name of a window."""
    labels = rules_of(path.parent.name).labels
    asked = set(re.findall(r"^ {10}\? (\w+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert asked <= {*labels.questions, *QUESTIONS}


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_words_of_a_ruleset_are_used(name: str):
    """Phrases of variants, throws, questions and of places of throws name what the ruleset has."""
    rules = rules_of(name)
    kinds = {kind.__name__: kind for kind in rules.reducers}
    for places in rules.labels.beside.values():
        for place in places.split():
            kind, _, field = place.partition(".")
            assert kind in kinds
            assert not field or field in fields_within(kinds[kind])
    assert set(rules.labels.questions) <= set(rules.windows)


def fields_within(kind: type[Struct]) -> set[str]:
    """Give the fields of a kind of message, and of those in its fields and lists."""
    inner = {part for field in fields(kind) for part in (field.type, *get_args(field.type))}
    messages = [part for part in inner if isinstance(part, type) and issubclass(part, Struct)]
    return set(kind.__struct_fields__).union(*map(fields_within, messages))


def names_of(phrase: str) -> set[str]:
    """Give the fields that a phrase names."""
    return {name.partition(".")[0] for _, name, _, _ in PHRASES.parse(phrase) if name}


def told_with_secrets() -> Iterator[tuple[str, type[Struct]]]:
    """Give the kinds of events whose sentence tells a secret, and which those are told of, too, who may not know it."""
    for name in RULESETS:
        rules = rules_of(name)
        for kind, mask in rules.masks.items():
            secret = {kind.__struct_fields__[index] for index in mask.secret}
            if not mask.whole and secret & names_of(rules.phrases.get(kind.__name__, "")):
                yield name, kind


@pytest.mark.parametrize(("name", "kind"), list(told_with_secrets()))
def test_what_is_secret_is_told_in_words(name: str, kind: type[Struct]):
    """A sentence says that something is secret, or leaves it out; a question mark tells a reader nothing."""
    samples = {"seat": 0, "owner": 1, "known_to": 1}
    open_to_all = {field.name: samples.get(field.name, "a1") for field in fields(kind) if field.required}
    told = formatter_of(name).format_event(kind(**open_to_all))
    assert told.endswith(".")
    assert "?" not in told
    assert kind.__name__ not in told


def test_huge_units_are_secret_until_both_have_named_them():
    """Who named them knows them; the other one is told that they are secret, also where there are none."""
    formatter = formatter_of("hex_orders")
    told = "Blue has named its huge units, which are secret until both sides have named theirs."
    assert formatter.format_event(hexes.HugeUnitsCommitted(seat=1)) == told
    known = hexes.HugeUnitsCommitted(seat=1, huge=hexes.HugeList(kinds=("ork:giant",)))
    assert formatter.format_event(known) == "Blue has named its huge units: giant."
    assert formatter.format_event(hexes.HugeUnitsCommitted(seat=1, huge=hexes.HugeList())) == "Blue has no huge units."
