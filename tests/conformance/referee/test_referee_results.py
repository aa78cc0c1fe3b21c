"""Whatever is asked of whoever, in any ruleset: a referee ends the game, looks at any table, and it closes."""

import json
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.decide.state import listed
from adjudicator.kernel.messages import (
    AddPrivateNote,
    Appeal,
    Award,
    Concede,
    Finish,
    Finished,
    GameTerms,
    Grounds,
    Inspect,
    Inspected,
    Penalise,
    RestartGame,
    ResultReached,
    WaiveAppeal,
    WithdrawAppeal,
)
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE, REFEREE_ROLE, SEAT_ROLE
from adjudicator.kernel.referee.readings import tables_of
from services.rpc import available_offers
from services.rpc.access.reach import Nameable
from tests.conformance.by_offers.offer_games import OfferGame, converter_at
from tests.conformance.driver import Driver, every_ruleset, rules_at
from tests.kit import Table, party_of, seeded

WHY = Grounds(reason="as the book says", clause="", about=())
NEW_GAME = b"n" * 16
NAMEABLE = Nameable(games=(NEW_GAME,))
# after so many commands the game is ended so; a longer walk is dearer
MOMENTS = {
    0: ("loss", "red card", "forfeit", "numbers", "void", "restarted"),
    1: ("loss", "numbers", "restarted"),
    9: ("red card", "void"),
    40: ("loss", "forfeit"),
}
TERMS = GameTerms(referee_ms=0, no_show_ms=0, time_called_ms=0, agree="free")
ENDS = {
    "loss": Penalise(grounds=WHY, seat=1, kind="loss", amount=0),
    "red card": Penalise(grounds=WHY, seat=1, kind="red", amount=0),
    "forfeit": Award(grounds=WHY, ending="forfeit", winners=(0,)),
    "numbers": Award(grounds=WHY, ending="time_called", winners=(0,), scores=(2_000, 300)),
    "void": Award(grounds=WHY, ending="void"),
    "restarted": RestartGame(grounds=WHY, new_game=NEW_GAME),
}


def walked(path, steps):
    """A table of a game of an event after this many commands."""
    table = Table(rules_at(path), dice=seeded(7), referee=True, appeal=600, event=b"e" * 16, terms=TERMS)
    driver = Driver(table, 7)
    for _ in range(steps):
        if table.game.result is None:
            driver.walk(1)
    return table


@every_ruleset
@pytest.mark.rule("WG-AWARD-01", "WG-PENALTY-03", "WG-RESTART-01")
@pytest.mark.parametrize("steps", MOMENTS)
def test_a_ruling_ends_the_game_at_any_moment(path, steps):
    """The result rests on the ruling, is appealed against, and closes by itself; all is sent as the contract says."""
    for name in MOMENTS[steps]:
        table = walked(path, steps)
        if table.game.result is not None:
            return  # a short game is over by then
        ruled = table.when("head", ENDS[name]).accepted().one(ResultReached)
        assert (ruled.by, ruled.ruling) == ("ruling", table.protocol.seq), name
        assert ruled.winners == (() if name in ("void", "restarted") else (0,))
        assert ruled.scores == () or len(ruled.scores) == len(table.opening.seats)
        assert all(row.total == sum(part.value for part in row.parts) for row in ruled.scores)
        for event, _ in table.log[-1].events:
            converter_at(path).to_pb(event)
        for who in (0, 1, REFEREE):
            converter_at(path).to_pb(table.view(who))
        table.play((1, Appeal(reason="no")))
        (lodged,) = [window for window in table.windows if window.kind == "appeal_lodged"]
        award = Award(grounds=WHY, ending="adjudicated", overturns=lodged.opened)
        table.when("head", award).then(ResultReached, winners=(), ending="adjudicated")
        table.play((0, WaiveAppeal()))
        table.wait(600).when("table", Finish()).then(Finished)
        assert not list(table.rules.invariants(table.game))


