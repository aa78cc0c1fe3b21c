"""Chapter 3.2, Desperate Retreat: who is tested, and who is lost by failed tests (GA-3.2-18 to GA-3.2-20)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import ChooseRetreatCasualties, DesperateRetreatTested
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import D6, Game, fatigued, has_keyword, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    ask_reroll,
    may_reorder,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_checks import crosses_any
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import Plan, acting, flies
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import (
    ask_queued_demises,
    destroy,
)
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import grounded

FAILS_UP_TO = 2
DESPERATE = "desperate_retreat"


def tested_troops(game: Game, row: Formation, plan: Plan) -> tuple[str, ...]:
    """GA-3.2-18 GA-3.2-19 Who crosses enemies is tested; of a fatigued formation everybody."""
    if fatigued(game, row.id):
        spare = game.options.fatigued_fly_exempt
        return tuple(troop.id for troop in troops_of(game, row.id) if not (spare and exempt_from_tests(game, troop)))
    enemies = grounded(game, row.seat)
    crossing = {path.troop for path in plan.paths if crosses_any(plan.before[path.troop], path, enemies)}
    return tuple(
        troop.id for troop in troops_of(game, row.id) if troop.id in crossing and not exempt_from_tests(game, troop)
    )


def exempt_from_tests(game: Game, troop: Troop) -> bool:
    """GA-3.2-18 Titanic troops and those that can Fly are not tested for crossing enemies."""
    return flies(game, troop) or has_keyword(game, troop, "titanic")


def test_clause(game: Game, formation: str, tested: Sequence[str]) -> tuple[str, ...]:
    """Cite why troops are tested, if any are: their formation is Battle-Fatigued, or they cross enemies."""
    if fatigued(game, formation):
        return ("GA-3.2-19",)
    return ("GA-3.2-18",) if tested else ()


def test_for_losses(ruling: Ruling[Game], row: Formation, tested: tuple[str, ...]) -> None:
    """GA-3.2-20 One die for each tested troop; each 1 or 2 destroys a troop of its player's choice."""
    faces = ruling.roll(len(tested), D6, "desperate-retreat")
    event = DesperateRetreatTested(formation=row.id, troops=tested, faces=faces, failures=failed(faces))
    ruling.record(event, "GA-3.2-20")
    if may_reorder(ruling.game, row.seat, row.id):
        ruling.ask("retreat_tested", subject=FormationSubject(row.id))
        ask_reroll(ruling, row.id, "desperate_retreat", *faces)
    else:
        _judge_tests(ruling, row.id)


def failed(faces: Iterable[int]) -> int:
    """GA-3.2-20 Count the tests that a 1 or 2 fails."""
    return sum(face <= FAILS_UP_TO for face in faces)


def _tested_at_last(ruling: Ruling[Game], window: Window) -> None:
    _judge_tests(ruling, formation_of(window))


def _judge_tests(ruling: Ruling[Game], formation: str) -> None:
    """GA-3.2-20 Destroy the whole formation, or ask which of its troops are."""
    row, action = ruling.game.formations[formation], ruling.game.action
    failures = 0 if action is None else action.failures
    if failures >= len(row.troops):
        _fall(ruling, row.troops)
    elif failures:
        ruling.ask("retreat_casualties", row.seat, subject=FormationSubject(row.id))


def desperate_retreat_tested(game: Game, event: DesperateRetreatTested) -> None:
    """Note how many troops are to be destroyed."""
    if game.action is not None:
        game.action = replace(game.action, step="tested", failures=event.failures)


def choose_retreat_casualties(ruling: Ruling[Game], command: ChooseRetreatCasualties) -> None:
    """GA-3.2-20 The retreating player chooses who is destroyed, whichever troop was tested."""
    acting(ruling, command.formation)
    row, due = ruling.game.formations[command.formation], casualties_due(ruling.game)
    unknown = " ".join(troop for troop in command.troops if troop not in row.troops)
    ruling.require(not unknown, "GA-3.2-20", "not-of-formation", "troops", troop=unknown, formation=row.id)
    found = len(set(command.troops))
    ruling.require(
        found == len(command.troops) == due,
        "GA-3.2-20",
        "casualties-count",
        "troops",
        found=len(command.troops),
        due=due,
    )
    ruling.answered()
    _fall(ruling, command.troops)


def _fall(ruling: Ruling[Game], troops: Sequence[str]) -> None:
    """GA-3.2-20 It is destruction, not damage; what it sets off comes before the move."""
    for troop in troops:
        destroy(ruling, troop, DESPERATE, "GA-3.2-20")
    ask_queued_demises(ruling)


def _casualty_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    formation, due = formation_of(window), casualties_due(game)
    troops = game.formations[formation].troops
    return [offer(ChooseRetreatCasualties, "GA-3.2-20", formation=Choice((formation,)), troops=Some(troops, due, due))]


def _last_troops(game: Game, window: Window, _party: Party) -> Struct:
    """Let silence give up the troops with the highest numbers."""
    row = game.formations[formation_of(window)]
    return ChooseRetreatCasualties(formation=row.id, troops=row.troops[-casualties_due(game) :])


def casualties_due(game: Game) -> int:
    """GA-3.2-20 Count the troops that are still to be destroyed for failed tests."""
    action = game.action
    if action is None or not action.failures:
        return 0
    fallen = (game.fallen.get(reach.troop) for reach in action.reaches)
    removed = sum(row is not None and row.cause == DESPERATE for row in fallen)
    return max(0, min(action.failures, len(action.reaches)) - removed)


PART = Part(
    handlers=handlers(choose_retreat_casualties),
    reducers=reducers(desperate_retreat_tested),
    windows=windows(
        WindowKind("retreat_tested", "GA-3.2-20", on_close=_tested_at_last, subject=FormationSubject),
        WindowKind(
            "retreat_casualties",
            "GA-3.2-20",
            (ChooseRetreatCasualties,),
            _casualty_offers,
            _last_troops,
            subject=FormationSubject,
            after_flag=True,
        ),
    ),
)
