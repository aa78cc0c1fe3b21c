"""Chapter 3.4, Assaults: declared, rolled for, and made, or failed.

`assault_turn` asks the player for the next formation. A declared Assault asks `assault_roll`; the suspended window
`assault_rolled` judges the roll once whatever changes it is done, `assault_started` asks the other player for an
Overwatch and then for the move in `assault_move`, and `assault_ended` (charges.py) follows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, flat_gap, flat_gap_within
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation import endings, overwatch, solved, solver
from adjudicator.rulesets.grinding_annihilation.barricades import ACROSS, may_storm
from adjudicator.rulesets.grinding_annihilation.carriers import can_fly, is_aircraft
from adjudicator.rulesets.grinding_annihilation.charges import charge_offers
from adjudicator.rulesets.grinding_annihilation.claims import (
    counterexample,
    forget_claims,
    refuted,
    troop_claimed,
)
from adjudicator.rulesets.grinding_annihilation.contact import contact_faults, contact_owed
from adjudicator.rulesets.grinding_annihilation.effects import OVERWATCH
from adjudicator.rulesets.grinding_annihilation.flow import END_TURN, end_turn_now
from adjudicator.rulesets.grinding_annihilation.manoeuvres import ask_reroll, opponents
from adjudicator.rulesets.grinding_annihilation.measure import (
    THREAT,
    bodies_of,
    distance,
    formations_within,
    threatened_by,
)
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    AssaultFailed,
    AssaultRolled,
    ClaimImpossible,
    DeclareAssault,
    EndTurn,
    FightsFirstGained,
    FormationMoved,
    MakeAssaultMove,
    RollAssault,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.moves import (
    ASSAULT,
    acting,
    immovable,
    move_offer,
    own_formation,
    plan_of,
    planned,
    same_reach,
    troop_moves,
)
from adjudicator.rulesets.grinding_annihilation.state import (
    INCH,
    WARFIELD,
    Action,
    Formation,
    Game,
    enemies_of,
    fatigued,
    living,
    on_warfield,
)
from adjudicator.rulesets.grinding_annihilation.storming import (
    alive,
    closer_faults,
    judge_assault,
    judge_end,
    not_closer,
    reach_now,
    target_bodies,
)

D6 = 6
LIMIT = 12 * INCH
BARRED = {"advance": "GA-3.2-14", "retreat": "GA-3.2-17"}

# -- declaring


def declare_assault(ruling: Ruling[Game], command: DeclareAssault) -> None:
    """GA-3.4-06 An Assault names one or more enemy formations within 12"; they need not be visible."""
    game = ruling.game
    row = own_formation(ruling, command.formation)
    ruling.refuse_all(list(_eligibility_faults(game, row)))
    for key in command.targets:
        ruling.find(game.formations, key, "targets")
    ruling.refuse_all(list(_target_faults(game, row, command.targets)))
    begin_assault(ruling, row, command.targets)


def begin_assault(ruling: Ruling[Game], row: Formation, targets: Sequence[str], *, ingress: bool = False) -> None:
    """GA-3.4-06 GA-5.10-01 Record an Assault and ask for its roll."""
    game = ruling.game
    event = AssaultDeclared(
        formation=row.id, targets=tuple(targets), distances=tuple(distance(game, row.id, key) for key in targets),
        needed=_needed(game, row.id, targets), ingress=ingress or None,
    )  # fmt: skip
    ruling.record(event, "GA-3.4-06", "GA-3.4-09", *(("GA-5.10-01",) if ingress else ()))
    ruling.ask("assault_roll", ruling.actor, about=(row.id,))


def assault_declared(game: Game, event: AssaultDeclared) -> None:
    """The formation is selected, failed or not (GA-3.4-01)."""
    game.action = Action(
        formation=event.formation, kind="assault", step="declared", targets=event.targets, needed=event.needed,
        ingress=bool(event.ingress),
    )  # fmt: skip
    game.formations[event.formation] = replace(game.formations[event.formation], assault_declared=True)


