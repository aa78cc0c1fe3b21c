"""Chapter 2.5, the order of rules that resolve at one moment (GA-2.5-09)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import ChooseOrder, OrderChosen
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import OrderSubject


def choose_order(ruling: Ruling[Game], command: ChooseOrder) -> None:
    """GA-2.5-09 Who has the turn sets the order of rules that resolve at one moment, whoever owns them.

    At the start of a round it is the winner of a roll-off, or the player who alone has some (GA-2.5-10).
    """
    names = subject_of(ruling.window, OrderSubject).names if ruling.window is not None else ()
    clause = order_clause(ruling.game)
    complete = sorted(command.order) == sorted(names)
    ruling.require(complete, clause, "order-incomplete", "order", expected=" ".join(names))
    demises = ("GA-3.3-38",) if sorted(names) == sorted(ruling.game.demises) else ()
    ruling.record(OrderChosen(seat=ruling.actor, order=command.order), clause, *demises)
    ruling.answered()


def order_clause(game: Game) -> str:
    """GA-2.5-09 GA-2.5-10 Name the clause of an order, by whether somebody has the turn."""
    return "GA-2.5-10" if game.battle.turn is None or game.battle.phase == "setup" else "GA-2.5-09"


def order_chosen(game: Game, event: OrderChosen) -> None:
    """Queue Deadly Demises in the chosen order."""
    game.battle = replace(game.battle, order=event.order)
    if sorted(event.order) == sorted(game.demises):
        game.demises = event.order


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    names = subject_of(window, OrderSubject).names
    return [offer(ChooseOrder, order_clause(game), order=Some(names, len(names), len(names)))]


def _as_they_came(_game: Game, window: Window, _party: Party) -> Struct:
    return ChooseOrder(order=subject_of(window, OrderSubject).names)


PART = Part(
    handlers=handlers(choose_order),
    reducers=reducers(order_chosen),
    windows=windows(WindowKind("order", "GA-2.5-09", (ChooseOrder,), _offers, _as_they_came, subject=OrderSubject)),
)
