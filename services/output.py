"""What the program prints, and the end of it where its reader has left, as `head` does after ten lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any, Final, TextIO, cast

REFUSED: Final = 4


class ReaderLeft(BaseException):
    """Nobody reads the output any more. No Exception, since verbs that report faults of sockets must not see it."""


class OutputRefused(BaseException):
    """What is printed can not be written where it shall go, as on a full disk."""


class _Output:
    """A stream that tells its own faults from those of every other connection and file."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write.

        Raises ReaderLeft, OutputRefused.
        """
        with _named_faults():
            return self._stream.write(text)

    def flush(self) -> None:
        """Write what is held back.

        Raises ReaderLeft, OutputRefused.
        """
        with _named_faults():
            self._stream.flush()


@contextmanager
def _named_faults() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise ReaderLeft from None
    except OSError as fault:
        raise OutputRefused(fault.strerror or str(fault)) from None


def _open(stream: TextIO | None) -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8") if stream is None else stream


@contextmanager
def watched_output() -> Iterator[None]:
    """Print in this block; raises SystemExit, with 0 where the reader left before the end.

    An output that was closed from the beginning goes nowhere, and no file that is opened later stands in its place.
    """
    stream, errors = _open(sys.stdout), _open(sys.stderr)
    with redirect_stderr(errors), redirect_stdout(cast("TextIO", _Output(stream))):
        try:
            try:
                yield
            finally:
                sys.stdout.flush()
        except (ReaderLeft, OutputRefused) as fault:
            # what is still held back goes nowhere, instead of failing once more when the interpreter ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            if isinstance(fault, ReaderLeft):
                raise SystemExit(0) from None
            with suppress(OSError):
                print(f"the output can not be written: {fault}; make room, or print it elsewhere", file=errors)
            raise SystemExit(REFUSED) from None
