"""Chapter TF-CHARGE: an assault, which is fought outside, from its first contact until it is said to be over."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations import buildings, outside
from adjudicator.rulesets.tile_formations.contacts import open_assault
from adjudicator.rulesets.tile_formations.model.messages import AssaultEnded, AssaultHits, EndAssault, ZocRestored
from adjudicator.rulesets.tile_formations.rows import Assault
from adjudicator.rulesets.tile_formations.state import Game, order_of_ids

ASSAULT, OVER = "assault", "over"
MOST_OFFERED = 6


def ask_assault(ruling: Ruling[Game], assault: Assault) -> None:
    """TF-CHARGE-06 Wait until the referee, or the seats where none is seated, say that the assault is over."""
    seats = (REFEREE,) if ruling.protocol.referee else tuple(sorted(ruling.game.sides))
    ruling.ask(ASSAULT, *seats, about=(assault.id,))


def end_assault(ruling: Ruling[Game], command: EndAssault) -> None:
    """TF-ZOC-09 When the assault is over, the zones that were lost in it return."""
    asked, assault = outside.answering(ruling, ASSAULT), open_assault(ruling.game)
    key = assault.id if assault else ""
    ruling.require(key, "TF-CHARGE-06", "no-assault-open", "assault")
    known = command.assault in {"", key}
    ruling.require(known, "TF-CHARGE-06", "no-such-assault", "assault", assault=command.assault[:40])
    ruling.require(asked, "TF-CHARGE-06", "assault-not-asked", "assault", assault=key)
    ruling.answered_all()
    if outside.told(ruling, "assault", (key,), OVER, "TF-CHARGE-06"):
        assault_over(ruling, (key,), OVER)


def assault_over(ruling: Ruling[Game], subjects: tuple[str, ...], value: str) -> None:
    """TF-ZOC-09 End the assault; fighting wears on the buildings in which it was (TF-BUILD-04)."""
    game, assault = ruling.game, ruling.game.assaults.get(subjects[0])
    if assault is None or assault.over or value != OVER:
        return
    ruling.record(AssaultEnded(assault=assault.id), "TF-ZOC-09", "TF-CHARGE-06")
    for unit in assault.lost:
        if not game.units[unit].out:
            ruling.record(ZocRestored(unit=unit), "TF-ZOC-09")
    buildings.fight(ruling, assault.fought)


def assault_ended(game: Game, event: AssaultEnded) -> None:
    """Let go of all contacts."""
    row = game.assaults[event.assault]
    game.assaults[event.assault] = replace(row, over=True, contacts=())
    for each in tuple(game.units.values()):
        if each.contacts:
            game.units[each.id] = replace(each, contacts=())


def zoc_restored(game: Game, event: ZocRestored) -> None:
    """Give the zone back."""
    game.units[event.unit] = replace(game.units[event.unit], zone_lost="")


# -- offers


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    assault = open_assault(game)
    if assault is None:
        return []
    units = {unit for each in assault.contacts for unit in (each.unit, each.enemy)}
    own = sorted((unit for unit in units if party in {REFEREE, game.units[unit].seat}), key=order_of_ids)
    hits = offer(AssaultHits, "TF-CHARGE-06", unit=Choice(tuple(own)), hits=Range(1, MOST_OFFERED))
    return [offer(EndAssault, "TF-ZOC-09", assault=Choice((assault.id,))), *([hits] if own else [])]


def _silence(game: Game, _window: Window, _party: Party) -> Struct | None:
    assault = open_assault(game)
    return EndAssault(assault=assault.id) if assault else None


OUTSIDE = {"assault": assault_over}
CLAUSES = handlers(end_assault)
REDUCERS = reducers(zoc_restored, assault_ended)
WINDOWS = windows(WindowKind(ASSAULT, "TF-CHARGE-06", (AssaultHits, EndAssault), _offers, _silence))

__all__ = ["ASSAULT", "CLAUSES", "OUTSIDE", "REDUCERS", "WINDOWS", "ask_assault", "assault_over"]
