"""Whole numbers out of divisions: to the nearest, or towards 0; both so that mirror images agree."""

__all__ = ["to_nearest", "towards_zero"]


def to_nearest(numerator: int, denominator: int) -> int:
    """Divide to the nearest whole number, halves away from 0; the denominator is above 0."""
    half = (2 * abs(numerator) + denominator) // (2 * denominator)
    return half if numerator >= 0 else -half


def towards_zero(numerator: int, denominator: int) -> int:
    """Divide towards 0, so that no part of a length becomes longer; the denominator is above 0."""
    return numerator // denominator if numerator >= 0 else -(-numerator // denominator)
