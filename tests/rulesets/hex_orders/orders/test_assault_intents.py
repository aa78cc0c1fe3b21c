"""Intents: who declares whether a unit enters an assault, and what that binds it to."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultIntentCommitted,
    AssaultIntentsRevealed,
    Intent,
    MovesChosen,
    OrderReplacedByDefault,
    UnitMoved,
    UnitRotated,
)
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.fixtures import AROUND_D5, infantry
from tests.rulesets.hex_orders.orders.fixtures import STANDING, STANDS, infantry_with_orders, with_order
from tests.rulesets.hex_orders.orders.steps import (
    begin_movement,
    choose_moves,
    choose_open_part,
    choosing,
    goes_to,
    intents,
    resolve,
    silent_answer,
)
from tests.rulesets.hex_orders.steps import asked, innermost_window, legal, of_kind, places, refused, silence, unit

TURN_AND_GO = "360,F+-+-"


@pytest.mark.rule("HX-CHOICE-01")
def test_who_enters_chooses_last_and_ranks_go_within():
    """Ork Chase and Dwarf Flee, neither into an assault, choose before an Elf that enters one: Ork, Dwarf, Elf."""
    rows = [
        with_order("a1", "C4", TURN_AND_GO, "elf"),
        with_order("b1", "F7", "Chase+-+-", "ork"),
        with_order("b2", "B6", "Flee+-+-", "dwarf"),
        with_order("b3", "C3", "-+-+-", "dwarf"),
    ]
    played = choosing(*rows, a1=TURN_AND_GO, b1="Chase+-+-", b2="Flee+-+-", b3="-+-+-")
    assert asked(played)[:2] == ("intents", (0,))
    played.when("red", intents(a1=True)).accepted()
    found = []
    while innermost_window(played).kind == "moves":
        found.append((asked(played)[1], asked(played)[2]))
        played.when(asked(played)[1][0], silent_moves(played)).accepted()
    assert found == [((1,), ("ork", "stay")), ((1,), ("dwarf", "stay")), ((0,), ("elf", "enter"))]
    silence(played)


def silent_moves(played):
    """Give what silence stands for in the open question."""
    otherwise = played.rules.windows[innermost_window(played).kind].default_command
    assert otherwise is not None
    return otherwise(played.game, innermost_window(played), innermost_window(played).asks[0])


@pytest.mark.rule("HX-CHOICE-01")
def test_an_elf_that_stays_away_chooses_after_orks_that_stay_away():
    """Without assaults the ranks alone decide: Ork before Dwarf before Elf."""
    rows = [
        with_order("a1", "C4", TURN_AND_GO, "elf"),
        with_order("b1", "F7", "Flee+-+-", "ork"),
        with_order("b2", "B7", "360+-+-", "dwarf"),
        with_order("b3", "C3", "-+-+-", "dwarf"),
    ]
    played = choosing(*rows, a1=TURN_AND_GO, b1="Flee+-+-", b2="360+-+-", b3="-+-+-")
    played.when("red", intents(a1=False)).accepted()
    found = []
    while innermost_window(played).kind == "moves":
        found.append(asked(played)[2])
        played.when(asked(played)[1][0], silent_moves(played)).accepted()
    assert found == [("ork", "stay"), ("dwarf", "stay"), ("elf", "stay")]
    silence(played)


@pytest.mark.rule("HX-CHOICE-02")
def test_an_open_choice_next_to_an_enemy_is_declared_first():
    """A unit with 360 and F in one step next to an enemy declares before anybody chooses."""
    played = choosing(with_order("a1", "D5", TURN_AND_GO, "elf", "S"), STANDING, a1=TURN_AND_GO, **STANDS)
    assert asked(played)[:2] == ("intents", (0,))
    refused(played, "red", choose_open_part("a1", facing="S"), "HX-CHOICE-02", "not-asked")
    played.when("red", intents(a1=False)).accepted()
    assert asked(played)[:2] == ("moves", (0,))
    silence(played)


@pytest.mark.rule("HX-CHOICE-02")
def test_a_move_without_choice_is_not_declared():
    """A unit whose F leads into an enemy hex without choice does not declare, and neither does one far away."""
    played = choosing(with_order("a1", "D5", "F+-+-", "elf"), STANDING, a1="F+-+-", **STANDS)
    assert innermost_window(played).kind not in {"intents", "moves"}
    silence(played)
    played = choosing(with_order("a1", "D9", TURN_AND_GO, "elf"), STANDING, a1=TURN_AND_GO, **STANDS)
    assert asked(played)[0] == "moves"
    refused(played, "red", intents(a1=True), "HX-CHOICE-01", "not-asked")
    silence(played)


@pytest.mark.rule("HX-CHOICE-02")
@pytest.mark.ruling("HX-CHOICE-02.2")
def test_declarations_are_secret_until_all_are_in():
    """Both sides declare in secret; what the first declared shows only together with the second's."""
    rows = [with_order("a1", "D5", TURN_AND_GO, "elf", "S"), with_order("b1", "D4", TURN_AND_GO, "ork", "N")]
    for wish in (True, False):
        played = choosing(*rows, a1=TURN_AND_GO, b1=TURN_AND_GO)
        assert asked(played)[:2] == ("intents", (0, 1))
        committed = played.when("red", intents(a1=wish)).without(AssaultIntentsRevealed).one(AssaultIntentCommitted)
        assert committed.owner == 0
        shown = played.when("blue", intents(b1=True)).one(AssaultIntentsRevealed)
        assert set(shown.intents) == {Intent(unit="a1", enter=wish), Intent(unit="b1", enter=True)}
        silence(played)


