"""Which leaves of a ruleset's commands offers tell of, in situations of recorded games and of tables set up for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from google.protobuf import descriptor_pool

from adjudicator.kernel.decide.offers import Domain, Items, Offer, Places, Shape
from adjudicator.kernel.decide.parties import REFEREE
from replays.tell.golden import ScriptPlayer
from replays.tell.transcript import parse
from services.rpc import available_offers
from tests.conformance.by_offers.offer_player import leaves
from tests.kit import Table

SEAT_ROLE, REFEREE_ROLE = 3, 2
# so many situations of a question are looked at from the first on, then one in so many
FIRST, ONE_IN = 25, 5


def recorded_situations(rules: Any, recorded: Iterable[Path]) -> Iterator[Any]:
    """Go through the games as they stood before each command of recorded ones."""
    for path in recorded:
        script = parse(path.read_text(encoding="utf-8"), rules)
        player = ScriptPlayer(rules, script)
        yield player.game
        for line in script.lines:
            player.take(line)
            yield player.game


def untold_leaves(rules: Any, situations: Iterable[Any]) -> set[str]:
    """List the leaves of all commands of a ruleset that no offer gives a domain; some commands have no leaves."""
    known: dict[str, set[str]] = {}
    for offer in _offers_in(rules, situations):
        known.setdefault(offer.command, set()).update(_told(offer.fields))
    names = [kind.__name__ for kind in rules.own]
    return {f"{name}.{leaf}" for name in names for leaf in _leaves_of(rules, name) - known.get(name, set())}


def _leaves_of(rules: Any, name: str) -> set[str]:
    return leaves(descriptor_pool.Default().FindMessageTypeByName(f"{rules.package}.{name}"))


def _offers_in(rules: Any, situations: Iterable[Any]) -> Iterator[Offer]:
    """Go through what is offered; of many situations of a question only some are looked at."""
    asked = Counter[str]()
    # the ruleset's own commands are looked at; the desk would offer by the course of the game
    protocol = Table(rules).protocol
    for game in situations:
        top = game.stack[-1] if game.stack else None
        if top is None or top.kind not in rules.windows:
            continue
        asked[top.kind] += 1
        if asked[top.kind] > FIRST and asked[top.kind] % ONE_IN:
            continue
        session: Any = SimpleNamespace(rules=replace(rules, desk_offers={}), game=game, protocol=protocol)
        for party in top.asks:
            yield from available_offers.offers(session, party)
        for role, party in ((SEAT_ROLE, 0), (SEAT_ROLE, 1), (REFEREE_ROLE, REFEREE)):
            credential: Any = SimpleNamespace(role=role, party=party, kid="k")
            yield from available_offers.anytime(session, credential)


def _told(domains: Iterable[Domain]) -> set[str]:
    """List the paths of all leaves that domains tell of."""
    found: set[str] = set()
    for domain in domains:
        inner = _told(_inner(domain))
        if inner:
            found |= {f"{domain.field}.{leaf}" if domain.field else leaf for leaf in inner}
        elif domain.field and not isinstance(domain.values, Shape | Places):
            found.add(domain.field)
    return found


def _inner(domain: Domain) -> tuple[Domain, ...]:
    match domain.values:
        case Shape(_, parts):
            return parts
        case Items(of):
            return of
        case Places(spots=spots):
            return spots
    return ()
