"""Reactions through commands: who is asked, what may be declared, the tests, and what is carried out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares import reaction_moves
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionResumed,
    AgilityTested,
    BreakTested,
    DeclareShooting,
    HitsAllocated,
    OrderDieTaken,
    OrderTurned,
    PinsAdded,
    ReactionCarriedOut,
    ReactionDeclared,
    ReactionDeclined,
    ReactionLapsed,
    ReactionsAsked,
    ReactionStarted,
    ReactionTested,
    ResistRolled,
    RollReactionTest,
    ShootingDeclared,
    ShotsLost,
    UnitMoved,
    UnitWentDown,
    VolleysResolved,
)
from tests.kit import Table
from tests.rulesets.antares.givens import armed, at, box, plain, probe, rule, top, unit, vehicle, weapon
from tests.rulesets.antares.reacting import (
    AMBUSH,
    USED,
    acting,
    answer,
    carry,
    decline,
    go,
    listed,
    lone,
    react,
    shoot,
)
from tests.rulesets.antares.volleying import fired

X = ("a-x", lone(), (10_000, 10_000))
NEAR = ("b-y", lone(), (29_000, 10_000))
FAR = ("b-y", lone(), (36_000, 10_000))


def fired_at(*more, dice=(), foe=NEAR, order="fire", **rest) -> Table:
    played = acting(order, X, foe, *more, dice=dice, **rest)
    shoot(played).accepted()
    return played


# -- who is asked


@pytest.mark.rule("AN-REACT-29", "AN-REACT-30", "AN-REACT-28")
def test_the_target_is_asked():
    """Fire at an unordered unit 18 inches off asks it for Go Down and Firefight, and not its neighbour in Ambush."""
    played = acting("fire", X, NEAR, ("b-z", lone(), (29_000, 14_000), AMBUSH))
    shoot(played).then(ReactionsAsked, trigger="fire", unit="a-x").asks("reaction", "blue")
    assert listed(played) == {"b-y": ("go_down", "firefight")}
    react(played, "firefight", "b-z").rejected("AN-REACT-28", "not-the-target")
    shoot(played).rejected("AN-REACT-31", "not-asked")


@pytest.mark.rule("AN-REACT-01", "AN-REACT-29")
def test_no_window_for_the_ordered():
    """A unit that has its one order is not asked, and the shooting goes on at once."""
    for order in ("advance", "rally"):
        played = acting("fire", X, ("b-y", lone(), (29_000, 10_000), {"order": order}), dice=[9])
        shoot(played).without(ReactionsAsked).then(AccuracyRolled, ActionEnded)


@pytest.mark.rule("AN-REACT-04", "AN-REACT-29")
def test_refused_units():
    """A probe and a unit of the acting side are refused, each by its clause; the target alone is listed."""
    ordered = ("b-z", lone(), (29_000, 16_000), USED)
    played = fired_at(ordered, ("b-p", probe(), (29_000, 20_000)))
    react(played, "firefight", "a-x").rejected("AN-REACT-29", "reactor-not-yours")
    react(played, "go_down", "b-p").rejected("AN-REACT-04", "probes-do-not-react")
    react(played, "go_down", "b-nobody").rejected("", "unknown-id")
    assert listed(played) == {"b-y": ("go_down", "firefight")}


@pytest.mark.rule("AN-REACT-01")
def test_an_ordered_target():
    """Of two targets one has its order: it is refused for that."""
    sheet = armed("carbine", count=2, flags=("may_split_targets",))
    other = ("b-z", lone(), (29_000, 13_000), USED)
    played = acting("fire", ("a-x", sheet, (10_000, 10_000)), NEAR, other)
    weapons = (fired(models=("a-x.1",)), fired(models=("a-x.2",), target="b-z"))
    played.when("red", DeclareShooting(unit="a-x", target="b-y", weapons=weapons)).then(ReactionsAsked)
    assert listed(played) == {"b-y": ("go_down", "firefight")}
    react(played, "go_down", "b-z").rejected("AN-REACT-01", "reactor-has-order", order="advance")


@pytest.mark.rule("AN-REACT-03")
def test_several_order_dice():
    """A MOD 2 unit with an unused die may react once, and then no more."""
    tank = vehicle(kinds=(*vehicle().kinds,))
    played = acting("fire", X, ("b-y", tank, (29_000, 10_000), USED), dice=[5, 9, 9, 9, 9, 9])
    shoot(played).accepted()
    assert unit(played, "b-y").hand == 1
    react(played, "firefight").then(OrderDieTaken, unit="b-y", order="fire").cites("AN-REACT-03", "AN-REACT-11")
    shoot(played, "a-x", "b-y", "blue").then(AccuracyRolled, AccuracyRolled)
    assert unit(played, "b-y").hand == 0
    assert unit(played, "b-y").order == "fire"
    both = {"order": "fire", "hand": 0}
    played = acting("fire", X, ("b-y", tank, (29_000, 10_000), both), dice=[9])
    shoot(played).without(ReactionsAsked)


@pytest.mark.rule("AN-ORDER-27")
def test_no_die_left():
    """With no die in the bag a reaction that needs one is not open."""
    played = acting("fire", X, NEAR, dice=[9])
    side = played.game.sides[1]
    played.put("sides", replace(side, bag=0), key="seat")
    shoot(played).without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-13", "AN-REACT-14", "AN-REACT-16", "AN-REACT-30")
def test_triggers():
    """Each reaction has its trigger: Fire near or far, Advance, and nothing of an assault here."""
    played = fired_at()
    react(played, "dash_to_cover").rejected("AN-REACT-16", "within-20-inches", distance=18_000)
    react(played, "escape").rejected("AN-REACT-19", "wrong-trigger")
    react(played, "ambush_fire").rejected("AN-REACT-22", "wrong-trigger")
    react(played, "hide").rejected("AN-REACT-31", "no-such-reaction")
    played = fired_at(foe=FAR)
    assert listed(played) == {"b-y": ("go_down", "dash_to_cover")}
    react(played, "firefight").rejected("AN-REACT-14", "beyond-20-inches", distance=25_000)
    played = fired_at(order="advance")
    assert listed(played) == {"b-y": ("go_down",)}
    react(played, "firefight").rejected("AN-REACT-14", "wrong-trigger", trigger="advance")


@pytest.mark.rule("AN-REACT-14", "AN-REACT-16")
def test_twenty_inches():
    """Twenty inches are near; a thousandth more is far."""
    played = fired_at(foe=("b-y", lone(), (31_000, 10_000)))
    assert listed(played) == {"b-y": ("go_down", "firefight")}
    played = fired_at(foe=("b-y", lone(), (31_001, 10_000)))
    assert listed(played) == {"b-y": ("go_down", "dash_to_cover")}


@pytest.mark.rule("AN-REACT-37")
def test_nothing_to_shoot_with():
    """A Firefight needs a weapon that reaches, and a dash a unit that can move."""
    short = weapon("stubber", short=15_000, long=15_000, extreme=15_000)
    played = acting("fire", X, ("b-y", armed("stubber", count=1), (29_000, 10_000)), weapons=[short])
    shoot(played).accepted()
    assert listed(played) == {"b-y": ("go_down",)}
    react(played, "firefight").rejected("AN-REACT-37", "nobody-can-shoot", why="out-of-range")
    played = acting("fire", X, ("b-y", lone(), (36_000, 10_000), {"move_limit": 0}))
    shoot(played).accepted()
    react(played, "dash_to_cover").rejected("AN-REACT-37", "reactor-immobilised")


# -- declaring


@pytest.mark.rule("AN-REACT-31", "AN-REACT-05")
def test_what_is_declared_stands():
    """A unit answers once: what it declared or declined stands, and the window closes with the last answer."""
    units = [(f"b-{each}", lone(), (20_000, 14_000 + 3000 * n), AMBUSH) for n, each in enumerate("pqr")]
    played = acting("run", X, *units, dice=[9])
    go(played, 10_000).asks("reaction", "blue")
    assert listed(played) == {f"b-{each}": ("ambush_fire",) for each in "pqr"}
    react(played, "ambush_fire", "b-p", point=5000).exactly(
        ReactionDeclared(unit="b-p", reaction="ambush_fire", sprint=False, point=5000, free=False)
    ).asks("reaction", "blue")
    react(played, "ambush_fire", "b-p", point=2000).rejected("AN-REACT-31", "declared-already")
    decline(played, "b-q").exactly(ReactionDeclined(units=("b-q",))).asks("reaction", "blue")
    react(played, "ambush_fire", "b-q").rejected("AN-REACT-31", "declined-already")
    decline(played, "b-p").rejected("AN-REACT-31", "answered-already")
    decline(played, "a-x").rejected("AN-REACT-29", "not-listed")
    decline(played).then(ReactionDeclined, units=("b-r",)).asks("reaction_shot", "blue")
    shoot(played, "a-x", "b-p", "blue").then(ShootingDeclared, ActionEnded)


@pytest.mark.rule("AN-REACT-25", "AN-REACT-31")
def test_all_pass():
    """When nobody reacts the action goes on, and the unit stays in Ambush."""
    played = acting("fire", X, ("b-y", lone(), (29_000, 10_000), AMBUSH), dice=[9])
    shoot(played).asks("reaction", "blue")
    decline(played).then(ReactionDeclined, AccuracyRolled, ActionEnded).without(ActionResumed)
    assert unit(played, "b-y").order == "ambush"


def test_silence_passes():
    """The window offers what is open to each unit, and silence passes for all."""
    played = fired_at(dice=[9])
    found = [(each.command, {d.field: d.values for d in each.fields}) for each in played.offers("blue")]
    names = [fields["reaction"].values for name, fields in found if name == "DeclareReaction"]
    assert names == [("go_down",), ("firefight",)]
    answer(played).then(ReactionDeclined)


# -- tests


@pytest.mark.rule("AN-REACT-07", "AN-REACT-12", "AN-REACT-32")
def test_failed_test():
    """Init 7 with 2 pins fails on 8: a pin, no reaction, and the die stays in the bag."""
    played = acting("fire", X, ("b-y", lone(), (29_000, 10_000), {"pins": 2}), dice=[8, 9])
    shoot(played).accepted()
    bag = played.game.sides[1].bag
    react(played, "firefight").then(ReactionTested, PinsAdded, ActionResumed, AccuracyRolled)
    found = played.last.one(ReactionTested)
    assert (found.needed.total, found.face, found.passed) == (5, 8, False)
    assert unit(played, "b-y").pins == 3
    assert unit(played, "b-y").order == ""
    assert played.game.sides[1].bag == bag


@pytest.mark.rule("AN-REACT-08", "AN-REACT-02", "AN-REACT-11", "AN-ORDER-11")
def test_ambush_needs_no_test():
    """A unit in Ambush reacts without a die and turns its own to the order of the reaction."""
    played = acting("fire", X, ("b-y", lone(), (29_000, 10_000), {"order": "ambush", "pins": 4}), dice=[9, 9])
    shoot(played).accepted()
    react(played, "firefight").then(ReactionTested, OrderTurned, ReactionStarted).asks("reaction_shot", "blue")
    assert played.rolls == ()
    assert unit(played, "b-y").order == "fire"
    shoot(played, "a-x", "b-y", "blue").then(AccuracyRolled, AccuracyRolled)
    needed = [each.needed.total for each in played.events if isinstance(each, AccuracyRolled)]
    assert needed == [6, 2]


@pytest.mark.rule("AN-REACT-25")
def test_ambush_kept_by_option():
    """By the option the Ambush die stays as it is."""
    foe = ("b-y", lone(), (29_000, 10_000), AMBUSH)
    played = acting("fire", X, foe, dice=[9, 9], options={"ambush_kept_after_reaction": True})
    shoot(played).accepted()
    react(played, "firefight").without(OrderTurned)
    shoot(played, "a-x", "b-y", "blue").accepted()
    assert unit(played, "b-y").order == "ambush"


@pytest.mark.rule("AN-GEN-02", "AN-REACT-10")
def test_a_one_passes():
    """A 1 passes at a target of 0, and no pin changes."""
    played = acting("fire", X, ("b-y", lone(), (29_000, 10_000), {"pins": 7}), dice=[1, 9, 9])
    shoot(played).accepted()
    react(played, "firefight").then(ReactionTested, OrderDieTaken)
    assert played.last.one(ReactionTested).needed.total == 0
    assert unit(played, "b-y").pins == 7
    shoot(played, "a-x", "b-y", "blue").accepted()


# -- Go Down


@pytest.mark.rule("AN-REACT-09", "AN-REACT-13", "AN-REROLL-12")
def test_go_down():
    """An unordered unit with 6 pins goes Down without a test, before the shots, whose hits are thrown again."""
    played = acting("advance", X, ("b-y", lone(), (29_000, 10_000), {"pins": 6}), dice=[3, 9])
    shoot(played).accepted()
    react(played, "go_down").then(ReactionTested, ReactionStarted, OrderDieTaken, UnitWentDown, ReactionCarriedOut)
    played.last.then(ReactionCarriedOut, ActionResumed, AccuracyRolled, ActionEnded)
    assert unit(played, "b-y").order == "down"
    assert unit(played, "b-y").hand == 0


@pytest.mark.rule("AN-REACT-03", "AN-REACT-13", "AN-ORDER-26")
def test_go_down_with_a_second_die():
    """A MOD unit that goes Down as a reaction uses its unused die."""
    played = acting("fire", X, ("b-y", vehicle(), (29_000, 10_000), USED), dice=[9])
    shoot(played).accepted()
    react(played, "go_down").then(OrderDieTaken, UnitWentDown, die="from_bag")
    assert (unit(played, "b-y").order, unit(played, "b-y").hand) == ("down", 0)
    down = {"order": "down"}
    played = acting("fire", X, ("b-y", vehicle(), (29_000, 10_000), down), dice=[])
    shoot(played).accepted()
    react(played, "go_down").rejected("AN-REACT-37", "down-already")


# -- Firefight


@pytest.mark.rule("AN-REACT-14", "AN-REACT-15", "AN-REACT-34")
def test_firefight_runs_level():
    """Both volleys are rolled on the state before either is applied, step by step, the acting side's first."""
    five = ("a-x", plain(), (10_000, 10_000)), ("b-y", plain(), (29_000, 10_000))
    dice = [3, *[4, 4, 9, 9, 9], *[5, 5, 9, 9, 9], *[9, 9], *[8, 8]]
    played = acting("fire", *five, dice=dice)
    shoot(played).accepted()
    react(played, "firefight").then(ReactionTested, OrderDieTaken).asks("reaction_shot", "blue")
    shoot(played, "b-y", "a-x").rejected("AN-REACT-34", "not-asked")
    shoot(played, "b-y", "b-y", "blue").rejected("AN-REACT-37", "target-is-fixed")
    shoot(played, "a-x", "b-y", "blue").then(
        ShootingDeclared, ReactionCarriedOut, ActionResumed, AccuracyRolled, AccuracyRolled
    )
    for who, target in (("blue", "b-y"), ("red", "a-x")):
        assert top(played).asks == (("red", "blue").index(who),)
        answer(played).then(HitsAllocated, unit=target)
    played.last.then(ResistRolled, ResistRolled, VolleysResolved, ActionEnded)
    assert [len(unit(played, each).models) for each in ("a-x", "b-y")] == [3, 3]
    assert [unit(played, each).pins for each in ("a-x", "b-y")] == [1, 1]


