"""Every estimate of Grinding-Annihilation against play."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import TABLE, is_seat
from adjudicator.rulesets.grinding_annihilation.bots.bot import BOT
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArmouredChargeRolled,
    AssaultFailed,
    AssaultRolled,
    AttacksCounted,
    BattleFatigueTested,
    DeadlyDemiseRolled,
    DeclareAssault,
    DeclareMeleeAttacks,
    DeclareTargets,
    DefenceRolled,
    DieRerolled,
    DisembarkFromWreck,
    FormationDestroyed,
    GrenadesRolled,
    HazardTested,
    HitsRolled,
    MakeAssaultMove,
    MortalWoundsHeld,
    RerollDie,
    RollAssault,
    RollDeadlyDemise,
    SetStandingChoices,
    Sight,
    TakeBattleFatigueTest,
    TransportWrecked,
    TroopDestroyed,
    UseBattleManoeuvre,
    WoundsRolled,
    WreckRolled,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import (
    EMBARKED,
    Game,
    ability_of,
    enemies_of,
    on_warfield,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import TroopSubject
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    EstimateArmouredChargeRequest,
    EstimateAssaultRequest,
    EstimateAttackRequest,
    EstimateBattleFatigueRequest,
    EstimateDeadlyDemiseRequest,
    EstimatedLosses,
    EstimatedWeapon,
    EstimateGrenadesRequest,
    EstimateWreckRequest,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import may_reorder
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import formations_within
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import in_demise_reach
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.wound_rolls import rerollable
from adjudicator.rulesets.grinding_annihilation.rules.shooting.weapon_abilities import twin_weapon
from tests.kit import Table
from tests.odds_by_play.harness import STATES, Line, Situation, ask, chances, compare, fraction, settled, situation

PATH = "adjudicator.rulesets.grinding_annihilation"
GAME = bytes(16)
STEPS = 400
SETTLED = frozenset({"shooting_turn", "assault_turn", "manoeuvres_turn", "select_to_fight", "move_turn", "consolidate"})

# -- what is asked at a position, and what of a game is counted


def asked_seat(table: Table, kind: str) -> int | None:
    """Give the seat that a window of a kind asks; None where another question is open."""
    top = table.window
    return top.asks[0] if top is not None and top.kind == kind and top.asks and is_seat(top.asks[0]) else None


def wounds(game: Game, formation: str) -> int:
    """Count the wounds that a formation has left."""
    return sum(troop.wounds_left for troop in troops_of(game, formation))


def damage_of(line: Line, table: Table, formation: str) -> str:
    """Count the wounds that a formation lost on a line."""
    return str(wounds(table.game, formation) - wounds(line.game, formation))


def troops_lost_of(line: Line, table: Table, formation: str) -> str:
    """Count the troops that a formation lost on a line."""
    return str(len(table.game.formations[formation].troops) - len(line.game.formations[formation].troops))


def go_on(line: Line, done: Callable[[Line], bool] = lambda _: False) -> None:
    """Answer by default until a turn's question is open, or until something is done."""
    for _ in range(STEPS):
        if line.window is None or line.window.kind in SETTLED or done(line):
            return
        line.default()
    raise AssertionError(line.window)


def of_losses(
    losses: EstimatedLosses, table: Table, play: Callable[[Line], int | None], generator: Random, name: str
) -> Situation | None:
    """Compare one of the numbers of losses; `play` gives the mortal wounds that came out."""
    if losses.left_out:
        return None
    what = generator.choice(("mortal_wounds", "damage", "troops_lost", "destroyed"))
    key = losses.formation

    def once(line: Line) -> Hashable:
        rolled = play(line)
        counted = {"damage": damage_of, "troops_lost": troops_lost_of}
        if what == "mortal_wounds":
            return str(rolled or 0)
        if what == "destroyed":
            return not line.game.formations[key].troops
        return counted[what](line, table, key)

    if what == "destroyed":
        chance = fraction(losses.destroyed)
        odds: dict[Any, Fraction] = {row: share for row, share in ((True, chance), (False, 1 - chance)) if share}
    else:
        odds = dict(chances(getattr(losses, what).outcomes))
    return Situation(f"{name} {key} {what}", odds, once, table)


# -- Assaults


