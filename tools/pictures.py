"""Draw docs/pictures: the replay page of a game of each ruleset at three moments, in a headless Chromium.

Needs Chromium. Games and moments are always the same, so that a picture differs only where what is drawn does.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURES: Final = ROOT / "docs" / "pictures"
SEED: Final = "3"
# entries of the game of SEED: armies are in place, in the middle, near the end
MOMENTS: Final[dict[str, tuple[int, int, int]]] = {
    "antares": (24, 60, 110),
    "grinding_annihilation": (60, 160, 320),
    "hex_orders": (72, 130, 220),
    "tile_formations": (20, 60, 110),
}
# what a page has to set up and draw itself, in ms of its own time
DRAWN_MS: Final = 5_000


def chromium() -> str:
    """Find the browser.

    Raises SystemExit.
    """
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise SystemExit("there is no Chromium here: install Debian's package chromium")
    return found


def draw(browser: str, ruleset: str, folder: Path) -> None:
    """Play a game, make its page, and take its pictures."""
    program = Path(sys.executable).with_name("adjudicator")
    game, page = folder / f"{ruleset}.replay", folder / f"{ruleset}.html"
    subprocess.run([program, "play", ruleset, "--seed", SEED, "--out", game], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([program, "replay", "page", game, "--out", page], check=True, stdout=subprocess.DEVNULL)
    for name, entry in zip(("begins", "middle", "ends"), MOMENTS[ruleset], strict=True):
        target = PICTURES / f"{ruleset}-{name}.png"
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,860"]
        shot = [f"--virtual-time-budget={DRAWN_MS}", f"--screenshot={target}", f"{page.as_uri()}#e={entry}"]
        subprocess.run([browser, *options, *shot], check=True, capture_output=True, timeout=120)
        print(target.relative_to(ROOT))


def main() -> int:
    """Draw those that are named, or all; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("ruleset", nargs="*", choices=[[], *sorted(MOMENTS)])
    args = parser.parse_args()
    browser = chromium()
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for ruleset in args.ruleset or sorted(MOMENTS):
            draw(browser, ruleset, Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