@pytest.mark.rule("HX-CHOICE-02")
@pytest.mark.ruling("HX-CHOICE-02.2")
def test_by_option_declarations_are_open():
    """With open_choices the lower-ranked side declares first and in public."""
    rows = [with_order("a1", "D5", TURN_AND_GO, "elf", "S"), with_order("b1", "D4", TURN_AND_GO, "ork", "N")]
    played = choosing(*rows, a1=TURN_AND_GO, b1=TURN_AND_GO, options={"open_choices": True})
    assert asked(played)[:2] == ("intents", (1,))
    played.when("blue", intents(b1=True)).then(AssaultIntentsRevealed, intents=(Intent(unit="b1", enter=True),))
    assert asked(played)[:2] == ("intents", (0,))
    silence(played)


@pytest.mark.rule("HX-CHOICE-03")
def test_who_declined_has_to_stay_away_if_it_can():
    """Declared no: a facing that leads into the enemy is refused as long as another is legal."""
    played = choosing(with_order("a1", "D5", TURN_AND_GO, "elf", "S"), STANDING, a1=TURN_AND_GO, **STANDS)
    played.when("red", intents(a1=False)).accepted()
    assert asked(played)[2] == ("elf", "stay")
    refused(played, "red", choose_open_part("a1", facing="N"), "HX-CHOICE-03", "must-stay-away")
    for side in ("NE", "SE", "S", "SW", "NW"):
        assert legal(played, "red", choose_open_part("a1", facing=side))
    silence(played)


@pytest.mark.rule("HX-CHOICE-03")
def test_with_no_other_way_it_may_enter():
    """Declared no with enemies on all sides: any facing may be chosen, since each leads into one."""
    around = [with_order(f"b{number}", name, "-+-+-", "ork") for number, name in enumerate(AROUND_D5, 1)]
    stand = {row[0]: "-+-+-" for row in around}
    played = choosing(with_order("a1", "D5", TURN_AND_GO, "elf", "S"), *around, a1=TURN_AND_GO, **stand)
    assert asked(played)[0] == "intents"
    played.when("red", intents(a1=False)).accepted()
    for side in ("N", "NE", "SE", "S", "SW", "NW"):
        assert legal(played, "red", choose_open_part("a1", facing=side)), side
    played.when("red", choose_open_part("a1", facing="NE")).accepted()
    events = silence(played)
    assert not of_kind(events, OrderReplacedByDefault)
    assert unit(played, "a1").facing == "NE"


@pytest.mark.rule("HX-CHOICE-03")
def test_one_way_out_has_to_be_taken():
    """Declared no with enemies on five sides: the one facing that leads into none is the only one allowed."""
    around = [with_order(f"b{number}", name, "-+-+-", "ork") for number, name in enumerate(AROUND_D5[:5], 1)]
    stand = {row[0]: "-+-+-" for row in around}
    played = choosing(with_order("a1", "D5", TURN_AND_GO, "elf", "S"), *around, a1=TURN_AND_GO, **stand)
    played.when("red", intents(a1=False)).accepted()
    for side in ("N", "NE", "SE", "S", "SW"):
        refused(played, "red", choose_open_part("a1", facing=side), "HX-CHOICE-03", "must-stay-away")
    assert legal(played, "red", choose_open_part("a1", facing="NW"))
    silence(played)


@pytest.mark.rule("HX-CHOICE-04")
def test_who_declared_yes_has_to_enter_if_it_can():
    """Declared yes with one rotation into an enemy hex: the five others are refused."""
    played = choosing(with_order("a1", "D5", TURN_AND_GO, "elf", "S"), STANDING, a1=TURN_AND_GO, **STANDS)
    played.when("red", intents(a1=True)).accepted()
    assert asked(played)[2] == ("elf", "enter")
    for side in ("NE", "SE", "S", "SW", "NW"):
        refused(played, "red", choose_open_part("a1", facing=side), "HX-CHOICE-04", "must-enter")
    played.when("red", choose_open_part("a1", facing="N")).accepted()
    assert [row.facing for row in of_kind(silence(played), UnitRotated)] == ["N"]


