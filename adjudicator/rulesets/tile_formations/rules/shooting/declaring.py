"""Chapter TF-SHOOT, declaring: a formation shoots, by its action or by Overwatch, once what was stated of it stands."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Flag, Offer, Offered, Range, items, offer, optional, shape
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.tile_formations.model.ids import shot_key
from adjudicator.rulesets.tile_formations.model.look_ups import OVERWATCH, enemy_formations, units_of
from adjudicator.rulesets.tile_formations.model.messages import (
    DeclareShooting,
    EndAction,
    OverwatchResolved,
    ResolveOverwatch,
    ShootingDeclared,
    ShootingNotMade,
    SightFact,
)
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.model.subjects import (
    FormationSubject,
    OverwatchSeatSubject,
    ShootingSubject,
    StatedShootingSubject,
)
from adjudicator.rulesets.tile_formations.rules.formations import shock
from adjudicator.rulesets.tile_formations.rules.play.outside_results import ask_to_confirm
from adjudicator.rulesets.tile_formations.rules.shooting import aiming, legal_saves, shot_facts, shot_pairs
from adjudicator.rulesets.tile_formations.rules.shooting.aiming import ShootingRequest
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import CLEAR, LinesOfFire

SHOOTING, TO_HIT, STATED = "shooting", "to_hit", "stated_shooting"
OVERWATCH_AGAIN = "overwatch_again"

# -- whom


def ask_to_shoot(ruling: Ruling[Game], formation: str) -> None:
    """TF-SHOOT-01 Ask the owner of a formation what it shoots at."""
    ruling.ask(SHOOTING, ruling.game.formations[formation].seat, subject=FormationSubject(formation))


def targets(game: Game, formation: str) -> tuple[str, ...]:
    """TF-SHOOT-05 List the enemy formations that at least one unit can hit, by id."""
    plain = LinesOfFire(game)
    found = []
    for enemy in enemy_formations(game, game.formations[formation].seat):
        settled = shot_facts.standing_sights(game, formation, enemy)
        if shot_pairs.can_hit(game, formation, enemy, LinesOfFire(game, settled) if settled else plain):
            found.append(enemy)
    return tuple(found)


# -- declaring


def declare_shooting(ruling: Ruling[Game], command: DeclareShooting) -> None:
    """TF-SHOOT-02 TF-COVER-08 The acting formation shoots at an enemy formation that it can hit."""
    acting = action_of(ruling.game).formation
    ruling.require(command.formation in {"", acting}, "TF-SHOOT-01", "not-acting", "formation", formation=acting)
    ruling.find(ruling.game.formations, command.target, "target")
    declare(ruling, acting, command.target, command)


def declare(
    ruling: Ruling[Game], formation: str, target: str, command: DeclareShooting | ResolveOverwatch, mover: str = ""
) -> None:
    """TF-CROSS-01 Begin a shooting; what a seat states of it is asked about first, a referee's word counts at once.

    `mover` is the formation whose move the Overwatch window is about, if one is.
    """
    game = ruling.game
    action = OVERWATCH if isinstance(command, ResolveOverwatch) else action_of(game).action
    stated = ShootingRequest(
        formation, target, action, command.crossfire, command.air, command.sights, command.to_hit_modifier
    )
    declared = aiming.judge_shooting(game, stated)
    if not isinstance(declared, Fault):
        declared = aiming.judge_shooting(game, shot_facts.apply_standing(game, stated))
    if isinstance(declared, Fault):
        ruling.refuse_all([declared])
        return
    outside = action == OVERWATCH and not mover
    standing = shot_facts.statements_that_stand(game, formation, target)
    ruling.require(not (outside and shot_facts.may_not_interrupt(standing)), "TF-OW-04", "no-overwatch-window")
    _close_question(ruling, overwatch=action == OVERWATCH)
    open_statements = [] if ruling.actor == REFEREE else shot_facts.open_statements(game, stated)
    if outside and ruling.actor != REFEREE:
        open_statements.append(shot_facts.interruption(stated))
    if not open_statements:
        _begin(ruling, declared, mover)
        return
    facts = [ruling.state_fact(row.kind, row.subjects, row.value, "TF-CROSS-01") for row in open_statements]
    settled = game.settled_shots.get(shot_key(formation, target), ())
    subject = StatedShootingSubject(formation, target, action, mover, (*settled, *facts))
    ruling.ask(STATED, subject=subject)
    ask_to_confirm(ruling, *facts)


def _close_question(ruling: Ruling[Game], *, overwatch: bool) -> None:
    if overwatch and ruling.window is not None:
        ruling.answered()
    else:
        ruling.answered_all()


def _stands(ruling: Ruling[Game], window: Window) -> None:
    """TF-CROSS-01 Begin the shooting as what was stated stands; where it can not be made so, ask its owner again."""
    game, subject = ruling.game, subject_of(window, StatedShootingSubject)
    formation = game.formations[subject.formation]
    overwatch = subject.action == OVERWATCH
    if game.ended or not units_of(game, formation.id) or (overwatch and formation.state != OVERWATCH):
        return
    request = ShootingRequest(formation.id, subject.target, subject.action)
    statements = shot_facts.statements_in(game, subject.facts)
    declared = aiming.judge_shooting(game, shot_facts.with_statements(request, statements))
    if shot_facts.may_not_interrupt(statements):
        declared = Fault("TF-OW-04", "no-overwatch-window")
    if not isinstance(declared, Fault):
        _begin(ruling, declared, subject.mover)
        return
    not_made = ShootingNotMade(formation=formation.id, target=subject.target, facts=subject.facts)
    ruling.record(not_made, declared.clause, "TF-CROSS-01")
    if not overwatch:
        ask_to_shoot(ruling, formation.id)
    elif subject.mover:
        ruling.ask(OVERWATCH_AGAIN, subject=OverwatchSeatSubject(subject.mover, formation.seat))


def shooting_not_made(game: Game, event: ShootingNotMade) -> None:
    """Keep what was settled of the shooting until somebody moves."""
    key = shot_key(event.formation, event.target)
    game.settled_shots = {**game.settled_shots, key: event.facts}


def _begin(ruling: Ruling[Game], declared: ShootingDeclared, mover: str) -> None:
    """TF-SHOOT-01 TF-SHOCK-02 Begin a shooting: the target takes Shock, and the shooters roll to hit."""
    game, formation, target = ruling.game, declared.formation, declared.target
    seat = game.formations[formation].seat
    if declared.overwatch:
        ruling.record(OverwatchResolved(formation=formation, target=target), "TF-OW-03", "TF-HILL-06")
    if mover:
        ruling.ask(OVERWATCH_AGAIN, subject=OverwatchSeatSubject(mover, seat))
    ruling.record(declared, "TF-SHOOT-01", "TF-COVER-08", *declared.to_hit_modifier.clauses())
    shock.add_shock(ruling, target, game.options.shock_under_fire, "under_fire", "TF-SHOCK-02")
    if declared.crossfire:
        _crossfire(ruling, target)
    ruling.ask(TO_HIT, seat, subject=ShootingSubject(formation, target))


def _crossfire(ruling: Ruling[Game], target: str) -> None:
    """TF-CROSS-03 TF-FORT-05 A formation in a crossfire takes extra Shock once, fortified or not."""
    game = ruling.game
    fortified = any(legal_saves.bastion_clause(game, unit.id) for unit in units_of(game, target))
    spared = ("TF-FORT-05",) if fortified else ()
    shock.add_shock(
        ruling, target, game.options.crossfire_extra_shock, "crossfire", "TF-CROSS-03", "TF-SHOCK-05", *spared
    )


def shooting_declared(game: Game, event: ShootingDeclared) -> None:
    """Note the shooting."""
    game.shooting = aiming.shooting_row(event)


# -- offers and what silence stands for


def _target_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """TF-SHOOT-05 Offer the formations that can be shot at, and to let it be."""
    formation = subject_of(window, FormationSubject).formation
    found = targets(game, formation)
    shots = [
        offer(
            DeclareShooting, "TF-SHOOT-01", formation=Choice((formation,)), **statement_domains(game, formation, enemy)
        )
        for enemy in found
    ]
    return [*shots, offer(EndAction, "TF-MOVE-06", formation=Choice((formation,)))]


def statement_domains(game: Game, formation: str, target: str) -> dict[str, Offered]:
    """TF-CROSS-01 Offer a target, and what may be stated of a shooting at it; a line of fire only as clear."""
    units = tuple(unit.id for unit in units_of(game, formation))
    enemies = tuple(unit.id for unit in units_of(game, target))
    sight = shape(SightFact, unit=Choice(units), target=Choice(enemies), sight=Choice((CLEAR,)))
    return {
        "target": Choice((target,)),
        "crossfire": optional(Flag()),
        "air": optional(Flag()),
        "sights": optional(items(sight, least=1, most=1)),
        "to_hit_modifier": optional(Range(-aiming.MOST_MODIFIER, aiming.MOST_MODIFIER)),
    }


def _default_shooting(_game: Game, window: Window, _party: Party) -> Struct:
    return EndAction(formation=subject_of(window, FormationSubject).formation)


PART = Part(
    handlers=handlers(declare_shooting),
    reducers=reducers(shooting_declared, shooting_not_made),
    windows=windows(
        WindowKind(
            SHOOTING,
            "TF-SHOOT-01",
            (DeclareShooting, EndAction),
            _target_offers,
            _default_shooting,
            subject=FormationSubject,
        ),
        WindowKind(STATED, "TF-CROSS-01", on_close=_stands, subject=StatedShootingSubject),
    ),
)
