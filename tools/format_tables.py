"""The tables of the file format: findings, commands and who gives them, events and their commands.

`python tools/format_tables.py` writes them for every reader of the format, `--check` says whether they are up to date.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from adjudicator.kernel.decide.ruling import AFTER_THE_END
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.registry import RULESETS, rules_of
from replays.audit.desk.checks_acts import ACTS, RULED
from replays.audit.desk.checks_stops import BESIDE
from replays.audit.report import CODES, WARNINGS

ROOT = Path(__file__).parents[1]
# the same bytes twice: a Go module can hold nothing that lies outside of its folder
FILES = tuple(ROOT / folder / "tables.json" for folder in ("replays/vectors", "verifier", "clients/typescript"))


def commands_of(rules: LoadedRuleset[Any]) -> dict[str, Any]:
    """Say of every command that a log may hold who gives it, and which of its entries have sealed parts."""
    found = {}
    for kind in sorted(rules.logged, key=lambda kind: kind.__name__):
        mask = rules.masks[kind]
        found[kind.__name__] = {
            "roles": sorted(rules.given_by(kind)),
            "secret": bool(mask.secret),
            "sealed": rules.seals(kind),
            "referee": rules.referee_secrets or mask.seals_for_referee,
        }
    return found


def tables(*others: LoadedRuleset[Any]) -> dict[str, Any]:
    """Give all tables; those of `others` besides the rulesets of this build."""
    loaded = {name: rules_of(name) for name in sorted(RULESETS)} | {rules.name: rules for rules in others}
    return {
        "findings": [[code, level, group, code in WARNINGS] for code, (level, group) in CODES.items()],
        "while_halted": sorted(BESIDE),
        "after_the_end": sorted(AFTER_THE_END),
        "events": {kind: sorted(commands) for kind, commands in sorted(ACTS.items())},
        "rulings": sorted(RULED),
        "rulesets": {name: {"commands": commands_of(rules)} for name, rules in loaded.items()},
    }


def written(values: Any, indent: str = "") -> str:
    """Write JSON with a line for each row, so that differences read well."""
    if not isinstance(values, dict) or set(values) >= {"roles", "secret"}:
        if isinstance(values, list) and values and isinstance(values[0], list):
            rows = (f"{indent} {json.dumps(row)}" for row in values)
            return "[\n" + ",\n".join(rows) + f"\n{indent}]"
        return json.dumps(values)
    rows = (f"{indent} {json.dumps(key)}: {written(value, indent + ' ')}" for key, value in values.items())
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


def main() -> int:
    """Write the tables, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    text = written(tables()) + "\n"
    stale = [path for path in FILES if not path.exists() or path.read_text() != text]
    if not check:
        for path in stale:
            path.write_text(text)
    elif stale:
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        sys.stderr.write(f"stale: {names}; run make map\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