@pytest.mark.rule("HX-CHOICE-04")
def test_an_enemy_out_of_reach_frees_the_choice():
    """Where the enemy fled by its earlier choice, any legal choice is accepted."""
    rows = [with_order("a1", "D5", TURN_AND_GO, "elf", "S"), with_order("b1", "D4", "Flee+-+-", "ork")]
    played = choosing(*rows, a1=TURN_AND_GO, b1="Flee+-+-")
    played.when("red", intents(a1=True)).accepted()
    assert asked(played)[1:] == ((1,), ("ork", "stay"))
    played.when("blue", choose_open_part("b1", "D3")).accepted()
    for side in ("N", "NE", "SE", "S", "SW", "NW"):
        assert legal(played, "red", choose_open_part("a1", facing=side))
    played.when("red", choose_open_part("a1", facing="SE")).accepted()
    silence(played)
    assert places(played)[:2] == ("E6", "SE")


@pytest.mark.rule("HX-CHOICE-02", "HX-CHOICE-04")
def test_who_wants_an_assault_has_to_enter_one() -> None:
    """Who wants an assault has to enter one where a choice leads into one; declarations are sealed."""
    settings: dict[str, Any] = {
        "units": [("a1", "D5", "S", infantry_with_orders("360,F+-+-"), SLOW), ("b1", "D4", "N", infantry(), None)],
        "running": {"a1": ("360,F+-+-",)},
    }
    played = begin_movement(**settings)
    assert asked(played) == ("intents", (0,), ())
    played.when("red", intents(b1=True)).rejected("HX-GAP-04", "not-own-mover")
    played.when("red", intents(a1=True)).then(AssaultIntentCommitted, owner=0).then(AssaultIntentsRevealed)
    assert asked(played) == ("moves", (0,), ("elf", "enter"))
    played.when("red", choose_moves(goes_to("a1", facing="S"))).rejected("HX-CHOICE-04", "must-enter", unit="a1")
    played.when("red", choose_moves()).then(MovesChosen, choices=(goes_to("a1", facing="N"),))
    resolve(played).then(UnitRotated).without(UnitMoved)


@pytest.mark.rule("HX-CHOICE-03")
def test_who_stays_away_may_not_choose_an_assault() -> None:
    """Who stays away may not choose what leads into an assault."""
    units = [("a1", "D5", "S", infantry_with_orders("360,F+-+-"), SLOW), ("b1", "D4", "N", infantry(), None)]
    played = begin_movement(units=units, running={"a1": ("360,F+-+-",)})
    played.when("red", intents()).then(AssaultIntentsRevealed, intents=(Intent(unit="a1", enter=False),))
    played.when("red", choose_moves(goes_to("a1", facing="N"))).rejected("HX-CHOICE-03", "must-stay-away")
    played.when("red", choose_moves(goes_to("a1", facing="NE"))).accepted()
    resolve(played).then(UnitMoved, hex="E5")


@pytest.mark.rule("HX-GAP-09", "HX-CHOICE-02")
def test_choices_of_a_hidden_unit_are_not_told() -> None:
    """Of a hidden unit's declaration and choice the enemy learns nothing, and its side is asked whatever it does."""
    hidden = {"speed": "slow", "hidden": True}
    for order in ("360,F+-+-", "-+-+-"):
        units = [
            ("a1", "D5", "S", infantry_with_orders("360,F+-+-"), hidden),
            ("b1", "D4", "N", infantry(nation="ork"), None),
        ]
        played = begin_movement(units=units, running={"a1": (order,)}, options={"hidden_reveal": "spot_only"})
        kinds = []
        for _ in range(3):
            kinds.append(asked(played))
            outcome = played.when("red", silent_answer(played, asked(played)[0])).without(AssaultIntentsRevealed)
            assert all(not getattr(event, "choices", ()) for event in outcome.events)
        assert kinds == [("intents", (0,), ()), ("moves", (0,), ("elf", "stay")), ("moves", (0,), ("elf", "enter"))]


@pytest.mark.rule("HX-CHOICE-02")
def test_by_option_declarations_are_shown_by_rank() -> None:
    """By option declarations are shown one after the other, in order of rank."""
    units = [
        ("a1", "D5", "S", infantry_with_orders("360,F+-+-"), SLOW),
        ("b1", "D4", "S", infantry_with_orders("360,F+-+-", nation="ork"), SLOW),
    ]
    played = begin_movement(
        units=units, running={"a1": ("360,F+-+-",), "b1": ("360,F+-+-",)}, options={"open_choices": True}
    )
    assert asked(played) == ("intents", (1,), ("ork", ""))
    played.when("blue", intents(b1=True)).then(AssaultIntentsRevealed, intents=(Intent(unit="b1", enter=True),))
    assert asked(played) == ("intents", (0,), ("elf", ""))
    played.when("red", intents(a1=False)).then(AssaultIntentsRevealed, intents=(Intent(unit="a1", enter=False),))
    assert asked(played) == ("moves", (0,), ("elf", "stay"))
