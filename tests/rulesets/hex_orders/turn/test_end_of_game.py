"""What the book is silent about: ends, the edge of the board, dice, teams, halves, what is open."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import ResultReached
from adjudicator.rulesets.hex_orders.messages import (
    AdvanceStep,
    Aim,
    AnswerDraw,
    AssaultDiceHalved,
    Bonus,
    Concede,
    DrawDeclined,
    DrawOffered,
    FightUnit,
    FutureDamageHalved,
    GameCreated,
    GameEnded,
    OfferDraw,
    OrderReplacedByDefault,
    ScoreCounted,
    SideTerms,
    UnitDestroyed,
)
from adjudicator.rulesets.hex_orders.rows import Fight, Slot
from tests.rulesets.hex_orders.givens import (
    ability,
    begin,
    infantry,
    line,
    price,
    smoke,
    table,
    tank,
)
from tests.rulesets.hex_orders.said import deploying, kept, loaded, refused
from tests.rulesets.hex_orders.said import terms as game_terms
from tests.rulesets.hex_orders.said_fire import (
    LOADED,
    at,
    declares,
    firing,
    goes,
    ready,
    rolls,
    shooter,
    silence,
    writing,
)

PAIR = [("a1", "D2", "S", tank(), {"speed": "fast"}), ("b1", "D8", "N", infantry())]
SLOW = {"speed": "slow"}
DEAD = {"out": "destroyed"}


def ended(units, turn=8, **options):
    """Let the Aftermath of a turn be over, and the service look whether the game is; what happened."""
    played = table((), options, turn=turn, pace="step", units=units)
    begin(played, "aftermath")
    events = [*played.events, *silence(played)]
    assert not kept(events, GameEnded)
    outcome = played.when("table", AdvanceStep()).accepted()
    return [*outcome.events, *ending(played)]


def result(events):
    """Give the winner of the game that ended, "none" for a draw, "" where it goes on."""
    found = kept(events, GameEnded)
    if not found:
        return ""
    return "none" if found[0].winner is None else str(found[0].winner)


# -- how a game ends


@pytest.mark.rule("HX-GAP-01")
def test_a_side_without_units_has_lost_after_the_aftermath():
    """Apply damage removes the last unit of side 2: side 1 wins, but after that turn's Aftermath."""
    played = firing([5], target=shooter(nation="elf"), turn=2)
    declares(played, at("b1")).accepted()
    rolls(played)
    played.faces(6)
    silence(played)
    events = [*begin(played, "apply_damage").events, *silence(played)]
    assert [each.unit for each in kept(events, UnitDestroyed)] == ["b1"]
    assert not kept(events, GameEnded)
    for step in ("agony_0", "agony_1", "agony_2", "agony_3", "agony_4", "aftermath"):
        assert not kept([*begin(played, step).events, *silence(played)], GameEnded)
    outcome = played.when("table", AdvanceStep())
    events = [*outcome.events, *ending(played)]
    assert [(each.reason, each.winner) for each in kept(events, GameEnded)] == [("elimination", 0)]
    assert kept(events, ResultReached)[0].winners == (0,)


def ending(played):
    """Let the service look whether the game is over; what happened."""
    window = played.window
    if window is None or window.kind != "end_check":
        return ()
    otherwise = played.rules.windows[window.kind].otherwise
    assert otherwise is not None
    return played.when("table", otherwise(played.game, window, window.asks[0])).accepted().events


@pytest.mark.rule("HX-GAP-01")
def test_both_sides_gone_is_a_draw():
    """Where both lose their last unit in the same turn nobody has won."""
    assert result(ended([("a1", "D2", "S", tank(), DEAD), ("b1", "D8", "N", infantry(), DEAD)])) == "none"
    assert result(ended([("a1", "D2", "S", tank(), DEAD), ("b1", "D8", "N", infantry())])) == "1"


@pytest.mark.rule("HX-GAP-01")
def test_a_hidden_token_is_a_unit_on_the_board():
    """A side with nothing but a token left plays on, and so do sides that both have units."""
    assert result(ended([("a1", "D2", "S", tank()), ("b1", "D8", "N", infantry(), {"hidden": True})])) == ""
    assert result(ended(PAIR)) == ""