@pytest.mark.rule("AN-BREAK-17", "AN-REACT-15")
def test_firefight_breaks_follow_together():
    """Both units over half casualties: the acting unit tests first, and both may break."""
    pair = {"models": ("trooper",) * 2}
    five = ("a-x", plain(**pair), (10_000, 10_000)), ("b-y", plain(**pair), (29_000, 10_000))
    played = acting("fire", *five, dice=[3, 4, 9, 4, 9, 9, 9, 10, 10])
    shoot(played).accepted()
    react(played, "firefight").accepted()
    shoot(played, "a-x", "b-y", "blue")
    while played.window is not None:
        answer(played)
    tested = [each.unit for each in played.events if isinstance(each, BreakTested)]
    assert tested == ["a-x", "b-y"]
    assert [unit(played, each).place for each in ("a-x", "b-y")] == ["broken", "broken"]


@pytest.mark.rule("AN-REACT-38", "AN-REACT-34")
def test_a_reply_that_can_not_be_made_lapses():
    """A reply that nobody can shoot any more lapses, by its player or by silence, and its die stays as placed."""
    for silent in (False, True):
        played = fired_at(dice=[3, 9])
        react(played, "firefight").accepted()
        carry(played, "b-z", lapse=True).rejected("AN-REACT-34", "other-unit-reacts")
        carry(played, "b-y", 500).rejected("AN-REACT-34", "reaction-awaits-its-own")
        played.put("units", replace(unit(played, "b-y"), disabled=("carbine",)))
        outcome = answer(played) if silent else carry(played, "b-y", lapse=True)
        outcome.then(ReactionLapsed, ActionResumed, AccuracyRolled, ActionEnded)
        assert unit(played, "b-y").order == "fire"


