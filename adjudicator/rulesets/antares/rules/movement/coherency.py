"""Coherency: models of a unit hang together by gaps (AN-MOVE-09)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board.inches import Body, flat_gap, hang_together


def coherent(bodies: Sequence[Body], limit: int) -> bool:
    """AN-MOVE-09 Tell whether models hang together by gaps of at most so much."""
    return len(bodies) <= 1 or hang_together(bodies, limit, 0, 1)


def widest(bodies: Sequence[Body]) -> int:
    """Measure the least distance by which these models would hang together, rounded down."""
    near = {number: flat_gap(bodies[0], body) for number, body in enumerate(bodies) if number}
    most = 0
    while near:
        number = min(near, key=lambda row: near[row])
        most = max(most, near.pop(number))
        near = {key: min(far, flat_gap(bodies[number], bodies[key])) for key, far in near.items()}
    return most
