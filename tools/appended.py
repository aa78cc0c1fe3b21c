"""Compare the contract with the kept one, and refuse fields by which older entries of logs could not be read.

Run as `python tools/appended.py`; `make proto-breaking` does. An entry holds a message as the list of its fields, so
one that is older than a field ends before it: such a field is repeated or `optional`, and then empty or absent there,
or it says by the option `earlier` what it is read as, the same for ever.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.contract import (
    INTEGER_MESSAGES,
    OPTIONS,
    Contract,
    Faulty,
    Field,
    Message,
    Part,
    compile_tree,
    read_descriptors,
    read_file,
    units,
)
from tools.contract_faults import faults

ROOT: Final = Path(__file__).resolve().parents[1]
KEPT: Final = Path("proto/lock.binpb")
REMEDY: Final = "make it repeated or `optional`, or say so by (wargame.v1.earlier), as docs/contract.md tells"


def kept_contract(root: Path) -> Contract:
    """Read the contract as it is kept.

    Raises Faulty where it can not be read, and FileNotFoundError.
    """
    files, extensions = read_descriptors((root / KEPT).read_bytes())
    return Contract({}, {file.name: read_file(file) for file in files}, extensions)


def logged(contract: Contract, root: Path) -> dict[str, Message]:
    """Give every message that may stand in a log, by its full name: commands, events, options, and what they reach."""
    known = {f".{row.package}.{part.name}": part for row in contract.sources.values() for part in row.messages}
    made = units(contract, root)
    todo = [f".{unit.package}.{message.name}" for unit in made for message in unit.marked]
    todo += [f".{unit.package}.{message.name}" for unit in made for message in unit.values if message.name == OPTIONS]
    reached: dict[str, Message] = {}
    while todo:
        name = todo.pop()
        if name in known and name not in reached and name not in INTEGER_MESSAGES:
            reached[name] = known[name]
            todo += [field.proto.type_name for field in known[name].fields]
    return reached


def unread_faults(contract: Contract, kept: Contract, root: Path) -> Iterator[str]:
    """Name every field that entries written under the kept contract do not say enough for."""
    now = logged(contract, root)
    for name, before in sorted(logged(kept, root).items()):
        if name in now:
            yield from _field_faults(contract, kept, now[name], {part.proto.number: part for part in before.fields})


def _field_faults(contract: Contract, kept: Contract, now: Message, before: Mapping[int, Part]) -> Iterator[str]:
    for field in now.fields:
        said = contract.mark(field, "earlier")
        old = before.get(field.proto.number)
        if old is None:
            if not (said or field.proto.label == Field.LABEL_REPEATED or field.proto.proto3_optional):
                yield field.fault(f"is appended to what logs hold, and older entries do not have it: {REMEDY}")
        elif (promised := kept.mark(old, "earlier")) and said != promised:
            yield field.fault(f"was read as {promised} in older entries, now as {said or 'nothing'}: say {promised}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, and name the faults; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree; as a rule the one this script lies in")
    root = parser.parse_args(arguments).root
    try:
        contract = compile_tree(root)
        found = [*faults(contract, units(contract, root)), *unread_faults(contract, kept_contract(root), root)]
    except Faulty as refusal:
        found = [str(refusal)]
    print("".join(f"{fault}\n" for fault in found), end="", file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
