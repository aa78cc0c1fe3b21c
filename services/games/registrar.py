"""Who sees to it that games stand in the public register, as commands and clock know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from services.sessions.session import Session


class Registrar(Protocol):
    """Registers openings and ends; LogFault, Conflict, StoreDown from both."""

    async def opened(self, session: Session) -> None:
        """Let the opening of a game stand in its register before anything is added to it."""
        ...

    async def ended(self, session: Session) -> None:
        """Let the end of a game stand in its register."""
        ...
