"""What is offered to be claimed, and what silence stands for."""

from __future__ import annotations

from typing import Any

from tests.kit import Table


def command_of_silence(table: Table) -> Any:
    """Give what red's silence stands for."""
    otherwise = table.rules.windows[table.window.kind].default_command
    return otherwise(table.game, table.window, 0) if otherwise and table.window else None


def offered_claims(table: Table) -> dict[str, tuple[str, ...]]:
    """Give what red is offered to claim, with the troops."""
    found: dict[str, tuple[str, ...]] = {}
    for offer in table.offers("red"):
        if offer.command == "ClaimImpossible":
            values = {domain.field: domain.values.values for domain in offer.fields}
            found |= dict.fromkeys(values["what"], values.get("troops", ()))
    return found
