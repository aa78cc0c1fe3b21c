import socket
import time

import pytest

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
