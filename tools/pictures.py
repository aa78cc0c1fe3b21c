"""Draw docs/pictures: the replay page of a game of each ruleset at three moments, in a headless Chromium.

Needs Chromium, Node, and `make node`. The games of a build are always the same.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURES: Final = ROOT / "docs" / "pictures"
SHOTS: Final = ROOT / "clients" / "typescript" / "page" / "test" / "pictures.mjs"
SEED: Final = "3"
# entries of the game of SEED: armies are in place, in the middle, near the end
MOMENTS: Final[dict[str, tuple[int, int, int]]] = {
    "antares": (24, 60, 110),
    "grinding_annihilation": (60, 160, 320),
    "hex_orders": (72, 134, 220),
    "tile_formations": (20, 60, 110),
}


def shots(ruleset: str, folder: Path) -> Iterator[str]:
    """Play a game and make its page; give a line for each picture: the page at an entry, and where it goes."""
    program = Path(sys.executable).with_name("adjudicator")
    game, page = folder / f"{ruleset}.replay", folder / f"{ruleset}.html"
    subprocess.run([program, "play", ruleset, "--seed", SEED, "--out", game], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([program, "replay", "page", game, "--out", page], check=True, stdout=subprocess.DEVNULL)
    for name, entry in zip(("begins", "middle", "ends"), MOMENTS[ruleset], strict=True):
        yield f"{page.as_uri()}#e={entry} {PICTURES / f'{ruleset}-{name}.png'}"


def main() -> int:
    """Draw those that are named, or all; the exit status."""
    parser = argparse.ArgumentParser(description="Draws docs/pictures anew.")
    parser.add_argument("ruleset", nargs="*", choices=[[], *sorted(MOMENTS)])
    args = parser.parse_args()
    node = shutil.which("node")
    if node is None:
        print("there is no Node here: install it, and run `make node`", file=sys.stderr)
        return 2
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        lines = [line for name in args.ruleset or sorted(MOMENTS) for line in shots(name, Path(folder))]
        subprocess.run([node, SHOTS], input="\n".join(lines), text=True, check=True, cwd=SHOTS.parent)
    return 0


if __name__ == "__main__":
    sys.exit(main())
