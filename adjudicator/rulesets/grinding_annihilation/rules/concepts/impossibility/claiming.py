"""Chapter 2.4, claims that something compulsory cannot be done, and the end states that refute them (GA-2.4-13).

A claim takes the question away that it answers; the other player may hold an end state against it. The end state is
judged like a submitted move in straight lines: a legal one refutes the claim, any other is refused. Then either what
follows from the claim happens, or the question is asked again. By option the service looks for an end state itself, and
nobody else is asked (search.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers
from adjudicator.kernel.decide.offers import Choice, Values
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact
from adjudicator.kernel.decide.windows import FactsSubject, Window, WindowKind, subject_of, windows
from adjudicator.kernel.messages import FactSettled
from adjudicator.rulesets.grinding_annihilation.model.messages import ClaimImpossible, TroopPath
from adjudicator.rulesets.grinding_annihilation.model.state import Game, rival
from adjudicator.rulesets.grinding_annihilation.model.subjects import ClaimSubject, FormationSubject
from adjudicator.rulesets.grinding_annihilation.rules.assault import assault_checks, assault_roll
from adjudicator.rulesets.grinding_annihilation.rules.brawl import fight_moves
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility import assault_claims, search
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import (
    CLAIM,
    IMPOSSIBLE,
    POSSIBLE,
    claimed_troops,
    claims_of,
    format_end_state,
    read_end_state,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement import retreats
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import acting

OPEN_TO: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "make_move": ("retreat",),
        "assault_move": ("assault", "contact", "closer"),
        "close_in": ("contact",),
        "consolidate": ("contact", "consolidate"),
    }
)
OF_TROOPS = ("contact", "closer")

# -- claiming


def claim_impossible(ruling: Ruling[Game], command: ClaimImpossible) -> None:
    """GA-2.4-13 That something cannot be done is a statement of the player who would have to do it."""
    acting(ruling, command.formation)
    kind = "" if ruling.window is None else ruling.window.kind
    _check(ruling, command, _open_to(ruling.game, kind))
    subjects = (command.formation, command.what, *command.troops)
    alone = search.solves(ruling.game)
    shown = _against(ruling.game, command) if alone else None
    ruling.require(
        shown is None, "GA-2.4-13", "end-found", "what", found=command.what, shown=format_end_state(shown or ())
    )
    ruling.answered()
    fact = ruling.state_fact(CLAIM, subjects, IMPOSSIBLE, "GA-2.4-13")
    ruling.ask("claim", subject=ClaimSubject(fact, kind))
    if alone:
        ruling.record(FactSettled(fact=fact, value=IMPOSSIBLE), "GA-2.4-13")
    else:
        ruling.ask("fact_stated", rival(ruling.actor), subject=FactsSubject((fact,)))


def _against(game: Game, command: ClaimImpossible) -> tuple[TroopPath, ...] | None:
    """GA-2.4-13 Look for an end state that speaks against a claim, where the service judges it."""
    kind = "" if game.action is None else game.action.kind
    if kind == "retreat":
        return retreats.found_retreat(game, command.formation)
    if kind == "assault":
        return assault_claims.against(game, command.formation, command.what, command.troops)
    return fight_moves.found_end_state(game, command.formation, command.what, command.troops)


def _open_to(game: Game, kind: str) -> tuple[str, ...]:
    """GA-2.4-13 Name what may be claimed now: what the open question makes compulsory."""
    action = game.action
    if kind == "make_move" and (action is None or action.kind != "retreat" or not retreats.plan_spoiled(game, action)):
        return ()
    if kind == "close_in" and not game.options.close_in_base_contact:
        return ()
    return OPEN_TO.get(kind, ())


def _check(ruling: Ruling[Game], command: ClaimImpossible, may: Sequence[str]) -> None:
    """Refuse a claim about something that is not asked for, or that an end state refuted already."""
    row = ruling.game.formations[command.formation]
    ruling.require(command.what in may, "GA-2.4-13", "not-compulsory", "what", found=command.what, may=" ".join(may))
    unknown = " ".join(troop for troop in command.troops if troop not in row.troops)
    ruling.require(not unknown, "GA-2.4-13", "not-of-formation", "troops", troop=unknown, formation=row.id)
    about_troops = command.what in OF_TROOPS
    ruling.require(about_troops or not command.troops, "GA-2.4-13", "whole-formation", "troops", found=command.what)
    named = frozenset(command.troops or row.troops)
    for fact in claims_of(ruling.game, row.id, command.what):
        refuted = fact.value == POSSIBLE and named >= frozenset(claimed_troops(fact) or row.troops)
        ruling.require(not refuted, "GA-2.4-13", "claim-refuted", "what", found=command.what, shown=fact.other)


# -- judging


def judge(ruling: Ruling[Game], fact: Fact, value: str) -> str:
    """GA-2.4-13 A legal end state refutes a claim; one that is not is refused with all that is wrong with it."""
    paths = read_end_state(value)
    if paths is None:
        ruling.reject("GA-2.4-13", "no-end-state", "value")
    ruling.refuse_all(tuple(_ends(ruling.game, fact, paths)))
    return POSSIBLE


def _ends(game: Game, fact: Fact, paths: Sequence[TroopPath]) -> Iterator[Fault]:
    formation, what = fact.subjects[:2]
    kind = "" if game.action is None else game.action.kind
    if kind == "retreat":
        return retreats.retreat_end_faults(game, formation, paths)
    if kind == "assault":
        return assault_checks.assault_end_faults(game, formation, what, claimed_troops(fact), paths)
    return fight_moves.fight_end_faults(game, formation, what, claimed_troops(fact), paths)


def _disputes(game: Game, fact: Fact) -> Values | None:
    """GA-2.4-13 Offer an end state that is found against a claim; None where none is found."""
    formation, what = fact.subjects[:2]
    command = ClaimImpossible(what=what, formation=formation, troops=claimed_troops(fact))
    shown = _against(game, command)
    if not shown or any(_ends(game, fact, shown)):
        return None
    return Choice((format_end_state(shown),))


def _settle(ruling: Ruling[Game], window: Window) -> None:
    """GA-2.4-13 A claim stands unless a legal end state was held against it."""
    claim = subject_of(window, ClaimSubject)
    fact = ruling.game.facts[claim.fact]
    _follow(ruling, fact, claim.window, stands=fact.value == IMPOSSIBLE)


def _follow(ruling: Ruling[Game], fact: Fact, kind: str, *, stands: bool) -> None:
    formation, what = fact.subjects[:2]
    if stands and what == "assault":
        assault_roll.fail(ruling, formation)
    elif stands and what == "retreat":
        retreats.stay(ruling, formation)
    else:
        ruling.ask(kind, ruling.game.formations[formation].seat, subject=FormationSubject(formation))


PART = Part(
    handlers=handlers(claim_impossible),
    windows=windows(WindowKind("claim", "GA-2.4-13", on_close=_settle, subject=ClaimSubject)),
    judges={CLAIM: judge},
    disputes={CLAIM: _disputes},
)
