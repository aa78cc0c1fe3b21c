"""Dice become hits: what a face means, lucky hits, and the hits of a volley once they are final (AN-HIT)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import DieResult, Hit, HitsHalved, HitsScored
from adjudicator.rulesets.antares.model.rows import Group, Volley, VolleyEffect, VolleyResult
from adjudicator.rulesets.antares.model.state import Game, kind_of
from adjudicator.rulesets.antares.model.volleys import Die
from adjudicator.rulesets.antares.rules.damage.nets import direct_nets, net_clause
from adjudicator.rulesets.antares.rules.tests import amounts

LUCKY, DUD = 1, 10
BREAK_TEST = "break_test"

# -- faces


def under_fire(game: Game, volley: Volley) -> bool:
    """AN-ORDER-02 AN-REACT-14 AN-REACT-24 Tell whether a volley is shot under a Fire order, or as under one."""
    if volley.kind != "shooting":
        return volley.kind in ("firefight", "ambush_fire")
    found = (action.order for action in reversed(game.actions) if action.unit == volley.unit)
    return next(found, "") == "fire"


def may_be_lucky(game: Game, group: Group) -> bool:
    """AN-HIT-01 AN-OH-11 Tell whether a 1 can be a lucky hit: not of blind fire, nor where a template makes no hits."""
    if not group.overhead:
        return True
    effect = game.weapons[group.weapon].overhead
    return not group.blind and effect is not None and effect.kind == "blast"


def read_face(game: Game, volley: Volley, group: Group, face: int, *, luck: bool) -> DieResult:
    """AN-HIT-01 AN-HIT-04 AN-HIT-05 AN-HIT-06 AN-HIT-07 Read a face; `luck` says that a 1 would be the lucky hit."""
    needed = group.needed.total if group.needed is not None else 0
    if face == DUD:
        result = "dud"
    elif face == LUCKY:
        result = "lucky" if luck and may_be_lucky(game, group) else "hit"
    elif face <= needed and not group.blind:
        result = "hit"
    else:
        result = "shift" if group.overhead and not group.blind and under_fire(game, volley) else "miss"
    return DieResult(face=face, result=result)


def read_faces(game: Game, volley: Volley, faces: Sequence[Sequence[int]]) -> list[tuple[DieResult, ...]]:
    """AN-HIT-02 Read the faces of every group: of several 1s the first is the lucky hit, or none, by the option."""
    ones = [
        (index, place)
        for index, row in enumerate(faces)
        for place, face in enumerate(row)
        if face == LUCKY and may_be_lucky(game, volley.groups[index])
    ]
    chosen = ones[:1] if len(ones) == 1 or game.options.lucky_rule == "one_per_volley" else []
    return [
        tuple(
            read_face(game, volley, volley.groups[index], face, luck=(index, place) in chosen)
            for place, face in enumerate(row)
        )
        for index, row in enumerate(faces)
    ]


def read_reroll(game: Game, volley: Volley, die: Die, face: int) -> DieResult:
    """AN-HIT-02 Read the face of a re-roll: a 1 is the lucky hit if there is none yet."""
    others = [row for row in volleys.dice_of(volley) if row.number != die.number]
    rivals = [other for other in others if other.face == LUCKY and may_be_lucky(game, volley.groups[other.group])]
    luck = not volleys.has_lucky(volley) and (game.options.lucky_rule == "one_per_volley" or not rivals)
    return read_face(game, volley, volley.groups[die.group], face, luck=luck)


# -- final hits


def has_hits(game: Game, volley: Volley) -> bool:
    """Tell whether a volley has hit anything, or thrown a net over it."""
    return bool(volleys.direct_hits(volley) or volley.nets or template_hits(game, volley))


def template_hits(game: Game, volley: Volley) -> tuple[Hit, ...]:
    """List the hits that templates of a volley made, by id."""
    if not any(group.overhead for group in volley.groups):
        return ()
    return tuple(game.hits[key] for key in sorted(game.hits) if game.hits[key].volley == volley.id)


def strike_amount(game: Game, group: Group, model: str) -> Amount:
    """AN-RESIST-03 AN-H2H-06 Give the strike value of a group's hits: the weapon's, or that of the fighter's hand."""
    if group.weapon:
        return game.weapons[group.weapon].strike_value
    return kind_of(game, game.models[model]).strike_value


