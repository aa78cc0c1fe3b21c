"""What the program prints, and the end of it where its reader has left, as `head` does after ten lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO, cast


class ReaderLeft(BaseException):
    """Nobody reads the output any more. No Exception, since verbs that report faults of sockets must not see it."""


class _Output:
    """A stream that tells its closed pipe from every other broken connection."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write.

        Raises ReaderLeft.
        """
        try:
            return self._stream.write(text)
        except BrokenPipeError:
            raise ReaderLeft from None

    def flush(self) -> None:
        """Write what is held back.

        Raises ReaderLeft.
        """
        try:
            self._stream.flush()
        except BrokenPipeError:
            raise ReaderLeft from None


@contextmanager
def watched_output() -> Iterator[None]:
    """Print in this block; raises SystemExit with 0 where the reader left before the end."""
    stream = sys.stdout
    with redirect_stdout(cast("TextIO", _Output(stream))):
        try:
            try:
                yield
            finally:
                sys.stdout.flush()
        except ReaderLeft:
            # what is still held back goes nowhere, instead of failing once more when the interpreter ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            raise SystemExit(0) from None
