"""Roles as they stand in records: who an actor is to a game (proto/wargame/v1 names them)."""

from typing import Final

OWNER_ROLE: Final = 1
REFEREE_ROLE: Final = 2
SEAT_ROLE: Final = 3
SERVER_ROLE: Final = 6
ADMIN_ROLE: Final = 7
HEAD_REFEREE_ROLE: Final = 8
