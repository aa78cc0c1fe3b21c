"""Who chooses first: intents, groups, ranking, and sides of one nation."""

import pytest

from adjudicator.rulesets.hex_orders.messages import (
    AdvanceStep,
    AssaultAdvantageGained,
    AssaultIntentCommitted,
    AssaultIntentsRevealed,
    FightUnit,
    Intent,
    MovesChosen,
    OrderReplacedByDefault,
    RollOff,
    RollOffRolled,
    TargetChosen,
    UnitRotated,
)
from adjudicator.rulesets.hex_orders.ranking import assault_rank, choosing_rank
from adjudicator.rulesets.hex_orders.rows import Fight, Running
from tests.rulesets.hex_orders.givens import begin, infantry, table, tank, top, unit
from tests.rulesets.hex_orders.said import kept, refused
from tests.rulesets.hex_orders.said_fire import (
    SILENT,
    asked,
    at,
    chooses,
    declares,
    fires,
    hush,
    intents,
    legal,
    places,
    ready,
    shooter,
    silence,
)

TURN_AND_GO = "360,F+-+-"
SLOW = {"speed": "slow"}


def mover(id, where, order, nation, facing="N"):
    """Place slow infantry that has this order on its list."""
    return (id, where, facing, ready(infantry(nation=nation), order), SLOW)


STANDING = mover("b1", "D4", "-+-+-", "ork")
STANDS = {"b1": "-+-+-"}
AROUND = ("D4", "E5", "E6", "D6", "C6", "C5")
"""The hexes around D5, from the north on to the right."""


def moving(*rows, dice=(), options=None, **orders):
    """Begin Movement 1 with these units and orders."""
    played = table(dice, options, pace="step", units=rows, running={each: (order,) for each, order in orders.items()})
    begin(played, "movement_1")
    return played


def aiming(*nations, dice=(), **options):
    """Let red's a1 and blue's b1 be about to fire, each with two targets."""
    own, other = nations
    units = [
        ("a1", "D5", "N", shooter(nation=own), SLOW), ("a2", "C5", "N", infantry(nation=own), SLOW),
        ("b1", "D3", "S", shooter(nation=other), SLOW), ("b2", "E4", "S", infantry(nation=other), SLOW),
    ]  # fmt: skip
    fire = ("-+-+-", "Fire+-")
    played = table(dice, options, turn=2, pace="step", units=units, running={"a1": fire, "b1": fire})
    begin(played, "gunnery_1")
    return played


# -- groups


@pytest.mark.rule("HX-CHOICE-01")
def test_who_enters_chooses_last_and_ranks_go_within():
    """Ork Chase and Dwarf Flee, neither into an assault, choose before an Elf that enters one: Ork, Dwarf, Elf."""
    rows = [
        mover("a1", "C4", TURN_AND_GO, "elf"), mover("b1", "F7", "Chase+-+-", "ork"),
        mover("b2", "B6", "Flee+-+-", "dwarf"), mover("b3", "C3", "-+-+-", "dwarf"),
    ]  # fmt: skip
    played = moving(*rows, a1=TURN_AND_GO, b1="Chase+-+-", b2="Flee+-+-", b3="-+-+-")
    assert asked(played)[:2] == ("intents", (0,))
    played.when("red", intents(a1=True)).accepted()
    found = []
    while top(played).kind == "moves":
        found.append((asked(played)[1], asked(played)[2]))
        played.when(asked(played)[1][0], silent_moves(played)).accepted()
    assert found == [((1,), ("ork", "stay")), ((1,), ("dwarf", "stay")), ((0,), ("elf", "enter"))]
    silence(played)


def silent_moves(played):
    """Give what silence stands for in the open question."""
    otherwise = played.rules.windows[top(played).kind].otherwise
    assert otherwise is not None
    return otherwise(played.game, top(played), top(played).asks[0])


