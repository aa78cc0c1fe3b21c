"""Which commands of earlier editions are given no more: the kernel's rulings do what they did."""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.decide.handlers import Retired
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE, REFEREE_ROLE

REFEREES_UNTIL_2026_7: Final = Retired(edition="2026.7", roles=(REFEREE_ROLE, HEAD_REFEREE_ROLE))
