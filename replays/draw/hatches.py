"""Hatches: each a tile of 24 by 24 with lines (paths) and dots; readable without colour."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TILE: Final = 24
# stroked paths by hatch
LINES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "trees": ("M7 12V16M3 12A4 4 0 1 1 11 12Z", "M19 22V24M15 22A4 4 0 1 1 23 22Z"),
        "thicket": ("M1 8A4 4 0 1 1 9 8Z", "M13 8A4 4 0 1 1 21 8Z", "M7 20A4 4 0 1 1 15 20Z", "M19 20A3 3 0 1 1 23 20"),
        "tufts": ("M4 8L6 4M6 8V3M8 8L6 4", "M15 20L17 16M17 20V15M19 20L17 16"),
        "stones": ("M4 8L6 5H9L11 8Z", "M15 20L17 16L20 17L21 20Z"),
        "arcs": ("M1 12A6 6 0 0 1 11 12", "M13 24A6 6 0 0 1 23 24"),
        "peaks": ("M1 12L6 3L11 12M4.5 6L6 8L7.5 6", "M13 24L18 15L23 24"),
        "teeth": ("M0 6H24M3 6L6 12L9 6M15 6L18 12L21 6", "M0 18H24M9 18L12 24L15 18"),
        "reeds": ("M2 9H11M5 9V5M8 9V6", "M14 21H23M17 21V17M20 21V18"),
        "waves": ("M0 7Q6 2 12 7T24 7", "M0 19Q6 14 12 19T24 19"),
        "bricks": ("M0 6H24M0 12H24M0 18H24M0 24H24M6 0V6M18 6V12M6 12V18M18 18V24",),
        "rubble": ("M2 5H8V9M13 4H17", "M5 17H9M14 15V20H21"),
        "battlements": ("M0 10V4H6V10H12V4H18V10H24", "M0 22V16H6V22H12V16H18V22H24"),
        "rising": ("M0 24L24 0M-6 6L6 -6M18 30L30 18",),
        "falling": ("M0 0L24 24M-6 18L6 30M18 -6L30 6",),
        "upright": ("M6 0V24M18 0V24",),
        "level": ("M0 6H24M0 18H24",),
    }
)
