"""Signs for what a body is: paths in a square from -100 to 100, front up, to be stroked."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

GLYPHS: Mapping[str, str] = MappingProxyType(
    {
        "infantry": "M-70 -45H70V45H-70ZM-70 -45L70 45M70 -45L-70 45",
        "elite": "M-70 -45H70V45H-70ZM-70 -45L70 45M70 -45L-70 45M-20 -80L0 -62L20 -80",
        "leader": "M0 -75L20 -22H75L31 10L47 65L0 32L-47 65L-31 10L-75 -22H-20Z",
        "cavalry": "M-70 -45H70V45H-70ZM-70 45L70 -45",
        "bike": "M-70 -45H70V45H-70ZM-70 45L70 -45M-45 70A12 12 0 1 1 -46 70M45 70A12 12 0 1 1 44 70",
        "beast": "M-60 60Q-75 -10 -35 -15L-45 -65L-10 -25H10L45 -65L35 -15Q75 -10 60 60Q0 25 -60 60Z",
        "vehicle": "M-45 -40H45A40 40 0 0 1 45 40H-45A40 40 0 0 1 -45 -40Z",
        "light_vehicle": "M-60 -30H60V25H-60ZM-35 25A16 16 0 1 0 -34 25M35 25A16 16 0 1 0 36 25",
        "walker": "M-40 -70H40V-5H-40ZM-25 -5L-40 70M25 -5L40 70M-60 70H-20M20 70H60",
        "war_engine": "M-75 50V0L-40 -25V-60H40V-25L75 0V50ZM-20 -60V-85M20 -60V-85",
        "gun": "M0 55V-75M-25 -50L0 -78L25 -50M-45 30A45 45 0 0 0 45 30",
        "support": "M-70 -45H70V45H-70ZM0 -25V25M-25 0H25",
        "aircraft": "M0 0C-30 -45 -80 -45 -80 0C-80 45 -30 45 0 0C30 -45 80 -45 80 0C80 45 30 45 0 0Z",
        "probe": "M-30 0A30 30 0 1 1 30 0A30 30 0 1 1 -30 0M-60 -60L-25 -25M60 -60L25 -25",
        "unknown": "M-28 -30A30 30 0 1 1 10 2Q0 8 0 28M0 52V60",
    }
)
