"""The vectors of the file format with every value on the way, made of those that are kept in `tests/kernel`.

`python tools/format_vectors.py` writes them, `--check` says whether they are up to date.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adjudicator.kernel.record import mpint
from replays import key_changes, notes
from replays.audit.audit import audit
from replays.vectors.answers import answer
from tools.format_vectors_held import held_cases

ROOT = Path(__file__).parents[1]
FILE = ROOT / "replays/vectors/vectors.json"
KEPT = ROOT / "tests/kernel"
GAME = ROOT / "tests/replays/history/antares-2026.6-corrected.replay.gz"
# place of the commitment in an opening, its kind counted
COMMITMENT: Final = 17
Case = tuple[str, str, dict[str, Any]]
# spellings of MessagePack that MP-int refuses, and why
REFUSED: Final = {
    "a longer integer": "cc01",
    "a longer text": "d90161",
    "a longer array": "dc000101",
    "longer bytes": "c5000100",
    "a signed number that is none": "d001",
    "two values": "c0c0",
    "nothing": "",
    "cut off": "93c0",
    "a map": "80",
    "a float": "cb3ff0000000000000",
    "an extension": "d40000",
    "beyond 2^53 - 1": "cf0020000000000000",
    "text that is not UTF-8": "a1ff",
    "half of a surrogate pair": "a3eda080",
    "seventeen arrays deep": "91" * 17 + "90",
}
SPELLED: Final[tuple[Any, ...]] = (
    None, True, False, 0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**53 - 1, -1, -32, -33, -128, -129,
    -32768, -32769, -(2**31), -(2**31) - 1, 1 - 2**53, "", "a" * 31, "a" * 32, "\N{SNOWMAN}\N{GRINNING FACE}", b"",
    b"\0" * 255, b"\0" * 256, [], [1] * 15, [1] * 16, [[["deep", b"\1"]], None],
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Give the cases: name, operation and what it takes."""
    yield from _of_bytes()
    yield from _of_dice(json.loads((KEPT / "dice_vectors.json").read_text()))
    yield from _of_chain(json.loads((KEPT / "chain_vectors.json").read_text()))
    yield from _of_rewinds(json.loads((KEPT / "rewind_vectors.json").read_text()))
    yield from _of_keys()
    yield from _of_small_order(json.loads((KEPT / "small_order_vectors.json").read_text()))
    yield from held_cases(*(json.loads((KEPT / f"{name}_vectors.json").read_text()) for name in ("dice", "chain")))


def _of_bytes() -> Iterator[Case]:
    for place, value in enumerate(SPELLED):
        yield f"mpint {place}", "mpint", {"bytes": mpint.encode(value).hex()}
    for name, data in REFUSED.items():
        yield f"mpint: {name}", "mpint", {"bytes": data}


def _of_dice(kept: dict[str, Any]) -> Iterator[Case]:
    setup = kept["setup"]
    game, secret = setup["G"], setup["S"]
    yield "V1 commitment", "commitment", {"game": game, "secret": secret}
    for seat in range(2):
        given = {"game": game, "seat": seat, "contribution": setup[f"r{seat}"]}
        yield f"V1 commitment of seat {seat}", "seat_commitment", given
    bound = {"game": game, "commitment": setup["C"], "settings": setup["R"]}
    both = [setup["r0"], setup["r1"]]
    for name, given_by in (("V1", both), ("one absent", [both[0], None]), ("practice", [None, None]), ("none", [])):
        yield f"transcript: {name}", "transcript", {**bound, "contributions": given_by}
    for epoch, stream in ((0, 0), (0, 1), (0, 2), (0, 0xFFF0), (1, 2)):
        values = {"secret": secret, "transcript": setup["T"], "epoch": epoch, "stream": stream}
        yield f"key of stream {stream}, epoch {epoch}", "stream_key", values
    yield "key of the state", "state_key", {"secret": secret, "transcript": setup["T"]}
    for place, _ in enumerate(kept["d6"]["faces"]):
        yield f"V2 die {place}", "draw", {"key": setup["K"], "index": place, "sides": 6}
    for place, sides in enumerate(kept["mixed"]["sides"], start=kept["mixed"]["first"]):
        yield f"V3 die {place}", "draw", {"key": setup["K"], "index": place, "sides": sides}
    first, sides = kept["rejection"]["first"], kept["rejection"]["sides"]
    for place, _ in enumerate(kept["rejection"]["draws"], start=first):
        yield f"V4 rejection {place}", "draw", {"key": setup["K"], "index": place, "sides": sides}
    carry = {"key": setup["K"], "index": kept["carry"]["index"], "sides": kept["carry"]["sides"]}
    yield "V4b second block", "draw", carry
    yield "a die of the most sides", "draw", {"key": setup["K"], "index": 7, "sides": 2**32 - 1}