def needs_dice(game: Game, volley: Volley) -> bool:
    """Tell whether dice are thrown before the hits are final: for strike values and for nets without a template."""
    hits = ((volley.groups[die.group], die.place) for die in volleys.direct_hits(volley))
    rolled = any(strike_amount(game, group, volleys.shooter_of(group, place)).dice for group, place in hits)
    return rolled or bool(direct_nets(game, volley))


def score_hits(ruling: Ruling[Game], volley: str, net: int = 0, faces: tuple[int, ...] = ()) -> None:
    """AN-HIT-04 Make the hits of a volley final, unit by unit; `net` are the pins of nets without a template.

    Throws dice for strike values that have any, by number of the die. Records nothing where nothing was hit.
    """
    game = ruling.game
    row = game.volleys[volley]
    hits_made = template_hits(game, row) + _direct(ruling, row)
    nets = dict(row.nets)
    if net:
        nets[row.target] = max(net, nets.get(row.target, 0))
    for unit in sorted({item.unit for item in hits_made} | set(nets)):
        hits = tuple(item for item in hits_made if item.unit == unit)
        own = faces if unit == row.target else ()
        words = {word for hit in hits if hit.weapon for word in game.weapons[hit.weapon].properties}
        event = HitsScored(
            volley=volley,
            unit=unit,
            hits=hits,
            net=nets.get(unit, 0),
            net_faces=own,
            disrupted="disruptor" in words,
            slung="slingnet" in words,
            shaken=BREAK_TEST in words,
        )
        ruling.record(event, *_reasons(game, row, event))


def _direct(ruling: Ruling[Game], row: Volley) -> tuple[Hit, ...]:
    return tuple(_hit(ruling, row, die) for die in volleys.direct_hits(row))


def _hit(ruling: Ruling[Game], row: Volley, die: Die) -> Hit:
    group = row.groups[die.group]
    shooter = volleys.shooter_of(group, die.place)
    value = amounts.roll_strike_value(ruling, strike_amount(ruling.game, group, shooter), row.seat)
    blast = bool(group.weapon) and "blast" in ruling.game.weapons[group.weapon].properties
    return Hit(
        id=f"{row.id}.{die.number:03}",
        volley=row.id,
        unit=row.target,
        weapon=group.weapon,
        strike_value=value,
        lucky=die.result == "lucky",
        overhead=blast,
        shooter=shooter,
        model="",
    )


def _reasons(game: Game, row: Volley, event: HitsScored) -> tuple[str, ...]:
    fight = ("AN-H2H-07",) if row.kind == volleys.HAND_TO_HAND else ()
    lucky = ("AN-HIT-01", "AN-HIT-02") if any(hit.lucky for hit in event.hits) else ()
    template = ("AN-OH-12",) if any(group.overhead for group in row.groups) else ()
    nets = ("AN-PIN-13",) if event.net else ()
    thrown = tuple(net_clause(thrown_net) for thrown_net in direct_nets(game, row)) if event.net_faces else ()
    return ("AN-HIT-04", *fight, *lucky, *template, *nets, *thrown)


# -- reducers


def hits_halved(game: Game, event: HitsHalved) -> None:
    """Take away the hits that fall, or leave so many pins."""
    for item in event.dropped:
        del game.hits[item]
    if event.what == "pins":
        row = game.volleys[event.volley]
        nets = tuple((unit, event.now if unit == event.unit else pins) for unit, pins in row.nets)
        game.volleys[event.volley] = replace(row, nets=nets)


def hits_scored(game: Game, event: HitsScored) -> None:
    """Let the hits stand, and remember what they say about pins."""
    game.volleys[event.volley] = replace(game.volleys[event.volley], hits_final=True)
    game.hits |= {hit.id: hit for hit in event.hits}
    old = game.volley_results.get(event.unit) or VolleyResult(unit=event.unit)
    effect = VolleyEffect(volley=event.volley, disrupted=event.disrupted, slung=event.slung, net_pins=event.net)
    game.volley_results[event.unit] = replace(
        old.with_effect(effect), hit=old.hit or bool(event.hits), shaken=old.shaken or event.shaken
    )


def note_break_test(game: Game, units: Iterable[str]) -> None:
    """AN-BREAK-09 Note that units were hit by what calls for a break test."""
    for unit in units:
        old = game.volley_results.get(unit) or VolleyResult(unit=unit)
        game.volley_results[unit] = replace(old, shaken=True)


PART = Part(reducers=reducers(hits_halved, hits_scored))