@pytest.mark.rule("HX-GAP-01")
def test_a_side_may_concede():
    """Who concedes has lost at once."""
    writing(PAIR, 3).when("blue", Concede()).then(GameEnded, reason="concession", winner=0)
    writing(PAIR, 3).when("red", Concede()).then(GameEnded, winner=1)


@pytest.mark.rule("HX-GAP-01")
def test_a_draw_needs_both():
    """An offered draw ends the game when the other side agrees, and not when it declines."""
    played = writing(PAIR, 3)
    refused(played, "blue", AnswerDraw(accept=True), "HX-GAP-01", "no-draw-offered")
    played.when("red", OfferDraw()).then(DrawOffered)
    refused(played, "red", AnswerDraw(accept=True), "HX-GAP-01", "no-draw-offered")
    played.when("blue", AnswerDraw(accept=False)).then(DrawDeclined).without(GameEnded)
    played.when("red", OfferDraw()).accepted()
    played.when("blue", AnswerDraw(accept=True)).then(GameEnded, reason="agreement", winner=None)


@pytest.mark.rule("HX-GAP-02")
@pytest.mark.parametrize(("where", "facing"), [("D1", "N"), ("D9", "S"), ("A5", "SW"), ("G5", "NE"), ("A1", "NW")])
def test_no_unit_leaves_the_board(where, facing):
    """A step over the edge is not allowed: the step of the default is used, here none."""
    speeds = tuple(replace(each, default_movement="-+-+-") for each in tank().speeds)
    found = goes("F+-+-", tank(speeds=speeds), at=where, facing=facing)
    assert found == [(where, facing, "fast")] * 3


@pytest.mark.rule("HX-GAP-02")
def test_the_step_is_replaced():
    """A tank in D1 that faces N with F does what its default says."""
    units = [("a1", "D1", "N", tank(), SLOW), ("b1", "A9", "S", infantry())]
    played = table((), None, pace="step", units=units, running={"a1": ("F+-+-",)})
    begin(played, "movement_1")
    swapped = kept([*played.events, *silence(played)], OrderReplacedByDefault)
    assert [(each.unit, each.part, each.ordered, each.instead) for each in swapped] == [("a1", 1, "F", "-")]


# -- dice, teams, halves


def thrown(played):
    """Give labels and sides of all dice so far."""
    return {(roll.why, roll.sides) for filled in played.log for roll in filled.rolls}


@pytest.mark.rule("HX-GAP-03")
def test_a_die_is_a_d6():
    """Setup, stuck, armour, assault, deflection, acid, cloud and catching-fire rolls are logged as d6."""
    played = deploying(["standard_tank"], ["standard_tank"], [1, 6])
    assert ("setup-advantage", 6) in thrown(played)
    units = [("a1", "D5", "N", tank(), SLOW), ("b1", "A9", "S", infantry())]
    stuck = table([6], None, pace="step", hexes={"D5": "swamp"}, units=units, running={"a1": ("F+-+-",)})
    begin(stuck, "movement_1")
    silence(stuck)
    assert thrown(stuck) == {("stuck", 6)}
    shot = firing([5], target=tank(nation="elf"))
    declares(shot, at("b1")).accepted()
    rolls(shot)
    shot.faces(6, 6, 6, 6)
    silence(shot)
    assert thrown(shot) == {("to-hit", 6), ("armour", 6)}
    fight = tanks([1] * 12)
    assert thrown(fight) == {("assault", 6), ("deflection", 6)}
    lying = smoke(0, poison=1, poison_level=8, poison_density=4, fire=1, acid=1, acid_grade="minor", acid_density=4)
    units = [("a1", "D5", "N", shooter(), SLOW), ("b1", "A9", "S", infantry())]
    cloud = table([1, 1, 1, 1], None, pace="step", hexes={"D5": lying}, units=units, running={"a1": ("-+-+-",)})
    cloud.set(sheets={**cloud.game.sheets, "a1": ready(shooter(), "-+-+-")})
    begin(cloud, "movement_1")
    silence(cloud)
    assert thrown(cloud) == {("poison-cloud", 6), ("poison-pin", 8), ("acid-cloud", 6), ("hex-fire", 6)}
    burnt = [("a1", "D5", "N", tank(), {"acid": 1, "minor_acid": 1}), ("b1", "A9", "S", infantry())]
    acid = table([2, 2], None, pace="step", units=burnt)
    for step in ("agony_0", "agony_1"):
        begin(acid, step)
        silence(acid)
    assert thrown(acid) == {("acid", 6), ("minor-acid", 6)}


