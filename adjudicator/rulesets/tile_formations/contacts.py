"""Chapters TF-CHARGE and TF-ZOC: contact, the zones that it costs, and the assault that it opens."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.offers import Choice, Offer, Range, offer
from adjudicator.kernel.parties import REFEREE, Party
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.windows import Asks, Window, windows
from adjudicator.rulesets.tile_formations import buildings, outside, zones
from adjudicator.rulesets.tile_formations.messages import (
    AssaultEnded,
    AssaultHits,
    AssaultOpened,
    Contact,
    ContactEnded,
    ContactMade,
    EndAssault,
    ZocLost,
    ZocRestored,
)
from adjudicator.rulesets.tile_formations.rows import Assault
from adjudicator.rulesets.tile_formations.state import Game, action_of, foes, gap, order_of_ids, tiles_of

ASSAULT, OVER = "assault", "over"
MOST_HITS = 6

# -- contact


def open_assault(game: Game) -> Assault | None:
    """Give the assault that is under way; None where there is none."""
    return next((each for each in game.assaults.values() if not each.over), None)


def make_contact(ruling: Ruling[Game], unit: str) -> None:
    """TF-CHARGE-02 A unit that ends its charge move beside enemies is in contact with all of them."""
    game = ruling.game
    enemies = tuple(each.id for each in foes(game, game.units[unit].seat) if gap(game, unit, each.id) == 1)
    if not enemies:
        return
    assault = open_assault(game) or _opened(ruling)
    drawn = {game.units[each].formation for each in (unit, *enemies)} | set(assault.formations)
    made = ContactMade(
        assault=assault.id, unit=unit, enemies=enemies, formations=tuple(sorted(drawn, key=order_of_ids))
    )
    ruling.record(made, "TF-CHARGE-02", "TF-CHARGE-03")
    for enemy in enemies:
        if zones.has_zone(game, game.units[enemy]):
            ruling.record(ZocLost(unit=enemy, assault=assault.id), "TF-ZOC-07", "TF-CHARGE-05")


def _opened(ruling: Ruling[Game]) -> Assault:
    """TF-CHARGE-06 Open the assault that the first contact begins."""
    key = f"assault-{len(ruling.game.assaults) + 1}"
    ruling.record(AssaultOpened(assault=key, formation=action_of(ruling.game).formation), "TF-CHARGE-06")
    return ruling.game.assaults[key]


def assault_opened(game: Game, event: AssaultOpened) -> None:
    """Note the assault."""
    game.assaults[event.assault] = Assault(event.assault, event.formation, (event.formation,))


def contact_made(game: Game, event: ContactMade) -> None:
    """Note the contacts with both units and the assault."""
    row = game.assaults[event.assault]
    fresh = tuple(Contact(unit=event.unit, enemy=enemy) for enemy in event.enemies)
    known = tuple(each for each in row.contacts if each not in fresh)
    game.assaults[event.assault] = replace(row, formations=event.formations, contacts=(*known, *fresh))
    _join(game, event.unit, event.enemies)
    game.units[event.unit] = replace(game.units[event.unit], charged=True)
    for enemy in event.enemies:
        _join(game, enemy, (event.unit,))


def _join(game: Game, unit: str, others: tuple[str, ...]) -> None:
    row = game.units[unit]
    both = sorted({*row.contacts, *others}, key=order_of_ids)
    game.units[unit] = replace(row, contacts=tuple(both))


def zoc_lost(game: Game, event: ZocLost) -> None:
    """Take the zone away until the end of the assault."""
    game.units[event.unit] = replace(game.units[event.unit], zone_lost=event.assault)
    row = game.assaults[event.assault]
    game.assaults[event.assault] = replace(row, lost=(*row.lost, event.unit))


def end_contacts(ruling: Ruling[Game], unit: str) -> None:
    """TF-CHARGE-07 Contact ends with the unit; zones that are lost stay lost until the assault is over."""
    assault = open_assault(ruling.game)
    for each in assault.contacts if assault else ():
        if unit in {each.unit, each.enemy}:
            ruling.record(ContactEnded(unit=each.unit, enemy=each.enemy), "TF-CHARGE-07")


def contact_ended(game: Game, event: ContactEnded) -> None:
    """Take the contact away from both units and the assault."""
    gone = Contact(unit=event.unit, enemy=event.enemy)
    for row in tuple(game.assaults.values()):
        game.assaults[row.id] = replace(row, contacts=tuple(each for each in row.contacts if each != gone))
    for unit, other in ((event.unit, event.enemy), (event.enemy, event.unit)):
        left = tuple(each for each in game.units[unit].contacts if each != other)
        game.units[unit] = replace(game.units[unit], contacts=left)


# -- the assault


def ask_assault(ruling: Ruling[Game], assault: Assault) -> None:
    """TF-CHARGE-06 Wait until the referee, or the seats where none is seated, say that the assault is over."""
    seats = (REFEREE,) if ruling.docket.referee else tuple(sorted(ruling.game.sides))
    ruling.ask(ASSAULT, *seats, about=(assault.id,))


def end_assault(ruling: Ruling[Game], command: EndAssault) -> None:
    """TF-ZOC-09 When the assault is over, the zones that were lost in it return."""
    assault = open_assault(ruling.game)
    known = assault is not None and command.assault in {"", assault.id}
    ruling.require(known, "TF-CHARGE-06", "no-such-assault", "assault", assault=command.assault)
    key = assault.id if assault else ""
    ruling.answered_all()
    if outside.told(ruling, "assault_over", (key,), OVER, "TF-CHARGE-06"):
        assault_over(ruling, (key,), OVER)


def assault_over(ruling: Ruling[Game], subjects: tuple[str, ...], value: str) -> None:
    """TF-ZOC-09 End the assault; fighting wears on the buildings in which it was (TF-BUILD-04)."""
    game, assault = ruling.game, ruling.game.assaults.get(subjects[0])
    if assault is None or assault.over or value != OVER:
        return
    fought = {unit for each in assault.contacts for unit in (each.unit, each.enemy)}
    tiles = tuple(tile for unit in sorted(fought, key=order_of_ids) for tile in tiles_of(game, unit))
    ruling.record(AssaultEnded(assault=assault.id), "TF-ZOC-09", "TF-CHARGE-06")
    for unit in assault.lost:
        if not game.units[unit].out:
            ruling.record(ZocRestored(unit=unit), "TF-ZOC-09")
    buildings.fight(ruling, tiles)


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
    hits = offer(AssaultHits, "TF-CHARGE-06", unit=Choice(tuple(own)), hits=Range(1, MOST_HITS))
    return [offer(EndAssault, "TF-ZOC-09", assault=Choice((assault.id,))), *([hits] if own else [])]


def _silence(game: Game, _window: Window, _party: Party) -> Struct | None:
    assault = open_assault(game)
    return EndAssault(assault=assault.id) if assault else None


OUTSIDE = {"assault_over": assault_over}
CLAUSES = clauses(end_assault)
REDUCERS = reducers(
    assault_opened, contact_made, contact_ended, zoc_lost, zoc_restored, assault_ended,
)  # fmt: skip
WINDOWS = windows(Asks(ASSAULT, "TF-CHARGE-06", (AssaultHits, EndAssault), _offers, _silence))

__all__ = [
    "ASSAULT", "CLAUSES", "OUTSIDE", "REDUCERS", "WINDOWS", "ask_assault", "assault_over", "end_contacts",
    "make_contact", "open_assault",
]  # fmt: skip