@every_ruleset
@pytest.mark.rule("WG-PENALTY-02")
def test_points_are_taken_from_any_score(path):
    """What the book counts stays a part of it."""
    table = walked(path, 9)
    before = table.rules.score(table.game)
    table.when("referee", Penalise(grounds=WHY, seat=0, kind="points", amount=700)).accepted()
    ended = table.when("head", ENDS["forfeit"]).one(ResultReached)
    own = before[0].parts if before else ()
    assert ended.scores[0].parts[: len(own)] == own
    assert [part.value for part in ended.scores[0].parts[len(own) :]] == [-700]
    assert ended.scores[1].parts == (before[1].parts if before else ())


@every_ruleset
@pytest.mark.rule("WG-INSPECT-01", "WG-NOTE-01")
def test_every_table_is_inspected(path):
    """All of them can be written; the entries say the same of every game, whatever the tables hold."""
    entries = []
    for seed in (7, 8):
        table = Table(rules_at(path), dice=seeded(seed), referee=True)
        Driver(table, seed).walk(8)
        names = tables_of(table.game)
        table.when("referee", Inspect(grounds=WHY, tables=names)).then(Inspected, tables=names)
        for name in names:
            json.loads(msgspec.json.encode(listed(getattr(table.game, name))))
        inspected = table.drafts[-1]
        table.when("referee", AddPrivateNote(text=f"seed {seed}".encode().ljust(1024, b"\0"))).accepted()
        noted = table.drafts[-1]
        entries.append(
            [
                (made.record.command.body, made.record.events, [len(part.data) for part in made.openings])
                for made in (inspected, noted)
            ]
        )
    assert entries[0] == entries[1]


ROLES = {"referee": REFEREE_ROLE, "head": HEAD_REFEREE_ROLE, "second": REFEREE_ROLE}
KEYS = {"head": "h", "second": "s"}


class Desk(OfferGame):
    """A game whose referee is tried with all that is offered, as the service offers it to role and credential."""

    def try_all(self, *who):
        """Try every offer of these; gives what each is offered."""
        table = self.table
        session: Any = SimpleNamespace(rules=table.rules, game=table.game, protocol=table.protocol)
        found = {}
        for name in who:
            self.party = party_of(name)
            role, key = ROLES.get(name, SEAT_ROLE), KEYS.get(name, "k")
            credential: Any = SimpleNamespace(role=role, party=self.party, kid=key)
            offers: list[Any] = [
                self.converter.to_pb(offer)
                for offer in (
                    *available_offers.permitted(session, credential),
                    *available_offers.anytime(session, credential, NAMEABLE),
                )
            ]
            for offer in offers:
                for _ in range(3):
                    command = self.made(offer)
                    faults = table.refused(command, name)
                    assert not faults, f"{offer.command} was offered to {name}; refused: {faults}; {command}"
            found[name] = {offer.command for offer in offers}
        return found


@pytest.mark.rule("WG-APPEAL-01", "WG-APPEAL-02", "WG-AWARD-01", "WG-PENALTY-01")
def test_what_is_offered_is_taken_at_every_moment():
    """In play, with a result, under an appeal about a ruling, and after it: by role, and by who has ruled what."""
    people = ("red", "blue", "referee", "second", "head")
    desk = Desk("tests.toy", 3, referee=True, appeal=600, event=b"e" * 16, terms=TERMS)
    table = desk.table
    Driver(table, 3).walk(4)
    played = desk.try_all(*people)
    assert {"Penalise", "Award", "Inspect", "AddPrivateNote"} <= played["referee"]
    assert {"RestartGame", "Interpret"} <= played["head"] - played["referee"]
    table.play((1, Concede()), (REFEREE, Penalise(grounds=WHY, seat=0, kind="caution", amount=0)))
    ended = desk.try_all(*people)
    assert {"Appeal", "WaiveAppeal"} <= ended["red"]
    assert "Award" not in ended["head"]
    assert "Rewind" in ended["head"] - ended["referee"]
    table.play((0, Appeal(reason="no", about=table.protocol.seq)))
    lodged = desk.try_all(*people)
    assert {"Award", "UpholdRuling"} <= lodged["second"]
    assert {"Award", "UpholdRuling"}.isdisjoint(lodged["referee"]), "it is the author's own ruling"
    assert "WithdrawAppeal" in lodged["red"] - lodged["blue"]
    table.play((0, WithdrawAppeal()), (0, WaiveAppeal()))
    waived = desk.try_all(*people)
    assert "Appeal" in waived["blue"] - waived["red"]
