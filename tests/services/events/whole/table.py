"""A game of an event on a running service: played by offers, with commands that are signed where the event asks it."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

import grpc
import msgpack

from adjudicator import registry
from adjudicator.kernel.decide.parties import REFEREE as REFEREE_PARTY
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.docket.officials import OFFICES
from adjudicator.kernel.protocol.roles import SEAT_ROLE
from replays.audit.audit import audit, registered
from replays.audit.combining import combine, reports_in
from replays.audit.report import FAIL, INCOMPLETE, NOTES, PASS, Report
from replays.audit.testimony import SAID
from replays.bundle import read_bundle
from services.games.signing import sign, signed_bytes
from services.rpc.access.credentials import actor_of
from services.rpc.methods import methods_of
from services.tools.event.calls import event_in
from tests.conformance.by_offers.offer_player import KERNEL, OfferPlayer
from tests.conformance.by_offers.served_games import GAMES, PROTOCOL, ServedGame
from tests.services.events.earlier_rules import EARLIER, earlier
from wargame.v1 import games_pb2, options_pb2, play_pb2, rulings_pb2

if TYPE_CHECKING:
    from tests.services.events.whole.event import WholeEvent

REFEREE: Final = f"{KERNEL}.Referee"
PATIENCE: Final = 60.0
# places of a record, and the roles whose commands are signed
ACTOR, COMMAND, SIGNATURE = 5, 6, 7
SIGNING: Final = frozenset({SEAT_ROLE, *OFFICES})
REFEREES: Final = (options_pb2.ROLE_REFEREE, options_pb2.ROLE_HEAD_REFEREE)


def why(reason: str, *about: int) -> Any:
    """Make grounds."""
    return rulings_pb2.Grounds(reason=reason, about=about)


def bearer(token: str) -> Any:
    """Write a token as metadata."""
    return (("authorization", f"Bearer {token}"),)


class Table(ServedGame):
    """A game of an event; its parties are the owner, who sets it up, and two persons."""

    def __init__(self, event: WholeEvent, opened: Any, ruleset: str, persons: list[str], seed: int) -> None:
        self.event = event
        self.game = opened.game
        self.ruleset = ruleset
        self.chance = Random(seed)
        package = f"wargame.{ruleset}.v1"
        self.methods = {
            name: row
            for service in (PROTOCOL, GAMES, REFEREE, f"{package}.Play")
            for name, row in methods_of(service).items()
        }
        self.tokens = [event.owner, *(row.token for row in opened.credentials if row.role == options_pb2.ROLE_SEAT)]
        self.persons = persons
        # who signs for which party with which key, by token
        self.keys: dict[str, tuple[Party, bytes]] = {}
        if event.signed:
            self.keys = {token: (REFEREE_PARTY, key) for token, key in event.offices.items()}
            for seat, (token, person) in enumerate(zip(self.tokens[1:], persons, strict=True)):
                self.keys[token] = seat, event.keys[person]
        self.player = OfferPlayer(package, self.chance, self.octets, self.find, one_in=4)
        self.token, self.seat = event.owner, -1
        self.given: Counter[str] = Counter()
        self.expected: set[str] = set()
        # whether its players have stopped answering
        self.is_silent = False

    @property
    def channel(self) -> Any:
        """The connection, which another process may have at its other end by now."""
        return self.event.channel

    @channel.setter
    def channel(self, _channel: Any) -> None:
        raise AssertionError("the event has the connection")

    def octets(self, command: str, _field: str, size: int) -> bytes:
        """Make a contribution that no other seat has, and its commitment."""
        contribution = hashlib.sha256(self.game + bytes([self.seat])).digest()[:size]
        return (
            wgdice.seat_commit(self.game, self.seat, contribution) if command == "CommitContribution" else contribution
        )

    # -- commands

    def call(self, name: str, token: str, request: Any) -> Any:
        """Call a method, again where no process serves the game yet; a command of somebody who has a key is signed."""
        if token in self.keys and self.methods[name].command:
            self.sign(request, token, *self.keys[token])
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return super().call(name, token, request)
            except grpc.RpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE or time.monotonic() > end:
                    raise
            time.sleep(0.1)

    def sign(self, request: Any, token: str, party: Party, key: bytes) -> None:
        """Sign a command as its seat or its official does, over the head that it names and with a salt of its own."""
        rules, command = registry.rules_of(self.ruleset), self.event.converter.to_struct(request)
        header, actor = request.header, actor_of(token, party)
        salt = secrets.token_bytes(32)
        data = signed_bytes(rules.masks, self.game, actor, header.command_id, header.head or None, command, salt)
        header.signature = sign(key, data)
        if rules.masks[type(command)].secret:
            header.salt = salt

    def walk(self, steps: int) -> None:
        """Take so many steps, or as many as there are."""
        for _ in range(steps):
            if not self.step():
                return

    def begin(self) -> Table:
        """Bring the contributions and set the table up; the first question of play is open."""
        while self.facts().windows[-1].kind in ("contribute", "open_contribution"):
            assert self.step()
        return self

    def request(self, name: str, **fields: Any) -> Any:
        """Make a command on the present head."""
        request: Any = self.methods[name].request(**fields)
        return self.headed(request)

    def headed(self, request: Any) -> Any:
        """Put the header of a new command on the present head."""
        request.header.game, request.header.head = self.game, self.facts().receipt.hash
        request.header.command_id = secrets.token_bytes(16)
        return request

    def act(self, name: str, token: str, **fields: Any) -> Any:
        """Give an act on the present head; the log must tell of it."""
        reply = self.call(name, token, self.request(name, **fields))
        self.expected.add(name)
        return reply

    def refused(self, token: str, name: str, **fields: Any) -> grpc.RpcError:
        """Try a command on the present head that has to be refused; nothing is written."""
        before = self.facts().receipt
        try:
            self.call(name, token, self.request(name, **fields))
        except grpc.RpcError as error:
            assert self.facts().receipt == before
            return error
        raise AssertionError(f"{name} was taken in {self.ruleset}")

    def seat_act(self, name: str, seat: int, **fields: Any) -> Any:
        """Let a person act."""
        return self.act(name, self.tokens[seat + 1], **fields)

    def offers(self, token: str) -> list[Any]:
        """List all that is offered to the owner of a token."""
        found = self.call("Offers", token, self.methods["Offers"].request(game=self.game))
        return [*found.offers, *found.anytime]

    def take(self, name: str, token: str) -> Any:
        """Give an act as it is offered; the request, or None where it is not offered."""
        offers = [offer for offer in self.offers(token) if offer.command == name]
        if not offers:
            return None
        request = self.headed(self.player.command(self.chance.choice(offers)))
        self.call(name, token, request)
        self.expected.add(name)
        return request

    # -- how it stands

    def facts(self) -> Any:
        """Ask how the game stands."""
        return self.call("Get", self.event.owner, games_pb2.GetRequest(game=self.game))

    def entries(self, token: str = "") -> list[Any]:
        """Read the log."""
        return list(self.stream("Read", play_pb2.ReadRequest(game=self.game), play_pb2.Entry, token))

    def stream(self, name: str, request: Any, kind: Any, token: str = "") -> Any:
        """Read a stream."""
        stub: Any = self.channel.unary_stream(
            self.methods[name].path,
            request_serializer=lambda sent: sent.SerializeToString(),
            response_deserializer=kind.FromString,
        )
        return stub(request, metadata=bearer(token or self.event.owner), timeout=PATIENCE)

    def events(self, name: str, token: str = "") -> list[Any]:
        """List the kernel's events of a kind, in the order of the log."""
        return [event_in(row) for entry in self.entries(token) for row in entry.ruled if row.name == name]

    def until(self, what: str, test: Any) -> Any:
        """Wait until the service has done something by itself."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.facts()
            if test(found):
                return found
            time.sleep(0.05)
        raise AssertionError(f"{what} does not happen in {self.ruleset}: {self.facts()}")

    def leave(self) -> None:
        """Wait for the result of a game whose seats have left it; owner and referee do what is asked of the table."""
        seats, self.tokens = self.tokens, [self.event.owner, self.event.referee]

        def over(found: Any) -> bool:
            if not found.HasField("result"):
                self.step()
            return bool(found.HasField("result"))

        self.until("its result", over)
        self.tokens = seats

    def close(self) -> Any:
        """Let the game close by itself, and the seats confirm."""
        self.until("its close", lambda found: found.finished)
        while not self.facts().revealed:
            if not self.step():
                time.sleep(0.05)
        return self.facts()

    # -- the audit

    def file(self) -> bytes:
        """Read the replay file of the game."""
        chunks = self.stream("Export", games_pb2.ExportRequest(game=self.game), games_pb2.Chunk)
        return b"".join(chunk.data for chunk in chunks)

    def check(self) -> set[int]:
        """Audit the game; every act stands in its log, and those that rest on somebody's word are listed.

        Gives the roles of those who have signed in it.
        """
        data = self.file()
        entries = self.entries()
        adopted = [entry.seq for entry in entries if entry.command == "AdoptEdition"]
        unsigned = [] if self.event.signed else [("UNSIGNED_GAME", 0)]
        report = self._passed_in_stretches(data, adopted, unsigned) if adopted else self._passed(data, unsigned)
        given = {entry.command for entry in entries}
        assert self.expected <= given, self.expected - given
        told = "\n".join(report.testimony)
        listed = {line.partition(":")[0] for line in report.testimony}
        for entry in entries:
            names = {row.name for row in entry.ruled}
            if "RulingGiven" in names:
                assert f"entry {entry.seq}: the referee rules ({entry.command})" in told, (entry.command, told)
            if entry.actor.role in REFEREES or names & set(SAID):
                assert f"entry {entry.seq}" in listed, (entry.command, names, told)
        return self._signed(data) if self.event.signed else set()

    def _signed(self, data: bytes) -> set[int]:
        """Everything that the owner, a referee or a seat has given after the opening has a signature; their roles."""
        _, *records = map(msgpack.unpackb, read_bundle(data).records)
        given = [record for record in records if record[ACTOR][0] in SIGNING]
        assert [record[COMMAND][2][0] for record in given if not record[SIGNATURE]] == []
        return {record[ACTOR][0] for record in given}

    def _passed(self, data: bytes, unsigned: list[tuple[str, int]]) -> Report:
        report = audit(data)
        self._require_passed(report, unsigned)
        return report

    def _require_passed(self, report: Report, unsigned: list[tuple[str, int]]) -> None:
        assert [(row.code, row.seq) for row in report.findings] == unsigned, (self.ruleset, report.findings)
        assert report.result == (NOTES if unsigned else PASS), (self.ruleset, report.notes)
        if not unsigned:
            assert report.notes == (), self.ruleset
            assert not any("not signed" in line for line in report.declared), report.declared
        assert [level for level, state in report.levels if state == "done"] == ["L0", "L1", "L2"], report.levels

    def _passed_in_stretches(self, data: bytes, adopted: list[int], unsigned: list[tuple[str, int]]) -> Report:
        """Each stretch is judged by its own release, and what they say of the same file makes a whole that passes."""
        (first,) = adopted
        now = registry.rules_of(self.ruleset)
        known = registered(self.ruleset)
        assert known is not None
        before = earlier(now), known[1]
        report, other = audit(data), audit(data, find=lambda _: before)
        for found, place in (
            (report, f"edition {EARLIER} (from entry 1 on) is not in this build, which has {now.edition}"),
            (other, f"edition {now.edition} (from entry {first} on) is not in this build, which has {EARLIER}"),
        ):
            assert found.result == INCOMPLETE, (self.ruleset, found.primary, found.findings)
            assert dict(found.levels) == {"L0": "done", "L1": "done", "L2": place}
        (read,) = reports_in(json.dumps(other.as_json()).encode())
        whole = combine(report, [read])
        self._require_passed(whole, unsigned)
        assert [(row.first, row.edition) for row in whole.judged] == [(1, EARLIER), (first, now.edition)]
        relabelled = audit(data, find=lambda _: (replace(now, edition=EARLIER), before[1]))
        otherwise = any(row.name == "BudgetsSet" for entry in self.entries()[: first - 1] for row in entry.ruled)
        assert (relabelled.result == FAIL) == otherwise, (self.ruleset, relabelled.primary)
        return whole