@pytest.mark.rule("HX-CHOICE-01")
def test_an_elf_that_stays_away_chooses_after_orks_that_stay_away():
    """Without assaults the ranks alone decide: Ork before Dwarf before Elf."""
    rows = [
        mover("a1", "C4", TURN_AND_GO, "elf"), mover("b1", "F7", "Flee+-+-", "ork"),
        mover("b2", "B7", "360+-+-", "dwarf"), mover("b3", "C3", "-+-+-", "dwarf"),
    ]  # fmt: skip
    played = moving(*rows, a1=TURN_AND_GO, b1="Flee+-+-", b2="360+-+-", b3="-+-+-")
    played.when("red", intents(a1=False)).accepted()
    found = []
    while top(played).kind == "moves":
        found.append(asked(played)[2])
        played.when(asked(played)[1][0], silent_moves(played)).accepted()
    assert found == [("ork", "stay"), ("dwarf", "stay"), ("elf", "stay")]
    silence(played)


# -- intents


@pytest.mark.rule("HX-CHOICE-02")
def test_an_open_choice_next_to_an_enemy_is_declared_first():
    """A unit with 360 and F in one step next to an enemy declares before anybody chooses."""
    played = moving(mover("a1", "D5", TURN_AND_GO, "elf", "S"), STANDING, a1=TURN_AND_GO, **STANDS)
    assert asked(played)[:2] == ("intents", (0,))
    refused(played, "red", chooses("a1", facing="S"), "HX-CHOICE-02", "not-asked")
    played.when("red", intents(a1=False)).accepted()
    assert asked(played)[:2] == ("moves", (0,))
    silence(played)


@pytest.mark.rule("HX-CHOICE-02")
def test_a_move_without_choice_is_not_declared():
    """A unit whose F leads into an enemy hex without choice does not declare, and neither does one far away."""
    played = moving(mover("a1", "D5", "F+-+-", "elf"), STANDING, a1="F+-+-", **STANDS)
    assert top(played).kind not in {"intents", "moves"}
    silence(played)
    played = moving(mover("a1", "D9", TURN_AND_GO, "elf"), STANDING, a1=TURN_AND_GO, **STANDS)
    assert asked(played)[0] == "moves"
    refused(played, "red", intents(a1=True), "HX-CHOICE-01", "not-asked")
    silence(played)


@pytest.mark.rule("HX-CHOICE-02")
def test_declarations_are_secret_until_all_are_in():
    """Both sides declare in secret; what the first declared shows only together with the second's."""
    rows = [mover("a1", "D5", TURN_AND_GO, "elf", "S"), mover("b1", "D4", TURN_AND_GO, "ork", "N")]
    for wish in (True, False):
        played = moving(*rows, a1=TURN_AND_GO, b1=TURN_AND_GO)
        assert asked(played)[:2] == ("intents", (0, 1))
        committed = played.when("red", intents(a1=wish)).without(AssaultIntentsRevealed).one(AssaultIntentCommitted)
        assert committed.owner == 0
        shown = played.when("blue", intents(b1=True)).one(AssaultIntentsRevealed)
        assert set(shown.intents) == {Intent(unit="a1", enter=wish), Intent(unit="b1", enter=True)}
        silence(played)


@pytest.mark.rule("HX-CHOICE-02")
def test_by_option_declarations_are_open():
    """With open_choices the lower-ranked side declares first and in public."""
    rows = [mover("a1", "D5", TURN_AND_GO, "elf", "S"), mover("b1", "D4", TURN_AND_GO, "ork", "N")]
    played = moving(*rows, a1=TURN_AND_GO, b1=TURN_AND_GO, options={"open_choices": True})
    assert asked(played)[:2] == ("intents", (1,))
    played.when("blue", intents(b1=True)).then(AssaultIntentsRevealed, intents=(Intent(unit="b1", enter=True),))
    assert asked(played)[:2] == ("intents", (0,))
    silence(played)


