import json
import socket
import time

import pytest

from adjudicator.registry import RULESETS
from tests.clients.served import WHOLE_GAMES

pytestmark = pytest.mark.clients


def test_the_line_is_cut(served):
    """Whoever connects through the second address is cut off soon, and gets through again."""
    host, _, port = served.cut_address.partition(":")
    for _ in range(3):
        with socket.create_connection((host, int(port)), 5) as line:
            began = time.monotonic()
            line.settimeout(10)
            try:
                while line.recv(4096):
                    pass
            except ConnectionResetError:
                pass
            assert time.monotonic() - began < 10


def test_every_ruleset_has_a_whole_game():
    """What every client plays to the end of its rules is a game of each ruleset."""
    assert [row["ruleset"] for row in json.loads(WHOLE_GAMES.read_text())] == sorted(RULESETS)
