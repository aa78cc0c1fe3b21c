"""Chapters 4.2 and 8.2, Reserves: which formations may arrive in this round, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.board.inches import Body, Rect, flat_gap_below, flat_gap_within, inside, overlaps_polygon, rect_polygon
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopPose
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, STRATEGIC, Game, rival
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import enemy_bodies, warfield_rect
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import rects_of
from adjudicator.rulesets.grinding_annihilation.rules.movement import placement
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import WAITING, waiting
from adjudicator.rulesets.grinding_annihilation.rules.movement.placement import Facts, PlacementSite, Rule

FIRST_STRATEGIC = 2
NARROW, BROAD = 6 * INCH, 9 * INCH
APART = 12 * INCH
COARSE = INCH

# -- who may arrive


def may_arrive(game: Game, row: Formation) -> Fault | None:
    """GA-4.2-02 GA-8.2-04 GA-4.3-10 Say why a formation may not arrive in this round, wherever; None where it may."""
    facts = (("formation", row.id), ("round", game.battle.round))
    if row.place not in WAITING:
        return Fault("GA-3.2-30", "not-in-reserves", "formation", (*facts, ("place", row.place)))
    strategic = row.place == STRATEGIC
    first = FIRST_STRATEGIC if strategic else game.options.reserve_troop_earliest_round
    if game.battle.round < first:
        return Fault("GA-8.2-04" if strategic else "GA-4.2-02", "too-early", "formation", (*facts, ("first", first)))
    if row.left == game.battle.round:
        return Fault("GA-4.3-10", "just-left", "formation", facts)
    return None


def can_arrive(game: Game, row: Formation) -> bool:
    """GA-5.6-02 Tell whether a formation may arrive in this round, and has room somewhere."""
    return may_arrive(game, row) is None and placement.any_place(game, row, site_of(game, row))


def overdue(game: Game, seat: Party) -> list[Formation]:
    """GA-4.3-10 List the Aircraft that have to come back now, and have room to."""
    bound = (row for row in waiting(game, seat) if row.left and may_arrive(game, row) is None)
    return [row for row in bound if _all_have_room(game, row)]


def _all_have_room(game: Game, row: Formation) -> bool:
    if len(row.troops) == 1:
        return placement.any_place(game, row, site_of(game, row))
    return len(first_arrival(game, row)) == len(row.troops)


# -- where


def site_of(game: Game, row: Formation) -> PlacementSite:
    """GA-4.2-02 GA-8.2-05 GA-8.2-06 Say where a formation may be set up from the Reserves it is in."""
    enemies, number = enemy_bodies(game, row.seat), game.battle.round
    if row.place == STRATEGIC:
        banned = number in game.options.reserve_zone_ban_rounds
        rule = from_edges(warfield_rect(game), rects_of(game, rival(row.seat)) if banned else [], enemies, number)
        apart = APART
        facts: Facts = (("apart", apart), ("depth", depth_of(number)))
    else:
        apart = game.options.reserve_troop_distance
        rule = from_anywhere(enemies, apart)
        facts = (("apart", apart),)
    return placement.placement_site(game, row.seat, rule, step=COARSE, facts=facts, apart=apart)


def depth_of(number: int) -> int:
    """GA-8.2-05 GA-8.2-06 Give how deep the strips along the edges are in a round."""
    return BROAD if number > FIRST_STRATEGIC else NARROW


def from_anywhere(enemies: Sequence[Body], apart: int) -> Rule:
    """GA-4.2-02 GA-3.2-31 A Reserve Troop keeps more than 9" of plain distance from every enemy."""
    near = fault("GA-4.2-02", "near-enemies")

    def rule(body: Body) -> Fault | None:
        return near if any(flat_gap_within(body, enemy, apart) for enemy in enemies) else None

    return rule


def from_edges(whole: Rect, banned: Iterable[Rect], enemies: Sequence[Body], number: int) -> Rule:
    """GA-8.2-05 GA-8.2-06 GA-3.2-31 Strategic Reserves come in along the edges, at least 12" from every enemy.

    `banned` are the enemy's zones, where they are barred in this round.
    """
    late = number > FIRST_STRATEGIC
    clause = "GA-8.2-06" if late else "GA-8.2-05"
    strips = tuple(_strips(whole, depth_of(number)))
    zones = [rect_polygon(row) for row in banned]

    far, there, near = (fault(clause, reason) for reason in ("far-from-edges", "in-enemy-zone", "near-enemies"))

    def rule(body: Body) -> Fault | None:
        if not any(inside(body, strip) for strip in strips):
            return far
        if any(overlaps_polygon(body, zone) for zone in zones):
            return there
        return near if any(flat_gap_below(body, enemy, APART) for enemy in enemies) else None

    return rule


def _strips(whole: Rect, depth: int) -> Iterator[Rect]:
    """GA-8.2-05 Give the strips along the edges; any edge will do, for each troop another one."""
    x0, y0, x1, y1 = whole.x0, whole.y0, whole.x1, whole.y1
    yield Rect(x0, y0, min(x0 + depth, x1), y1)
    yield Rect(max(x1 - depth, x0), y0, x1, y1)
    yield Rect(x0, y0, x1, min(y0 + depth, y1))
    yield Rect(x0, max(y1 - depth, y0), x1, y1)


def first_arrival(game: Game, row: Formation) -> tuple[TroopPose, ...]:
    """Find places for as many troops as a grid of one inch has, the first ones first."""
    return placement.find_places(game, row, site_of(game, row))
