"""Go, which some tests need: left out with a note where it is missing, a failure on the build machine."""

from __future__ import annotations

import os
import shutil
from functools import cache

import pytest

from tools.packages.faults import ToolMissing
from tools.packages.go import with_go

GO_IS_MISSING = "Go is missing"
# Where Debian's packages of one version have it, beside the path and where Go's own has it.
DEBIAN = "/usr/lib/go/bin"


@cache
def find_go() -> str | None:
    """Find Go, None where it is missing.

    Raises ToolMissing on the build machine, where it must not be.
    """
    try:
        path = with_go({"PATH": os.pathsep.join([os.environ.get("PATH", os.defpath), DEBIAN])})["PATH"]
    except ToolMissing:
        if os.environ.get("CI"):
            raise
        return None
    return shutil.which("go", path=path)


needs_go = pytest.mark.skipif(find_go() is None, reason=GO_IS_MISSING)