def assault(table: Table, generator: Random) -> Situation | None:
    """Ask about an Assault that is offered."""
    seat = asked_seat(table, "assault_turn")
    offers = [] if seat is None else [row for row in table.offers(seat) if row.command == "DeclareAssault"]
    if seat is None or not offers:
        return None
    fields = {field.field: field.values for field in generator.choice(offers).fields}
    formation, near = fields["formation"].values[0], fields["targets"].values
    targets = tuple(generator.sample(near, generator.randint(1, len(near))))
    reorder = generator.random() < 0.5
    if reorder:
        with_points(table, seat, "reorder_roll")
        reorder = may_reorder(table.game, seat, formation)
    request = EstimateAssaultRequest(game=GAME, formation=formation, targets=targets, reorder_roll=reorder)
    found = ask(table, "EstimateAssault", seat, request)

    def once(line: Line) -> str:
        line.send(seat, DeclareAssault(formation=formation, targets=targets))
        line.send(seat, RollAssault(formation=formation))
        reach = line.happened(AssaultRolled).reach.total
        if reorder and reach < found.needed:
            line.send(seat, UseBattleManoeuvre(manoeuvre="reorder_roll", formation=formation))
            reach = line.happened(DieRerolled).reach.total
        go_on(line, lambda here: here.window is not None and here.window.kind in ("assault_move", "assault_started"))
        assert (line.happened(AssaultFailed) is not None) is (reach < found.needed)
        return str(reach) if reach >= found.needed else "too_short"

    odds = {key: share for key, share in chances(found.reach.outcomes).items() if int(key) >= found.needed}
    short = fraction(found.too_short)
    assert fraction(found.reached) == 1 - short
    return Situation(
        f"EstimateAssault {formation} {targets}", odds | ({"too_short": short} if short else {}), once, table
    )


# -- Battle-Fatigue


def battle_fatigue(table: Table, generator: Random) -> Situation | None:
    """Ask about a test that is due."""
    seat = asked_seat(table, "manoeuvres_turn")
    offers = [] if seat is None else [row for row in table.offers(seat) if row.command == "TakeBattleFatigueTest"]
    if seat is None or not offers:
        return None
    formation = generator.choice(offers[0].fields[0].values.values)
    found = ask(table, "EstimateBattleFatigue", 1 - seat, EstimateBattleFatigueRequest(game=GAME, formation=formation))
    assert found.due
    what = generator.choice(("passed", "total"))

    def once(line: Line) -> Hashable:
        line.send(seat, TakeBattleFatigueTest(formation=formation))
        tested = line.happened(BattleFatigueTested)
        return bool(tested.passed) if what == "passed" else str(tested.total.total)

    passed = fraction(found.passed)
    odds: dict[Any, Fraction] = {row: share for row, share in ((True, passed), (False, 1 - passed)) if share}
    if what == "total":
        odds = dict(chances(found.total.outcomes))
    return Situation(f"EstimateBattleFatigue {formation} {what}", odds, once, table)


# -- Grenades and Armoured Charges


def with_points(table: Table, seat: int, manoeuvre: str) -> None:
    """Let a player have a Battle-Manoeuvre prepared and the points for it."""
    side = replace(table.game.sides[seat], prepared=(manoeuvre,), manoeuvre_points=9, used=())
    table.put("sides", side, key="seat")


def grenades(table: Table, generator: Random) -> Situation | None:
    """Let somebody with Grenades throw them at an enemy that may be thrown at."""
    seat = asked_seat(table, "shooting_turn")
    if seat is None:
        return None
    rows = on_warfield(table.game, seat)
    if not any(
        formations_within(table.game, row.id, other.id, 8_000) for row in rows for other in enemies_of(table.game, row)
    ):
        return None
    with_points(table, seat, "grenades")
    for row in rows:
        troops = troops_of(table.game, row.id)
        table.put("troops", *(replace(troop, keywords=("grenades", *troop.keywords)) for troop in troops))
    offers = [offer for offer in table.offers(seat) if "enemy" in {field.field for field in offer.fields}]
    if not offers:
        return None
    command = throw_at(table, {field.field: field.values for field in generator.choice(offers).fields}, generator)
    if table.refused(command, seat):
        return None
    formation, enemy = command.formation, command.enemy or ""
    found = ask(table, "EstimateGrenades", seat, EstimateGrenadesRequest(game=GAME, formation=formation, enemy=enemy))

    def play(line: Line) -> int | None:
        line.send(seat, command)
        go_on(line, lambda here: here.window is not None and here.window.kind == "grenades")
        line.default()
        go_on(line)
        return int(line.happened(GrenadesRolled).wounds)

    return of_losses(found.losses, table, play, generator, "EstimateGrenades")


