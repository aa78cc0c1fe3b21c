"""Sentences that rest on what earlier events said: where somebody stood, what a device is, what is put in order."""

from __future__ import annotations

import pytest

from adjudicator.board.bodies import Base, Shape
from adjudicator.board.inches import Pose
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.dice.wgdice import PUBLIC, Roll
from adjudicator.kernel.messages import Corrected, OpenGame, Rewound, Spot
from adjudicator.registry import RULESETS, rules_of
from adjudicator.rulesets.antares.model import messages as antares
from adjudicator.rulesets.grinding_annihilation.model import messages as grinding
from replays.tell.compare import differing
from replays.tell.options_line import terms_line
from replays.tell.phrases import EventFormatter
from replays.tell.throws import beside
from replays.tell.values import field_text, fields_text

ALONE = "the seed is the service's alone"


def formatter_of(name: str) -> EventFormatter:
    rules = rules_of(name)
    return EventFormatter(rules, ("red", "blue"), rules.labels)


def pose_at(inches: int) -> Pose:
    return Pose(x=inches * 1_000, y=0, z=0, facing=0)


def deployed(formation: str, *inches: int) -> grinding.FormationDeployed:
    troops = [grinding.TroopPose(troop=f"{formation}.{n}", pose=pose_at(at)) for n, at in enumerate(inches, start=1)]
    return grinding.FormationDeployed(formation=formation, troops=tuple(troops))


def moved(formation: str, **inches: int) -> grinding.FormationMoved:
    """Move troops, as `t1=5`, to so many inches."""
    troops = [
        grinding.TroopMove(troop=f"{formation}.{name[1:]}", pose=pose_at(at), distance=0) for name, at in inches.items()
    ]
    return grinding.FormationMoved(formation=formation, kind="normal", troops=tuple(troops))


class TestPlaces:
    def test_a_rewind_takes_back_where_somebody_stood(self):
        """A move after a rewind starts where the entries that stand have left the troop, not where a void one did."""
        formatter = formatter_of("grinding_annihilation")
        said = []
        events = [deployed("a-x", 2), moved("a-x", t1=5), moved("a-x", t1=8), Rewound(to=4, dice="kept")]
        for seq, event in enumerate([*events, moved("a-x", t1=6)], start=3):
            formatter.memory.enter(0, (), seq)
            said.append(formatter.format_event(event))
        assert said[2].endswith('from (5", 0") to (8", 0").')
        assert said[-1].endswith('from (2", 0") to (6", 0").')

    def test_what_was_corrected_has_no_known_place(self):
        """Who was put elsewhere by a correction is not said to start where it stood before it."""
        formatter = formatter_of("grinding_annihilation")
        formatter.format_event(deployed("a-x", 2, 3))
        formatter.format_event(Corrected(known_to=255, table="troops", key="a-x.1", field="pose", before="", after=""))
        assert formatter.format_event(moved("a-x", t1=5)) == "a-x has made its Normal move."
        assert formatter.format_event(moved("a-x", t2=6)).endswith('from (3", 0") to (6", 0").')

    def test_a_move_is_told_of_one_that_left_its_place(self):
        """A unit does not stay where its first model is at the end of its way already: another is on its way still."""
        formatter = formatter_of("antares")

        def step(*inches: int) -> str:
            models = [antares.ModelPose(model=f"a-y.{n}", pose=pose_at(at)) for n, at in enumerate(inches, start=1)]
            event = antares.UnitMoved(unit="a-y", models=tuple(models), progress=5_000, over=False)
            return formatter.format_event(event)

        assert step(1, 2) == 'a-y has moved 5".'
        assert step(1, 7) == 'a-y has moved 5" of its way, from (2", 0") to (7", 0").'
        assert step(1, 7) == 'a-y stays at (1", 0").'
        formatter = formatter_of("grinding_annihilation")
        formatter.format_event(deployed("a-x", 2, 3))
        assert formatter.format_event(moved("a-x", t1=2, t2=9)).endswith('from (3", 0") to (9", 0").')
        assert formatter.format_event(moved("a-x", t1=2, t2=9)).endswith("move without leaving its place.")

    def test_nobody_moves_where_all_have_fallen(self):
        """A formation that fell before its move is not said to have stayed where it was."""
        formatter = formatter_of("grinding_annihilation")
        gone = grinding.FormationDestroyed(formation="a-x", part="a-x", cause="attack", whole=True)
        assert formatter.format_event(replace_whole(gone, whole=False)) != ""
        assert formatter.format_event(moved("a-x")).endswith("without leaving its place.")
        formatter.format_event(gone)
        assert formatter.format_event(moved("a-x")) == "a-x has nobody left to make its Normal move."


