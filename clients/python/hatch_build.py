"""Hooks of the build: the version is the server's, and the generated code is made."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from generate import generate, protos  # type: ignore[import-not-found]  # noqa: E402  (beside this file; the path comes first)


class ServerVersion(MetadataHookInterface):
    """The server's version: of the repository, or as a source archive of it says."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set it."""
        metadata["version"] = version()


class GeneratedContract(BuildHookInterface[Any]):
    """Generates the contract's code before anything is packed, and packs the contract beside it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate it; a source archive brings the contract and generates it again."""
        if self.target_name == "wheel":
            generate()
            build_data["force_include"][str(protos() / "wargame")] = "adjudicator_client/protos/wargame"


def version() -> str:
    """Read the version."""
    information = HERE / "PKG-INFO"
    if information.exists():
        lines = information.read_text(encoding="utf-8").splitlines()
        return next(line.partition(": ")[2] for line in lines if line.startswith("Version: "))
    found = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    return str(found["project"]["version"])
