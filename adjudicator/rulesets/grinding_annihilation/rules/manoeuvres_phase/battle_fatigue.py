"""Chapter 3.1, Battle-Fatigue: tests of the Manoeuvres turn, and how long the status lasts (GA-3.1-05 to GA-3.1-07)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFatigueEnded,
    BattleFatigueTested,
    EndTurn,
    FormationBattleFatigued,
    NameScientist,
    RemoveExstintechMarker,
    ResolveManoeuvresRule,
    TakeBattleFatigueTest,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import D6, DESTROYED, WARFIELD, Game, profile_of, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.armies.formation_strength import below_half, strength_clause
from adjudicator.rulesets.grinding_annihilation.rules.manoeuvres_phase import phase_rules
from adjudicator.rulesets.grinding_annihilation.rules.missions import exstintech_recovery, scientist_capture
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import WAITING

DICE = 2


def due_tests(game: Game, seat: Party) -> tuple[str, ...]:
    """GA-3.1-05 List the formations, on the warfield and in Reserves, that still have to test in this turn."""
    rows = (game.formations[key] for key in sorted(game.formations))
    return tuple(row.id for row in rows if row.seat == seat and not row.tested and has_to_test(game, row))


def has_to_test(game: Game, row: Formation) -> bool:
    """GA-3.1-05 GA-3.2-38 Tell whether a formation is tested as it stands: embarked ones are not."""
    places = (WARFIELD, *WAITING) if game.options.fatigue_in_reserves else (WARFIELD,)
    return row.place in places and below_half(game, row)


def take_battle_fatigue_test(ruling: Ruling[Game], command: TakeBattleFatigueTest) -> None:
    """GA-3.1-05 Each own formation Below Half-Strength tests once, in the order that its player likes."""
    game = ruling.game
    exstintech_recovery.require_removed(ruling)
    row = ruling.find(game.formations, command.formation, "formation")
    due = due_tests(game, ruling.actor)
    ruling.require(
        row.id in due, "GA-3.1-05", "no-test-due", "formation", formation=row.id, due=" ".join(due) or "none"
    )
    faces = ruling.roll(DICE, D6, "battle-fatigue")
    _judge(ruling, row.id, faces)


def _judge(ruling: Ruling[Game], formation: str, faces: tuple[int, ...]) -> None:
    """GA-3.1-06 The test is passed with the best Heroism of the formation, or more."""
    game = ruling.game
    needed = best_heroism(game, formation)
    total = Tally.base(sum(faces), "GA-3.1-06")
    passed = is_passed(total.total, needed)
    ruling.record(
        BattleFatigueTested(formation=formation, faces=faces, total=total, needed=needed, passed=passed),
        "GA-3.1-05",
        "GA-3.1-06",
        strength_clause(game, game.formations[formation]),
    )
    if not passed:
        until = game.battle.round + 1
        ruling.record(FormationBattleFatigued(formation=formation, until=until), "GA-3.1-07")


def best_heroism(game: Game, formation: str) -> int:
    """GA-3.1-06 Give the lowest Heroism of the living troops."""
    return min(profile_of(game, troop).heroism for troop in troops_of(game, formation))


def is_passed(total: int, needed: int) -> bool:
    """GA-3.1-06 Tell whether a total passes."""
    return total >= needed


def battle_fatigue_tested(game: Game, event: BattleFatigueTested) -> None:
    """Count the test as taken."""
    game.formations[event.formation] = replace(game.formations[event.formation], tested=True)


def formation_battle_fatigued(game: Game, event: FormationBattleFatigued) -> None:
    """Set the status."""
    game.formations[event.formation] = replace(game.formations[event.formation], fatigued=event.until)


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    due, removals = due_tests(game, party), exstintech_recovery.removal_offers(game, party)
    rules = [*removals, *scientist_capture.naming_offers(game, party), *phase_rules.repair_offers(game, party)]
    if removals:
        return rules
    if due:
        return [offer(TakeBattleFatigueTest, "GA-3.1-05", formation=Choice(due)), *rules]
    return [*rules, offer(EndTurn, "GA-3.0-09")]


def _next_test(game: Game, _window: Window, party: Party) -> Struct:
    if exstintech_recovery.removal_due(game, party):
        return exstintech_recovery.first_marker(game)
    due = due_tests(game, party)
    return TakeBattleFatigueTest(formation=due[0]) if due else EndTurn()


TURN = (ResolveManoeuvresRule, RemoveExstintechMarker, NameScientist, TakeBattleFatigueTest, EndTurn)


def recover(ruling: Ruling[Game], seat: Party) -> None:
    """GA-3.0-05 Fatigue ends when its own player's Manoeuvres turn begins (GA-3.1-07)."""
    now = ruling.game.battle.round
    rows = [row for _, row in sorted(ruling.game.formations.items()) if row.seat == seat and row.place != DESTROYED]
    over = tuple(row.id for row in rows if 0 < row.fatigued <= now)
    if over:
        ruling.record(BattleFatigueEnded(formations=over), "GA-3.0-05", "GA-3.1-07")


def battle_fatigue_ended(game: Game, event: BattleFatigueEnded) -> None:
    """Clear the status."""
    for key in event.formations:
        game.formations[key] = replace(game.formations[key], fatigued=0)


PART = Part(
    handlers=handlers(take_battle_fatigue_test),
    reducers=reducers(battle_fatigue_ended, battle_fatigue_tested, formation_battle_fatigued),
    windows=windows(WindowKind("manoeuvres_turn", "GA-3.1-04", TURN, _offers, _next_test)),
)
