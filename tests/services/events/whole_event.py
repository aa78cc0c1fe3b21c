"""An event on a running service, from creation to exported results: persons, referees, tables, and what happens there.

Tables are played by offers at random, over gRPC alone. What happens at one is a function of whole_acts.py.
"""

from __future__ import annotations

import csv
import hashlib
import io
import secrets
import time
from collections import Counter
from random import Random
from typing import Any, Final

import grpc
from google.protobuf.duration_pb2 import Duration

from adjudicator.kernel.dice import wgdice
from replays.audit.audit import audit
from services.rpc.methods import methods_of
from tests.conformance.by_offers.offer_player import KERNEL, OfferPlayer
from tests.conformance.by_offers.served_games import GAMES, PROTOCOL, ServedGame
from wargame.v1 import events_pb2, games_pb2, options_pb2, play_pb2, rulings_pb2, terms_pb2

EVENTS, REFEREE = f"{KERNEL}.Events", f"{KERNEL}.Referee"
RULESETS: Final = ("tile_formations", "hex_orders", "antares", "grinding_annihilation")
SEATS: Final = ("red", "blue")
NO_SHOW_MS, HOUR_MS = 120_000, 3_600_000
APPEAL_SECONDS: Final = 3
PATIENCE: Final = 60.0
PENALTIES: Final = (
    (terms_pb2.PENALTY_KIND_CAUTION, 2, terms_pb2.PENALTY_KIND_YELLOW),
    (terms_pb2.PENALTY_KIND_YELLOW, 2, terms_pb2.PENALTY_KIND_RED),
    (terms_pb2.PENALTY_KIND_RED, 1, terms_pb2.PENALTY_KIND_LOSS),
)


def why(reason: str, *about: int) -> Any:
    """Make grounds."""
    return rulings_pb2.Grounds(reason=reason, about=about)


class Table(ServedGame):
    """A game of an event; its parties are the owner, who sets it up, and two persons."""

    def __init__(self, event: WholeEvent, opened: Any, ruleset: str, seed: int) -> None:
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
        self.player = OfferPlayer(package, self.chance, self.octets, self.find, one_in=4)
        self.token, self.seat = event.owner, -1
        self.given: Counter[str] = Counter()
        self.expected: set[str] = set()

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

    def facts(self) -> Any:
        """Ask how the game stands."""
        return self.call("Get", self.event.owner, games_pb2.GetRequest(game=self.game))

    def entries(self) -> list[Any]:
        """Read the log."""
        stub: Any = self.channel.unary_stream(
            self.methods["Read"].path,
            request_serializer=lambda sent: sent.SerializeToString(),
            response_deserializer=play_pb2.Entry.FromString,
        )
        return list(stub(play_pb2.ReadRequest(game=self.game), metadata=_bearer(self.event.owner), timeout=PATIENCE))

    def act(self, name: str, token: str, **fields: Any) -> Any:
        """Give an act on the present head; the log must tell of it."""
        request: Any = self.methods[name].request(**fields)
        head = self.facts().receipt.hash
        request.header.game, request.header.head = self.game, head
        request.header.command_id = secrets.token_bytes(16)
        reply = self.call(name, token, request)
        self.expected.add(name)
        return reply

    def seat_act(self, name: str, seat: int, **fields: Any) -> Any:
        """Let a person act."""
        return self.act(name, self.tokens[seat + 1], **fields)

    def until(self, what: str, test: Any) -> Any:
        """Wait until the service has done something by itself."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.facts()
            if test(found):
                return found
            time.sleep(0.05)
        raise AssertionError(f"{what} does not happen in {self.ruleset}: {self.facts()}")

    def close(self) -> Any:
        """Let the game close by itself, and the seats confirm."""
        self.until("its close", lambda found: found.finished)
        while not self.facts().revealed:
            if not self.step():
                time.sleep(0.05)
        return self.facts()

    def check(self) -> None:
        """Audit the game; every act stands in its log, and those that rest on somebody's word are listed."""
        stub: Any = self.channel.unary_stream(
            self.methods["Export"].path,
            request_serializer=lambda sent: sent.SerializeToString(),
            response_deserializer=games_pb2.Chunk.FromString,
        )
        request = games_pb2.ExportRequest(game=self.game)
        chunks = stub(request, metadata=_bearer(self.event.owner), timeout=PATIENCE)
        report = audit(b"".join(chunk.data for chunk in chunks))
        assert report.result == "PASS", (self.ruleset, report.primary, report.findings)
        assert [level for level, state in report.levels if state == "done"] == ["L0", "L1", "L2"], report.levels
        given = {entry.command for entry in self.entries()}
        assert self.expected <= given, self.expected - given
        told = "\n".join(report.testimony)
        for entry in self.entries():
            if any(ruled.name == "RulingGiven" for ruled in entry.ruled):
                assert f"entry {entry.seq}: the referee rules ({entry.command})" in told, (entry.command, told)