def throw_at(table: Table, fields: dict[str, Any], generator: Random) -> UseBattleManoeuvre:
    """Throw Grenades at somebody, stating that all see each other where sight is stated."""
    formation, enemy = fields["formation"].values[0], generator.choice(fields["enemy"].values)
    seen = Sight(
        observers=table.game.formations[formation].troops,
        troops=table.game.formations[enemy].troops,
        seen="full",
        fact="",
    )
    stated = table.game.options.visibility_source == "declared"
    return UseBattleManoeuvre(
        manoeuvre=fields["manoeuvre"].values[0], formation=formation, enemy=enemy, sights=(seen,) if stated else ()
    )


def armoured_charge(table: Table, generator: Random) -> Situation | None:
    """Let a formation that is about to make its Assault move be a Vehicle that charges."""
    seat = asked_seat(table, "assault_move")
    if seat is None or table.game.action is None or table.game.action.ingress:
        return None
    formation = table.game.action.formation
    troops = [replace(troop, keywords=("vehicle", *troop.keywords)) for troop in troops_of(table.game, formation)]
    table.put("troops", *troops)
    with_points(table, seat, "armoured_charge")
    use = UseBattleManoeuvre(manoeuvre="armoured_charge", formation=formation)
    if table.refused(use, seat):
        return None
    trial = Line(table, Random(0))
    trial.send(seat, use)
    move = BOT.choose(table.sight(seat), generator)
    if not isinstance(move, MakeAssaultMove):
        return None
    try:
        trial.send(seat, move)
        go_on(trial, lambda here: here.window is not None and here.window.kind == "armoured_charge")
    except Rejected:
        return None
    top = trial.window
    if top is None or top.kind != "armoured_charge":
        return None
    default = trial.rules.windows[top.kind].default_command
    assert default is not None
    charge: Any = default(trial.game, top, seat)
    found = ask(
        table,
        "EstimateArmouredCharge",
        1 - seat,
        EstimateArmouredChargeRequest(
            game=GAME, formation=formation, enemy=charge.enemy, weapon=charge.weapon, profile=charge.profile
        ),
    )

    def play(line: Line) -> int | None:
        line.send(seat, charge)
        go_on(line)
        rolled = line.happened(ArmouredChargeRolled)
        assert len(rolled.faces) == found.dice.total
        return int(rolled.wounds)

    return of_losses(found.losses, settled(table, trial), play, generator, "EstimateArmouredCharge")


# -- Deadly Demise and wrecks


def fall(table: Table, troop: str, *, demise: bool) -> None:
    """Destroy a troop, as by an attack."""
    row = table.game.troops[troop]
    near = in_demise_reach(table.game, row) if demise else ()
    table.given(
        TroopDestroyed(troop=troop, formation=row.formation, cause="attack", pose=row.pose, demise=demise, near=near)
    )
    if not any(other.part == row.part for other in troops_of(table.game, row.formation)):
        whole = not troops_of(table.game, row.formation)
        table.given(FormationDestroyed(formation=row.formation, part=row.part, cause="attack", whole=whole))


def deadly_demise(table: Table, generator: Random) -> Situation | None:
    """Let a troop with Deadly Demise fall where it stands."""
    if asked_seat(table, "shooting_turn") is None:
        return None
    bombs = [
        troop
        for row in on_warfield(table.game)
        for troop in troops_of(table.game, row.id)
        if ability_of(table.game, troop, "deadly_demise") is not None and not carried_by(table.game, troop.id)
    ]
    if not bombs:
        return None
    troop = generator.choice(bombs).id
    found = ask(table, "EstimateDeadlyDemise", 0, EstimateDeadlyDemiseRequest(game=GAME, troop=troop))
    rows = [row for row in found.losses if not row.left_out]
    if not rows:
        return None
    losses = generator.choice(rows)
    fall(table, troop, demise=True)
    table.ask("demise", "table", subject=TroopSubject(troop), over=True)
    if generator.randrange(4) == 0:
        return going_off(table, troop, fraction(found.set_off))

    def play(line: Line) -> int | None:
        line.send(TABLE, RollDeadlyDemise(troop=troop))
        results = line.happened(DeadlyDemiseRolled).results
        go_on(line, lambda here: not here.game.pending)
        return next((row.wounds for row in results if row.formation == losses.formation), 0)

    return of_losses(losses, table, play, generator, "EstimateDeadlyDemise")


def going_off(table: Table, troop: str, chance: Fraction) -> Situation:
    """Compare whether a Deadly Demise goes off."""

    def once(line: Line) -> bool:
        line.send(TABLE, RollDeadlyDemise(troop=troop))
        return bool(line.happened(DeadlyDemiseRolled).results)

    return Situation("EstimateDeadlyDemise set_off", {True: chance, False: 1 - chance}, once, table)


