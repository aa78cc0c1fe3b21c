"""Where two games differ, fields of commands and events have their names."""

from msgspec.structs import replace

from adjudicator.kernel.messages import OpenGame, Seat
from replays.bundle import read_bundle
from replays.tell.compare import compare, differing
from tests.replays.audit.steps import BODY, COMMAND, EVENTS
from tests.replays.fixtures import recorded, toy_rules


def compared(case):
    return compare(read_bundle(recorded(1)), read_bundle(case.operated()), toy_rules()).differences


def test_a_command_that_differs_in_a_field(case):
    """Of two commands of one kind the field that differs is named, and no other."""
    case.of("Strike")[COMMAND][BODY][2] = "r1"
    assert compared(case) == ("command: Strike target=r2, in the second r1",)


def test_another_command(case):
    """Of two kinds of commands both are told, with all their fields."""
    case.of("Strike")[COMMAND][BODY][:] = ["EndTurn"]
    assert compared(case)[0] == "command: Strike piece=b1 target=r2, in the second EndTurn"


def test_an_event_that_differs_in_a_field(case):
    """Of two events of one kind the field that differs is named, with the clause."""
    case.of("EndTurn")[EVENTS][0][0][1] = 1
    assert compared(case) == ("event 1 under TOY-1.3-02: TurnEnded seat=0, in the second 1",)


def test_an_event_more(case):
    """An event that only one game has is told with its fields."""
    case.of("EndTurn")[EVENTS].append([["PieceLost", "r1"], ["TOY-2.6-01"]])
    assert compared(case) == ("event 4: only in the second: PieceLost piece=r1 under TOY-2.6-01",)


def test_what_this_release_does_not_know(case):
    """A value that is none under these rules stands as it is, in its field."""
    case.of("Strike")[COMMAND][BODY][2] = 7
    assert compared(case) == ("command: Strike target=r2, in the second 7",)


def test_the_terms_of_games_differ(case):
    """In the terms, whose keys differ from game to game, each difference has the names of its fields, to the leaves."""
    body = case.of("OpenGame")[COMMAND][BODY]
    places = {name: place for place, name in enumerate(OpenGame.__struct_fields__, start=1)}
    name, keys, bot = body[places["seats"]][1]
    body[places["seats"]][1] = [name, [bytes(32) for _ in keys], not bot]
    body[places["log_key"]] = "another/log+00000000+AAAA"
    was, now = ("yes", "no") if bot else ("no", "yes")
    assert compared(case) == (f"command: OpenGame seats[1].bot={was}, in the second {now}",)


def test_values_within_messages_have_their_names():
    """Of a message, and of messages in a list, what differs is named; lists of other lengths stand whole."""
    one = Seat(name="red", keys=(b"1",), bot=False)
    assert list(differing("seat", one, replace(one, name="blue"))) == [("seat.name", "red", "blue")]
    assert list(differing("seats", (one, one), (one, replace(one, bot=True)))) == [("seats[1].bot", False, True)]
    assert list(differing("seats", (one,), (one, one))) == [("seats", (one,), (one, one))]
