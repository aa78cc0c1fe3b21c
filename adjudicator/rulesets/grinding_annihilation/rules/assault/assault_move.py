"""Chapter 3.4, the Assault move: made in `assault_move`, or said to be impossible (GA-3.4-10, GA-3.4-11).

`assault_ended` (armoured_charge.py) follows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultFailed,
    ClaimImpossible,
    FightsFirstGained,
    FormationMoved,
    MakeAssaultMove,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.assault.assault_checks import (
    assault_faults,
    closer_faults,
    not_closer,
    reach_now,
    target_bodies,
)
from adjudicator.rulesets.grinding_annihilation.rules.assault.contact import contact_faults, contact_owed
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.armoured_charge import charge_offers
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility import assault_claims, search
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import (
    claimable,
    counterexample,
    refuted,
    troop_claimed,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search import Ways
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import (
    ASSAULT,
    Plan,
    acting,
    plan_of,
    plan_or_refuse,
    troop_moves,
    way_places,
)

# -- moving


def make_assault_move(ruling: Ruling[Game], command: MakeAssaultMove) -> None:
    """GA-3.4-10 GA-3.4-11 Who can complete an Assault does: every troop closer, base to base if it can."""
    game, action = ruling.game, acting(ruling, command.formation)
    plan = plan_or_refuse(ruling, command.formation, command.paths)
    if not plan.paths and game.options.assault_move_optional:
        ruling.record(AssaultFailed(formation=action.formation, reason="declined"), "GA-3.4-10")
        ruling.answered()
        return
    ruling.refuse_all(_faults(game, plan))
    event = FormationMoved(formation=action.formation, kind="assault", troops=troop_moves(game, plan, ASSAULT))
    ruling.record(event, "GA-3.4-08", "GA-3.4-11", "GA-3.4-12")
    if not action.ingress:
        ruling.record(FightsFirstGained(formation=action.formation), "GA-3.4-15")
    ruling.answered()
    ruling.ask("assault_ended", subject=FormationSubject(action.formation))


def fights_first_gained(game: Game, event: FightsFirstGained) -> None:
    game.formations[event.formation] = replace(game.formations[event.formation], fights_first=True)


def _move_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer the move, and what may be claimed instead: of the whole formation, or of some of its troops."""
    formation, troops = formation_of(window), game.formations[formation_of(window)].troops
    ways = _found_ways(game, formation)
    one, places = Choice((formation,)), way_places(game, troops, reach_now(game), ways)
    moves = [offer(MakeAssaultMove, "GA-3.4-10", formation=one, paths=places)] if ways else []
    if game.options.assault_move_optional:
        moves.append(offer(MakeAssaultMove, "GA-3.4-10", formation=one))
    return [*moves, *_claim_offers(game, formation), *charge_offers(game, party)]


def _found_ways(game: Game, formation: str) -> list[Ways]:
    """GA-3.4-10 List the ways of an Assault move that are found, or were shown, and are legal as they stand."""
    shown = counterexample(game, formation, "assault", "contact", "closer")
    found = [end.paths for end in assault_claims.ends_of(game, formation)] + ([shown] if shown else [])
    return [ways for ways in found if ways and not _faults(game, plan_of(game, formation, ways))]


def _faults(game: Game, plan: Plan) -> list[Fault]:
    """GA-3.4-08 GA-3.4-11 Find all that is wrong with an Assault move."""
    return [
        *assault_faults(game, plan),
        *closer_faults(game, plan),
        *contact_faults(game, plan, plan.before, target_bodies(game), reach_now(game), "GA-3.4-11"),
    ]


def _claim_offers(game: Game, formation: str) -> Iterator[Offer]:
    """GA-2.4-13 Offer claims; where the service judges them, those alone that hold, for one troop each."""
    acts = Choice((formation,))
    if not search.solves(game):
        for what in ("contact", "closer"):
            some = claimable(game, formation, what, game.formations[formation].troops)
            if some is not None:
                yield offer(ClaimImpossible, "GA-2.4-13", what=Choice((what,)), formation=acts, troops=some)
        if not refuted(game, formation, "assault"):
            yield offer(ClaimImpossible, "GA-2.4-13", what=Choice(("assault",)), formation=acts)
        return
    for what, able in assault_claims.claims_that_hold(game, formation).items():
        one = {"troops": Some(able, 1, 1)} if able else {}
        yield offer(ClaimImpossible, "GA-2.4-13", what=Choice((what,)), formation=acts, **one)


def _default_move(game: Game, window: Window, _party: Party) -> Struct:
    """Let silence claim that the Assault cannot be completed; refuted, it takes the way that was shown."""
    formation = formation_of(window)
    if game.options.assault_move_optional:
        return MakeAssaultMove(formation=formation)
    if search.solves(game):
        return assault_claims.default_command(game, formation)
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


PART = Part(
    handlers=handlers(make_assault_move),
    reducers=reducers(fights_first_gained),
    windows=windows(
        WindowKind(
            "assault_move",
            "GA-3.4-10",
            (MakeAssaultMove, UseBattleManoeuvre, ClaimImpossible),
            _move_offers,
            _default_move,
            subject=FormationSubject,
        )
    ),
)
