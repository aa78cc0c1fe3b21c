"""One who sends pings and reads nothing: `python -m tests.abuse.flood ADDRESS`, which ends when the connection does.

Prints "held" as soon as nothing more of it is taken, and "cut" when the other side has ended the connection.
"""

from __future__ import annotations

import socket
import sys

from tests.abuse.attacker import PING, PREFACE, SETTINGS, frame

# Nothing of it was taken for so long: the other side, which is quick, takes no more.
HELD_SECONDS = 1.0


def flood(connection: socket.socket) -> None:
    """Send until the connection ends."""
    pings = frame(PING, 0, 0, bytes(8)) * 200
    connection.settimeout(HELD_SECONDS)
    connection.sendall(PREFACE + frame(SETTINGS, 0, 0, b""))
    held = False
    while True:
        try:
            connection.send(pings)
        except TimeoutError:
            if not held:
                print("held", flush=True)
            held = True
        except OSError:
            print("cut", flush=True)
            return


if __name__ == "__main__":
    host, _, port = sys.argv[1].rpartition(":")
    flood(socket.create_connection((host, int(port))))