def carried_by(game: Game, troop: str) -> list[Formation]:
    """List the formations aboard of a transport troop."""
    return [row for row in game.formations.values() if row.place == EMBARKED and row.aboard == troop]


def wreck(table: Table, generator: Random) -> Situation | None:
    """Let a transport fall whose passengers all find room."""
    if asked_seat(table, "shooting_turn") is None:
        return None
    rows = [row for row in table.game.formations.values() if row.place == EMBARKED and row.aboard in table.game.troops]
    rows = [row for row in rows if table.game.troops[row.aboard].pose is not None]
    if not rows:
        return None
    row = generator.choice(rows)
    transport, before = row.aboard, table.game
    requests = [EstimateWreckRequest(game=GAME, formation=row.id, emergency=emergency) for emergency in (False, True)]
    estimates = [ask(table, "EstimateWreck", 0, request) for request in requests]
    fall(table, transport, demise=False)
    names = tuple(item.id for item in carried_by(before, transport))
    table.given(TransportWrecked(troop=transport, formations=names, quiet=False))
    table.ask("wreck", ("red", "blue")[row.seat], subject=TroopSubject(transport), over=True)
    trial = Line(table, Random(0))
    assert trial.window is not None
    default: Any = trial.rules.windows["wreck"].default_command
    command: DisembarkFromWreck = default(trial.game, trial.window, row.seat)
    if command.formation != row.id or len(command.troops) < len(row.troops):
        return None
    losses = estimates[command.emergency].losses
    found = replace(losses, left_out=tuple(key for key in losses.left_out if key != "GA-3.2-47"))

    def play(line: Line) -> int | None:
        line.send(row.seat, command)
        go_on(line, lambda here: not here.game.pending and here.happened(WreckRolled) is not None)
        return int(line.happened(WreckRolled).wounds)

    return of_losses(found, table, play, generator, "EstimateWreck")


# -- attacks

COUNTED: dict[str, Callable[[Line, Table, str, str], str]] = {
    "attacks": lambda line, _t, _a, _b: str(sum(row.attacks for row in of_kind(line, AttacksCounted))),
    "hits": lambda line, _t, _a, _b: str(sum(row.hits for row in of_kind(line, HitsRolled))),
    "damage": lambda line, table, _a, target: damage_of(line, table, target),
    "troops_lost": lambda line, table, _a, target: troops_lost_of(line, table, target),
    "own_damage": lambda line, table, own, _b: damage_of(line, table, own),
    "own_troops_lost": lambda line, table, own, _b: troops_lost_of(line, table, own),
    "hazard_failures": lambda line, _t, _a, _b: str(sum(row.failures for row in of_kind(line, HazardTested))),
    "wounds": lambda line, _t, _a, _b: str(sum(word != dice_outcomes.FAILED for word in wound_rolls(line).values())),
    "unsaved": lambda line, _t, _a, _b: str(sum(not row.saved for row in of_kind(line, DefenceRolled))),
    "mortal_wounds": lambda line, _t, _a, _b: str(sum(row.wounds.total for row in of_kind(line, MortalWoundsHeld))),
    "destroyed": lambda line, _t, _a, target: str(not line.game.formations[target].troops),
}


def wound_rolls(line: Line) -> dict[tuple[str, int], str]:
    """Give what the Wound die of every attack came to in the end."""
    found: dict[tuple[str, int], str] = {}
    for event in line.events:
        if isinstance(event, WoundsRolled):
            found |= {(event.group, row.attack): row.outcome for row in event.results}
        elif isinstance(event, DieRerolled) and event.roll == "wound":
            found |= {(event.group, row.attack): row.outcome for row in event.dice}
    return found


def ask_about_rerolls(line: Line, seat: int, rerolls: str) -> None:
    """GA-3.3-40 Let a player who declined re-rolls ahead be asked about them again, where an estimate supposes some."""
    side = line.game.sides[seat]
    if rerolls in ("failures", "non_criticals") and "reroll" in side.declined:
        command = SetStandingChoices(
            # those that have fallen since are not named any more
            casualty_order=tuple(key for key in side.casualty_order if key in line.game.troops),
            save_preference=side.save_preference,
            windows_declined=tuple(kind for kind in side.declined if kind != "reroll"),
        )
        line.send(seat, command)