# -- Dash to Cover

WOOD = box("wood", 34_000, 16_000, 10_000, 8000, los="obscuring", cover="hard", move="open")


@pytest.mark.rule("AN-REACT-16", "AN-REACT-17", "AN-REACT-31")
def test_dash_to_cover():
    """A dash has to bring more models into cover; then the shots are checked and made where the unit stands."""
    played = acting("fire", X, ("b-y", lone(), (36_000, 10_000)), dice=[3, 3, 7], terrain=[WOOD])
    shoot(played).accepted()
    react(played, "dash_to_cover").then(ReactionTested, OrderDieTaken, ReactionStarted).asks("reaction_move", "blue")
    shoot(played).rejected("AN-REACT-34", "not-asked")
    go(played, 2000, unit="b-y", who="blue").rejected("AN-REACT-17", "no-better-cover", before=0, after=0)
    go(played, 0, 10_001, unit="b-y", who="blue").rejected("AN-MOVE-02", "too-far")
    go(played, 0, 9000, unit="b-y", who="blue", sprint=True).rejected("AN-REACT-31", "sprint-not-declared")
    go(played, 0, 7000, unit="b-y", who="blue").then(UnitMoved, ReactionCarriedOut, ActionResumed, AccuracyRolled)
    assert at(played, "b-y.1") == (36_000, 17_000)
    resisted = played.last.one(ResistRolled).tests[0]
    assert resisted.needed.total == 5 + 1 - 1 + 2


