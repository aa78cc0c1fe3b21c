"""Chapter TF-CHARGE, contact: who is in contact with whom, and the assault that the first contact opens."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.geometry import board, tiles_of, unit_distance
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import enemy_units
from adjudicator.rulesets.tile_formations.model.messages import AssaultOpened, ContactEnded, ContactMade
from adjudicator.rulesets.tile_formations.model.rows import Assault, Contact
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.rules.zones.lost_zones import lose_zone

# -- contact


def assault_under_way(game: Game) -> Assault | None:
    """Give the assault that is under way; None where there is none."""
    return next((assault for assault in game.assaults.values() if not assault.over), None)


def make_contact(ruling: Ruling[Game], unit: str) -> None:
    """TF-CHARGE-02 A unit that ends its charge move beside enemies is in contact with all of them."""
    game = ruling.game
    enemies = tuple(
        enemy_unit.id
        for enemy_unit in enemy_units(game, game.units[unit].seat)
        if unit_distance(game, unit, enemy_unit.id) == 1
    )
    if not enemies:
        return
    assault = assault_under_way(game) or _opened(ruling)
    drawn = {game.units[row].formation for row in (unit, *enemies)} | set(assault.formations)
    tiles = {tile for row in (unit, *enemies) for tile in tiles_of(game, row)}
    made = ContactMade(
        assault=assault.id,
        unit=unit,
        enemies=enemies,
        formations=tuple(sorted(drawn, key=id_order)),
        tiles=tuple(sorted(tiles, key=board(game).order)),
    )
    ruling.record(made, "TF-CHARGE-02", "TF-CHARGE-03")
    for enemy in enemies:
        lose_zone(ruling, enemy, assault.id)


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
    fresh = tuple(Contact(event.unit, enemy) for enemy in event.enemies)
    known = tuple(contact for contact in row.contacts if contact not in fresh)
    game.assaults[event.assault] = replace(
        row,
        formations=event.formations,
        contacts=(*known, *fresh),
        fought=tuple(dict.fromkeys((*row.fought, *event.tiles))),
    )
    _join(game, event.unit, event.enemies)
    game.units[event.unit] = replace(game.units[event.unit], charged=True)
    for enemy in event.enemies:
        _join(game, enemy, (event.unit,))


def _join(game: Game, unit: str, others: tuple[str, ...]) -> None:
    row = game.units[unit]
    both = sorted({*row.contacts, *others}, key=id_order)
    game.units[unit] = replace(row, contacts=tuple(both))


def end_contacts(ruling: Ruling[Game], unit: str) -> None:
    """TF-CHARGE-07 Contact ends with the unit; zones that are lost stay lost until the assault is over."""
    assault = assault_under_way(ruling.game)
    for contact in assault.contacts if assault else ():
        if unit in {contact.unit, contact.enemy}:
            ruling.record(ContactEnded(unit=contact.unit, enemy=contact.enemy), "TF-CHARGE-07")


def contact_ended(game: Game, event: ContactEnded) -> None:
    """Take the contact away from both units and the assault."""
    gone = Contact(event.unit, event.enemy)
    for row in tuple(game.assaults.values()):
        game.assaults[row.id] = replace(row, contacts=tuple(contact for contact in row.contacts if contact != gone))
    for unit, other in ((event.unit, event.enemy), (event.enemy, event.unit)):
        left = tuple(contact for contact in game.units[unit].contacts if contact != other)
        game.units[unit] = replace(game.units[unit], contacts=left)


PART = Part(reducers=reducers(assault_opened, contact_made, contact_ended))