def _eligibility_faults(game: Game, row: Formation) -> Iterator[Fault]:
    """GA-3.4-02 Say why a formation may not declare an Assault in its own turn."""
    yield from standing_faults(game, row)
    if not row.near:
        facts = (("formation", row.id), ("limit", LIMIT))
        yield Fault("GA-3.4-02", "not-near-at-start", "formation", facts)


def standing_faults(game: Game, row: Formation) -> Iterator[Fault]:
    """GA-3.4-01 GA-3.4-03 GA-3.4-04 GA-5.10-02 Say why a formation may not declare an Assault from where it stands."""
    facts = (("formation", row.id),)
    if row.assault_declared:
        yield Fault("GA-3.4-01", "assault-declared", "formation", facts)
    if row.move in BARRED:
        yield Fault("GA-3.4-03", "moved-too-far", "formation", (*facts, ("move", row.move)))
    if fatigued(game, row.id):
        yield Fault("GA-3.1-10", "battle-fatigued", "formation", facts)
    if immovable(game, row.id):
        yield Fault("GA-3.2-25", "cannot-move", "formation", (("troop", row.id),))
    if is_aircraft(game, row.id):
        yield Fault("GA-3.4-05", "aircraft-flies", "formation", facts)
    if row.bound:
        yield Fault("GA-3.4-03", "bound-by-transport", "formation", facts)
    enemies = threatened_by(game, row.id)
    if enemies:
        yield Fault("GA-3.4-04", "in-threat", "formation", (*facts, ("enemies", " ".join(enemies))))


def _target_faults(game: Game, row: Formation, targets: Sequence[str]) -> Iterator[Fault]:
    """GA-3.4-06 Each target is an enemy formation within 12" now, named once."""
    if not targets:
        yield Fault("GA-3.4-06", "no-target", "targets")
    for number, key in enumerate(targets):
        where, target = f"targets[{number}]", game.formations[key]
        if target.seat == row.seat:
            yield Fault("GA-3.4-06", "not-an-enemy", where, (("target", key),))
        elif target.place != WARFIELD:
            yield Fault("GA-2.1-07", "not-on-warfield", where, (("id", key), ("place", target.place)))
        elif key in targets[:number]:
            yield Fault("GA-3.4-06", "target-named-twice", where, (("target", key),))
        elif is_aircraft(game, key) and not can_fly(game, row.id):
            yield Fault("GA-4.3-13", "target-flies", where, (("target", key), ("formation", row.id)))
        elif not formations_within(game, row.id, key, LIMIT):
            far = distance(game, row.id, key)
            yield Fault("GA-3.4-06", "target-too-far", where, (("target", key), ("distance", far), ("limit", LIMIT)))


def _needed(game: Game, formation: str, targets: Sequence[str]) -> int:
    """GA-3.4-09 Give the least reach that brings it within Threat Range of the farthest target, straight ahead."""
    mine = bodies_of(game, formation)
    return max(_to_threat(game, mine, bodies_of(game, key)) for key in targets)


def _to_threat(game: Game, mine: Sequence[Body], theirs: Sequence[Body]) -> int:
    """GA-3.4-09 GA-6.2-02 Measure to Threat Range of the nearest, or to 2" of one behind a barricade."""
    least = _short_of([(a, b) for a in mine for b in theirs], THREAT)
    over = [(a, b) for a in mine for b in theirs if may_storm(game, a, b)] if game.terrain else []
    return min(least, _short_of(over, ACROSS)) if over else least


def _short_of(pairs: Sequence[tuple[Body, Body]], reach: int) -> int:
    flat = min(flat_gap(a, b) for a, b in pairs)
    whole = any(flat_gap_within(a, b, flat) for a, b in pairs)
    return max(0, flat + (not whole) - reach)


# -- rolling