@pytest.mark.rule("AN-REACT-06", "AN-REACT-17")
def test_dash_out_of_sight():
    """A sprint that was declared goes 3M and is tested; who is out of sight is not shot at."""
    house = box("house", 30_000, 20_000, 4000, 4000, los="blocking", move="impassable", cover="clear")
    played = acting("fire", X, ("b-y", lone(), (36_000, 10_000)), dice=[3, 9], terrain=[house])
    shoot(played).accepted()
    react(played, "dash_to_cover", sprint=True).accepted()
    go(played, 5000, 13_000, unit="b-y", who="blue", sprint=True).then(UnitMoved, AgilityTested, ReactionCarriedOut)
    played.last.then(ActionResumed, ShotsLost).without(AccuracyRolled)
    assert unit(played, "b-y").pins == 1


def test_dash_offers_serve():
    """Every finished path that is offered is accepted."""
    played = acting("fire", X, ("b-y", lone(), (36_000, 10_000)), dice=[3], terrain=[WOOD], pace="step")
    shoot(played).accepted()
    react(played, "dash_to_cover").accepted()
    played.when("table", RollReactionTest()).accepted()
    found = list(reaction_moves.straight_moves(played.game))
    assert found
    for each in found:
        assert played.refused(each, "blue") == ()


# -- Free Reactions


