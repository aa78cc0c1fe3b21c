"""Every estimate of hex_orders against plays of random boards, under random options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.board_hexes import distance
from adjudicator.rulesets.hex_orders.model.messages import (
    AgonyRolled,
    Aim,
    AreaDiceRolled,
    ArmourReduced,
    ArmourRolled,
    AssaultAdvantageGained,
    AttemptPreAssaultRetreat,
    Bonus,
    DamageRolled,
    FearRolled,
    Feature,
    FireAreaWeapon,
    FireHexEffect,
    FireWeapon,
    FutureDamageIncreased,
    HexEffect,
    HexEffectPlaced,
    HexEffectRolled,
    HexEffectTriggered,
    HitRolled,
    PreAssaultRetreatRolled,
    Resistance,
    Shot,
    SpotAim,
    SpotFailed,
    SpotHiddenUnit,
    StuckRolled,
    TokenChanged,
    TypedDie,
    UnitSetOnFire,
    WeaponEffect,
)
from adjudicator.rulesets.hex_orders.model.options import OPTIONS
from adjudicator.rulesets.hex_orders.odds.damage_odds import text_of_roll
from adjudicator.rulesets.hex_orders.reports.damage_rows import NO_DAMAGE
from adjudicator.rulesets.hex_orders.reports.messages import (
    EstimateAreaAttackRequest,
    EstimateAssaultRequest,
    EstimateRollRequest,
    EstimateShotRequest,
    EstimateTokenRequest,
)
from adjudicator.rulesets.hex_orders.rules.damage.casualties import models_left
from adjudicator.rulesets.hex_orders.rules.gunnery.lines_of_fire import entries, exits
from tests.kit import Table
from tests.odds_by_play.harness import STATES, Line, Situation, ask, chances, compare, fraction
from tests.rulesets.hex_orders.fixtures import (
    ability,
    angles,
    armed,
    damage_table,
    deflection,
    die,
    infantry,
    line,
    model,
    smoke,
    table,
    tank,
    weapon,
    with_orders,
)
from tests.rulesets.hex_orders.gunnery.fixtures import with_gunnery_orders
from tests.rulesets.hex_orders.random_boards import GROUND
from tests.rulesets.hex_orders.steps import begin

GAME = bytes(16)
STILL, AHEAD = "-+-+-", "F+-+-"
SET_UP = {"map_size", "entrenched_rows", "secret_map_design", "scout_setup", "scout_setup_area", "army_budget_strict"}
TRENCHES = "trenches"
DICE = ("d4", "d6", "d8", "d10", "d6+1", "d6-1")
RESULTS = (("future 1",), ("kill 1",), ("kill 2", "future 2"), ("shaken",), ("destroy",), ("kill 1", "bleeding 4"))
EFFECTS = ("", "", "smoke", "poison", "acid", "fire")
NEAR = ("D4", "D3", "E4", "E5", "C4", "C3", "D2", "E3")
TRIES = 200
Found = Callable[[Random], Situation | None]


# -- random boards


def options_of(chance: Random) -> dict[str, Any]:
    """Draw options: each as it is, or any of its values; and what is added for a target in the trenches."""
    rows = {name: row.values for name, row in OPTIONS.rows.items() if row.values and name not in SET_UP}
    drawn = {name: chance.choice(values) for name, values in rows.items() if chance.random() < 0.5}
    trenches = Feature(name=TRENCHES, cost=1, blocks=False, to_be_hit=chance.choice((-2, -1, 1)))
    return drawn | {"turn_limit": 9, "overlay_data": (trenches,)}


def tables_of(chance: Random) -> tuple[Any, ...]:
    """Draw damage tables; not every base can be frightened."""
    regular = {value: chance.choice(RESULTS) for value in sorted(chance.sample(range(1, 9), 4))}
    psychic = {value: chance.choice((("shaken",), ("shaken",), ("kill 1",))) for value in (2, 5)}
    kinds = [damage_table("regular", regular)]
    return tuple([*kinds, damage_table("psychic", psychic)] if chance.random() < 0.7 else kinds)


def sheet_of(chance: Random, nation: str, *weapons: Any) -> Any:
    """Draw a base."""
    base = armed(chance.choice((tank, infantry))(nation=nation), *weapons)
    fight = line(chance.choice((1, 2, "2/1/1/1")), chance.randrange(3, 7))
    shield = deflection(chance.randrange(3), chance.randrange(3, 7))
    names = tuple(row.id for row in weapons)
    abilities = [ability("good_shot"), ability("steady"), ability("fear", 6), ability("terror", 2, 6)]
    models = tuple(model("one", fight, names, deflection=shield) for _ in range(chance.randrange(1, 5)))
    made = replace(
        base,
        models=models,
        armour=angles(chance.choice((0, 1, 3, "4/2/2/1"))),
        size=chance.choice(("small", "medium")),
        tables=tables_of(chance),
        types=chance.choice((("infantry", "biological"), ("vehicle", "tracked", "biological_crew"), ("vehicle",))),
        resistances=tuple(
            Resistance(damage_type=kind, by=1)
            for kind in ("regular", "psychic", "poison", "acid")
            if chance.random() < 0.2
        ),
        abilities=tuple(row for row in abilities if chance.random() < 0.25),
    )
    return with_gunnery_orders(with_orders(made, STILL, AHEAD), STILL, "Fire+-", "Spot+-")


def row_of(chance: Random, **changes: Any) -> dict[str, Any]:
    """Draw how a base stands."""
    return {
        "speed": chance.choice(("stand_still", "slow")),
        "bonuses": tuple(Bonus(table=name, by=chance.randrange(1, 4)) for name in ("psychic", "regular"))[
            : chance.randrange(3)
        ],
        "pinned": (pinned := chance.choice((0, 0, 1))),
        "shaken_from": pinned,
        "armour_loss": chance.choice((0, 0, 1)),
        **changes,
    }


def gun_of(chance: Random, **changes: Any) -> Any:
    """Draw a weapon."""
    return weapon(
        "gun",
        weapon_range=chance.randrange(1, 5),
        arc=chance.choice(("*", "*/-/-/-", "*/*/-/-")),
        ap=chance.randrange(-2, 4),
        damage=chance.choice((*map(die, DICE), None)),
        extra=tuple(TypedDie(damage_type="psychic", die=die("d6")) for _ in range(chance.randrange(2))),
        effects=tuple(WeaponEffect(kind="poison", level=6) for _ in range(chance.randrange(2))),
        always_loaded=True,
        **changes,
    )


def lying(chance: Random) -> Any:
    """Draw what lies in a hex."""
    kind = chance.choice(EFFECTS)
    return {
        "": "clear",
        "smoke": smoke(),
        "poison": smoke(0, by=(chance.randrange(2),), poison=2, poison_level=6, poison_density=chance.randrange(2, 6)),
        "acid": smoke(0, by=(chance.randrange(2),), acid=2, acid_grade="minor", acid_density=chance.randrange(2, 6)),
        "fire": smoke(0, by=(chance.randrange(2),), fire=2),
    }[kind]


def board(
    chance: Random, units: list[Any], orders: dict[str, Any], *, step: str, hexes: Any = None, **options: Any
) -> Table:
    """Set a random board up with these units, at a step of turn 2."""
    ground = {name: chance.choice(GROUND) + chance.choice(("", "", f"+{TRENCHES}")) for name in NEAR} | (hexes or {})
    played = table((), options_of(chance) | options, turn=2, hexes=ground, units=units, running=orders, pace="step")
    begin(played, step)
    return played


def duel(chance: Random, own: Any, *others: Any, orders: tuple[str, ...] = (STILL, "Fire+-"), where: str = "") -> Table:
    """Let a1 in D5 be asked for fire, with enemies in one hex before it."""
    at = where or chance.choice(NEAR)
    units = [("a1", "D5", "N", own, row_of(chance, aim=chance.choice((None, Aim(hex="D5", turn=2)))))]
    units += [(f"b{n}", at, chance.choice("NS"), other, row_of(chance)) for n, other in enumerate(others, 1)]
    running = {"a1": orders, **{f"b{n}": (STILL,) for n in range(1, len(others) + 1)}}
    return board(chance, units, running, step="gunnery_1")


# -- how a line goes on


def through(play: Line, kind: type[Struct], *steps: str) -> None:
    """Let everybody keep silent until something has happened and no more of these questions is open."""
    while (top := play.window) is not None and (play.happened(kind) is None or top.kind in steps):
        if top.kind in ("advance", "orders"):
            return
        play.default()


def shots_done(play: Line, kind: type[Struct] = HitRolled) -> None:
    """Let what was fired be rolled to the last die of damage."""
    through(play, kind, "fire", "gunnery_hits", "damage_order", "damage")


def lost(played: Table, play: Line, unit: str) -> str:
    """Count the models that a base has lost."""
    return str(models_left(played.game, unit) - models_left(play.game, unit))


# -- the estimates


def shot(chance: Random) -> Situation | None:
    """One shot: whether it hits, and how many models the target loses."""
    played = duel(chance, sheet_of(chance, "dwarf", gun_of(chance)), sheet_of(chance, "elf"))
    aim, at = chance.random() < 0.5, played.game.units["b1"].hex
    way_out, way_in = (chance.choice(("", *sides)) for sides in (exits("D5", at), entries("D5", at)))
    asked = EstimateShotRequest(
        game=GAME, unit="a1", weapon="gun", model=1, gun="", target="b1", use_aim=aim, exit=way_out, entry=way_in
    )
    odds = ask(played, "EstimateShot", 0, asked)
    top = played.window
    if odds is None or top is None or top.kind != "fire" or played.game.units["a1"].pinned:
        return None
    metric = chance.choice(("hit", "armour", "losses", "shot", "damage", "special", "destroyed"))

    def once(play: Line) -> str:
        volley = (Shot(model=1, gun="", target="b1", exit=way_out, entry=way_in),)
        play.send(0, FireWeapon(unit="a1", weapon="gun", shots=volley, use_aim=aim))
        shots_done(play)
        if metric == "hit":
            return str(play.happened(HitRolled).hit)
        if metric == "losses":
            return lost(played, play, "b1")
        if metric == "destroyed":
            return str(not models_left(play.game, "b1"))
        if metric == "armour":
            return next((str(row.outcome) for row in play.events if isinstance(row, ArmourRolled)), "missed")
        table = "psychic" if metric == "special" else "regular"
        rolled = [row for row in play.events if isinstance(row, DamageRolled) and row.table == table]
        return text_of_roll(play.game, rolled[0]) if rolled else NO_DAMAGE

    found = shot_odds(odds, metric)
    return Situation(f"EstimateShot {metric} {way_out} {way_in}", found, once, played) if found else None


def shot_odds(odds: Any, metric: str) -> dict[str, Fraction]:
    """Read what is compared of a shot; what a hit comes to is that of a shot, which may miss."""
    if metric in {"hit", "destroyed"}:
        chance = fraction(getattr(odds, metric))
        return {"True": chance, "False": 1 - chance}
    hit = fraction(odds.hit)
    if metric == "armour":
        return (
            {key: hit * share for key, share in chances(odds.armour).items()} | {"missed": 1 - hit}
            if odds.armour
            else {}
        )
    if metric not in {"damage", "special"}:
        return chances(getattr(odds, metric))
    special = [chances(row.damage) for row in odds.special if row.damage_type == "psychic"]
    rows = [chances(odds.damage)] if metric == "damage" else special
    if not rows or not rows[0]:
        return {}
    found = {key: hit * share for key, share in rows[0].items()}
    return found | {NO_DAMAGE: found.get(NO_DAMAGE, Fraction(0)) + 1 - hit}


def area_attack(chance: Random) -> Situation | None:
    """An area attack: hits on a base and the models that it loses."""
    own = sheet_of(chance, "dwarf", gun_of(chance, area=chance.randrange(3, 7)))
    played = duel(chance, own, *(sheet_of(chance, "elf") for _ in range(chance.randrange(1, 3))))
    models = tuple(range(1, chance.randrange(1, len(own.models) + 1) + 1))
    where = played.game.units["b1"].hex
    fire = FireAreaWeapon(unit="a1", weapon="gun", models=models, hex=where, entry="", use_aim=chance.random() < 0.5)
    odds = ask(
        played,
        "EstimateAreaAttack",
        0,
        EstimateAreaAttackRequest(
            game=GAME, unit="a1", weapon="gun", models=models, hex=where, entry="", use_aim=fire.use_aim
        ),
    )
    if odds is None or played.window is None or played.window.kind != "fire" or played.game.units["a1"].pinned:
        return None
    target = chance.choice(odds.targets)
    metric = chance.choice(("hits", "losses", "destroyed"))

    def once(play: Line) -> str:
        play.send(0, fire)
        shots_done(play, AreaDiceRolled)
        rolled = [row for row in play.events if isinstance(row, AreaDiceRolled) and row.target == target.target]
        if metric == "destroyed":
            return str(not models_left(play.game, target.target))
        return str(rolled[0].successes) if metric == "hits" else lost(played, play, target.target)

    return Situation(f"EstimateAreaAttack {metric}", named_odds(target, metric), once, played)


def named_odds(odds: Any, metric: str) -> dict[str, Fraction]:
    """Read chances by outcome, or whether a base is destroyed."""
    if metric == "destroyed":
        chance = fraction(odds.destroyed)
        return {"True": chance, "False": 1 - chance}
    return chances(getattr(odds, metric))


def token(chance: Random) -> Situation | None:
    """One roll for a token: what it does, what becomes of it, and the models lost."""
    held = ((0, "acid", 1), (1, "minor_acid", 1), (2, "fire", 1), (3, "poison", (8,)), (4, "bleeding", (6,)))
    step, kind, field = chance.choice(held)
    unit = ("b1", "D4", "N", sheet_of(chance, "elf"), row_of(chance, **{kind: field}))
    played = board(chance, [unit, ("a1", "A9", "N", tank(), {})], {"b1": (STILL,)}, step=f"agony_{step}")
    level = field[0] if isinstance(field, tuple) else 0
    odds = ask(played, "EstimateToken", 1, EstimateTokenRequest(game=GAME, unit="b1", token=kind, level=level))
    if odds is None:
        return None
    metric = chance.choice(("token", "losses", "damage", "destroyed")) if kind != "acid" else "token"

    def once(play: Line) -> str:
        through(play, AgonyRolled, "agony", "agony_order")
        if metric == "losses":
            return lost(played, play, "b1")
        if metric == "destroyed":
            return str(not models_left(play.game, "b1"))
        return done(play, kind) if metric == "damage" else token_after(play)

    return Situation(f"EstimateToken {kind} {metric}", named_odds(odds, metric), once, played)


def token_after(play: Line) -> str:
    """Say what became of a token that was rolled for."""
    if sum(isinstance(row, AgonyRolled) for row in play.events) > 1:
        return "again"
    changed = play.happened(TokenChanged)
    if changed is None:
        return "stays"
    return changed.becomes or (f"{changed.kind} {changed.to_level}" if changed.to_level else "gone")


def done(play: Line, kind: str) -> str:
    """Say what the die of a token did to its unit."""
    if kind != "minor_acid":
        rolled = [row for row in play.events if isinstance(row, DamageRolled)]
        return text_of_roll(play.game, rolled[0]) if rolled else NO_DAMAGE
    results = (
        (FutureDamageIncreased, "future 1"),
        (HexEffectPlaced, "cloud"),
        (ArmourReduced, "armour"),
        (UnitSetOnFire, "on_fire"),
    )
    return ", ".join(word for event, word in results if play.happened(event)) or NO_DAMAGE


def assault(chance: Random) -> Situation | None:
    """A fight for a hex: who has the advantage, and how many successes the attackers keep."""
    own = sheet_of(chance, "dwarf")
    grim = (*own.abilities, *(ability("fear", 6) for _ in range(chance.randrange(2))))
    units = [("a1", "D5", "N", replace(own, abilities=grim), row_of(chance, speed="slow"))]
    # whoever is shaken carries its default out, which leads a defender away but for one that stands still
    still = {"speed": "stand_still"}
    units += [
        (f"b{n}", "D4", chance.choice("NS"), sheet_of(chance, chance.choice(("elf", "dwarf"))), row_of(chance, **still))
        for n in range(1, chance.randrange(2, 4))
    ]
    orders = {id: (AHEAD if id == "a1" else STILL,) for id, *_ in units}
    hexes = {"D4": "clear", "D5": "clear"}
    at_once = {"fear_shaken_immediate": True} if chance.random() < 0.5 else {}
    played = board(chance, units, orders, step="movement_1", hexes=hexes, **at_once)
    odds = ask(played, "EstimateAssault", 0, EstimateAssaultRequest(game=GAME, attackers=("a1",), hex="D4"))
    # who is shaken may carry out another order than this
    if odds is None or odds.left_out:
        return None
    metric = chance.choice(("advantage", "own", "enemy", "tie"))

    def once(play: Line) -> str:
        through(play, AssaultAdvantageGained)
        while play.window is not None and play.window.kind == "advance" and not play.happened(AssaultAdvantageGained):
            play.default()
            through(play, AssaultAdvantageGained)
        gained = play.happened(AssaultAdvantageGained)
        if metric == "tie":
            return str(gained.left[0] == gained.left[1])
        return str(gained.seat == 0) if metric == "advantage" else str(gained.left[("own", "enemy").index(metric)])

    if metric in {"advantage", "tie"}:
        own = fraction(getattr(odds, metric))
        return Situation(f"EstimateAssault {metric}", {"True": own, "False": 1 - own}, once, played)
    return Situation(f"EstimateAssault {metric}", chances(getattr(odds, metric)), once, played)


# -- single rolls


def roll_situation(
    played: Table, who: int, once: Callable[[Line], str], roll: str, unit: str, **named: Any
) -> Situation | None:
    """Compare a single roll where it is estimated."""
    words = {"target": "", "hex": "", "weapon": "", "model": 0, "use_aim": False, **named}
    odds = ask(played, "EstimateRoll", who, EstimateRollRequest(game=GAME, roll=roll, unit=unit, **words))
    return None if odds is None else Situation(f"EstimateRoll {roll}", chances(odds.outcomes), once, played)


def stuck(chance: Random) -> Situation | None:
    """Tracks that leave a swamp."""
    unit = ("a1", "D5", "N", sheet_of(chance, "dwarf"), row_of(chance, speed="slow", pinned=0, shaken_from=0))
    hexes = {"D5": "swamp", "D4": "clear"}
    enemy: Any = ("b1", "A1", "N", tank(nation="elf"), {})
    played = board(chance, [unit, enemy], {"a1": (AHEAD,), "b1": (STILL,)}, step="movement_1", hexes=hexes)
    if played.game.options.swamp_stuck_timing == "on_entry":
        return None

    def once(play: Line) -> str:
        through(play, StuckRolled)
        return "stuck" if play.happened(StuckRolled).stuck else "free"

    return roll_situation(played, 0, once, "stuck", "a1")


def effect(chance: Random) -> Situation | None:
    """Smoke that is fired into a hex."""
    smoker = gun_of(chance, hex_effect=HexEffect(kind="smoke", level=0, grade="", density=0))
    smoker = replace(smoker, damage=None, extra=(), effects=(), automatic=chance.random() < 0.2)
    played = duel(chance, sheet_of(chance, "dwarf", smoker), sheet_of(chance, "elf"))
    where, aim = chance.choice(NEAR), chance.random() < 0.5
    if played.window is None or played.window.kind != "fire" or played.game.units["a1"].pinned:
        return None

    def once(play: Line) -> str:
        play.send(0, FireHexEffect(unit="a1", weapon="gun", models=(1,), hex=where, exit="", use_aim=aim))
        through(play, HexEffectRolled)
        return "yes" if play.happened(HexEffectRolled).placed else "no"

    return roll_situation(played, 0, once, "hex-effect", "a1", weapon="gun", model=1, hex=where, use_aim=aim)


def spot(chance: Random) -> Situation | None:
    """An open unit that looks for a token; the referee asks."""
    own, at = sheet_of(chance, "dwarf", gun_of(chance)), chance.choice(NEAR)
    units = [
        ("a1", "D5", "N", own, row_of(chance, pinned=0, shaken_from=0)),
        ("b1", at, "S", sheet_of(chance, "elf"), row_of(chance, hidden=True)),
    ]
    played = board(chance, units, {"a1": (STILL, "Spot+-"), "b1": (STILL,)}, step="gunnery_1")

    def once(play: Line) -> str:
        while play.window is not None and play.window.asks != (0,):
            play.default()
        play.send(0, SpotHiddenUnit(spot=SpotAim(unit="a1", token="b1")))
        while play.window is not None and play.window.kind in ("fire", "gunnery_hits"):
            play.default()
        return "no" if play.happened(SpotFailed) else "yes"

    return roll_situation(played, 1, once, "spot", "a1", target="b1")


def retreat(chance: Random) -> Situation | None:
    """A base that tries to retreat before an assault."""
    number = chance.randrange(2, 7)
    shy = replace(sheet_of(chance, "elf"), abilities=(ability("pre_assault_retreat", number),))
    units = [("a1", "D5", "N", sheet_of(chance, "dwarf"), row_of(chance, speed="slow", pinned=0, shaken_from=0))]
    units.append(("b1", "D4", "S", shy, row_of(chance)))
    hexes = {"D4": "clear", "D5": "clear"}
    played = board(chance, units, {"a1": (AHEAD,), "b1": (STILL,)}, step="movement_1", hexes=hexes)

    def once(play: Line) -> str:
        while play.window is not None and play.window.kind != "retreat_attempt":
            play.default()
        play.send(1, AttemptPreAssaultRetreat(units=("b1",)))
        through(play, PreAssaultRetreatRolled)
        return "yes" if play.happened(PreAssaultRetreatRolled).succeeded else "no"

    return roll_situation(played, 1, once, "pre-assault-retreat", "b1")


def meeting(chance: Random) -> Situation | None:
    """A unit that meets what lies in its hex."""
    unit = ("a1", "D5", "N", sheet_of(chance, "dwarf"), row_of(chance, pinned=0, shaken_from=0))
    enemy: Any = ("b1", "A1", "N", tank(nation="elf"), {})
    orders = {"a1": (STILL,), "b1": (STILL,)}
    played = board(chance, [unit, enemy], orders, step="movement_1", hexes={"D5": lying(chance)})
    roll = chance.choice(("poison-cloud", "poison-pin", "acid-cloud", "hex-fire"))
    name = {"hex-fire": "fire"}.get(roll, roll.replace("-", "_"))

    def once(play: Line) -> str:
        through(play, HexEffectTriggered)
        found = [row for row in play.events if isinstance(row, HexEffectTriggered) and row.effect == name]
        return str(found[0].affected)

    return roll_situation(played, 0, once, roll, "a1", hex="D5")


def fear(chance: Random) -> Situation | None:
    """A unit with fear enters."""
    grim = replace(sheet_of(chance, "dwarf"), abilities=(ability("fear", chance.choice((4, 6, 8))),))
    units = [("a1", "D5", "N", grim, row_of(chance, speed="slow", pinned=0, shaken_from=0))]
    units.append(("b1", "D4", "S", sheet_of(chance, "elf"), row_of(chance)))
    orders = {"a1": (AHEAD,), "b1": (STILL,)}
    played = board(chance, units, orders, step="movement_1", hexes={"D4": "clear", "D5": "clear"})

    def once(play: Line) -> str:
        through(play, FearRolled)
        found = [row for row in play.events if isinstance(row, DamageRolled) and row.target == "b1"]
        return text_of_roll(play.game, found[0])

    return roll_situation(played, 0, once, "fear", "a1", target="b1")


def terror(chance: Random) -> Situation | None:
    """A unit with terror near an enemy."""
    grim = replace(sheet_of(chance, "dwarf"), abilities=(ability("terror", 2, chance.choice((4, 6, 8))),))
    units = [("a1", "D5", "N", grim, row_of(chance)), ("b1", "D4", "S", sheet_of(chance, "elf"), row_of(chance))]
    units[1] = (*units[1][:3], replace(units[1][3], abilities=()), units[1][4])
    played = board(chance, units, {"a1": (STILL,), "b1": (STILL,)}, step="agony_0")
    assert distance("D5", "D4") == 1

    def once(play: Line) -> str:
        through(play, DamageRolled)
        found = [row for row in play.events if isinstance(row, DamageRolled) and row.target == "b1"]
        return text_of_roll(play.game, found[0])

    return roll_situation(played, 0, once, "terror", "a1", target="b1")


# -- comparing


def situations(found: Found, seed: int) -> Iterator[Situation]:
    """Draw boards until one has something to estimate."""
    for further in range(TRIES):
        made = found(Random(f"{seed}/{further}"))
        if made is not None:
            yield made
            return
    raise AssertionError(f"{found.__name__}: nothing to estimate on {TRIES} boards")


ESTIMATES: tuple[Found, ...] = (shot, area_attack, token, assault, stuck, effect, spot, retreat, meeting, fear, terror)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
@pytest.mark.parametrize("found", ESTIMATES, ids=lambda row: row.__name__)
def test_odds_by_play(found: Found, seed: int) -> None:
    """What is estimated comes as often when it is played."""
    for situation in situations(found, seed):
        compare(situation, seed)