def tanks(dice, own=None, other=None, row=None):
    """Let two units fight for D5 to the end of the step."""
    units = [
        ("a1", "D6", "N", own or tank(nation="ork"), SLOW), ("b1", "D4", "S", other or tank(nation="elf"),
         {**SLOW, **(row or {})}),
    ]  # fmt: skip
    played = table(dice, None, pace="step", units=units)
    sides = (("a1", 0, "D6"), ("b1", 1, "D4"))
    rows = tuple(
        FightUnit(unit=name, seat=seat, origin=origin, goal="D5", reverse=False) for name, seat, origin in sides
    )
    begin(played.put("fights", Fight("f1", "D5", rows)), "assault_1")
    silence(played)
    return played


@pytest.mark.rule("HX-GAP-04")
def test_two_sides_of_any_nations():
    """Three sides are refused; a team of Elves and Dwarves is accepted, and each unit has one nation."""
    three = tuple(SideTerms(nations=(each,), number=0, role="") for each in ("dwarf", "elf", "dwarf"))
    refused(loaded(), "referee", game_terms(sides=three), "HX-GAP-04", "two-sides")
    refused(loaded(), "referee", game_terms(sides=three[:1]), "HX-GAP-04", "two-sides")
    mixed = (SideTerms(nations=("elf", "dwarf"), number=1, role=""), SideTerms(nations=("elf",), number=2, role=""))
    event = loaded().when("referee", game_terms(sides=mixed)).one(GameCreated)
    assert event.sides[0].nations == ("elf", "dwarf")
    assert isinstance(tank().nation, str)


@pytest.mark.rule("HX-GAP-05")
@pytest.mark.parametrize(("before", "face", "after"), [(5, 1, 2), (4, 1, 2), (3, 1, 1), (1, 5, 0)])
def test_a_halved_bonus_is_rounded_down(before, face, after):
    """When a model dies a bonus of 5 becomes 2, and one of 1 becomes 0."""
    played = firing([5], other={"bonuses": (Bonus(table="regular", by=before),)})
    declares(played, at("b1")).accepted()
    rolls(played)
    played.faces(face)
    events = silence(played)
    assert [each.total for each in kept(events, FutureDamageHalved)] == [after]


@pytest.mark.rule("HX-GAP-05")
@pytest.mark.parametrize(("dice", "left"), [(7, 3), (1, 0)])
def test_halved_fear_dice_are_rounded_down(dice, left):
    """Of seven dice a shaken base keeps three against Fear, of one none."""
    fearful = tank(nation="ork", abilities=(ability("fear", 6),))
    base = infantry(models=(replace(infantry().models[0], assault=line(dice, 5)),))
    played = tanks([1] * (4 + left + 2), fearful, base, {"pinned": 2})
    halved = [each for filled in played.log for each, _ in filled.events if isinstance(each, AssaultDiceHalved)]
    assert [sum(kept_dice.dice for kept_dice in each.kept) for each in halved] == [left]


# -- what is open


@pytest.mark.rule("HX-GAP-06")
def test_tokens_load_aim_and_bonus_are_open():
    """The enemy sees load 1, the aim, bonus +2, speed and tokens of a revealed tank, and of a token its hex."""
    row = {
        "loads": LOADED, "aim": Aim(hex="D8", turn=1), "bonuses": (Bonus(table="regular", by=2),), "fire": 1,
        "speed": "fast",
    }  # fmt: skip
    units = [
        ("a1", "D8", "N", tank(), row), ("a2", "C8", "N", infantry(nation="dwarf"), {"hidden": True}),
        ("b1", "D2", "S", infantry()),
    ]  # fmt: skip
    played = table((), None, units=units)
    for who in ("blue", "spectator", "red"):
        first, second, _ = sorted(played.view(who).units, key=lambda each: each.id)
        status = first.status
        assert [(each.weapon, each.count) for each in status.loads] == [("main_gun", 1)]
        assert (status.aim, status.fire, status.speed) == (Aim(hex="D8", turn=1), 1, "fast")
        assert [each.by for each in status.bonuses] == [2]
        known = who == "red"
        assert (second.hex, second.hidden) == ("C8", True)
        assert [each is not None for each in (second.sheet, second.status)] == [known, known]


