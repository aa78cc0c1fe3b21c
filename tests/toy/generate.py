"""Generate the toy's messages from its protos: `python tests/toy/generate.py` from the root of the repository."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # run by path, python knows this folder but not the root

from tools import protogen  # noqa: E402  (the path has to be set first)

STRUCTS = {Path(f"adjudicator/rulesets/toy/{place}/messages.py"): place for place in ("model", "reports")}


def generated() -> dict[Path, str]:
    """Texts of the generated modules by path."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "proto/wargame/v1", Path(folder, "proto/wargame/v1"))
        shutil.copytree(HERE / "proto/wargame/toy", Path(folder, "proto/wargame/toy"))
        planned = protogen.plan(Path(folder), ["toy"])
    return {
        Path(place, "messages.py"): planned[path].replace("adjudicator.rulesets.toy.", "tests.toy.")
        for path, place in STRUCTS.items()
    }


def main() -> None:
    """Write them."""
    for path, text in generated().items():
        protogen.write(HERE / path, text)


if __name__ == "__main__":
    main()
