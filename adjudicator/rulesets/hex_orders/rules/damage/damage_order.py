"""In which order damage is rolled: the side that caused it says so, base by base (HX-TURN-23, HX-CONT-03)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, windows
from adjudicator.rulesets.hex_orders.model.ids import number_of
from adjudicator.rulesets.hex_orders.model.messages import DamageOrderSet, Hit, OrderDamageRolls, PassChoice
from adjudicator.rulesets.hex_orders.model.state import Game, order_of_ids
from adjudicator.rulesets.hex_orders.model.subjects import AgonyOrderSubject


def orderable_hits(game: Game, seat: Party) -> tuple[str, ...]:
    """HX-TURN-23 List a seat's hits on bases that it hit more than once; on hidden ones it has no choice."""
    own = [hit for hit in in_order(game) if hit.seat == seat and not game.units[hit.target].hidden]
    targets = [hit.target for hit in own]
    return tuple(hit.id for hit in own if targets.count(hit.target) > 1)


def in_order(game: Game) -> list[Hit]:
    """HX-TURN-23 List the hits as they are rolled: by target, by seat, in the order chosen, by id."""
    chosen = {id: at for at, id in enumerate(game.order)}
    last = len(chosen)

    def place(hit: Hit) -> tuple[tuple[int, str], int, int, int]:
        return order_of_ids(hit.target), hit.seat, chosen.get(hit.id, last), number_of(hit.id)

    return sorted(game.hits.values(), key=place)


def set_order(ruling: Ruling[Game], named: Sequence[str], known: Sequence[str], *clauses: str) -> None:
    """Record the order in which a seat wants its rolls; ids left out follow in the order in which they are known."""
    strange = [id for id in named if id not in known]
    ruling.require(not strange, clauses[0], "not-to-order", "hits", ids=" ".join(strange), known=" ".join(known))
    ruling.require(len(set(named)) == len(named), clauses[0], "ordered-twice", "hits")
    whole = (*named, *(id for id in known if id not in named))
    ruling.record(DamageOrderSet(seat=ruling.actor, hits=whole), *clauses)
    ruling.answered()


def damage_order_set(game: Game, event: DamageOrderSet) -> None:
    """Keep the order, besides the other seat's."""
    game.order = (*game.order, *event.hits)


def order_damage_rolls(ruling: Ruling[Game], command: OrderDamageRolls) -> None:
    """HX-TURN-23 HX-CONT-03 A side says in which order damage is rolled for it."""
    window = ruling.window
    if window is not None and window.kind == "agony_order":
        set_order(ruling, command.hits, orderable_tokens(ruling.game, window, ruling.actor), "HX-CONT-03")
    else:
        set_order(ruling, command.hits, orderable_hits(ruling.game, ruling.actor), "HX-TURN-23")


def orderable_tokens(game: Game, window: Window, seat: Party) -> tuple[str, ...]:
    """HX-CONT-03 List the tokens on enemy bases that a seat may order; their ids stand behind the window's step."""
    tokens = subject_of(window, AgonyOrderSubject).tokens
    return tuple(row.token for row in tokens if game.units[row.unit].seat != seat)


def _order_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    ids = orderable_hits(game, party)
    return [offer(PassChoice, "HX-GAP-08"), offer(OrderDamageRolls, "HX-TURN-23", hits=Some(ids, 1, len(ids)))]


PART = Part(
    handlers=handlers(order_damage_rolls),
    reducers=reducers(damage_order_set),
    windows=windows(
        WindowKind(
            "damage_order",
            "HX-TURN-23",
            (OrderDamageRolls, PassChoice),
            _order_offers,
            always(PassChoice()),
            after_flag=True,
        )
    ),
)