def work_off(line: Line, seat: int, rerolls: str, until: Collection[str] = ()) -> None:
    """Answer by default, but let the attacker throw Wound dice of a Twin-Weapon again as told (GA-8.3-09).

    Questions of the kinds `until` are left open.
    """
    kept = {"failures": (dice_outcomes.WOUND, dice_outcomes.CRITICAL), "non_criticals": (dice_outcomes.CRITICAL,)}
    for _ in range(STEPS):
        top, group = line.window, line.game.group
        if top is None or top.kind in SETTLED or top.kind in until:
            return
        again: list[int] = []
        if top.kind == "reroll" and top.asks == (seat,) and group is not None and group.step == "wounded":
            rows = [line.game.attacks[number] for number in rerollable(line.game)]
            again = [row.number for row in rows if row.outcome not in kept.get(rerolls, (row.outcome,))]
        if again and group is not None:
            line.send(seat, RerollDie(roll="wound", group=group.id, attacks=tuple(again), ability="twin_weapon"))
        else:
            line.default()
    raise AssertionError(line.window)


def of_kind(line: Line, kind: type[Any]) -> Iterable[Any]:
    """Give the events of a kind."""
    return (event for event in line.events if isinstance(event, kind))


def attack(table: Table, generator: Random, *, kind: str) -> Situation | None:
    """Ask about the attacks that a bot declares at one target, once what is seen is settled."""
    seat = asked_seat(table, kind)
    if seat is None or table.game.action is None:
        return None
    own, command = table.game.action.formation, BOT.choose(table.sight(seat), generator)
    declared = one_target(command, generator)
    if declared is None:
        return None
    trial = Line(table, Random(0))
    try:
        trial.send(seat, declared)
    except Rejected:
        return None
    go_on(trial, lambda here: here.window is not None and here.window.kind == "attack_group")
    if trial.window is None or trial.window.kind != "attack_group":
        return None
    groups, rerolls = trial.game.declaration.groups, generator.choice(("none", "failures", "non_criticals"))
    if not any(twin_weapon(trial.game.weapons[row.weapon].profiles[row.profile]) for row in groups):
        rerolls = "none"
    ask_about_rerolls(trial, seat, rerolls)
    target = groups[0].target
    request = EstimateAttackRequest(
        game=GAME,
        formation=own,
        target=target,
        weapons=tuple(EstimatedWeapon(weapon=row.weapon, profile=row.profile, troops=row.troops) for row in groups),
        melee=kind == "declare_melee",
        rerolls=rerolls,
        aim="",
    )
    declared_at = settled(table, trial)
    found = ask(declared_at, "EstimateAttack", seat, request)
    copies = sum(row.copies for row in found.groups) if found is not None else 0
    fired = len(declared.shots) if isinstance(declared, DeclareTargets) else len(declared.attacks)
    if found is None or found.left_out or copies != fired:
        return None
    what = generator.choice(sorted(COUNTED))
    chance = fraction(found.destroyed)
    odds = chances(getattr(found, what).outcomes) if what != "destroyed" else {"True": chance, "False": 1 - chance}

    def once(line: Line) -> str:
        work_off(line, seat, rerolls)
        return COUNTED[what](line, table, own, target)

    return Situation(f"EstimateAttack {own} {target} {what} {rerolls}", odds, once, declared_at)


def one_target(command: Struct, generator: Random) -> Any:
    """Keep the attacks of a declaration that go at one target; None for no attacks."""
    rows: Any = getattr(command, "shots", getattr(command, "attacks", ()))
    if not rows or any(getattr(row, "attacks", 0) for row in rows):
        return None
    target = generator.choice(sorted({row.target for row in rows}))
    kept = tuple(row for row in rows if row.target == target)
    if isinstance(command, DeclareTargets):
        return replace(command, shots=kept)
    return replace(command, attacks=kept) if isinstance(command, DeclareMeleeAttacks) else None


DRIVERS: dict[str, Callable[[Table, Random], Situation | None]] = {
    "assault": assault,
    "battle_fatigue": battle_fatigue,
    "grenades": grenades,
    "armoured_charge": armoured_charge,
    "deadly_demise": deadly_demise,
    "wreck": wreck,
    "shooting": partial(attack, kind="declare_targets"),
    "melee": partial(attack, kind="declare_melee"),
}


def put_back(found: Callable[[Table, Random], Situation | None], table: Table, generator: Random) -> Situation | None:
    """Undo what was changed for a question where there turned out to be none."""
    before = table.game.fork(), table.twin.fork()
    made = found(table, generator)
    if made is None:
        table.game, table.twin = before
    return made


@pytest.mark.long
@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("seed", range(STATES))
def test_estimate_is_what_play_gives(driver: str, seed: int):
    """What an estimate says of a state of a random battle is what comes out of playing it many times."""
    compare(situation(PATH, seed, partial(put_back, DRIVERS[driver])), seed)