@pytest.mark.rule("AN-REACT-26")
def test_free_reaction():
    """A unit showing Advance with the rule fires back after a test; its die stays, and it may do so once a turn."""
    sheet = lone(rules=(rule("free_reaction", 1, "firefight"),))
    played = acting("fire", X, ("b-y", sheet, (29_000, 10_000), USED), dice=[7, 9, 9])
    shoot(played).accepted()
    assert listed(played) == {"b-y": ("firefight",)}
    react(played, "firefight").rejected("AN-REACT-01", "reactor-has-order")
    react(played, "go_down", free=True).rejected("AN-REACT-26", "no-free-reaction")
    react(played, "firefight", free=True).then(ReactionTested, ReactionStarted).without(OrderDieTaken, OrderTurned)
    shoot(played, "a-x", "b-y", "blue").then(AccuracyRolled, AccuracyRolled, ActionEnded)
    assert unit(played, "b-y").order == "advance"
    assert unit(played, "b-y").freed == ("firefight",)
    used = {"order": "advance", "free": 1, "freed": ("firefight",)}
    played = acting("fire", X, ("b-y", sheet, (29_000, 10_000), used), dice=[9])
    shoot(played).without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-26", "AN-REACT-13")
def test_free_go_down():
    """Going Down for free leaves the unused die in the bag."""
    sheet = lone(rules=(rule("free_reaction", 1, "go_down"),))
    played = acting("advance", X, ("b-y", sheet, (29_000, 10_000)), dice=[9])
    shoot(played).accepted()
    bag = played.game.sides[1].bag
    react(played, "go_down", free=True).then(UnitWentDown, die="none")
    assert played.game.sides[1].bag == bag
    assert unit(played, "b-y").order == "down"