@pytest.mark.rule("HX-CHOICE-03")
def test_who_declined_has_to_stay_away_if_it_can():
    """Declared no: a facing that leads into the enemy is refused as long as another is legal."""
    played = moving(mover("a1", "D5", TURN_AND_GO, "elf", "S"), STANDING, a1=TURN_AND_GO, **STANDS)
    played.when("red", intents(a1=False)).accepted()
    assert asked(played)[2] == ("elf", "stay")
    refused(played, "red", chooses("a1", facing="N"), "HX-CHOICE-03", "must-stay-away")
    for side in ("NE", "SE", "S", "SW", "NW"):
        assert legal(played, "red", chooses("a1", facing=side))
    silence(played)


@pytest.mark.rule("HX-CHOICE-03")
def test_with_no_other_way_it_may_enter():
    """Declared no with enemies on all sides: any facing may be chosen, since each leads into one."""
    around = [mover(f"b{number}", name, "-+-+-", "ork") for number, name in enumerate(AROUND, 1)]
    stand = {row[0]: "-+-+-" for row in around}
    played = moving(mover("a1", "D5", TURN_AND_GO, "elf", "S"), *around, a1=TURN_AND_GO, **stand)
    assert asked(played)[0] == "intents"
    played.when("red", intents(a1=False)).accepted()
    for side in ("N", "NE", "SE", "S", "SW", "NW"):
        assert legal(played, "red", chooses("a1", facing=side)), side
    played.when("red", chooses("a1", facing="NE")).accepted()
    events = silence(played)
    assert not kept(events, OrderReplacedByDefault)
    assert unit(played, "a1").facing == "NE"


@pytest.mark.rule("HX-CHOICE-03")
def test_one_way_out_has_to_be_taken():
    """Declared no with enemies on five sides: the one facing that leads into none is the only one allowed."""
    around = [mover(f"b{number}", name, "-+-+-", "ork") for number, name in enumerate(AROUND[:5], 1)]
    stand = {row[0]: "-+-+-" for row in around}
    played = moving(mover("a1", "D5", TURN_AND_GO, "elf", "S"), *around, a1=TURN_AND_GO, **stand)
    played.when("red", intents(a1=False)).accepted()
    for side in ("N", "NE", "SE", "S", "SW"):
        refused(played, "red", chooses("a1", facing=side), "HX-CHOICE-03", "must-stay-away")
    assert legal(played, "red", chooses("a1", facing="NW"))
    silence(played)


@pytest.mark.rule("HX-CHOICE-04")
def test_who_declared_yes_has_to_enter_if_it_can():
    """Declared yes with one rotation into an enemy hex: the five others are refused."""
    played = moving(mover("a1", "D5", TURN_AND_GO, "elf", "S"), STANDING, a1=TURN_AND_GO, **STANDS)
    played.when("red", intents(a1=True)).accepted()
    assert asked(played)[2] == ("elf", "enter")
    for side in ("NE", "SE", "S", "SW", "NW"):
        refused(played, "red", chooses("a1", facing=side), "HX-CHOICE-04", "must-enter")
    played.when("red", chooses("a1", facing="N")).accepted()
    assert [each.facing for each in kept(silence(played), UnitRotated)] == ["N"]


@pytest.mark.rule("HX-CHOICE-04")
def test_an_enemy_out_of_reach_frees_the_choice():
    """Where the enemy fled by its earlier choice, any legal choice is accepted."""
    rows = [mover("a1", "D5", TURN_AND_GO, "elf", "S"), mover("b1", "D4", "Flee+-+-", "ork")]
    played = moving(*rows, a1=TURN_AND_GO, b1="Flee+-+-")
    played.when("red", intents(a1=True)).accepted()
    assert asked(played)[1:] == ((1,), ("ork", "stay"))
    played.when("blue", chooses("b1", "D3")).accepted()
    for side in ("N", "NE", "SE", "S", "SW", "NW"):
        assert legal(played, "red", chooses("a1", facing=side))
    played.when("red", chooses("a1", facing="SE")).accepted()
    silence(played)
    assert places(played)[:2] == ("E6", "SE")


