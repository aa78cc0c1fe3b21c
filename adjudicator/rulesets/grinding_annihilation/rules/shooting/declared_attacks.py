"""Chapter 3.3, declared attacks: worked off target by target and group by group, for shooting and melee alike.

How a chapter hands its attacks over (targets.py, melee_attacks.py):

1. the reducer of its own event (TargetsDeclared, MeleeDeclared) calls `take_declaration(game, declaration)`; the
   groups of the declaration are worked out here;
2. the handler that recorded it calls `begin_declaration(ruling)` last. It pushes the suspended window `attacks`, which
   works the declaration off, and on it `targets_selected` for the other player, where facts of sight were stated;
3. when all is done, Hazard tests included, ShootingEnded or MeleeEnded is recorded and the window below goes on. The
   reducers of both call `drop_declaration(game)`.

A declaration that falls with a disputed fact is withdrawn: its player is asked `declare_targets` or `declare_melee`
again, about the formation. What is fixed about a target is given by `target_facts(game, target, seen=...)`.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import FactsSubject, Window, WindowKind, subject_of, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclarationWithdrawn,
    DeclineReaction,
    MeleeEnded,
    ShootingEnded,
    TargetFacts,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Declaration, Formation
from adjudicator.rulesets.grinding_annihilation.model.state import Game, led, profile_of, rival, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import DeclarationSubject, FormationSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import smokescreen_and_find_cover
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import decline, decline_offer
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import disputes, value_of_statement
from adjudicator.rulesets.grinding_annihilation.rules.missions import battle_end
from adjudicator.rulesets.grinding_annihilation.rules.shooting.hazard_tests import drop_victimless_hazards, hazards_due
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import mortal_wounds
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    declared,
    due_mortals,
    groups_of,
    openable,
    seat_of,
)

DECLARE = {False: "declare_targets", True: "declare_melee"}


# -- what is declared


def take_declaration(game: Game, declaration: Declaration) -> None:
    """Begin with a declaration: its groups are the weapon profiles used on each target."""
    game.declaration = replace(declaration, groups=groups_of(declaration))


def drop_declaration(game: Game) -> None:
    """Forget a declaration that is done or withdrawn."""
    game.declaration, game.group, game.attacks = None, None, {}


def target_facts(game: Game, target: str, *, seen: bool) -> TargetFacts:
    """GA-3.3-19 GA-8.3-18 GA-8.3-15 Fix what holds for a target during the whole declaration."""
    troops = troops_of(game, target)
    return TargetFacts(target=target, vigour=vigour(game, game.formations[target]), troops=len(troops), seen=seen)


def vigour(game: Game, target: Formation) -> Tally:
    """GA-3.3-19 GA-4.2-09 Give the Vigour of most living troops, the higher on a tie; of the Escort while it lives."""
    troops, clause = troops_of(game, target.id), "GA-3.3-19"
    if led(game, target):
        troops, clause = [row for row in troops if game.parts[row.part].role == "escort"], "GA-4.2-09"
    counted = Counter(profile_of(game, troop).vigour for troop in troops)
    return Tally.base(max(counted, key=lambda row: (counted[row], row)), clause)


def begin_declaration(ruling: Ruling[Game]) -> None:
    """GA-3.3-08 GA-2.4-12 GA-5.0-09 Work it off, once the other player has let its facts stand and taken cover."""
    declaration = declared(ruling.game)
    ruling.ask("attacks", subject=DeclarationSubject(declaration.id))
    named = tuple(sight.fact for sight in declaration.sights if sight.fact)
    facts = tuple(fact for fact in named if ruling.game.facts[fact].status == "stated")
    other = rival(seat_of(ruling.game))
    if (
        facts and "targets_selected" not in ruling.game.sides[other].declined
    ) or smokescreen_and_find_cover.asked_for_cover(ruling.game):
        ruling.ask("targets_selected", other, subject=FactsSubject(facts))


def work_off(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.3-08 GA-3.3-32 Say what of the declaration is next: a group, mortal wounds, Hazard tests, the end."""
    game = ruling.game
    if game.declaration is None or _withdrawn(ruling, game.declaration):
        return
    if battle_end.check_annihilation(ruling):
        return
    seat, declaration = seat_of(game), game.declaration
    drop_victimless_hazards(ruling)
    if not (openable(game) or due_mortals(game) or hazards_due(game)):
        _end(ruling)
        return
    ruling.ask("attacks", subject=subject_of(window, DeclarationSubject))
    if due_mortals(game):
        mortal_wounds.begin_devastating(ruling, declaration)
    elif openable(game):
        ruling.ask("attack_group", seat, subject=DeclarationSubject(declaration.id))
    elif not declaration.hazards_tested:
        ruling.ask("hazard", seat, subject=FormationSubject(declaration.formation))
    else:
        ruling.ask("hazard_victim", seat, subject=FormationSubject(declaration.formation))


def _withdrawn(ruling: Ruling[Game], declaration: Declaration) -> bool:
    """GA-2.5-11 A declaration falls with a fact that was settled against it, and may be made again."""
    facts = ruling.game.facts
    against = next(
        (sight for sight in declaration.sights if sight.fact and value_of_statement(facts[sight.fact]) != sight.seen),
        None,
    )
    if against is None or declaration.target:
        return False
    seat = seat_of(ruling.game)
    ruling.record(DeclarationWithdrawn(declaration=declaration.id, fact=against.fact), "GA-2.5-11", "GA-2.4-12")
    ruling.ask(DECLARE[declaration.melee], seat, subject=FormationSubject(declaration.formation))
    return True


def declaration_withdrawn(game: Game, _event: DeclarationWithdrawn) -> None:
    """It may be made again."""
    drop_declaration(game)
    if game.action is not None and game.action.step:
        game.action = replace(game.action, step="declare")


def _end(ruling: Ruling[Game]) -> None:
    declaration = declared(ruling.game)
    if declaration.melee:
        ruling.record(MeleeEnded(formation=declaration.formation), "GA-3.5-09")
    else:
        ruling.record(ShootingEnded(formation=declaration.formation), "GA-3.3-01")


# -- offers and silence


def _fact_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    open_facts = tuple(key for key in subject_of(window, FactsSubject).facts if game.facts[key].status == "stated")
    offers = [decline_offer(window)]
    if open_facts:
        offers.append(offer(ConfirmFact, "WG-FACT-01", fact=Choice(open_facts)))
    for key in open_facts:
        seen = disputes(game, game.facts[key])
        offers += [offer(DisputeFact, "GA-2.5-11", fact=Choice((key,)), value=seen)] if seen else []
    return [*offers, *smokescreen_and_find_cover.cover_offers(game, party)]


PART = Part(
    reducers=reducers(declaration_withdrawn),
    windows=windows(
        WindowKind("attacks", "GA-3.3-08", on_close=work_off, subject=DeclarationSubject),
        WindowKind(
            "targets_selected",
            "GA-2.4-12",
            (ConfirmFact, DisputeFact, UseBattleManoeuvre, DeclineReaction),
            _fact_offers,
            decline,
            skip_if_idle=True,
            subject=FactsSubject,
            after_flag=True,
        ),
    ),
)