def _of_chain(kept: dict[str, Any]) -> Iterator[Case]:
    entries = kept["entries"]
    opening = msgpack.unpackb(bytes.fromhex(entries[0]["record"]))[6][2]
    yield "settings", "settings", {"opening": mpint.encode(opening).hex()}
    for place, entry in enumerate(entries, start=1):
        yield f"entry {place}", "entry", {"record": entry["record"]}
    for row in msgpack.unpackb(bytes.fromhex(entries[5]["openings"])):
        record = msgpack.unpackb(bytes.fromhex(entries[5]["record"]))
        owner, part, salt, data = row
        values = {"game": kept["game"], "owner": owner, "part": part, "command_id": record[6][0].hex()}
        yield f"sealed part {part} of {owner}", "sealed", {**values, "salt": salt.hex(), "bytes": data.hex()}
    signing = kept["signing"]
    signed = {name: signing[name] for name in ("public", "signature")}
    yield "signature of a command", "signature", {**signed, "message": signing["bytes"]}
    yield "signature over another command", "signature", {**signed, "message": signing["bytes"] + "00"}
    state = kept["state"]
    yield "public state", "state_hash", {"tables": state["view"]}
    yield "keyed state", "keyed_state", {"key": state["key"], "tables": state["tables"]}
    yield "signed head", "note", {"key": kept["verify_key"], "note": kept["note"]}
    for name, note in _other_notes(kept["note"]):
        yield f"signed head: {name}", "note", {"key": kept["verify_key"], "note": note}
    text = kept["note"].split("\n\n")[0] + "\n"
    yield "text of a head", "head", {"text": text}
    for name, size in (("leading zero", "08"), ("of nothing", "0")):
        yield f"text of a head: {name}", "head", {"text": text.replace("\n8\n", f"\n{size}\n")}


def _of_small_order(kept: dict[str, Any]) -> Iterator[Case]:
    for row in kept["keys"]:
        values = {"public": row["key"], "signature": kept["signature"], "message": row["text"].encode().hex()}
        yield f"key of small order {row['key']}", "signature", values


def _other_notes(note: str) -> Iterator[tuple[str, str]]:
    text, _, signature = note.partition("\n\n")
    yield "another size", note.replace("\n8\n", "\n9\n")
    yield "another game", note.replace("a1\n", "a2\n", 1)
    yield "no empty line", f"{text}\n{signature}"
    yield "no signature", f"{text}\n\n"
    yield "of another key", note.replace("ref.example.org/wg ", "ref.example.org/other ")


def _of_rewinds(kept: dict[str, Any]) -> Iterator[Case]:
    for game in kept["games"]:
        rewinds = {str(seq): to for seq, to in game["rewinds"]}
        size = int(game["note"].split("\n")[1])
        yield f"path: {game['name']}", "path", {"entries": size, "rewinds": rewinds}
    nested = {"10": 6, "12": 3, "15": 14}
    yield "path: a rewind that is void itself", "path", {"entries": 16, "rewinds": nested}
    yield "path: no rewind", "path", {"entries": 3, "rewinds": {}}
    for opening in kept["openings"]:
        values = mpint.decode(bytes.fromhex(opening["opening"]))
        assert isinstance(values, list | tuple)  # noqa: S101  (an opening is an array)
        # they end before the commitment: with it they are what stands in a record
        whole = [*values[:COMMITMENT], b"c" * 32, *values[COMMITMENT:]]
        yield f"settings: {opening['name']}", "settings", {"opening": mpint.encode(whole).hex()}


def _of_keys() -> Iterator[Case]:
    keys = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (7, 8)]
    lines = [notes.verify_key("vectors.example/log", key.public_key().public_bytes_raw()) for key in keys]
    change = key_changes.write(lines[0], lines[1], keys[0], keys[1])
    yield "change of a log key", "key_change", {"note": change}
    yield "change of a log key that one alone has signed", "key_change", {"note": change.rsplit("\n", 2)[0] + "\n"}


def files() -> Iterator[dict[str, Any]]:
    """Give whole replay files: one as it was played, and altered ones, with verdict and first finding."""
    data = gzip.decompress(GAME.read_bytes())
    altered = {
        "as it was played": data,
        "a byte of a record": _flipped(data, data.index(b"SeedFixed") + 40),
        "a byte of a head": _flipped(data, data.index(b"wglog/1/head") + 90),
        "cut off": data[: len(data) // 2],
    }
    for name, file in altered.items():
        report = audit(file, levels=("L0", "L1"))
        primary = report.primary
        yield {
            "name": f"file: {name}",
            "op": "verify",
            "in": {"replay": base64.b64encode(file).decode()},
            "out": {
                "result": report.result,
                "code": primary.code if primary else None,
                "seq": primary.seq if primary else None,
            },
        }


def _flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def vectors() -> str:
    """Write all vectors, a line for each."""
    rows = [{"name": name, "op": op, "in": values, "out": answer(op, values)} for name, op, values in cases()]
    lines = ",\n".join(f"  {json.dumps(row)}" for row in [*rows, *files()])
    return f'{{\n "format": "wgvectors/1",\n "vectors": [\n{lines}\n ]\n}}\n'


def main() -> int:
    """Write the vectors, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    text = vectors()
    stale = not FILE.exists() or FILE.read_text() != text
    if stale and check:
        sys.stderr.write(f"stale: {FILE.relative_to(ROOT)}; run make map\n")
        return 1
    if stale:
        FILE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
