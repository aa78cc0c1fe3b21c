"""Writes docs/reference/archive.md from the schema of an archive's tables; with --check says whether it is so."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/reference/archive.md"


def main() -> int:
    """Write the page, or compare it."""
    sys.path.insert(0, str(ROOT))
    from replays.archive.tables.schema import reference  # noqa: PLC0415  (found from where it stands)

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    text = reference()
    if not parser.parse_args().check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        sys.stderr.write("stale: docs/reference/archive.md; run make map\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
