"""Armies that are ready to be handed in, as data has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from adjudicator.kernel.decoding import read_folder
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Attachment,
    BattleFormations,
    Embarkation,
    EnhancementChoice,
    GearChoice,
    RosterFormation,
    SubmitRoster,
    TroopCount,
)
from adjudicator.rulesets.grinding_annihilation.model.options import PACKAGE


class CountEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """So many troops of a kind."""

    profile: str
    count: int


class GearEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A gear option used."""

    option: str
    troops: tuple[int, ...] = ()


class EnhancementEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An enhancement carried."""

    troop: int
    enhancement: str


class FormationEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A formation of an army that is ready to be handed in."""

    id: str
    catalogue: str
    troops: tuple[CountEntry, ...]
    gear: tuple[GearEntry, ...]
    enhancements: tuple[EnhancementEntry, ...]
    points: int


class AttachmentEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A Leader and its Escort."""

    leader: str
    escort: str


class EmbarkedEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A formation that starts aboard of a transport troop."""

    formation: str
    transport: str


class Army(Struct, frozen=True, forbid_unknown_fields=True):
    """An army that is ready to be handed in."""

    id: str
    name: str
    clause: str
    battle_size: str
    points: int
    faction: str
    doctrine: str
    general: str
    prepared_manoeuvres: tuple[str, ...]
    attachments: tuple[AttachmentEntry, ...]
    formations: tuple[FormationEntry, ...]
    embarked: tuple[EmbarkedEntry, ...] = ()
    reserves: tuple[str, ...] = ()
    strategic_reserves: tuple[str, ...] = ()
    hover: tuple[str, ...] = ()


ARMIES: Mapping[str, Army] = read_folder(PACKAGE, "armies", Army)


def submitted(army: Army) -> SubmitRoster:
    """Write an army as a roster."""
    return SubmitRoster(
        faction=army.faction,
        doctrine=army.doctrine,
        general=army.general,
        prepared_manoeuvres=army.prepared_manoeuvres,
        formations=tuple(_formation(formation) for formation in army.formations),
    )


def suggested(army: Army, prefix: str = "", flying: Iterable[str] = ()) -> BattleFormations:
    """Write down the battle formations that suit an army, ids with a prefix; of who may hover those not in `flying`."""
    hover = tuple(key for key in army.hover if key not in frozenset(flying))
    return BattleFormations(
        attachments=tuple(
            Attachment(leader=prefix + row.leader, escort=prefix + row.escort) for row in army.attachments
        ),
        embarked=tuple(
            Embarkation(formation=prefix + row.formation, transport=prefix + row.transport) for row in army.embarked
        ),
        reserves=tuple(prefix + key for key in army.reserves if key not in hover),
        strategic_reserves=tuple(prefix + key for key in army.strategic_reserves),
        hover=tuple(prefix + key for key in hover),
    )


def _formation(entry: FormationEntry) -> RosterFormation:
    return RosterFormation(
        id=entry.id,
        catalogue=entry.catalogue,
        points=entry.points,
        troops=tuple(TroopCount(profile=troop.profile, count=troop.count) for troop in entry.troops),
        gear=tuple(GearChoice(option=row.option, troops=row.troops) for row in entry.gear),
        enhancements=tuple(
            EnhancementChoice(troop=enhancement.troop, enhancement=enhancement.enhancement)
            for enhancement in entry.enhancements
        ),
    )