# -- ranks


@pytest.mark.rule("HX-CHOICE-05")
@pytest.mark.parametrize(
    ("nations", "first"),
    [
        (("elf", "dark_elf"), "blue"), (("dark_elf", "elf"), "red"), (("spartan", "elf"), "blue"),
        (("spartan", "ork"), "blue"), (("dwarf", "spartan"), "red"), (("dwarf", "dark_elf"), "red"),
        (("dwarf", "ork"), "blue"), (("ork", "elf"), "red"),
    ],
)  # fmt: skip
def test_the_lower_nation_names_its_targets_first(nations, first):
    """Spartan, Elf, Dark-Elf, Dwarf, Ork: the higher a nation ranks, the later it chooses."""
    played = aiming(*nations)
    assert asked(played)[:2] == ("fire", (0,) if first == "red" else (1,))
    played.when(first, SILENT).accepted()
    assert asked(played)[:2] == ("fire", (1,) if first == "red" else (0,))
    hush(played)
    ranks = [choosing_rank(each) for each in ("spartan", "elf", "dark_elf", "dwarf", "ork")]
    assert ranks == [1, 2, 3, 4, 5]


@pytest.mark.rule("HX-CHOICE-05")
def test_a_unit_of_a_mixed_team_uses_its_own_nation():
    """A team of Spartans and Orks is asked for its Orks before, and for its Spartans after an Elf."""
    fire = ("-+-+-", "Fire+-")
    units = [
        ("a1", "D5", "N", shooter(nation="spartan"), SLOW), ("a2", "C5", "N", shooter(nation="ork"), SLOW),
        ("b1", "D3", "S", shooter(nation="elf"), SLOW),
    ]  # fmt: skip
    played = table((), None, turn=2, pace="step", units=units, running={"a1": fire, "a2": fire, "b1": fire})
    begin(played, "gunnery_1")
    found = []
    while top(played).kind == "fire":
        found.append((asked(played)[1][0], asked(played)[2][0]))
        played.when(asked(played)[1][0], SILENT).accepted()
    assert found == [(0, "ork"), (1, "elf"), (0, "spartan")]


@pytest.mark.rule("HX-CHOICE-06")
def test_the_other_ranking_decides_assaults():
    """Elf against Ork: for choices the Elf goes last, and a tied assault the Ork wins."""
    assert [choosing_rank("elf") < choosing_rank("ork"), assault_rank("ork") < assault_rank("elf")] == [True, True]
    assert [assault_rank(each) for each in ("spartan", "dark_elf", "ork", "dwarf", "elf")] == [1, 2, 3, 4, 5]
    outcome = tied("elf", "ork", [1] * 12)
    gained = outcome.one(AssaultAdvantageGained)
    assert (gained.seat, gained.tie, gained.left) == (1, True, (0, 0))


def tied(own, other, dice):
    """Let tanks of two nations fight for D5 and roll nothing but ones."""
    units = [("a1", "D6", "N", tank(nation=own), SLOW), ("b1", "D4", "S", tank(nation=other), SLOW)]
    played = table(dice, None, units=units)
    sides = (("a1", 0, "D6"), ("b1", 1, "D4"))
    rows = tuple(
        FightUnit(unit=name, seat=seat, origin=origin, goal="D5", reverse=False) for name, seat, origin in sides
    )
    return begin(played.put("fights", Fight("f1", "D5", rows)), "assault_1")


@pytest.mark.rule("HX-CHOICE-07")
def test_sides_of_one_nation_roll():
    """Orks on both sides roll 2 and 5: side 1 chooses first, side 2 last; ties are rolled again."""
    for dice in ([2, 5], [4, 4, 2, 5]):
        played = aiming("ork", "ork", dice=dice)
        assert top(played).kind == "rank"
        played.when("table", RollOff()).then(RollOffRolled, faces=tuple(dice), winner=1)
        assert asked(played)[:2] == ("fire", (0,))
        played.when("red", SILENT).accepted()
        assert asked(played)[:2] == ("fire", (1,))
        hush(played)