# -- nesting


@pytest.mark.rule("AN-REACT-27")
def test_reactions_are_no_triggers():
    """A Firefight opens no window for the unit that it shoots at."""
    played = fired_at(("a-w", lone(), (10_000, 14_000), AMBUSH), dice=[3, 9, 9])
    react(played, "firefight").accepted()
    shoot(played, "a-x", "b-y", "blue").without(ReactionsAsked).then(AccuracyRolled, AccuracyRolled)


@pytest.mark.rule("AN-REACT-36", "AN-REACT-30")
def test_once_in_an_action():
    """Advance: who declined in the first window is asked again in the second, who reacted is not."""
    for reacts in (False, True):
        played = acting("advance", X, ("b-y", lone(), (29_000, 10_000), AMBUSH), dice=[9, 9] if reacts else [9])
        go(played, 0, 3000).then(ReactionsAsked, trigger="move")
        if reacts:
            react(played, "ambush_fire", point=1000).asks("reaction_shot", "blue")
            shoot(played, "a-x", "b-y", "blue").asks("action", "red")
            shoot(played).without(ReactionsAsked).then(AccuracyRolled)
        else:
            decline(played).asks("action", "red")
            shoot(played).then(ReactionsAsked, trigger="advance")
            assert listed(played) == {"b-y": ("go_down",)}
            react(played, "go_down").then(AccuracyRolled)