def replace_whole(event: grinding.FormationDestroyed, *, whole: bool) -> grinding.FormationDestroyed:
    return grinding.FormationDestroyed(formation=event.formation, part=event.part, cause=event.cause, whole=whole)


class TestThings:
    def test_devices_and_markers_by_name(self):
        """A device or marker that is tested, placed or gone is told by the name of its sheet, with its id."""
        formatter = formatter_of("antares")
        sheets = [
            antares.DeviceSheet(
                id=key,
                name=name,
                kind="flitter",
                radius=0,
                miss_rerolls="",
                scope="",
                base_size=Base(1_000, 1_000, Shape.ROUND),
                height=1_000,
                placed=False,
            )
            for key, name in (("fl", "Flitter"), ("bl", "Blur"))
        ]
        device = antares.MusteredDevice(id="b-suits#1", sheet="fl", unit="b-suits")
        army = antares.ArmyAccepted(
            seat=1, list="l", name="n", points=1, devices=(device,), device_sheets=tuple(sheets)
        )
        tested = [
            antares.EndTestTaken(subject=subject, face=10, success=False, removed=True)
            for subject in ("b-suits#1", "m1")
        ]
        assert formatter.format_event(tested[0]) == "b-suits#1 is tested at the end of the turn: 10, and it goes."
        formatter.format_event(army)
        placed = antares.MarkerPlaced(marker="m1", sheet="bl", seat=0, unit="")
        assert formatter.format_event(placed) == "Blur (m1) is placed."
        assert [formatter.format_event(event) for event in tested] == [
            "Flitter (b-suits#1) is tested at the end of the turn: 10, and it goes.",
            "Blur (m1) is tested at the end of the turn: 10, and it goes.",
        ]
        assert formatter.format_event(antares.MarkerRemoved(marker="m1", cause="end_test")).startswith(
            "Blur (m1) is gone:"
        )

    @pytest.mark.parametrize(
        ("order", "text"),
        [
            (("b", "a"), "first blue's rules before the battle, then red's rules before the battle"),
            (("dread_aura:b-x", "regeneration:a-y"), "first Dread Aura of b-x, then Regeneration of a-y"),
            (("answers", "armoured_charge"), "first the answers to the Assault move, then the Armoured Charge"),
            (("a-z.1", "a-y.1"), "first the Deadly Demise of a-z.1, then the Deadly Demise of a-y.1"),
        ],
    )
    def test_what_is_put_in_order(self, order, text):
        """GA-2.5-09 What comes at the same time is told in words, first what comes first."""
        event = grinding.OrderChosen(seat=1, order=order)
        told = formatter_of("grinding_annihilation").format_event(event)
        assert told == f"Blue sets the order of what comes at the same time: {text}."

    @pytest.mark.parametrize(
        ("ignored", "lost", "left", "text"),
        [
            (0, 1, 0, "suffers 1 point of damage, loses 1 wound and has none left."),
            (1, 0, 1, "suffers 1 point of damage, ignores 1 wound, loses no wounds and has 1 left."),
        ],
    )
    def test_damage_that_is_ignored(self, ignored, lost, left, text):
        """GA-3.3-34 What damage does is one sentence: what is ignored, lost and left."""
        event = grinding.DamageInflicted(
            group="g1",
            attack=1,
            troop="a-x.1",
            damage=Tally.base(1, "GA-3.3-26"),
            health_needed=0,
            ignored=ignored,
            lost=lost,
            wounds_left=left,
        )
        assert formatter_of("grinding_annihilation").format_event(event) == f"a-x.1 {text}"

    def test_the_choice_of_an_enum_is_its_word(self):
        """Where games differ a choice is told by its word, within messages and lists too; transcripts keep numbers."""
        base = Base(1_000, 1_000, Shape.ROUND)
        assert [
            field_text(value, words=True) for _, value, _ in differing("b", base, Base(1_000, 1_000, Shape.HULL))
        ] == ["round"]
        assert fields_text(base, words=True) == "length=1000 width=1000 shape=round"
        assert field_text((base, base), words=True) == field_text((base, base)).replace("shape=1", "shape=round")
        assert field_text((Shape.ROUND, Shape.OVAL), words=True) == "round,oval"
        assert fields_text(base) == "length=1000 width=1000 shape=1"


