"""Assault intents: who wants to fight is declared before anybody moves, by both sides at once (HX-CHOICE-02)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice as OneOf
from adjudicator.kernel.decide.offers import Flag, Offer, items, offer, shape
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultIntentCommitted,
    AssaultIntentsRevealed,
    DeclareAssaultIntent,
    Intent,
    Intents,
)
from adjudicator.rulesets.hex_orders.model.rows import Choice
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, order_of_ids
from adjudicator.rulesets.hex_orders.model.subjects import ChoosingSubject
from adjudicator.rulesets.hex_orders.rules.orders import choosing_order
from adjudicator.rulesets.hex_orders.rules.orders.expected_enemies import hanging_on_hidden_friends, plan_may_meet_enemy
from adjudicator.rulesets.hex_orders.rules.orders.movement_choices import require_own

NO, YES = "false", "true"


def ask_intents(ruling: Ruling[Game]) -> None:
    """HX-CHOICE-02 Ask for declarations: both seats at once, or one after the other where choices are open.

    A seat with hidden tokens is always asked, so that being asked tells nothing.
    """
    game = ruling.game
    needs = {seat: plan_may_meet_enemy(game, seat) for seat in SEATS}
    groups = choosing_order.groups(game, needs)
    if game.options.open_choices:
        choosing_order.ask_in_order(ruling, "intents", groups)
    elif groups:
        ruling.ask("intents", *sorted({group.seat for group in groups}))


def _declaring(game: Game, seat: Party, nation: str) -> tuple[str, ...]:
    units = plan_may_meet_enemy(game, seat)
    return tuple(unit for unit in units if nation in ("", game.sheets[unit].nation))


def declare_assault_intent(ruling: Ruling[Game], command: DeclareAssaultIntent) -> None:
    """HX-CHOICE-02 Declare for every unit whose open choice could take it into an assault; the rest stay away."""
    game, seat, nation = ruling.game, ruling.actor, ruling.subject(ChoosingSubject).nation
    units = _declaring(game, seat, nation)
    wishes: dict[str, bool] = {}
    for number, intent in enumerate(command.intents.intents if command.intents else ()):
        path = f"intents.intents[{number}].unit"
        require_own(ruling, intent.unit, path)
        ruling.require(intent.unit not in wishes, "HX-CHOICE-02", "unit-chosen-twice", path, unit=intent.unit)
        ruling.require(intent.unit in units, "HX-CHOICE-02", "no-assault-choice", path, unit=intent.unit)
        wishes[intent.unit] = intent.enter
    spoken_for = _units_spoken_for(game, seat, nation, units)
    intents = tuple(Intent(unit=unit, enter=wishes.get(unit, False)) for unit in spoken_for)
    ruling.record(AssaultIntentCommitted(seat=seat, owner=seat, intents=Intents(intents=intents)), "HX-CHOICE-02")
    if nation:
        _show(ruling, spoken_for)
    ruling.answered()


def _units_spoken_for(game: Game, seat: Party, nation: str, units: Iterable[str]) -> tuple[str, ...]:
    """HX-GAP-09 List who is spoken for: those that have a choice, and those of whom nobody may know whether."""
    more = hanging_on_hidden_friends(game, seat, nation)
    return tuple(sorted({*units, *more}, key=order_of_ids))


def assault_intent_committed(game: Game, event: AssaultIntentCommitted) -> None:
    """Remember who wants an assault."""
    for intent in event.intents.intents if event.intents else ():
        game.choices[intent.unit] = Choice(intent.unit, enter=intent.enter)


def _reveal(ruling: Ruling[Game], window: Window) -> None:
    """HX-CHOICE-02 Reveal all declarations together."""
    if not subject_of(window, ChoosingSubject).nation:
        _show(ruling, ruling.game.choices)


def _show(ruling: Ruling[Game], units: Iterable[str]) -> None:
    game = ruling.game
    seen = sorted((unit for unit in units if not game.units[unit].hidden), key=order_of_ids)
    if seen:
        intents = tuple(Intent(unit=unit, enter=game.choices[unit].enter) for unit in seen)
        ruling.record(AssaultIntentsRevealed(intents=intents), "HX-CHOICE-02")


def assault_intents_revealed(_game: Game, _event: AssaultIntentsRevealed) -> None:
    """Change nothing: what was declared is known already."""


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    units = _declaring(game, party, subject_of(window, ChoosingSubject).nation)
    rows = [shape(Intent, unit=OneOf((unit,)), enter=Flag()) for unit in units]
    intents = shape(Intents, intents=items(*rows, least=0, most=len(rows), once=True))
    return [offer(DeclareAssaultIntent, "HX-CHOICE-02", intents=intents)]


PART = Part(
    handlers=handlers(declare_assault_intent),
    reducers=reducers(assault_intent_committed, assault_intents_revealed),
    windows=windows(
        WindowKind(
            "intents",
            "HX-CHOICE-02",
            (DeclareAssaultIntent,),
            _offers,
            always(DeclareAssaultIntent(intents=Intents(intents=()))),
            _reveal,
            subject=ChoosingSubject,
        )
    ),
)
