"""Whole games by offers alone, at a table in memory: every offer is tried, and nothing that is offered is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import Reveal
from adjudicator.kernel.referee.stopping.gate import halted_by
from services.rpc import available_offers, found_places
from services.rpc.conversion import Converter
from services.rpc.loaded_rulesets import LoadedRulesets
from tests.conformance.by_offers.offer_player import OfferPlayer, leaves, told
from tests.conformance.driver import rules_at
from tests.kit import SECRET, Table, seeded
from tests.services.fixtures import toy_rules

COMMANDS_MOST = 4_000
ANYTIME_ONE_IN = 12
SEAT_ROLE, REFEREE_ROLE = 3, 2


@cache
def converter_at(path: str) -> Converter:
    """Make the converter of a ruleset's messages."""
    if path == "tests.toy":
        toy_rules()
    rules = rules_at(path)
    return LoadedRulesets({rules.name: rules}).converter


class OfferGame:
    """A game whose parties know nothing but offers.

    `probes` offers of a party are tried besides before it acts.
    `told` are the leaves of commands that offers have told of. After `patience` commands parties also do what may be
    done at any time, which ends games whose terms set no end.
    """

    def __init__(
        self, path: str, seed: int, *, probes: int = 1, one_in: int = 4, patience: int = 1_500, **mode: Any
    ) -> None:
        rules = rules_at(path)
        self.table = Table(rules, dice=seeded(seed), **mode)
        self.chance = Random(seed)
        self.converter = converter_at(path)
        self.probes = probes
        self.player = OfferPlayer(rules.package, self.chance, self.octets, self.find, one_in=one_in)
        self.party: Party = REFEREE
        self.told: dict[str, set[str]] = {}
        self.given: Counter[str] = Counter()
        self.patience = patience

    def play(self, most: int = COMMANDS_MOST) -> OfferGame:
        """Play to the end; AssertionError where the game does not end."""
        for _ in range(most):
            if self.table.window is None:
                return self
            self.step()
        raise AssertionError(f"no end after {most} commands: {self.table.windows}; {self.given.most_common(8)}")

    def step(self) -> None:
        """Let one party give one command."""
        top = self.table.window
        assert top is not None
        if top.kind == "reveal":
            self.table.when(TABLE, Reveal(secret=SECRET)).accepted()
            return
        self.party = self.chance.choice(top.asks)
        offers = self.offers()
        if not offers and self.table.protocol.docket.halt is not None:
            self.party = REFEREE
            offers = [offer for offer in self.anytime() if offer.command == "ResumeGame"]
        assert offers, f"{top} asks {self.party} and offers nothing"
        for offer in self.chance.sample(offers, min(self.probes, len(offers))):
            self.try_out(offer)
        if not self.chance.randrange(ANYTIME_ONE_IN):
            self.try_anytime()
        if sum(self.given.values()) > self.patience:
            offers += self.anytime()
        kinds = sorted({offer.command for offer in offers})
        kind = self.chance.choice(kinds)
        self.give(self.chance.choice([offer for offer in offers if offer.command == kind]))

    def offers(self) -> list[Any]:
        """List what the party is offered, as a client gets it: nothing of the game while it is stopped."""
        rules, game, docket = self.table.rules, self.table.game, self.table.protocol.docket
        halted = {kind.__name__ for kind in rules.handlers if halted_by(rules, game, docket, kind) is not None}
        rows = [offer for offer in self.table.offers(self.party) if offer.command not in halted]
        found: list[Any] = [self.converter.to_pb(offer) for offer in rows]
        for offer in found:
            self.told.setdefault(offer.command, set()).update(told(offer.fields))
        return found

    def give(self, offer: Any) -> None:
        """Give a command of an offer; a refusal is noted, and the game can not go on."""
        command = self.made(offer)
        who = self.chance.choice((0, 1)) if self.party == TABLE else self.party
        outcome = self.table.when(who, command)
        outcome.looked_at = True
        assert not outcome.faults, f"{offer.command} was offered to {self.party}; refused: {outcome.faults}; {command}"
        self.given[offer.command] += 1

    def try_out(self, offer: Any) -> None:
        """Try an offer without giving it."""
        command = self.made(offer)
        faults = self.table.refused(command, 0 if self.party == TABLE else self.party)
        assert not faults, f"{offer.command} was offered to {self.party}; refused: {faults}; {command}"

    def try_anytime(self) -> None:
        """Try everything that a seat and a referee may do at any time."""
        before = self.party
        for party in (0, 1, *((REFEREE,) if self.table.opening.referee else ())):
            self.party = party
            for offer in self.anytime():
                self.try_out(offer)
        self.party = before

    def anytime(self) -> list[Any]:
        """List what the party may do at any time."""
        session: Any = SimpleNamespace(rules=self.table.rules, game=self.table.game, protocol=self.table.protocol)
        role = REFEREE_ROLE if self.party == REFEREE else SEAT_ROLE
        credential: Any = SimpleNamespace(role=role, party=self.party, kid="k")
        found: list[Any] = [self.converter.to_pb(offer) for offer in available_offers.anytime(session, credential)]
        for offer in found:
            self.told.setdefault(offer.command, set()).update(told(offer.fields))
        return found

    def made(self, offer: Any) -> Any:
        """Make the command of an offer, as the service reads it."""
        message = self.player.command(offer)
        return self.converter.to_struct(message)

    def octets(self, command: str, _field: str, size: int) -> bytes:
        """Make a contribution to the seed, and its commitment: this is of the protocol, not of a ruleset."""
        contribution = bytes([self.party + 1]) * size
        if command == "CommitContribution":
            return wgdice.seat_commit(self.table.game_id, self.party, contribution)
        return contribution

    def find(self, command: str, field: str, chosen: dict[str, str]) -> Sequence[Any]:
        """Ask for places, as Games.FindPlaces answers."""
        session: Any = SimpleNamespace(rules=self.table.rules, game=self.table.game, protocol=self.table.protocol)
        found = found_places.places(session, self.party, command, field, chosen)
        return [self.converter.to_pb(spot) for spot in found]


def untold(path: str, games: Sequence[OfferGame]) -> set[str]:
    """List the leaves of a ruleset's commands that no offer of these games has told of."""
    rules = rules_at(path)
    player = games[0].player
    found: set[str] = set()
    for name in sorted(kind.__name__ for kind in rules.own):
        known = {leaf for game in games for leaf in game.told.get(name, ())}
        offered = any(name in game.told for game in games)
        missing = leaves(player.message_type(name)) - known
        found |= {f"{name}.{leaf}" for leaf in missing} if offered else {name}
    return found