@pytest.mark.rule("HX-CHOICE-07")
@pytest.mark.parametrize(("option", "again"), [("roll_each_time", True), ("roll_once_per_game", False)])
def test_each_time_or_once(option, again):
    """A roll holds for its step, or by option for the game."""
    played = aiming("ork", "ork", dice=[5, 2], mirror_rank=option)
    played.when("table", RollOff()).accepted()
    assert asked(played)[:2] == ("fire", (1,))
    hush(played)
    silence(played)
    sheets = {key: ready(sheet, "-+-+-", "Fire+Fire") for key, sheet in played.game.sheets.items()}
    played.set(sheets=sheets)
    for name in ("a1", "b1"):
        played.put("running", Running(name, ("-", "-", "-"), (("-", "Fire"),)), key="unit")
    begin(played, "gunnery_2")
    assert top(played).kind == ("rank" if again else "fire")
    if again:
        played.faces(1, 6)
        played.when("table", RollOff()).then(RollOffRolled, winner=1)
        assert asked(played)[:2] == ("fire", (0,))
    else:
        assert asked(played)[:2] == ("fire", (1,))
    hush(played)


@pytest.mark.rule("HX-CHOICE-07")
def test_a_tied_assault_of_one_nation_is_rolled_too():
    """Orks against Orks with equal successes roll for the advantage."""
    outcome = tied("ork", "ork", [1] * 12 + [3, 6])
    outcome.then(RollOffRolled, faces=(3, 6), winner=1)
    assert outcome.one(AssaultAdvantageGained).seat == 1


@pytest.mark.rule("HX-CHOICE-08")
def test_a_choice_with_one_answer_is_filled_in():
    """A Chase with a single hex asks nobody, and one with two asks its owner."""
    played = moving(mover("a1", "D7", "Chase+-+-", "elf"), STANDING, a1="Chase+-+-", **STANDS)
    assert top(played).kind not in {"intents", "moves"}
    silence(played)
    assert places(played)[0] == "D6"
    beside = mover("b1", "E5", "-+-+-", "ork")
    played = moving(mover("a1", "D7", "Chase+-+-", "elf"), beside, a1="Chase+-+-", **STANDS)
    assert asked(played)[:2] == ("moves", (0,))
    silence(played)


@pytest.mark.rule("HX-CHOICE-08")
def test_each_chooser_sees_the_earlier_ones():
    """A Dwarf's target is known to all before the Elf names its own, and so is what a unit chose in a movement step."""
    played = aiming("dwarf", "elf")
    declares(played, at("b2")).then(TargetChosen)
    shown = played.view("blue").shots
    assert [(each.unit, each.target) for each in shown] == [("a1", "b2")]
    assert legal(played, "blue", fires("b1", "gun", at("a1")))
    hush(played)
    rows = [mover("a1", "D5", "360+-+-", "elf"), mover("b1", "D2", "360+-+-", "ork")]
    played = moving(*rows, a1="360+-+-", b1="360+-+-")
    chosen = played.when("blue", chooses("b1", facing="SE")).one(MovesChosen)
    assert [(each.unit, each.facing) for each in chosen.choices] == [("b1", "SE")]
    silence(played)


@pytest.mark.rule("HX-CHOICE-08")
def test_a_single_legal_target_may_be_chosen_at_once():
    """A Dwarf with one visible enemy names it in its turn, and nobody has to be waited for."""
    units = [("a1", "D5", "N", shooter(), SLOW), ("b1", "D3", "S", infantry(), SLOW)]
    played = table((), None, turn=2, pace="step", units=units, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1").asks("fire", "red")
    declares(played, at("b1")).then(TargetChosen).asks("gunnery_hits", "table")
    assert AdvanceStep.__name__ not in played.offered("red")
