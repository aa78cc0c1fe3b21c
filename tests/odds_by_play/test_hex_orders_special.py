"""Estimates of hex_orders against play where boards seldom lead: fixed guns, base weapons, acid, several attackers."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.board_hexes import facing_between, neighbours
from adjudicator.rulesets.hex_orders.model.messages import (
    AgonyRolled,
    AreaDiceRolled,
    ArmourRolled,
    AssaultAdvantageGained,
    AssaultDiceRolled,
    FireAreaWeapon,
    FireHexEffect,
    FireWeapon,
    HexEffect,
    HexEffectRolled,
    HitRolled,
    HitScored,
    Model,
    Shot,
)
from adjudicator.rulesets.hex_orders.reports.damage_rows import NO_DAMAGE
from adjudicator.rulesets.hex_orders.reports.messages import (
    EstimateAreaAttackRequest,
    EstimateAssaultRequest,
    EstimateRollRequest,
    EstimateShotRequest,
    EstimateTokenRequest,
)
from adjudicator.rulesets.hex_orders.roster.fields_of_fire import guns_of
from adjudicator.rulesets.hex_orders.rules.damage.casualties import models_left
from adjudicator.rulesets.hex_orders.rules.gunnery.lines_of_fire import entries, exits, is_corner
from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import best_of, best_shooter
from tests.kit import Table
from tests.odds_by_play.harness import STATES, Line, Situation, ask, chances, compare, fraction
from tests.odds_by_play.test_hex_orders import (
    AHEAD,
    GAME,
    NEAR,
    STILL,
    Found,
    board,
    done,
    duel,
    gun_of,
    lost,
    named_odds,
    row_of,
    sheet_of,
    shot_odds,
    shots_done,
    situations,
    through,
    token_after,
)
from tests.rulesets.hex_orders.fixtures import ability, tank

ARCS = ("x2/x1/x1/-", "x1/x2/-/-", "x1/-/-/x1", "x1", "-/x1/x1/x1")
HIT_METRICS = ("hit", "armour", "losses", "destroyed")
SHARED = "base"
AROUND = tuple(name for _, name in neighbours("D4"))
SILENT_CHOICES = {"HX-ABILITIES-09", "HX-ASSAULT-13", "HX-ASSAULT-14"}


def is_asked_to_fire(played: Table) -> bool:
    """Tell whether a1 may fire now."""
    return played.window is not None and played.window.kind == "fire" and not played.game.units["a1"].pinned


# -- shots of a fixed gun, and of a base weapon


def one_shot(played: Table, chance: Random, *, model: int, gun: str = "", weapon: str = "gun") -> Situation | None:
    """Compare one shot that is declared with these words."""
    at, aim = played.game.units["b1"].hex, chance.random() < 0.5
    way_out, way_in = (chance.choice(("", *sides)) for sides in (exits("D5", at), entries("D5", at)))
    asked = EstimateShotRequest(
        game=GAME, unit="a1", weapon=weapon, model=model, gun=gun, target="b1", use_aim=aim, exit=way_out, entry=way_in
    )
    odds = ask(played, "EstimateShot", 0, asked)
    if odds is None or not is_asked_to_fire(played):
        return None
    metric = chance.choice(HIT_METRICS)

    def once(play: Line) -> str:
        volley = (Shot(model=model, gun=gun, target="b1", exit=way_out, entry=way_in),)
        play.send(0, FireWeapon(unit="a1", weapon=weapon, shots=volley, use_aim=aim))
        shots_done(play)
        rolled = play.happened(HitRolled)
        assert rolled.modifiers == odds.modifiers
        if rolled.hit:
            assert play.happened(HitScored).hit.angle == odds.angle
        if metric == "hit":
            return str(rolled.hit)
        if metric == "losses":
            return lost(played, play, "b1")
        if metric == "destroyed":
            return str(not models_left(play.game, "b1"))
        return next((str(row.outcome) for row in play.events if isinstance(row, ArmourRolled)), "missed")

    found = shot_odds(odds, metric)
    return Situation(f"EstimateShot {metric} {weapon} {gun}", found, once, played) if found else None


def fixed_gun(chance: Random) -> Situation | None:
    """One gun of a fixed system fires through its own angle, on the edge wherever the line leaves by a corner."""
    system = replace(gun_of(chance), arc=chance.choice(ARCS))
    played = duel(chance, sheet_of(chance, "dwarf", system), sheet_of(chance, "elf"))
    gun = chance.choice([name for name, _ in guns_of(system.arc)])
    return one_shot(played, chance, model=1, gun=gun)


def shared_by(sheet: Any, weapon: Any, chance: Random) -> Any:
    """Let a base share a weapon; its models shoot unlike each other."""
    marks = ((), (ability("good_shot"),), (ability("bad_shot"),))
    models: tuple[Model, ...] = tuple(
        replace(sheet.models[0], name=f"m{number}", weapons=("gun",), abilities=chance.choice(marks))
        for number in range(chance.randrange(2, 5))
    )
    shared = replace(weapon, id=SHARED, name=SHARED)
    return replace(sheet, models=models, weapons=(*sheet.weapons, shared), base_weapon=SHARED)


def with_dead(played: Table, chance: Random) -> None:
    """Let models of a1 be dead, so that it may be another one that shoots best."""
    row = played.game.units["a1"]
    count = chance.randrange(len(played.game.sheets["a1"].models) - 1)
    dead = tuple(sorted(chance.sample(range(1, len(played.game.sheets["a1"].models) + 1), count)))
    played.put("units", replace(row, dead=dead))


def base_duel(chance: Random, **changes: Any) -> Table:
    """Let a base with a weapon that it shares be asked for fire."""
    own = shared_by(sheet_of(chance, "dwarf", gun_of(chance)), replace(gun_of(chance), **changes), chance)
    played = duel(chance, own, *(sheet_of(chance, "elf") for _ in range(chance.randrange(1, 3))))
    with_dead(played, chance)
    return played


def base_weapon(chance: Random) -> Situation | None:
    """A base fires the weapon that it shares, by its best shooter alive."""
    return one_shot(base_duel(chance), chance, model=0, weapon=SHARED)


def base_area_weapon(chance: Random) -> Situation | None:
    """A base fires an area weapon that it shares."""
    played = base_duel(chance, area=chance.randrange(3, 7))
    where, aim = played.game.units["b1"].hex, chance.random() < 0.5
    words: dict[str, Any] = {"unit": "a1", "weapon": SHARED, "models": (), "hex": where, "entry": "", "use_aim": aim}
    odds = ask(played, "EstimateAreaAttack", 0, EstimateAreaAttackRequest(game=GAME, **words))
    if odds is None and aim:  # there is none that counts here
        words["use_aim"] = False
        odds = ask(played, "EstimateAreaAttack", 0, EstimateAreaAttackRequest(game=GAME, **words))
    if odds is None or not is_asked_to_fire(played):
        return None
    target = chance.choice(odds.targets)
    metric = chance.choice(("hits", "losses", "destroyed"))

    def once(play: Line) -> str:
        play.send(0, FireAreaWeapon(**words))
        shots_done(play, AreaDiceRolled)
        rolled = [row for row in play.events if isinstance(row, AreaDiceRolled) and row.target == target.target]
        assert (rolled[0].needed, len(rolled[0].faces.faces)) == (target.needed, target.dice)
        if metric == "destroyed":
            return str(not models_left(play.game, target.target))
        return str(rolled[0].successes) if metric == "hits" else lost(played, play, target.target)

    return Situation(f"EstimateAreaAttack {metric} of a base", named_odds(target, metric), once, played)


def base_effect(chance: Random) -> Situation | None:
    """A base fires smoke with a weapon that it shares."""
    smoke = HexEffect(kind="smoke", level=0, grade="", density=0)
    played = base_duel(chance, hex_effect=smoke, damage=None, extra=(), effects=())
    where, aim = chance.choice(NEAR), chance.random() < 0.5
    asked = EstimateRollRequest(
        game=GAME, roll="hex-effect", unit="a1", target="", hex=where, weapon=SHARED, model=0, use_aim=aim
    )
    odds = ask(played, "EstimateRoll", 0, asked)
    if odds is None or not is_asked_to_fire(played):
        return None

    def once(play: Line) -> str:
        play.send(0, FireHexEffect(unit="a1", weapon=SHARED, models=(), hex=where, exit="", use_aim=aim))
        through(play, HexEffectRolled)
        return "yes" if play.happened(HexEffectRolled).placed else "no"

    return Situation("EstimateRoll hex-effect of a base", chances(odds.outcomes), once, played)


# -- acid


def acid_loss(chance: Random) -> Situation | None:
    """The first die of a token of acid: what it does to its unit, and the models that are lost by it."""
    unit = ("b1", "D4", "N", sheet_of(chance, "elf"), row_of(chance, acid=1))
    options = {"acid_five": chance.choice(("as_4", "as_6"))}
    units = [unit, ("a1", "A9", "N", tank(), {})]
    played = board(chance, units, {"b1": (STILL,)}, step="agony_0", hexes={"D4": "clear"}, **options)
    odds = ask(played, "EstimateToken", 1, EstimateTokenRequest(game=GAME, unit="b1", token="acid", level=0))
    if odds is None:
        return None
    metric = chance.choice(("damage", "damage", "losses", "destroyed", "token"))

    def once(play: Line) -> str:
        through(play, AgonyRolled, "agony", "agony_order")
        if metric == "token":
            return token_after(play)
        if metric == "losses":
            return lost(played, play, "b1")
        if metric == "destroyed":
            return str(not models_left(play.game, "b1"))
        more = keep_first_die(play)
        did = done(play, "minor_acid")
        return "again" if did == NO_DAMAGE and more else did

    return Situation(f"EstimateToken acid {metric} {options}", named_odds(odds, metric), once, played)


def keep_first_die(play: Line) -> bool:
    """Keep what happened up to a second die of the token, and tell whether there was one."""
    dice = [place for place, row in enumerate(play.events) if isinstance(row, AgonyRolled)]
    play.events = play.events[: dice[1]] if len(dice) > 1 else play.events
    return len(dice) > 1


# -- assaults


def assault_of_several(chance: Random) -> Situation | None:
    """Two or three bases that go into one hex fight there together; of three the first two by id roll."""
    sides = chance.sample(AROUND, chance.randrange(1, 4))
    count = chance.randrange(2, 4)
    units: list[Any] = []
    for number in range(1, count + 1):
        own, where = sheet_of(chance, "dwarf"), chance.choice(sides)
        grim = (*own.abilities, *(ability("fear", 6) for _ in range(chance.randrange(4) == 0)))
        towards = facing_between(where, "D4")
        units.append((f"a{number}", where, towards, replace(own, abilities=grim), row_of(chance, speed="slow")))
    # whoever is shaken carries its default out, which leads a defender away but for one that stands still
    still = {"speed": "stand_still"}
    units += [
        (f"b{n}", "D4", chance.choice("NS"), sheet_of(chance, chance.choice(("elf", "dwarf"))), row_of(chance, **still))
        for n in range(1, chance.randrange(2, 4))
    ]
    orders = {id: (AHEAD if id[0] == "a" else STILL,) for id, *_ in units}
    attackers = tuple(chance.sample([id for id, *_ in units if id[0] == "a"], count))
    hexes = {"D4": "clear", **dict.fromkeys(AROUND, "clear")}
    at_once = {"fear_shaken_immediate": True} if chance.random() < 0.5 else {}
    played = board(chance, units, orders, step="movement_1", hexes=hexes, **at_once)
    odds = ask(played, "EstimateAssault", 0, EstimateAssaultRequest(game=GAME, attackers=attackers, hex="D4"))
    # what choices leave out is told as silence has it
    if odds is None or not set(odds.left_out) <= SILENT_CHOICES:
        return None
    rolling = {row.unit for row in odds.bases if row.dice} & set(attackers)
    if len(rolling) < 2:
        return None
    metric = chance.choice(("advantage", "own", "enemy", "tie"))

    def once(play: Line) -> str:
        through(play, AssaultAdvantageGained)
        while play.window is not None and play.window.kind == "advance" and not play.happened(AssaultAdvantageGained):
            play.default()
            through(play, AssaultAdvantageGained)
        gained = play.happened(AssaultAdvantageGained)
        if not any(row.name == "fear" for row in abilities):
            assert {row.unit for row in play.happened(AssaultDiceRolled).groups if row.seat == 0} == rolling
        if metric == "tie":
            return str(gained.left[0] == gained.left[1])
        return str(gained.seat == 0) if metric == "advantage" else str(gained.left[("own", "enemy").index(metric)])

    abilities = [row for _, _, _, sheet, _ in units for row in sheet.abilities]
    if metric in {"advantage", "tie"}:
        share = fraction(getattr(odds, metric))
        found: dict[str, Fraction] = {"True": share, "False": 1 - share}
    else:
        found = chances(getattr(odds, metric))
    return Situation(f"EstimateAssault {metric} of {attackers}", found, once, played)


SPECIAL: tuple[Found, ...] = (fixed_gun, base_weapon, base_area_weapon, base_effect, acid_loss, assault_of_several)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
@pytest.mark.parametrize("found", SPECIAL, ids=lambda row: row.__name__)
def test_odds_by_play(found: Found, seed: int) -> None:
    """What is estimated comes as often when it is played."""
    for situation in situations(found, seed):
        compare(situation, seed)


# -- the boards are what they are for


def tables(found: Found, count: int = 15) -> list[Table]:
    """Set boards up."""
    return [next(situations(found, seed)).table for seed in range(count)]


@pytest.mark.long
def test_fixed_guns_fire_straight_and_by_corners() -> None:
    """Every shot is one of a fixed system, some through a side of its hex, some through a corner."""
    boards = tables(fixed_gun)
    assert all(guns_of(played.game.sheets["a1"].weapons[0].arc) for played in boards)
    assert {is_corner("D5", played.game.units["b1"].hex) for played in boards} == {True, False}


@pytest.mark.long
@pytest.mark.parametrize("found", [base_weapon, base_area_weapon, base_effect], ids=lambda row: row.__name__)
def test_bases_share_their_weapon(found: Found) -> None:
    """Somebody else than the first model shoots best, and sometimes who shot best is dead."""
    games = [played.game for played in tables(found, 30)]
    assert all(game.sheets["a1"].base_weapon == SHARED for game in games)
    best = [best_of(game, "a1", range(1, len(game.sheets["a1"].models) + 1)) for game in games]
    now = [best_shooter(game, "a1") for game in games]
    assert any(model > 1 for model in now)
    assert any(before != after for before, after in zip(best, now, strict=True))


@pytest.mark.long
def test_assaults_are_of_several() -> None:
    """Two bases attack, and three of which one may not roll (HX-ASSAULT-14), out of one hex and out of several."""
    games = [played.game for played in tables(assault_of_several)]
    attackers = [[row for row in game.units.values() if row.seat == 0] for game in games]
    assert {len(rows) for rows in attackers} == {2, 3}
    assert {len({row.hex for row in rows}) > 1 for rows in attackers} == {True, False}


@pytest.mark.long
def test_acid_is_read_both_ways() -> None:
    """A five is one of armour and fire, or one that is rolled twice for, as the terms say."""
    assert {played.game.options.acid_five for played in tables(acid_loss)} == {"as_4", "as_6"}