def roll_assault(ruling: Ruling[Game], command: RollAssault) -> None:
    """GA-3.4-07 Two dice are the inches that each troop may move."""
    action = acting(ruling, command.formation)
    faces = ruling.roll(2, D6, "assault-roll")
    event = AssaultRolled(formation=action.formation, faces=faces, reach=assault_reach(faces))
    ruling.record(event, "GA-3.4-07")
    ruling.answered()
    ruling.ask("assault_rolled", about=(action.formation,))
    ask_reroll(ruling, action.formation, "assault", "", *faces)


def assault_reach(faces: Sequence[int]) -> Tally:
    """GA-3.4-07 Give how far each troop may move with this roll."""
    return Tally.base(sum(faces) * INCH, "GA-3.4-07")


def assault_rolled(game: Game, event: AssaultRolled) -> None:
    if game.action is not None:
        reaches = same_reach(game, event.formation, event.reach)
        game.action = replace(game.action, step="rolled", reach=event.reach, reaches=reaches)


def _judge_roll(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.4-09 A roll too low for the straight way to the farthest target fails at once."""
    formation = window.about[0]
    if not too_short(ruling.game):
        seat = ruling.game.formations[formation].seat
        ruling.ask("assault_started", *opponents(ruling.game, seat, "assault_started", OVERWATCH), about=(formation,))
        return
    ruling.record(AssaultFailed(formation=formation, reason="too_short"), "GA-3.4-09")


def too_short(game: Game) -> bool:
    """GA-3.4-09 Tell whether the reach cannot bring the formation to all of its targets."""
    action = game.action
    return action is not None and action.reach is not None and action.reach.total < action.needed


def assault_failed(game: Game, event: AssaultFailed) -> None:
    """Nobody moves; the action is done."""
    forget_claims(game, event.formation)
    game.action = None


def _start(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.4-10 GA-5.7-06 Ask for the move, if the survivors of what came before can reach all targets."""
    game, formation = ruling.game, window.about[0]
    if endings.check_annihilation(ruling):
        return
    aims = alive(game)
    if not living(game, formation):
        ruling.record(AssaultFailed(formation=formation, reason="destroyed"), "GA-5.7-06")
    elif not aims or reach_now(game) < _needed(game, formation, aims):
        ruling.record(AssaultFailed(formation=formation, reason="too_short"), "GA-5.7-06", "GA-3.4-09")
    else:
        ruling.ask("assault_move", game.formations[formation].seat, about=(formation,))


def fail(ruling: Ruling[Game], formation: str) -> None:
    """GA-3.4-09 An Assault that cannot be completed fails."""
    ruling.record(AssaultFailed(formation=formation, reason="impossible"), "GA-3.4-09", "GA-2.4-13")


# -- moving


def make_assault_move(ruling: Ruling[Game], command: MakeAssaultMove) -> None:
    """GA-3.4-10 GA-3.4-11 Who can complete an Assault does: every troop closer, base to base if it can."""
    game, action = ruling.game, acting(ruling, command.formation)
    plan = planned(ruling, command.formation, command.paths)
    if not plan.paths and game.how.assault_move_optional:
        ruling.record(AssaultFailed(formation=action.formation, reason="declined"), "GA-3.4-10")
        ruling.answered()
        return
    ruling.refuse_all([
        *judge_assault(game, plan), *closer_faults(game, plan),
        *contact_faults(game, plan, plan.before, target_bodies(game), reach_now(game), "GA-3.4-11"),
    ])  # fmt: skip
    event = FormationMoved(formation=action.formation, kind="assault", troops=troop_moves(game, plan, ASSAULT))
    ruling.record(event, "GA-3.4-08", "GA-3.4-11", "GA-3.4-12")
    if not action.ingress:
        ruling.record(FightsFirstGained(formation=action.formation), "GA-3.4-15")
    ruling.answered()
    ruling.ask("assault_ended", about=(action.formation,))


def fights_first_gained(game: Game, event: FightsFirstGained) -> None:
    game.formations[event.formation] = replace(game.formations[event.formation], fights_first=True)


# -- what may be said


def _turn_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """GA-3.4-06 Offer each formation that may declare an Assault the targets near it."""
    declares = (each for row in on_warfield(game, party) for each in _declare_offer(game, row))
    return [*declares, *charge_offers(game, party), END_TURN]


def _declare_offer(game: Game, row: Formation) -> list[Offer]:
    if next(_eligibility_faults(game, row), None) is not None:
        return []
    flying = can_fly(game, row.id)
    able = (each.id for each in enemies_of(game, row) if flying or not is_aircraft(game, each.id))
    near = tuple(key for key in able if formations_within(game, row.id, key, LIMIT))
    if not near:
        return []
    return [offer(DeclareAssault, "GA-3.4-06", formation=Choice((row.id,)), targets=Some(near, 1, len(near)))]


def _roll_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    return [offer(RollAssault, "GA-3.4-07", formation=Choice(window.about)), *charge_offers(game, party)]


def _roll_now(_game: Game, window: Window, _party: Party) -> Struct:
    return RollAssault(formation=window.about[0])


def _move_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer the move, and what may be claimed instead: of the whole formation, or of some of its troops."""
    formation, troops = window.about[0], game.formations[window.about[0]].troops
    move = move_offer(game, MakeAssaultMove, "GA-3.4-10", formation, troops, reach_now(game))
    return [move, *_claim_offers(game, formation), *charge_offers(game, party)]


def _claim_offers(game: Game, formation: str) -> Iterator[Offer]:
    """GA-2.4-13 Offer claims; where the service judges them, those alone that hold, for one troop each."""
    acts, troops = Choice((formation,)), game.formations[formation].troops
    if not solver.solves(game):
        some = Some(troops, 0, len(troops))
        yield offer(ClaimImpossible, "GA-2.4-13", what=Choice(("contact", "closer")), formation=acts, troops=some)
        if not refuted(game, formation, "assault"):
            yield offer(ClaimImpossible, "GA-2.4-13", what=Choice(("assault",)), formation=acts)
        return
    for what, able in solved.claimable(game, formation).items():
        one = {"troops": Some(able, 1, 1)} if able else {}
        yield offer(ClaimImpossible, "GA-2.4-13", what=Choice((what,)), formation=acts, **one)


def _move_now(game: Game, window: Window, _party: Party) -> Struct:
    """Let silence claim that the Assault cannot be completed; refuted, it takes the way that was shown."""
    formation = window.about[0]
    if game.how.assault_move_optional:
        return MakeAssaultMove(formation=formation)
    if solver.solves(game):
        return solved.silence(game, formation)
    shown = counterexample(game, formation, "assault", "contact", "closer")
    if shown is None:
        return ClaimImpossible(what="assault", formation=formation)
    plan = plan_of(game, formation, shown)
    for what, owed in (
        ("closer", not_closer(game, plan)),
        ("contact", contact_owed(game, plan, plan.before, target_bodies(game), reach_now(game))),
    ):
        due = tuple(key for key in owed if not troop_claimed(game, formation, key, what, "closer"))
        if due:
            return ClaimImpossible(what=what, formation=formation, troops=due)
    return MakeAssaultMove(formation=formation, paths=shown)


CLAUSES = handlers(declare_assault, roll_assault, make_assault_move)
REDUCERS = reducers(assault_declared, assault_rolled, assault_failed, fights_first_gained)
WINDOWS = windows(
    WindowKind("assault_turn", "GA-3.4-01", (DeclareAssault, UseBattleManoeuvre, EndTurn), _turn_offers, end_turn_now),
    WindowKind("assault_roll", "GA-3.4-07", (RollAssault, UseBattleManoeuvre), _roll_offers, _roll_now),
    WindowKind("assault_rolled", "GA-3.4-09", on_close=_judge_roll),
    overwatch.window("assault_started", "GA-3.4-10", _start),
    WindowKind(
        "assault_move", "GA-3.4-10", (MakeAssaultMove, UseBattleManoeuvre, ClaimImpossible), _move_offers, _move_now
    ),
)

__all__ = [
    "CLAUSES", "REDUCERS", "WINDOWS", "assault_reach", "begin_assault", "fail", "judge_end", "standing_faults",
]  # fmt: skip
