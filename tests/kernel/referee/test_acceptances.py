"""WG-REF-01: seats of an event's game accept a referee of the affiliation of one of them."""

import pytest

from adjudicator.kernel.messages import AcceptReferee, RefereeAccepted
from tests.kernel.fixtures import turn

EVENT = bytes(16)
KEY = "0123456789ab"


@pytest.mark.rule("WG-REF-01")
def test_each_seat_accepts_for_itself():
    """The docket has the seats that have accepted, by the referee's key; to say it again changes nothing."""
    table = turn(referee=True, event=EVENT)
    for seats in ((0,), (0,), (0, 1)):
        seat = ("red", "blue")[seats[-1]]
        accepted = RefereeAccepted(seat=seats[-1], key=KEY)
        table.when(seat, AcceptReferee(key=KEY)).exactly(accepted)
        assert table.protocol.docket.accepted == {KEY: seats}


@pytest.mark.rule("WG-REF-01")
def test_only_where_an_event_has_referees():
    """In a game of no event, without a referee, or without a name there is nobody to accept."""
    accept = AcceptReferee(key=KEY)
    turn(referee=True).when("red", accept).rejected("WG-REF-01", "no-event-referee")
    turn(event=EVENT).when("red", accept).rejected("WG-REF-01", "no-event-referee")
    turn(referee=True, event=EVENT).when("red", AcceptReferee(key="")).rejected("WG-REF-01", "key-missing", "key")
