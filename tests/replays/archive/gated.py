"""`adjudicator archive` whose audits wait where a file says so: `python -m tests.replays.archive.gated VERB ...`.

A file that begins with `WAIT`, a path and a line end is audited once there is something at that path, as what comes
after that line. So a test decides which files are done when it ends a run, however quick or slow the machine is.
Imported by a worker of Dask, which needs it too.
"""

import signal
import sys
import time
from pathlib import Path

from replays.archive.audit import running
from replays.archive.audit.job import audit_bytes

WAIT = b"wait for "


def gated(gate: Path, data: bytes) -> bytes:
    """Have the audit of a file wait for a gate."""
    return WAIT + bytes(gate) + b"\n" + data


def audit_when_open(data: bytes) -> bytes:
    """Audit a file, once its gate is open if it has one."""
    if data.startswith(WAIT):
        path, _, data = data.removeprefix(WAIT).partition(b"\n")
        while not Path(path.decode()).exists():
            time.sleep(0.02)
    return audit_bytes(data)


vars(running)["JOB"] = "tests.replays.archive.gated:audit_when_open"

if __name__ == "__main__":
    from services.cli import main

    # tests that run in the background of a shell start programs that ignore Ctrl-C, and this one has to hear it
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main(["archive", *sys.argv[1:]]))
