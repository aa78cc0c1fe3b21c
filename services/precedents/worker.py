"""The process of one question about a clause: reads tables, and can do nothing else to the service.

`python -m services.precedents.worker SECONDS BYTES`: the limits of processor time and of memory. The question comes on
stdin, the answer goes to stdout. Only here is a package of the extra `archive` loaded.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Final

import msgspec

from replays.archive.search.questions import Answer, Question
from services.bounded.limits import OUT_OF_MEMORY, limit

PACKAGES: Final = ("duckdb",)


def main(seconds: int, memory: int) -> int:
    """Answer; the exit code."""
    limit(seconds, memory)
    try:
        question = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Question)
        sys.stdout.buffer.write(msgspec.msgpack.encode(answer(question)))
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def answer(question: Question) -> Answer:
    """Answer a question where the packages are there, else say which are missing."""
    missing = [package for package in PACKAGES if find_spec(package) is None]
    if missing:
        return Answer(why=f"packages are missing here: {', '.join(missing)}: pip install 'adjudicator[archive]'")
    from replays.archive.search.precedents import find  # noqa: PLC0415  (its packages may be missing)

    return find(question)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
