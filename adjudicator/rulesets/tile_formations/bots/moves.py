"""How a bot takes actions: which formation does what, where its units go, whom they charge."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.sampling import Preference, word_of, words_of
from adjudicator.rulesets.tile_formations.bots.situation import FAR, Turn, reach
from adjudicator.rulesets.tile_formations.model.look_ups import OVERWATCH
from adjudicator.rulesets.tile_formations.model.options import ENGAGE, FAILED, MARCH, PASSED
from adjudicator.rulesets.tile_formations.reports.messages import UnitView

COVER = frozenset(
    {"buildings", "bunkers", "fieldworks", "fortifications", "gun_emplacements", "jungle", "ruins", "woods"}
)
DEADLY = frozenset({"minefield"})
INFANTRY = "INF"
STRAY, SHELTER, MINES = 100, 1, 3
SAFE = 3
NEVER_RANDOM = frozenset({"DeclareCautious", "MoveUnit", "Charge", "EndFormationMove"})
"""What is never done at random: it could tear a formation apart."""

# -- actions


def action(turn: Turn) -> Struct | None:
    """Take an action with any formation that may act: charge what is near, shoot, or come nearer."""
    if turn.offered("EndTurn") and turn.one_in(8):
        return turn.any_of("EndTurn")
    offers = turn.offered("BeginAction")
    if not offers:
        return turn.any_of("EndAction")
    formation = turn.chance.choice(list(dict.fromkeys(word_of(offer.fields, "formation") for offer in offers)))
    own = [offer for offer in offers if word_of(offer.fields, "formation") == formation]
    return _charge(turn, formation, own) or _road_march(turn, formation, own) or _other_action(turn, formation, own)


def _charge(turn: Turn, formation: str, offers: Iterable[Offer]) -> Struct | None:
    engaging = [offer for offer in offers if words_of(offer.fields, "action") == (ENGAGE,)]
    speed = max((row.sheet.speed for row in turn.of(formation)), default=0)
    if not engaging or turn.enemy_distance(formation) > speed + 1 or turn.one_in(3):
        return None
    targets = words_of(engaging[0].fields, "target")
    nearest = min(targets, key=lambda row: (_distance(turn, formation, row), row))
    return turn.sampled(engaging[0], _wanted(turn, target=nearest, test=_result(turn)))


def _result(turn: Turn) -> str:
    """Say how an action test went outside: passed, now and then failed."""
    return FAILED if turn.one_in(8) else PASSED


def _distance(turn: Turn, one: str, other: str) -> int:
    tiles = [tile for row in turn.of(other) for tile in row.tiles]
    return min((turn.distance_to(tile, tiles) for row in turn.of(one) for tile in row.tiles), default=FAR)


def _wanted(turn: Turn, **fields: str) -> Preference:
    """Take these values where they are offered, and any others."""

    def prefer(field: str, values: tuple[str, ...]) -> str:
        wanted = fields.get(field, "")
        return wanted if wanted in values else turn.chance.choice(values)

    return prefer


def _road_march(turn: Turn, formation: str, offers: Iterable[Offer]) -> Struct | None:
    on_road = [offer for offer in offers if words_of(offer.fields, "road_march")]
    if not on_road or turn.enemy_distance(formation) < 2 * SAFE or turn.one_in(2):
        return None
    return turn.sampled(on_road[0])


def _other_action(turn: Turn, formation: str, offers: list[Offer]) -> Struct | None:
    plain = [
        offer
        for offer in offers
        if words_of(offer.fields, "action") != (ENGAGE,) and not words_of(offer.fields, "road_march")
    ]
    offered = plain[0] if plain else offers[0]
    return turn.sampled(offered, _wanted(turn, action=_suited_action(turn, formation), test=_result(turn)))


def _suited_action(turn: Turn, formation: str) -> str:
    """Name the action that suits: shoot in range, and come nearer the faster the farther off the enemy is."""
    units = turn.of(formation)
    far = turn.enemy_distance(formation) - max(map(reach, units), default=0)
    speed = max(1, min((unit.sheet.speed for unit in units), default=1))
    if far <= 0:
        waits = all(unit.sheet.unit_type == INFANTRY for unit in units) and turn.one_in(3)
        return OVERWATCH if waits else turn.chance.choice(("advance", "advance", "hold"))
    return "advance" if far <= speed else "double" if far <= 2 * speed else MARCH


# -- moves


def move(turn: Turn) -> Struct | None:
    """Charge, or move the first unit that stands better elsewhere; then end the move."""
    charging = None if turn.one_in(12) else _closest_charge(turn)
    if charging is not None:
        return charging
    if turn.offered("DeclareCautious") and turn.one_in(15) and not _has_moved(turn):
        return turn.any_of("DeclareCautious")
    for offered in turn.offered("MoveUnit"):
        path = _better(turn, offered)
        if path:
            return turn.sampled(offered, _wanted(turn, path=path))
    return _rejoin(turn) or _end(turn) or turn.any_of("MoveUnit") or turn.any_of("Charge")


def _has_moved(turn: Turn) -> bool:
    """Tell whether a unit has moved already, so that who is slow now may lose touch with it."""
    action = turn.view.action
    return action is not None and any(row.moved for row in turn.of(action.formation))


def _rejoin(turn: Turn) -> Struct | None:
    """Move a unit that would be lost to the body that would be kept, where it can come so far."""
    ends = turn.offered("EndFormationMove")
    kept = max((words_of(end.fields, "keep") for end in ends), key=len, default=())
    body = [tile for key in kept for tile in turn.units[key].tiles]
    for offered in turn.offered("MoveUnit") if len(ends) > 1 else ():
        unit = turn.units[word_of(offered.fields, "unit")]
        enemy_distance = [
            path
            for path in words_of(offered.fields, "path")
            if turn.distance_to(turn.end_of(path, unit), body) <= turn.coherency
        ]
        if enemy_distance and unit.id not in kept:
            return turn.sampled(offered, _wanted(turn, path=turn.chance.choice(enemy_distance)))
    return None


def _closest_charge(turn: Turn) -> Struct | None:
    """Charge where the unit stays nearest to its formation; not where somebody would be lost to it."""
    weighed = [
        (_out_of_formation(turn, unit, turn.end_of(path, unit)), number, path)
        for number, offered in enumerate(turn.offered("Charge"))
        for unit in [turn.units[word_of(offered.fields, "unit")]]
        for path in words_of(offered.fields, "path")
    ]
    least = min((weight for weight, _, _ in weighed), default=FAR)
    if not weighed or least:
        return None
    _, number, path = turn.chance.choice([row for row in weighed if row[0] == least])
    return turn.sampled(turn.offered("Charge")[number], _wanted(turn, path=path))


def _better(turn: Turn, offered: Offer) -> str:
    """Give the best path of a unit; empty where it stands as well as there."""
    unit = turn.units[word_of(offered.fields, "unit")]
    weighed = [(_weight(turn, unit, turn.end_of(path, unit)), path) for path in words_of(offered.fields, "path")]
    best = min((weight for weight, _ in weighed), default=FAR)
    if best >= _weight(turn, unit, unit.tile):
        return ""
    return turn.chance.choice([path for weight, path in weighed if weight == best])


def _weight(turn: Turn, unit: UnitView, tile: str) -> int:
    """Weigh a place: in range of the enemy and not too near, in formation, under cover, not among mines."""
    gap = turn.distance_to(tile, turn.enemy_tiles)
    wanted = max(SAFE, reach(unit) - 1)
    here = turn.terrain.get(tile, ())
    sheltered = unit.sheet.unit_type == INFANTRY and any(kind in COVER for kind in here)
    mined = any(kind in DEADLY for kind in here)
    misplaced = max(0, gap - wanted) + max(0, SAFE - gap)
    return misplaced + STRAY * _out_of_formation(turn, unit, tile) - SHELTER * sheltered + MINES * mined


def _out_of_formation(turn: Turn, unit: UnitView, tile: str) -> int:
    """Measure how far a place is from being in formation, 0 in it; with those that have moved, if any have.

    Each unit of the formation that has still to move and could not follow counts too.
    """
    moved, to_follow = turn.mates_of(unit)
    far = max(0, turn.distance_to(tile, moved) - turn.coherency) if moved else 0
    return far + sum(tile not in near for near in to_follow)


def _end(turn: Turn) -> Struct | None:
    """End the move, and keep the largest body."""
    ends = turn.offered("EndFormationMove")
    if not ends:
        return None
    return turn.sampled(max(ends, key=lambda row: len(words_of(row.fields, "keep"))))
