"""AN-REACT-38: a move that was declared is made where there is a way, and lapses alone where there is none."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import (
    CarryOutReaction,
    MoveDeclared,
    MoveUnit,
    ReactionLapsed,
    TerrainPiece,
)
from tests.kit import Table, seeded
from tests.rulesets.antares.fixtures import RED_TROOPER, acting
from tests.rulesets.antares.sheets import INCH, box, troopers, wall
from tests.rulesets.antares.steps import answer_by_default, charge, events_of, question, react, shoot

DASH, ESCAPE, COUNTERCHARGE = "dash_to_cover", "escape", "countercharge"


def any_ground(random: Random) -> list[TerrainPiece]:
    """Scatter up to six boxes and walls of any kind."""
    found = []
    for number in range(random.randint(0, 6)):
        x, y = random.randint(0, 44) * INCH, random.randint(0, 36) * INCH
        sight = random.choice(["clear", "obscuring"])
        if random.random() < 0.6:
            size = random.randint(1, 10) * INCH, random.randint(1, 10) * INCH
            move, cover = random.choice(["impassable", "difficult", "open"]), random.choice(["none", "soft", "hard"])
            found.append(box(f"t{number}", x, y, *size, movement=move, los=sight, cover=cover))
        else:
            end = x + random.randint(-9, 9) * INCH, y + random.randint(1, 9) * INCH
            found.append(wall(f"t{number}", (x, y), end, los=sight))
    return found


def at_its_move(seed: int, reaction: str) -> Table | None:
    """Let "b-y" react to a shot or an assault on any ground until its move is due; None where that fails."""
    random = Random(seed)
    far = random.randint(*((21, 30) if reaction == DASH else (6, 14))) * INCH
    enemy = ("b-y", troopers(random.choice([1, 1, 3, 5]), "gun"), (10 * INCH + far, 10 * INCH))
    order = "fire" if reaction == DASH else "run"
    played = acting(order, RED_TROOPER, enemy, pace="step", terrain=any_ground(random))
    played.dice = seeded(seed)
    begun = shoot(played) if reaction == DASH else charge(played, far - INCH, sprint=far > 11 * INCH)
    begun.looked_at = True
    if begun.faults or question(played) != "reaction":
        return None
    declared = react(played, reaction, sprint=random.random() < 0.3)
    declared.looked_at = True
    while not declared.faults and question(played) not in {"reaction_move", "turn", ""}:
        answer_by_default(played)
    return played if question(played) == "reaction_move" else None


@pytest.mark.rule("AN-REACT-38", "AN-REACT-17", "AN-REACT-20")
@pytest.mark.parametrize("reaction", [DASH, ESCAPE, COUNTERCHARGE])
def test_a_move_is_made_or_lapses_and_never_both(reaction):
    """On any ground silence either moves, and then a lapse is refused, or lapses; an Escape ends farther away."""
    made, lapsed = 0, 0
    for seed in range(24):
        played = at_its_move(seed, reaction)
        if played is None:
            continue
        before = distances.gap(played.game, "b-y", "a-x")
        waived = played.refused(CarryOutReaction(unit="b-y", point=0, lapse=True), 1)
        offered = set(played.offered(1))
        events = answer_by_default(played).events
        if events_of(events, ReactionLapsed):
            assert not waived, seed
            lapsed += 1
            continue
        assert [(fault.clause, fault.reason) for fault in waived] == [("AN-REACT-38", "declared-stands")], seed
        assert offered == {MoveUnit.__name__}, seed
        assert events_of(events, MoveDeclared, unit="b-y", kind=reaction), seed
        if reaction == ESCAPE and question(played) not in {"agility", "sprint_test"}:
            assert distances.gap(played.game, "b-y", "a-x") > before, seed
        made += 1
    assert made > 3
    assert lapsed or reaction != DASH


def blocked(reaction: str, count: int, *pieces: TerrainPiece) -> Table:
    """Let troopers 10 inches off react to a charge among these pieces until its move is due."""
    played = acting(
        "run", RED_TROOPER, ("b-y", troopers(count, "gun"), (20 * INCH, 10 * INCH)), pace="step", terrain=pieces
    )
    played.dice = seeded(1)
    begun = charge(played, 9 * INCH)
    begun.accepted()
    react(played, reaction).accepted()
    while question(played) != "reaction_move":
        answer_by_default(played)
    return played


@pytest.mark.rule("AN-REACT-38", "AN-REACT-21")
@pytest.mark.ruling("AN-REACT-38.2", "AN-REACT-21.2")
def test_a_countercharge_goes_round_what_stands_in_its_way():
    """Where no straight way leads half way, silence goes by one with corners, and a lapse is refused."""
    rock = box("t1", 17 * INCH, 11 * INCH + 200, INCH, 600, movement="impassable", los="clear", cover="none")
    played = blocked(COUNTERCHARGE, 2, rock)
    waived = played.refused(CarryOutReaction(unit="b-y", point=0, lapse=True), 1)
    assert [(fault.clause, fault.reason) for fault in waived] == [("AN-REACT-38", "declared-stands")]
    (declared,) = events_of(answer_by_default(played).events, MoveDeclared, unit="b-y", kind=COUNTERCHARGE)
    assert [len(path.path) > 1 for path in declared.paths] == [False, True]


@pytest.mark.rule("AN-REACT-38", "AN-REACT-20")
@pytest.mark.ruling("AN-REACT-38.2")
def test_an_escape_leaves_a_pocket_that_is_open_towards_the_enemy():
    """Among rocks on three sides silence leads the unit out and past them, farther from the assaulter than before."""
    rocks = [
        box(
            "t1", 20 * INCH + 520, 8 * INCH + 800, 400, 2 * INCH + 400, movement="impassable", los="clear", cover="none"
        ),
        box("t2", 19 * INCH + 600, 9 * INCH + 80, INCH, 400, movement="impassable", los="clear", cover="none"),
        box("t3", 19 * INCH + 600, 10 * INCH + 520, INCH, 400, movement="impassable", los="clear", cover="none"),
    ]
    played = blocked(ESCAPE, 1, *rocks)
    before = distances.gap(played.game, "b-y", "a-x")
    (declared,) = events_of(answer_by_default(played).events, MoveDeclared, unit="b-y", kind=ESCAPE)
    assert len(declared.paths[0].path) > 1
    assert distances.gap(played.game, "b-y", "a-x") > before
