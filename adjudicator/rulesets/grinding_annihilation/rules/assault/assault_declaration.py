"""Chapter 3.4, Assaults as they are declared: who may, and against whom (GA-3.4-01 to GA-3.4-06).

`assault_turn` asks the player for the next formation. A declared Assault asks `assault_roll`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.board.inches import Body, flat_gap, flat_gap_within
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    DeclareAssault,
    EndTurn,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Formation
from adjudicator.rulesets.grinding_annihilation.model.state import (
    INCH,
    WARFIELD,
    Game,
    enemies_of,
    fatigued,
    on_warfield,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.armoured_charge import charge_offers
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_of, distance, formations_within
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import own_on_warfield
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import THREAT, threatened_by
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import immovable
from adjudicator.rulesets.grinding_annihilation.rules.rounds.player_turns import END_TURN
from adjudicator.rulesets.grinding_annihilation.rules.terrain.barricades import ACROSS, may_assault_across
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import can_fly, is_aircraft

LIMIT = 12 * INCH
BARRED = {"advance": "GA-3.2-14", "retreat": "GA-3.2-17"}


def declare_assault(ruling: Ruling[Game], command: DeclareAssault) -> None:
    """GA-3.4-06 An Assault names one or more enemy formations within 12"; they need not be visible."""
    game = ruling.game
    row = own_on_warfield(ruling, command.formation)
    ruling.refuse_all(list(_eligibility_faults(game, row)))
    for key in command.targets:
        ruling.find(game.formations, key, "targets")
    ruling.refuse_all(list(target_faults(game, row, command.targets)))
    begin_assault(ruling, row, command.targets)


def begin_assault(ruling: Ruling[Game], row: Formation, targets: Sequence[str], *, ingress: bool = False) -> None:
    """GA-3.4-06 GA-5.10-01 Record an Assault and ask for its roll."""
    game = ruling.game
    event = AssaultDeclared(
        formation=row.id,
        targets=tuple(targets),
        distances=tuple(distance(game, row.id, key) for key in targets),
        needed=needed_reach(game, row.id, targets),
        ingress=ingress or None,
    )
    ruling.record(event, "GA-3.4-06", "GA-3.4-09", *(("GA-5.10-01",) if ingress else ()))
    ruling.ask("assault_roll", ruling.actor, subject=FormationSubject(row.id))


def assault_declared(game: Game, event: AssaultDeclared) -> None:
    """The formation is selected, failed or not (GA-3.4-01), an Ingress too (GA-5.10-03)."""
    game.action = Action(
        formation=event.formation,
        kind="assault",
        step="declared",
        targets=event.targets,
        needed=event.needed,
        ingress=bool(event.ingress),
    )
    row = game.formations[event.formation]
    game.formations[event.formation] = replace(row, assault_declared=True, ingressed=bool(event.ingress))


def _eligibility_faults(game: Game, row: Formation) -> Iterator[Fault]:
    """GA-3.4-02 Say why a formation may not declare an Assault in its own turn."""
    yield from standing_faults(game, row)
    if not row.near:
        facts = (("formation", row.id), ("limit", LIMIT))
        yield Fault("GA-3.4-02", "not-near-at-start", "formation", facts)


def standing_faults(game: Game, row: Formation) -> Iterator[Fault]:
    """GA-3.4-01 GA-3.4-03 GA-3.4-04 GA-5.10-02 GA-5.10-03 Say why it may not declare an Assault from there."""
    facts = (("formation", row.id),)
    if row.assault_declared:
        yield Fault("GA-5.10-03" if row.ingressed else "GA-3.4-01", "assault-declared", "formation", facts)
    if row.move in BARRED:
        yield Fault("GA-3.4-03", "moved-too-far", "formation", (*facts, ("move", row.move)))
    if fatigued(game, row.id):
        yield Fault("GA-3.1-10", "battle-fatigued", "formation", facts)
    yield from lasting_faults(game, row)
    if row.bound:
        yield Fault("GA-3.4-03", "bound-by-transport", "formation", facts)
    enemies = threatened_by(game, row.id)
    if enemies:
        yield Fault("GA-3.4-04", "in-threat", "formation", (*facts, ("enemies", " ".join(enemies))))


def lasting_faults(game: Game, row: Formation) -> Iterator[Fault]:
    """GA-3.2-25 GA-3.4-05 Say why a formation never declares an Assault."""
    if immovable(game, row.id):
        yield Fault("GA-3.2-25", "cannot-move", "formation", (("troop", row.id),))
    if is_aircraft(game, row.id):
        yield Fault("GA-3.4-05", "aircraft-flies", "formation", (("formation", row.id),))


def target_faults(game: Game, row: Formation, targets: Sequence[str]) -> Iterator[Fault]:
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


def needed_reach(game: Game, formation: str, targets: Sequence[str]) -> int:
    """GA-3.4-09 Give the least reach that brings it within Threat Range of the farthest target, straight ahead."""
    mine = bodies_of(game, formation)
    return max(_to_threat(game, mine, bodies_of(game, key)) for key in targets)


def _to_threat(game: Game, mine: Sequence[Body], theirs: Sequence[Body]) -> int:
    """GA-3.4-09 GA-6.2-02 Measure to Threat Range of the nearest, or to 2" of one behind a barricade."""
    least = _short_of([(a, b) for a in mine for b in theirs], THREAT)
    over = [(a, b) for a in mine for b in theirs if may_assault_across(game, a, b)] if game.terrain else []
    return min(least, _short_of(over, ACROSS)) if over else least


def _short_of(pairs: Sequence[tuple[Body, Body]], reach: int) -> int:
    flat = min(flat_gap(a, b) for a, b in pairs)
    whole = any(flat_gap_within(a, b, flat) for a, b in pairs)
    return max(0, flat + (not whole) - reach)


def _turn_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """GA-3.4-06 Offer each formation that may declare an Assault the targets near it."""
    declares = (item for row in on_warfield(game, party) for item in _declare_offer(game, row))
    return [*declares, *charge_offers(game, party), END_TURN]


def _declare_offer(game: Game, row: Formation) -> list[Offer]:
    if next(_eligibility_faults(game, row), None) is not None:
        return []
    flying = can_fly(game, row.id)
    able = (enemy.id for enemy in enemies_of(game, row) if flying or not is_aircraft(game, enemy.id))
    near = tuple(key for key in able if formations_within(game, row.id, key, LIMIT))
    if not near:
        return []
    return [offer(DeclareAssault, "GA-3.4-06", formation=Choice((row.id,)), targets=Some(near, 1, len(near)))]


PART = Part(
    handlers=handlers(declare_assault),
    reducers=reducers(assault_declared),
    windows=windows(
        WindowKind(
            "assault_turn", "GA-3.4-01", (DeclareAssault, UseBattleManoeuvre, EndTurn), _turn_offers, always(EndTurn())
        )
    ),
)
