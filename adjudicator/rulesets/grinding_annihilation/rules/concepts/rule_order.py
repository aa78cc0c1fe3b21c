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
    """GA-2.5-09 Who has the turn sets the order of rules that resolve at one moment, whoever owns them."""
    names = subject_of(ruling.window, OrderSubject).names if ruling.window is not None else ()
    ruling.require(
        sorted(command.order) == sorted(names), "GA-2.5-09", "order-incomplete", "order", expected=" ".join(names)
    )
    demises = ("GA-3.3-38",) if sorted(names) == sorted(ruling.game.demises) else ()
    ruling.record(OrderChosen(seat=ruling.actor, order=command.order), "GA-2.5-09", *demises)
    ruling.answered()


def order_chosen(game: Game, event: OrderChosen) -> None:
    """Queue Deadly Demises in the chosen order."""
    game.battle = replace(game.battle, order=event.order)
    if sorted(event.order) == sorted(game.demises):
        game.demises = event.order


def _offers(_game: Game, window: Window, _party: Party) -> list[Offer]:
    names = subject_of(window, OrderSubject).names
    return [offer(ChooseOrder, "GA-2.5-09", order=Some(names, len(names), len(names)))]


def _as_they_came(_game: Game, window: Window, _party: Party) -> Struct:
    return ChooseOrder(order=subject_of(window, OrderSubject).names)


PART = Part(
    handlers=handlers(choose_order),
    reducers=reducers(order_chosen),
    windows=windows(WindowKind("order", "GA-2.5-09", (ChooseOrder,), _offers, _as_they_came, subject=OrderSubject)),
)