# -- the last turn


def spent(**changes):
    """Give units and armies of a game in which side 2 has lost more than side 1, or as `changes` say."""
    own, other = changes.get("own", 8), changes.get("other", 6)
    return [
        *PAIR, ("a2", "B2", "S", tank(price=price(ip=own)), DEAD), ("b2", "B8", "N", tank(price=price(ip=other)), DEAD),
        ("b3", "C8", "N", infantry(price=price(mp=changes.get("third", 4))), DEAD),
    ]  # fmt: skip


@pytest.mark.rule("HX-GAP-07")
def test_attrition_at_the_turn_limit():
    """With bases of 6 ip and 4 mp lost by side 2 and one of 8 ip by side 1, side 1 wins after turn 8."""
    limit = {"turn_limit": 8, "victory": "attrition"}
    events = ended(spent(), **limit)
    assert result(events) == "0"
    assert {each.seat: each.points for each in kept(events, ScoreCounted)[0].scores} == {0: 10, 1: 8}
    assert result(ended(spent(own=10), **limit)) == "none"
    assert result(ended(spent(own=11), **limit)) == "1"
    assert result(ended(spent(), turn=7, **limit)) == ""


@pytest.mark.rule("HX-GAP-07")
def test_bases_that_found_no_room_count():
    """Under attrition a base of the enemy that was not deployed counts like a lost one."""
    played = table((), {"turn_limit": 8, "victory": "attrition"}, turn=8, pace="step", units=PAIR)
    played.set(armies={**played.game.armies, "1:2": Slot(1, 2, infantry(price=price(mp=3, xp=2)), out=True)})
    begin(played, "aftermath")
    silence(played)
    played.when("table", AdvanceStep())
    events = [*played.events, *ending(played)]
    assert (result(events), kept(events, ScoreCounted)[0].scores[0].points) == ("0", 5)


@pytest.mark.rule("HX-GAP-07")
def test_last_standing_is_a_draw_at_the_limit():
    """The same game under last_standing is a draw; without a limit it goes on."""
    events = ended(spent(), turn_limit=8)
    assert [(each.reason, each.winner) for each in kept(events, GameEnded)] == [("turn_limit", None)]
    assert result(ended(spent())) == ""


@pytest.mark.rule("HX-GAP-07")
def test_no_mans_land_at_the_limit():
    """Under no_mans_land who holds more of its hexes with ground units wins; flyers hold none."""
    limit = {"turn_limit": 8, "victory": "no_mans_land"}
    holders = [("a2", "B5", "S", tank()), ("a3", "B6", "S", tank()), ("b2", "C5", "N", infantry())]
    assert result(ended([*PAIR, *holders], **limit)) == "0"
    above = ("b3", "E5", "N", infantry(types=("flying",)))
    assert result(ended([*PAIR, holders[0], holders[2], above], **limit)) == "none"
    assert result(ended([*PAIR, holders[2]], **limit)) == "1"
    two_in_one = [("a2", "B5", "S", tank()), ("a3", "B5", "S", tank()), ("b2", "C5", "N", infantry())]
    assert result(ended([*PAIR, *two_in_one], **limit)) == "none"


@pytest.mark.rule("HX-GAP-07")
def test_elimination_ends_every_game():
    """A side without units has lost whatever the victory option says, before the limit and at it."""
    for turn in (3, 8):
        units = [PAIR[0], ("a2", "B2", "S", tank(price=price(ip=20)), DEAD), ("b1", "D8", "N", infantry(), DEAD)]
        events = ended(units, turn=turn, turn_limit=8, victory="attrition")
        assert [(each.reason, each.winner) for each in kept(events, GameEnded)] == [("elimination", 0)]


@pytest.mark.rule("HX-GAP-07")
def test_a_victory_by_points_needs_a_limit():
    """Attrition and no_mans_land are refused without a turn limit."""
    for victory in ("attrition", "no_mans_land"):
        refused(loaded(), "referee", game_terms(victory=victory), "HX-GAP-07", "limit-needed")
        loaded().when("referee", game_terms(victory=victory, turn_limit=3)).accepted()
