"""An estimate in antares is told where its command is accepted; what it supposes is named, rule by rule."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.messages import (
    ChoosePointBlankWeapons,
    DeclareAssault,
    DeclareReaction,
    DeclareShooting,
    FiredWeapon,
    GiveOrder,
    MoveUnit,
    ResolveDown,
)
from adjudicator.rulesets.antares.model.state import current_action, on_table
from adjudicator.rulesets.antares.model.weapons import is_overhead, weapons_carried
from adjudicator.rulesets.antares.reports.messages import (
    EstimateAssaultRequest,
    EstimateShootingRequest,
    EstimateTemplateRequest,
    EstimateTestRequest,
)
from adjudicator.rulesets.antares.rules.assault.fighters import other_fighter
from tests.kit import Table, seeded
from tests.refused_estimates.told_as_ruled import (
    EVERY_GAME,
    Law,
    Question,
    check,
    mostly,
    offered,
    refusal_of_estimate,
    walk,
)
from tests.rulesets.antares.fixtures import SPENT, duel, table, with_order
from tests.rulesets.antares.reactions.fixtures import fired_at
from tests.rulesets.antares.sheets import INCH, gun, overhead_gun, probe, troopers, vehicle
from tests.rulesets.antares.steps import charge, play_on, straight_paths

PATH = "adjudicator.rulesets.antares"
BOARDS = 120
ASSAULTS = 40
NOBODY = "zz"
LIMITS = frozenset(
    {"odds-of-lucky-rerolls", "odds-without-naturals", "odds-without-blur", "too-many-attacks", "too-many-dice"}
)
# whose turn to shoot it is in a fight is supposed
POINT_BLANK = Law(supposed=frozenset({"other-unit-shoots"}), alone=LIMITS | {"odds-of-no-volley"})
# that the unit may move now, and that it does, is supposed: who sprints at all is asked
SPRINT = Law(asked=frozenset({"unknown-id", "not-on-table", "cannot-sprint"}))
SHOOTING = Law(alone=LIMITS | {"odds-of-no-volley"})
TEMPLATE = Law(alone=LIMITS | {"not-overhead"})
# that its unit may move now, and that a path leads there, is supposed: who fights whom is asked
ASSAULT = Law(
    asked=frozenset(
        {"unknown-id", "type-does-not-assault", "assault-on-a-friend", "assault-on-nobody", "assault-on-a-probe"}
    ),
    alone=LIMITS | {"too-many-hazards"},
)
# that the order, or the reaction, may be given now is supposed
ORDER = Law(asked=frozenset({"unknown-id", "not-on-table"}))
REACTION = Law(asked=frozenset({"unknown-id", "reactor-gone", "probes-do-not-react", "not-on-table"}))


def board(chance: Random) -> Table:
    """Let a-x act under an order, with enemies and a friend around, of whom some are gone, Down, probes or vehicles."""
    sheets = (troopers(3, "gun"), troopers(2, "gun", "lobber"), troopers(2, "carbine"), vehicle(), probe())
    units: list[Any] = [("a-x", chance.choice(sheets[:4]), (10 * INCH, 10 * INCH), {"pins": chance.randrange(3)})]
    for key in ("b-y", "b-z", "a-w"):
        fields = chance.choice(({}, {}, {}, {"place": "destroyed"}, {"order": "down"}, {"fleeing": True}))
        place = (chance.randrange(4, 60) * INCH, chance.randrange(4, 40) * INCH)
        units.append((key, chance.choice(sheets), place, fields))
    played = table(units=units, weapons=(gun(), overhead_gun()))
    played.dice = seeded(1)
    return with_order(played, "a-x", chance.choice(("fire", "fire", "advance", "run", "run")))


def arms(table: Table, unit: str, target: str, chance: Random) -> tuple[FiredWeapon, ...]:
    """Draw weapons that are named: carried ones and others, modes, models, aim points and targets of their own."""
    game = table.game
    places = [row.pose for _, row in sorted(game.models.items()) if row.pose is not None]
    found = []
    for _ in range(chance.choice((0, 1, 1, 2))):
        name = mostly(chance, weapons_carried(game, unit), sorted(game.weapons))
        at = chance.choice(places)
        models = game.units[unit].models
        fired = FiredWeapon(
            weapon=name,
            mode=mostly(chance, [mode.name for mode in game.weapons[name].modes], ["", "no such"]),
            models=tuple(chance.choices(models, k=2)) if chance.random() < 0.2 else (),
            aim=Spot(x=at.x, y=at.y) if chance.random() < 0.2 else None,
            blind=chance.random() < 0.1,
            target=chance.choice(("", "", "", target, "b-z")),
        )
        found.append(fired)
    return tuple(found)


def shooting(table: Table, seat: int, chance: Random) -> Question:
    """Let the acting unit shoot."""
    action = current_action(table.game)
    target = mostly(chance, [row.id for row in on_table(table.game, 1 - seat)], [*sorted(table.game.units), NOBODY])
    fired = arms(table, action.unit, target, chance)
    request = EstimateShootingRequest(
        game=b"", unit=action.unit, target=target, order=action.order, weapons=fired, point_blank=False
    )
    return Question("EstimateShooting", request, DeclareShooting(unit=action.unit, target=target, weapons=fired), seat)


def template(table: Table, seat: int, chance: Random) -> Question:
    """Let the acting unit fire one weapon, at somebody or blind."""
    action, game = current_action(table.game), table.game
    over = [name for name in weapons_carried(game, action.unit) if is_overhead(game.weapons[name])]
    name = mostly(chance, over, sorted(game.weapons))
    places = [row.pose for _, row in sorted(game.models.items()) if row.pose is not None]
    at, blind = chance.choice(places), chance.random() < 0.4
    aim = Spot(x=at.x, y=at.y) if chance.random() < 0.5 else None
    others = [*sorted(game.units), NOBODY]
    target = (
        "" if blind and chance.random() < 0.7 else mostly(chance, [row.id for row in on_table(game, 1 - seat)], others)
    )
    request = EstimateTemplateRequest(
        game=b"", unit=action.unit, target=target, order=action.order, weapon=name, mode="", aim=aim, blind=blind
    )
    fired = FiredWeapon(weapon=name, mode="", models=(), aim=aim, blind=blind, target="")
    return Question(
        "EstimateTemplate", request, DeclareShooting(unit=action.unit, target=target, weapons=(fired,)), seat
    )


def assault(table: Table, seat: int, chance: Random) -> Question:
    """Let the acting unit assault somebody."""
    unit = current_action(table.game).unit
    target = mostly(chance, [row.id for row in on_table(table.game, 1 - seat)], [*sorted(table.game.units), NOBODY])
    request = EstimateAssaultRequest(game=b"", unit=unit, target=target)
    return Question("EstimateAssault", request, DeclareAssault(unit=unit, target=target, sprint=False), seat)


ACTS = {"shooting": (shooting, SHOOTING), "template": (template, TEMPLATE), "assault": (assault, ASSAULT)}


@pytest.mark.parametrize(
    ("act", "reasons"),
    [
        (
            "shooting",
            {"", "order-does-not-shoot", "own-side", "target-gone", "no-such-weapon", "split-fire", "unknown-id"},
        ),
        ("template", {"", "order-does-not-shoot", "no-such-weapon", "blind-needs-fire", "no-aim-point", "unknown-id"}),
        ("assault", {"assault-needs-run", "type-does-not-assault", "assault-on-a-friend"}),
    ],
)
def test_what_a_unit_does_is_told_as_it_is_ruled(act: str, reasons: set[str]) -> None:
    """AN-SHOOT-11 AN-OH-01 AN-ASSAULT-01: an act has odds where it is accepted, else both say the same."""
    ask, law = ACTS[act]
    seen = set[str]()
    for seed in range(ASSAULTS if act == "assault" else BOARDS):  # odds of a fight take long
        chance = Random(f"{act}/{seed}")
        seen.add(check(played := board(chance), ask(played, 0, chance), law))
    assert reasons <= seen, reasons - seen


@pytest.mark.long
@EVERY_GAME
def test_what_units_of_whole_games_do_is_told_as_it_is_ruled(seed: int) -> None:
    """AN-SHOOT-11 AN-OH-01 AN-ASSAULT-01: in random games both are accepted, or say the same."""
    seen = set[str]()
    for played, seat, chance in walk(PATH, seed, "action"):
        ask, law = ACTS[chance.choice(sorted(ACTS))]
        seen.add(check(played, ask(played, seat, chance), law))
    assert seen


def unit_of(played: Table, seat: int, chance: Random) -> str:
    """Draw a unit, mostly one of the own side."""
    return str(mostly(chance, [row.id for row in on_table(played.game, seat)], [*sorted(played.game.units), NOBODY]))


def asked_test(unit: str, test: str) -> EstimateTestRequest:
    """Ask about a test."""
    return EstimateTestRequest(game=b"", unit=unit, test=test, weapon="")


@EVERY_GAME
def test_orders_are_told_as_they_are_ruled(seed: int) -> None:
    """AN-TURN-08: odds of an order suppose that the unit is given it now; who takes an order is asked."""
    seen = set[str]()
    for played, seat, chance in walk(PATH, seed, "allocation"):
        unit, order = unit_of(played, seat, chance), chance.choice(("fire", "advance", "run", "ambush", "rally"))
        question = Question("EstimateTest", asked_test(unit, order), GiveOrder(unit=unit, order=order), seat)
        seen.add(check(played, question, ORDER))
    assert "" in seen, seen


@EVERY_GAME
def test_reactions_are_told_as_they_are_ruled(seed: int) -> None:
    """AN-REACT-29: odds of a reaction suppose that it may be declared now; who reacts at all is asked."""
    seen = set[str]()
    for played, seat, chance in walk(PATH, seed, "reaction"):
        unit = mostly(chance, offered(played, seat, "DeclareReaction", "unit"), [unit_of(played, seat, chance)])
        reaction = mostly(chance, offered(played, seat, "DeclareReaction", "reaction"), ["firefight", "no such"])
        command = DeclareReaction(unit=unit, reaction=reaction, sprint=False, point=0, free=False)
        seen.add(check(played, Question("EstimateTest", asked_test(unit, "reaction"), command, seat), REACTION))
    assert "" in seen or seed, seen  # not every random game comes to it, the first does


@pytest.mark.rule("AN-REACT-04", "AN-REACT-29")
def test_who_never_reacts_has_no_odds_of_it() -> None:
    """The target of a shot may react and has odds; a probe, a fleeing unit and one that there is not are refused."""
    fleeing = ("b-f", troopers(1), (29 * INCH, 18 * INCH), {"fleeing": True})
    played = fired_at(("b-p", probe(), (29 * INCH, 14 * INCH)), fleeing)
    played.dice = seeded(1)
    assert played.window is not None
    assert played.window.kind == "reaction"
    reasons = {}
    for unit in ("b-y", "b-p", "b-f", NOBODY):
        command = DeclareReaction(unit=unit, reaction="firefight", sprint=False, point=0, free=False)
        reasons[unit] = check(played, Question("EstimateTest", asked_test(unit, "reaction"), command, 1), REACTION)
    assert reasons["b-y"] == ""
    assert all(reasons[unit] for unit in ("b-p", "b-f", NOBODY))


@pytest.mark.parametrize(
    ("target", "other"), [("", ""), (NOBODY, ""), ("b-y", ""), (NOBODY, "b-y"), ("a-x", "b-y"), ("b-z", "b-y")]
)
def test_who_is_not_fired_at_has_no_odds_of_a_volley(target: str, other: str) -> None:
    """AN-OH-07 AN-SHOOT-12: blind fire, and what goes at another target, is no volley at the one that is named."""
    units: list[Any] = [("a-x", troopers(1, "lobber"), (10 * INCH, 10 * INCH))]
    units += [(key, troopers(1), (30 * INCH, at * INCH)) for key, at in (("b-y", 10), ("b-z", 14))]
    played = with_order(table(units=units, weapons=(gun(), overhead_gun())), "a-x", "fire")
    played.dice = seeded(1)
    aim = None if other else Spot(x=30 * INCH, y=10 * INCH)
    fired = (FiredWeapon(weapon="lobber", mode="", models=(), aim=aim, blind=not other, target=other),)
    request = EstimateShootingRequest(
        game=b"", unit="a-x", target=target, order="fire", weapons=fired, point_blank=False
    )
    question = Question("EstimateShooting", request, DeclareShooting(unit="a-x", target=target, weapons=fired), 0)
    reason = check(played, question, SHOOTING)
    refusal = refusal_of_estimate(played, question)
    assert refusal is not None
    assert reason or (refusal.clause, refusal.reason) == ("WG-ODDS-01", "odds-of-no-volley")


RECOVERY = Law(supposed=frozenset({"wrong-side", "already-resolved"}))


@EVERY_GAME
def test_recoveries_are_told_as_they_are_ruled(seed: int) -> None:
    """AN-TURNEND-02: whoever is asked about its Down die has odds of recovering where it may; the side is supposed."""
    seen = set[str]()
    for played, seat, chance in walk(PATH, seed, "down"):
        for unit in {
            unit_of(played, seat, chance): None,
            **dict.fromkeys(offered(played, seat, "ResolveDown", "unit")),
        }:
            command = ResolveDown(unit=unit, recover=True)
            seen.add(check(played, Question("EstimateTest", asked_test(unit, "recovery"), command, seat), RECOVERY))
    assert "" in seen or seed, seen  # not every random game comes to it, the first does


# -- point blank


def point_blank(table: Table, seat: Party, chance: Random) -> Question:
    """Let a fighter shoot at point blank range, with weapons that are named and with all."""
    assert table.window is not None
    fighters = [row.id for row in on_table(table.game, seat) if other_fighter(table.game, row.id)]
    unit = mostly(chance, fighters, sorted(table.game.units))
    enemy = other_fighter(table.game, unit)
    fired = arms(table, unit, chance.choice((enemy, "", "b-w")), chance)
    request = EstimateShootingRequest(game=b"", unit=unit, target=enemy, order="run", weapons=fired, point_blank=True)
    return Question("EstimateShooting", request, ChoosePointBlankWeapons(unit=unit, weapons=fired), seat)


def in_contact(chance: Random) -> Table:
    """Let two units with several weapons each be in contact, a friend of the target beside them."""
    arsenal = [
        gun(0, "lance", kind="heavy", properties=("pbs",)),
        gun(0, "cannon", kind="heavy", properties=()),
        gun(),
        overhead_gun(),
    ]
    names = [chance.sample(("gun", "lance", "cannon", "lobber", "carbine"), 2) for _ in range(2)]
    own, foe = (troopers(2, "carbine", "gun", *some) for some in names)
    bystander: Any = ("b-w", troopers(1), (40 * INCH, 30 * INCH), {})
    played = duel(own, foe, (), 4 * INCH, order="run", weapons=arsenal, more=[bystander], pace="step", theirs=SPENT)
    played.dice = seeded(1)
    charge(played, 4 * INCH).accepted()
    play_on(played, "pbs_weapons")
    return played


@pytest.mark.rule("AN-PBS-01", "AN-PBS-02", "AN-ASSAULT-07")
def test_point_blank_is_told_as_it_is_ruled() -> None:
    """Odds of point blank shooting are told where its weapons may be chosen, else both say the same."""
    seen = set[str]()
    for seed in range(BOARDS):
        chance = Random(f"point blank/{seed}")
        played = in_contact(chance)
        assert played.window is not None
        assert played.window.kind == "pbs_weapons"
        seat = chance.choice(played.window.asks)
        seen.add(check(played, point_blank(played, seat, chance), POINT_BLANK))
    wanted = {"", "not-at-point-blank", "no-such-weapon", "no-such-mode", "shoots-out-of-the-fight"}
    assert wanted <= seen, wanted - seen


@pytest.mark.long
@EVERY_GAME
def test_point_blank_of_whole_games_is_told_as_it_is_ruled(seed: int) -> None:
    """AN-PBS-02: in random games both are accepted, or say the same."""
    for played, seat, chance in walk(PATH, seed, "pbs_weapons"):
        check(played, point_blank(played, seat, chance), POINT_BLANK)


# -- sprints


@pytest.mark.rule("AN-MOVE-05", "AN-MOVE-06")
@pytest.mark.parametrize("order", ["run", "advance"])
def test_sprints_are_told_as_they_are_ruled(order: str) -> None:
    """Odds of a sprint suppose that the unit moves now; who can not sprint is told so as by its move and its charge."""
    reasons = {}
    sheets = {
        "infantry": troopers(2),
        "vehicle": vehicle(),
        "team": troopers(2, unit_type="weapon_team", flags=("can_assault",)),
    }
    for name, sheet in sheets.items():
        units: list[Any] = [("a-x", sheet, (10 * INCH, 10 * INCH)), ("b-y", troopers(1), (40 * INCH, 10 * INCH))]
        played = with_order(table(units=units), "a-x", order)
        played.dice = seeded(1)
        paths = straight_paths(played, "a-x", INCH)
        estimate = asked_test("a-x", "sprint")
        move = MoveUnit(unit="a-x", paths=paths, sprint=True)
        charging = DeclareAssault(unit="a-x", target="b-y", paths=paths, sprint=True)
        reasons[name] = check(played, Question("EstimateTest", estimate, move, 0), SPRINT)
        check(played, Question("EstimateTest", estimate, charging, 0), SPRINT)
    no_run = "no-sprint-here"
    may, may_not = ("", "cannot-sprint") if order == "run" else (no_run, no_run)
    assert reasons == {"infantry": may, "vehicle": may_not, "team": may_not}


@pytest.mark.rule("AN-MOVE-05")
@EVERY_GAME
def test_sprints_of_whole_games_are_told_as_they_are_ruled(seed: int) -> None:
    """In random games who may sprint has odds of it, and who may not is refused under the same clause."""
    seen = set[str]()
    for played, seat, chance in walk(PATH, seed, "action"):
        unit = mostly(chance, [current_action(played.game).unit], [unit_of(played, seat, chance)])
        rows = [row for row in played.game.models.values() if row.unit == unit and row.pose is not None]
        paths = straight_paths(played, unit, INCH) if rows else ()
        command = MoveUnit(unit=unit, paths=paths, sprint=True)
        seen.add(check(played, Question("EstimateTest", asked_test(unit, "sprint"), command, seat), SPRINT))
    assert seen