@pytest.mark.parametrize(
    ("dice", "profile", "pace", "text"),
    [
        (
            "seeded",
            "P1",
            "auto",
            "Dice come from a seed; every seat contributes to the seed; steps without a choice are taken at once.",
        ),
        (
            "reported",
            "P0",
            "step",
            f"Dice are thrown at the table and reported; {ALONE}; steps without a choice wait for a command.",
        ),
        ("loaded", "P7", "slow", "Dice loaded; profile P7; pace slow."),
    ],
)
def test_terms_of_a_game_in_words(dice, profile, pace, text):
    """A report says in words where dice come from, who contributes to the seed, and what becomes of steps."""
    terms = OpenGame(
        ruleset="r",
        edition="e",
        package="p",
        engine=b"",
        pace=pace,
        dice_mode=dice,
        profile=profile,
        response_limit=0,
        referee=False,
        appeal_window=0,
        test=False,
        signed=False,
        master_key="",
        log_key="",
    )
    assert terms_line(terms) == text


class TestThrows:
    @pytest.mark.parametrize("name", RULESETS)
    def test_every_throw_has_its_event(self, name):
        """Every throw of a ruleset that has a name in words names the events that tell of it."""
        labels = rules_of(name).labels
        assert set(labels.throws) - set(labels.beside) == set()

    def test_throws_of_templates_stand_beside_each(self):
        """Strike values that are thrown for the hits of templates stand beside the template whose hits have them."""
        places = rules_of("antares").labels.beside
        values = ((3, 1), (2,))
        events = [
            (
                antares.TemplateResolved(
                    volley="v1", die=die, at=Spot(x=0, y=0), hits=tuple(hit(value) for value in row)
                ),
                (),
            )
            for die, row in enumerate(values, start=1)
        ]
        rolls = [
            Roll(PUBLIC, 0, number, 3, (face,), "strike-value", 0)
            for number, face in enumerate(face for row in values for face in row)
        ]
        assert [[roll.faces[0] for roll in found] for _, found in beside(events, rolls, places)] == [[3, 1], [2]]

    def test_a_special_die_is_drawn_beside_its_event(self):
        """AN-OPT-04 The throw that draws a special die stands beside the event that names it."""
        roll = Roll(PUBLIC, 0, 0, 16, (16,), "order-die", 255)
        event = antares.SpecialDieDrawn(name="chance")
        assert list(beside([(event, ())], [roll], rules_of("antares").labels.beside)) == [((event, ()), [roll])]


def hit(value: int) -> antares.Hit:
    return antares.Hit(
        id="h",
        volley="v1",
        unit="b-x",
        weapon="w",
        strike_value=value,
        lucky=False,
        overhead=True,
        shooter="",
        model="",
    )
