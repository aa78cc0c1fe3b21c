"""The program with the toy as one more ruleset; as a plugin of pytest (`-p`) it registers the toy for the recorder."""

import sys
from types import MappingProxyType

from adjudicator import registry
from services.cli import main

WITH_TOY = MappingProxyType({**registry.RULESETS, "toy": "tests.toy"})
registry.RULESETS = WITH_TOY

if __name__ == "__main__":
    sys.exit(main())
