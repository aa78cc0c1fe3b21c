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
WIRE = Path("proto/gen/python/wargame/toy")


def generated() -> dict[Path, str]:
    """Texts of the generated files by path: the Structs, and under `gen` the protobuf modules."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "proto/wargame/v1", Path(folder, "proto/wargame/v1"))
        shutil.copytree(HERE / "proto/wargame/toy", Path(folder, "proto/wargame/toy"))
        planned = protogen.plan(Path(folder), ["toy"])
    files = {Path(place, "messages.py"): _here(planned[path]) for path, place in STRUCTS.items()}
    wire = {path: text for path, text in planned.items() if path.is_relative_to(WIRE)}
    return files | {Path("gen/wargame/toy") / path.relative_to(WIRE): text for path, text in wire.items()}


def _here(text: str) -> str:
    return text.replace("adjudicator.rulesets.toy.", "tests.toy.")


def main() -> None:
    """Write them."""
    for path, text in generated().items():
        protogen.write(HERE / path, text)


if __name__ == "__main__":
    main()
