"""Chapter 2.5, the order of rules that resolve at one moment (GA-2.5-09)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import ChooseOrder, OrderChosen
from adjudicator.rulesets.grinding_annihilation.model.state import Game


def choose_order(ruling: Ruling[Game], command: ChooseOrder) -> None:
    """GA-2.5-09 Who has the turn sets the order of rules that resolve at one moment, whoever owns them."""
    about = ruling.window.about if ruling.window is not None else ()
    ruling.require(
        sorted(command.order) == sorted(about), "GA-2.5-09", "order-incomplete", "order", expected=" ".join(about)
    )
    ruling.record(OrderChosen(seat=ruling.actor, order=command.order), "GA-2.5-09", "GA-3.3-38")
    ruling.answered()


def order_chosen(game: Game, event: OrderChosen) -> None:
    """Queue Deadly Demises in the chosen order."""
    game.battle = replace(game.battle, order=event.order)
    if sorted(event.order) == sorted(game.demises):
        game.demises = event.order


def _offers(_game: Game, window: Window, _party: Party) -> list[Offer]:
    count = len(window.about)
    return [offer(ChooseOrder, "GA-2.5-09", order=Some(window.about, count, count))]


def _as_they_came(_game: Game, window: Window, _party: Party) -> Struct:
    return ChooseOrder(order=window.about)


PART = Part(
    handlers=handlers(choose_order),
    reducers=reducers(order_chosen),
    windows=windows(
        WindowKind("order", "GA-2.5-09", (ChooseOrder,), _offers, _as_they_came),
    ),
)
