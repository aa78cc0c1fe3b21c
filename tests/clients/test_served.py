import json
import socket
from contextlib import suppress

import pytest

from adjudicator.registry import RULESETS
from tests.clients.served import WHOLE_GAMES
from tests.program import PATIENCE

pytestmark = pytest.mark.clients


def test_the_line_is_cut(served):
    """Whoever connects through the second address is cut off by itself, and gets through again."""
    host, _, port = served.cut_address.partition(":")
    for _ in range(3):
        with socket.create_connection((host, int(port)), PATIENCE) as line, suppress(ConnectionResetError):
            while line.recv(4096):
                pass


def test_every_ruleset_has_a_whole_game():
    """What every client plays to the end of its rules is a game of each ruleset."""
    assert [row["ruleset"] for row in json.loads(WHOLE_GAMES.read_text())] == sorted(RULESETS)
