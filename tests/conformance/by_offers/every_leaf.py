"""Every leaf of every command: whether some offer, in some recorded situation, gave it a domain.

Situations are those of the golden games, some of each kind of question, and those that a ruleset adds. What is told of
is also tried: a value of each domain, and nothing that is offered is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import REFEREE, Party, is_seat
from adjudicator.kernel.decide.past import PastNeeded
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import OpenGame, Reveal, ShowStretch
from adjudicator.kernel.referee.desk import DESK
from replays.tell.golden import contribution_of
from services.rpc import available_offers, found_places
from tests.conformance.by_offers.offer_games import REFEREE_ROLE, SEAT_ROLE, OfferGame, converter_at
from tests.conformance.by_offers.offer_player import OfferPlayer, leaves, told
from tests.conformance.driver import rules_at
from tests.golden_games import Situation, golden_games, situations
from tests.kit import seeded

PARTIES: Final = (0, 1, REFEREE)
# the service's own: it opens a game by its RPC, and shows the secrets of its dice by itself
NOT_OFFERED: Final = frozenset({OpenGame.__name__, Reveal.__name__, ShowStretch.__name__, "DrawThrow"})
DESK_ACTS: Final = frozenset(kind.__name__ for kind in DESK.handlers)


class ToldLeaves:
    """What offers tell of, by command: those of who is asked, and of who may act at any time.

    With `tries` a command of each offer is made so often, and refused none. Without `desk` the acts of the referee's
    desk are left out, which hang on the course of a game: a table that a test has set up has none.
    """

    def __init__(self, path: str, seed: int = 1, tries: int = 0, *, desk: bool = True) -> None:
        self.rules = rules_at(path)
        self.left_out = frozenset[str]() if desk else DESK_ACTS
        self.converter = converter_at(path)
        self.found: dict[str, set[str]] = {}
        self.tries = tries
        self.seed = seed
        self.situation: Any = None
        self.party: Party = REFEREE
        self.player = OfferPlayer(self.rules.package, Random(seed), self._octets, self._find, one_in=2)

    def look(self, situation: Situation) -> ToldLeaves:
        """Look at the offers of a situation; places that are found on request are asked for."""
        self.situation = situation
        for party in PARTIES:
            self.party = party
            for offer in self._offers():
                if offer.command in self.left_out:
                    continue
                self._note(offer.command, told(offer.fields))
                searched = any(row.places.on_request for row in offer.fields if row.WhichOneof("values") == "places")
                for _ in range(max(self.tries, int(searched))):
                    self._try(offer)
        return self

    def look_at_goldens(self, most: int) -> ToldLeaves:
        """Look at situations of the golden games: in each game at so many of each kind of question."""
        for path in golden_games(self.rules.name):
            self.look_at_some(situations(path), most)
        return self

    def look_at_some(self, found: Iterable[Situation], most: int) -> ToldLeaves:
        """Look at so many situations of each kind of question."""
        seen: Counter[tuple[str, bool]] = Counter()
        for situation in found:
            stack = situation.game.stack
            kind = (stack[-1].kind if stack else "", situation.game.suspended is None)
            seen[kind] += 1
            if seen[kind] <= most:
                self.look(situation)
        return self

    def take(self, game: OfferGame) -> ToldLeaves:
        """Take what the offers of a game have told of."""
        for command, found in game.told.items():
            self._note(command, found)
        return self

    def untold(self) -> set[str]:
        """List the leaves that no offer told of; of a command that was never offered its name.

        Acts of the referee's desk are alike in every ruleset and are looked at in tests of their own.
        """
        missing: set[str] = set()
        for name in sorted({kind.__name__ for kind in self.rules.handlers} - NOT_OFFERED - DESK_ACTS):
            if name in self.found:
                rows = leaves(self.player.message_type(name)) - self.found[name]
                missing |= {f"{name}.{leaf}" for leaf in rows}
            else:
                missing.add(name)
        return missing

    def _offers(self) -> list[Any]:
        session: Any = SimpleNamespace(rules=self.rules, game=self.situation.game, protocol=self.situation.protocol)
        role = SEAT_ROLE if is_seat(self.party) else REFEREE_ROLE
        credential: Any = SimpleNamespace(role=role, party=self.party, kid="k")
        found = available_offers.offers(session, self.party) + available_offers.anytime(session, credential)
        return list(map(self.converter.to_pb, found))

    def _try(self, offer: Any) -> None:
        command = self.converter.to_struct(self.player.command(offer))
        game, protocol = self.situation
        if game.result is not None and protocol.result is None:
            return  # between two steps of one entry, of which the protocol state knows the whole alone
        try:
            with suppress(PastNeeded):  # a rewind that is allowed; what stood before it is not at hand here
                adjudicate(self.rules, game, protocol, self.party, command, seeded(self.seed))
        except Rejected as refusal:
            raise AssertionError(
                f"{offer.command} was offered to {self.party} in {game.stack[-1:]} after entry {protocol.seq}; "
                f"refused: {refusal.faults}; {command}"
            ) from None

    def _octets(self, command: str, _field: str, size: int) -> bytes:
        contribution = contribution_of(self.party)
        if command == "CommitContribution":
            return wgdice.seat_commit(self.situation.protocol.game_id, self.party, contribution)
        return (contribution * (1 + size // len(contribution)))[:size]

    def _find(self, command: str, field: str, chosen: Mapping[str, str]) -> Sequence[Any]:
        session: Any = SimpleNamespace(rules=self.rules, game=self.situation.game, protocol=self.situation.protocol)
        found = found_places.places(session, self.party, command, field, dict(chosen))
        spots = list(map(self.converter.to_pb, found))
        self._note(command, {f"{field}.{leaf}" for leaf in told(spots)})
        return spots

    def _note(self, command: str, told_of: set[str]) -> None:
        self.found.setdefault(command, set()).update(told_of)


def check(found: ToldLeaves, reasons: Mapping[str, str]) -> None:
    """Fail where a leaf is told of by no offer and has no reason, or has a reason and is told of after all.

    A reason holds for a command, a leaf, or all leaves of a message.
    """
    untold = found.untold()
    held = {leaf: next((row for row in reasons if f"{leaf}.".startswith(f"{row}.")), "") for leaf in untold}
    assert sorted(leaf for leaf, row in held.items() if not row) == [], "no offer tells of these"
    assert sorted(set(reasons) - set(held.values())) == [], "offers tell of these: take the reason away"
