"""The armies as drawables: every base on the warfield, what lies on formations, and what is not on the warfield."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.board.inches import Pose
from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.scene import Aside, Body, Setting, Token
from adjudicator.kernel.scene.inch_ground import body_id, stands
from adjudicator.kernel.sentences import counted
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopProfile
from adjudicator.rulesets.grinding_annihilation.reports.messages import FormationView, PartView, TroopView, View

MOVES = MappingProxyType(
    {"remained_stationary": "stationary", "normal": "moved", "advance": "advanced", "retreat": "retreated"}
)
# fields of a formation that say something of it, in the order in which they are told
STATES = MappingProxyType(
    {
        "fatigued": "battle-fatigued",
        "below_half": "below half",
        "fights_first": "fights first",
        "hover": "hovers",
        "shot": "has shot",
        "assaulted": "assaulted",
        "fought": "has fought",
    }
)
PLACES = MappingProxyType(
    {
        "undeployed": "not set up",
        "reserves": "in Reserves",
        "strategic_reserves": "in Strategic Reserves",
        "embarked": "aboard",
        "destroyed": "destroyed",
    }
)
# the first keyword that a troop has says what it is
GLYPHS = (
    ("aircraft", "aircraft"),
    ("walker", "walker"),
    ("fortification", "war_engine"),
    ("vehicle", "vehicle"),
    ("monstrous", "beast"),
    ("bestial", "beast"),
    ("character", "leader"),
    ("infantry", "infantry"),
)


class Standing(NamedTuple):
    """A living troop, where the View has it, and its statistics."""

    path: str
    formation: FormationView
    part: PartView
    troop: TroopView
    profile_path: str
    profile: TroopProfile


def troops_in(view: View) -> Iterator[Standing]:
    """List every living troop, on the warfield or not."""
    for place, formation in enumerate(view.formations):
        parts = {part.id: number for number, part in enumerate(formation.parts)}
        for number, troop in enumerate(formation.troops):
            at = parts[troop.part]
            part = formation.parts[at]
            kind = next(n for n, profile in enumerate(part.profiles) if profile.name == troop.profile)
            path = f"formations[{place}]"
            yield Standing(
                path=f"{path}.troops[{number}]",
                formation=formation,
                part=part,
                troop=troop,
                profile_path=f"{path}.parts[{at}].profiles[{kind}]",
                profile=part.profiles[kind],
            )


def name_of(formation: FormationView) -> str:
    """Name a formation: its parts by their names, and its id."""
    return f"{' and '.join(part.name for part in formation.parts)} ({formation.id})"


# -- on the warfield


def bodies(view: View, setting: Setting) -> Iterator[Body]:
    """Draw every base on the warfield, and the wrecks whose passengers still have to get out."""
    generals = {side.general for side in view.sides}
    for row in troops_in(view):
        if row.troop.pose is not None:
            yield _body(row, row.troop.pose, view, setting, generals)
    for place, wreck in enumerate(view.wrecks):
        seat = seat_of_id(wreck.troop)
        yield stands(wreck.pose, wreck.base_size)(
            id=body_id(wreck.troop),
            text=f"Wreck of {wreck.troop} of {setting.seats[seat]}, with {', '.join(wreck.formations)} aboard.",
            why=("GA-3.2-43",),
            of_view=(f"wrecks[{place}].pose", f"wrecks[{place}].base_size"),
            unit=wreck.troop,
            seat=seat,
            glyph="vehicle",
            states=("wreck",),
        )


def _body(row: Standing, pose: Pose, view: View, setting: Setting, generals: Collection[str]) -> Body:
    troop, formation, profile = row.troop, row.formation, row.profile
    own = [word for word, holds in (("general", troop.id in generals), ("attacked", troop.marked)) if holds]
    if "scientist" in troop.keywords:
        own.append("scientist")
    states = (*own, *states_of(formation, view))
    said = f"; {', '.join(states)}" if states else ""
    return stands(pose, profile.base_size)(
        id=body_id(troop.id),
        text=f"{row.part.name}, {profile.name.replace('_', ' ')} {troop.id} of {setting.seats[formation.seat]}: "
        f"{troop.wounds_left} of {counted(profile.wounds, 'wound')} left{said}.",
        why=("GA-2.1-06",) if "general" in own else (),
        of_view=(
            f"{row.path}.pose",
            f"{row.path}.wounds_left",
            f"{row.profile_path}.base_size",
            f"{row.profile_path}.wounds",
        ),
        unit=formation.id,
        seat=formation.seat,
        glyph=_glyph({*troop.keywords, *row.part.keywords}),
        wounds=troop.wounds_left,
        of=profile.wounds,
        states=states,
    )


def states_of(formation: FormationView, view: View) -> tuple[str, ...]:
    """Say in words how a formation is."""
    under_way = {row.formation for row in (view.action, view.declaration) if row is not None}
    found = ["acting"] if formation.id in under_way else []
    found += [word for name, word in STATES.items() if getattr(formation, name)]
    found += ["in threat range"] if formation.threatened_by else []
    found += ["out of cohesion"] if formation.id in view.out_of_cohesion else []
    found += [MOVES[formation.move_kind]] if formation.move_kind in MOVES else []
    return tuple(found)


def _glyph(keywords: Collection[str]) -> str:
    return next((glyph for keyword, glyph in GLYPHS if keyword in keywords), "unknown")


# -- what lies on formations


def tokens(view: View, setting: Setting) -> Iterator[Token]:
    """Draw effects of Battle-Manoeuvres and mortal wounds that wait, on the first base of their formation."""
    first: dict[str, str] = {}
    for row in troops_in(view):
        if row.troop.pose is not None:
            first.setdefault(row.formation.id, body_id(row.troop.id))
            first[row.troop.id] = body_id(row.troop.id)
    for place, effect in enumerate(view.effects):
        on = effect.troop or effect.formation
        if on in first:
            yield Token(
                id=f"token:effect-{effect.manoeuvre}-{on}",
                text=f"{effect.manoeuvre.replace('_', ' ').capitalize()} is in force on {on}.",
                why=("GA-5.0-10",),
                of_view=(f"effects[{place}]",),
                on=first[on],
                kind="effect",
                value=effect.manoeuvre,
                seat=seat_of_id(on),
            )
    for place, wounds in enumerate(view.pending):
        if wounds.formation in first:
            yield Token(
                id=f"token:mortal-{wounds.id}",
                text=f"{counted(wounds.wounds, 'mortal wound')} of {wounds.source.replace('_', ' ')} wait for "
                f"{wounds.formation} of {setting.seats[seat_of_id(wounds.formation)]}.",
                why=("GA-3.3-29",),
                of_view=(f"pending[{place}].wounds",),
                on=first[wounds.formation],
                kind="mortal_wounds",
                value=str(wounds.wounds),
                seat=seat_of_id(wounds.formation),
            )


# -- beside the warfield


def aside(view: View) -> Iterator[Aside]:
    """List formations that are not on the warfield, and parts of others that are destroyed."""
    for place, row in enumerate(view.formations):
        path = f"formations[{place}]"
        if row.place != "warfield":
            troops = f", {counted(len(row.troops), 'troop')}" if row.troops else ""
            where = f"{PLACES[row.place]} {row.aboard}" if row.aboard else PLACES[row.place]
            yield Aside(
                seat=row.seat, text=f"{name_of(row)}: {where}{troops}.", unit=row.id, of_view=(f"{path}.place",)
            )
            continue
        for number, part in enumerate(row.parts):
            if part.destroyed:
                yield Aside(
                    seat=row.seat,
                    text=f"{part.name} ({part.id}): destroyed.",
                    unit=part.id,
                    of_view=(f"{path}.parts[{number}].destroyed",),
                )
