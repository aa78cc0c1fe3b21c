"""The process of one audit: reads a file, writes a report, and can do nothing else to the service.

`python -m services.audits.worker FIND SECONDS BYTES FINDINGS`: FIND names the function that finds rulesets, the others
are the limits of processor time, of memory and of findings of one code.
"""

from __future__ import annotations

import sys
from importlib import import_module

import msgspec

from replays.audit.audit import Find, audit
from services.bounded.limits import OUT_OF_MEMORY, limit


def main(find: str, seconds: int, memory: int, most: int) -> int:
    """Audit what stands on stdin; the exit code."""
    limit(seconds, memory)
    try:
        report = audit(sys.stdin.buffer.read(), find=_function(find), most=most)
        sys.stdout.buffer.write(msgspec.msgpack.encode(report))
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def _function(name: str) -> Find:
    module, _, function = name.partition(":")
    found: Find = getattr(import_module(module), function)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
