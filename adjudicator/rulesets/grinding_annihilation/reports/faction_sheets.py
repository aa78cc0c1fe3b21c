"""What a faction fields, as sheets of the contract."""

from __future__ import annotations

from msgspec.structs import asdict

from adjudicator.rulesets.grinding_annihilation.reports import messages
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    CompositionSheet,
    DoctrineSheet,
    EnhancementSheet,
    GearOptionSheet,
    GearSheet,
    ManoeuvreSheet,
    TroopCatalogue,
)
from adjudicator.rulesets.grinding_annihilation.roster.catalogue import (
    Catalogue,
    Composition,
    Faction,
    GearOption,
    Manoeuvre,
    abilities,
    hold,
    troop_profile,
)
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY


def catalogue_of(faction: Faction) -> messages.Catalogue:
    """Show everything that a faction fields."""
    return messages.Catalogue(
        name=faction.id,
        title=faction.name,
        clause=faction.clause,
        formations=tuple(map(_troop_catalogue, faction.catalogues)),
        weapons=tuple(LIBRARY.weapons[key] for key in faction.weapons),
        gear=tuple(
            GearSheet(name=key, title=row.name, clause=row.clause, scope=row.scope, abilities=abilities(row.abilities))
            for key, row in faction.gear.items()
        ),
        doctrines=tuple(
            DoctrineSheet(
                name=key, title=row.name, clause=row.clause, keyword=row.keyword, abilities=abilities(row.abilities)
            )
            for key, row in faction.doctrines.items()
        ),
        enhancements=_enhancements(faction),
        manoeuvres=tuple(manoeuvre_sheet(key, LIBRARY.own[key].row) for key in faction.manoeuvres),
    )


def _enhancements(faction: Faction) -> tuple[EnhancementSheet, ...]:
    return tuple(
        EnhancementSheet(
            name=key,
            title=row.name,
            clause=row.clause,
            points=row.points,
            unique=row.unique,
            abilities=abilities(row.abilities),
        )
        for key, row in faction.enhancements.items()
    )


def manoeuvre_sheet(key: str, row: Manoeuvre) -> ManoeuvreSheet:
    """Show a Battle-Manoeuvre, core or of a catalogue."""
    own = LIBRARY.own.get(key)
    return ManoeuvreSheet(
        name=key,
        title=row.name,
        clause=row.clause if own is None else own.clause,
        category=row.category,
        cost=row.cost,
        side=row.side,
        phases=row.phases,
        per=row.per,
        works_as=LIBRARY.core(key),
        keyword="" if own is None else own.keyword,
    )


def _troop_catalogue(row: Catalogue) -> TroopCatalogue:
    return TroopCatalogue(
        name=row.id,
        title=row.name,
        clause=row.clause,
        faction_keywords=row.faction_keywords,
        other_keywords=row.other_keywords,
        abilities=abilities(row.abilities),
        leads=row.leads,
        profiles=tuple(map(troop_profile, row.profiles)),
        composition=tuple(map(_composition, row.composition)),
        gear_options=tuple(_gear_option(option) for option in row.gear_options),
        transport=hold(row.transport),
    )


def _gear_option(option: GearOption) -> GearOptionSheet:
    values = asdict(option)
    return GearOptionSheet(name=values.pop("id"), **values)


def _composition(row: Composition) -> CompositionSheet:
    return CompositionSheet(
        profile=row.profile, least=row.min, most=row.max, weapons=row.weapons, gear=row.gear, points=row.points
    )