class WholeEvent:
    """An event with its owner, referees and persons."""

    def __init__(self, address: str, owner: str, persons: int, rulesets: tuple[str, ...]) -> None:
        self.owner = owner
        self.persons = [f"player-{number}" for number in range(1, persons + 1)]
        self.rulesets = rulesets
        self.tables: list[Table] = []
        self.connect(address)
        clock = terms_pb2.ClockTerms(bank_ms=HOUR_MS, increment_ms=1_000, on_flag=terms_pb2.ON_FLAG_LOSS)
        penalties = [terms_pb2.PenaltyRule(kind=kind, count=count, then=then) for kind, count, then in PENALTIES]
        terms = events_pb2.EventTerms(
            name="Four books",
            rulesets=[events_pb2.RulesetTerms(ruleset=name) for name in rulesets],
            games=terms_pb2.GameTerms(clock=clock, no_show_ms=NO_SHOW_MS, penalties=penalties),
            appeal_window=Duration(seconds=APPEAL_SECONDS),
            referee=True,
        )
        roster = [events_pb2.Person(name=name) for name in self.persons]
        self.id = self.give("Create", terms=terms, roster=roster).event
        self.head = self.token(options_pb2.ROLE_HEAD_REFEREE, "hana")
        self.referee = self.token(options_pb2.ROLE_REFEREE, "rob")

    def connect(self, address: str) -> None:
        """Use a service, another process of the same one too."""
        self.channel = grpc.insecure_channel(address)

    def call(self, name: str, token: str = "", /, **fields: Any) -> Any:
        """Call a method of Events; of a stream all messages are given."""
        method = methods_of(EVENTS)[name]
        make = self.channel.unary_stream if method.gives_stream else self.channel.unary_unary
        stub: Any = make(
            method.path,
            request_serializer=lambda sent: sent.SerializeToString(),
            response_deserializer=method.response.FromString,
        )
        found = stub(method.request(**fields), metadata=_bearer(token or self.owner), timeout=PATIENCE)
        return list(found) if method.gives_stream else found

    def give(self, name: str, token: str = "", /, **fields: Any) -> Any:
        """Change something, under an id of its own."""
        return self.call(name, token, command_id=secrets.token_bytes(16), **fields)

    def token(self, role: int, name: str) -> str:
        """Make a token."""
        return self.give("MakeToken", event=self.id, role=role, name=name).token

    def open_round(self, number: int, *, absent: bool = False) -> list[Table]:
        """Pair everybody, each round otherwise; the rulesets go round the tables."""
        half = len(self.persons) // 2
        left, right = self.persons[:half], self.persons[half:]
        right = right[number % half :] + right[: number % half]
        pairings = []
        for place, pair in enumerate(zip(left, right, strict=True)):
            ruleset = self.rulesets[(place + number) % len(self.rulesets)]
            seats = [events_pb2.EventSeat(name=name, person=who) for name, who in zip(SEATS, pair, strict=True)]
            pairings.append(events_pb2.Pairing(ruleset=ruleset, round=str(number), table=str(place + 1), seats=seats))
        if absent:
            # nobody comes there: the time for that is over in a second
            pairings[-1].starts_time.FromMilliseconds(int(time.time() * 1000) - NO_SHOW_MS + 1_000)
        given = {"event": self.id, "command_id": secrets.token_bytes(16), "pairings": pairings}
        opened = self.call("OpenGames", **given)
        assert [row.game for row in self.call("OpenGames", **given)] == [row.game for row in opened]
        tables = [Table(self, row, pairings[row.index].ruleset, seed=100 * number + row.index) for row in opened]
        self.tables += tables
        return tables

    def check_results(self) -> None:
        """What is exported is what the games say."""
        request = events_pb2.EventResultsRequest(event=self.id)
        chunks = self.call("ExportResults", results=request, format=events_pb2.EXPORT_FORMAT_CSV)
        rows = {row["game"]: row for row in csv.DictReader(io.StringIO(b"".join(row.data for row in chunks).decode()))}
        assert len(rows) == len(self.tables)
        for table in self.tables:
            row, result = rows[table.game.hex()], table.facts().result
            assert row["status"] == "finished"
            places = [row[f"place_{seat}"] for seat in (0, 1)]
            assert [int(place) for place in places if place] == list(result.places)
            won = [seat for seat in (0, 1) if row[f"mark_{seat}"] in ("1", "+")]
            assert won == list(result.winners), (row, result)


def _bearer(token: str) -> Any:
    return (("authorization", f"Bearer {token}"),)
