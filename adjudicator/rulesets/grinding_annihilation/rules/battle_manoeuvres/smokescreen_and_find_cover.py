"""Chapters 5.8 and 5.9, Smokescreen and Find Cover!: answers of a formation that shots were declared at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import Game, any_has
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    own_target,
    pay,
    ready,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import asked_opponents
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import declared


class Answer(NamedTuple):
    """What a formation has to be for such an answer, and the clauses of its target and of its effect."""

    keyword: str
    clause: str
    effect: str


ANSWERS: Mapping[str, Answer] = MappingProxyType(
    {
        effects.SMOKE: Answer("smoke", "GA-5.8-01", "GA-5.8-02"),
        effects.SHELTER: Answer("infantry", "GA-5.9-01", "GA-5.9-02"),
    }
)


def take_cover(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.8-01 GA-5.9-01 A target of the declared shots gains cover until the end of the phase."""
    game, answer = ruling.game, ANSWERS[LIBRARY.core(command.manoeuvre)]
    row = own_target(ruling, command)
    ruling.require(row.id in _targets(game), answer.clause, "not-a-target", "formation", formation=row.id)
    ruling.require(
        any_has(game, row.id, answer.keyword),
        answer.clause,
        "keyword-missing",
        "formation",
        formation=row.id,
        keyword=answer.keyword,
    )
    shooter = declared(game).formation
    pay(ruling, command.manoeuvre, row.id, enemy=shooter)
    effects.gain(ruling, command.manoeuvre, row.id, answer.effect)


def asked_for_cover(game: Game) -> tuple[Party, ...]:
    """GA-5.0-13 Name the player of the targets, if he has an answer prepared to these shots."""
    if declared(game).melee or (game.action is not None and game.action.overwatch):
        return ()
    seat = game.formations[declared(game).formation].seat
    return asked_opponents(game, seat, "targets_selected", *ANSWERS)


def cover_offers(game: Game, party: Party) -> Iterator[Offer]:
    """Offer each answer to the targets that may give it."""
    for core, answer in ANSWERS.items() if not declared(game).melee else ():
        for key, rows in ready(game, party, core):
            able = _able(game, rows, answer.keyword)
            if able:
                yield offer(UseBattleManoeuvre, answer.clause, manoeuvre=Choice((key,)), formation=Choice(able))


def _able(game: Game, rows: list[Formation], keyword: str) -> tuple[str, ...]:
    targets = _targets(game)
    return tuple(row.id for row in rows if row.id in targets and any_has(game, row.id, keyword))


def _targets(game: Game) -> list[str]:
    return [target.target for target in declared(game).targets]
