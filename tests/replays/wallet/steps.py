"""Wallets as players of recorded games would hold them."""

import base64
import json
from typing import Any

import msgpack

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.record.chain import head_text
from adjudicator.kernel.record.record import Actor
from replays import notes
from replays.audit.audit import audit
from replays.audit.receipts import read_held
from services.games.refusals import Refused, RuledOn
from services.games.requests import CommandRequest
from services.games.signed_refusals import sign_refusal
from services.games.signing import public_key, sign, signed_bytes
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, SIGNATURE
from tests.replays.fixtures import LOG_NAME, SEAT, find
from tests.verdicts import UNSIGNED


def based(data):
    return base64.b64encode(data).decode()


def lines(rows):
    """Write a wallet of these rows."""
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def title(recorder):
    return {"format": "adjudicator-wallet/1", "game": recorder.game_id.hex()}


def receipt(recorder, size, record, command_id=b"", key=None):
    """A receipt of an entry, as the log key signs it."""
    from adjudicator.kernel.record.chain import entry_hash

    head = entry_hash(record)
    note = notes.sign(key or recorder.log_key, LOG_NAME, head_text(recorder.game_id, size, head))
    return {
        "kind": "receipt",
        "seq": size,
        "hash": head.hex(),
        "note": note,
        "command_id": command_id.hex(),
        "record": based(record),
    }


def unproven(recorder, size, record, key):
    """A head that contradicts what its holder had, signed with a key that the holder did not know."""
    row = receipt(recorder, size, record, key=key)
    return {"kind": "unproven", **{name: row[name] for name in ("seq", "hash", "note")}}


def command_row(signed, signature=b"", salt=b"", secret=b""):
    return {
        "kind": "command",
        "command": based(signed),
        "signature": signature.hex(),
        "salt": salt.hex(),
        "secret": based(secret),
    }


def wallet_rows(case, seat, *, upto=None, receipts=True, words=True):
    """What the player of a seat holds of a game after an entry."""
    recorder, rows = case.recorder, []
    entries = case.entries[:upto]
    if words:
        rows += [
            {"kind": "log_key", "key": recorder.vkey},
            {"kind": "seat", "seat": seat, "token_id": f"seat{seat}", "key": public_key(recorder.keys[seat]).hex()},
            {"kind": "player", "seat": seat, "key": public_key(recorder.keys[seat]).hex()},
            {"kind": "opening", "commitment": recorder.terms.commitment.hex()},
        ]
    for place, entry in enumerate(entries):
        own = entry[ACTOR][:2] == [SEAT, seat]
        if words and own:
            opened = [row for row in case.openings.get(place + 1, ()) if row[0] == seat and row[1] == 0]
            salt, secret = (opened[0][2], opened[0][3]) if opened else (b"", b"")
            signed = msgpack.packb([entry[1], entry[ACTOR], entry[COMMAND]])
            rows.append(command_row(signed, entry[SIGNATURE] or b"", salt, secret))
            if entry[COMMAND][BODY][0] == "OpenContribution":
                given = entry[COMMAND][BODY][1]
                promised = next(
                    row[COMMAND][BODY][1]
                    for row in case.entries
                    if row[ACTOR][1] == seat and row[COMMAND][BODY][0] == "CommitContribution"
                )
                both = {"contribution": given.hex(), "commitment": promised.hex()}
                rows.append({"kind": "contribution", "seat": seat, **both})
        if receipts and (own or place == 0):
            record = msgpack.packb(entry)
            rows.append(receipt(recorder, place + 1, record, entry[COMMAND][0] if own else b""))
        if words:
            rows.append({"kind": "head", "seq": place + 1, "hash": entry.recorded.hex()})
    return rows


def wallet(case, seat, *more, **which):
    return lines([title(case.recorder), *wallet_rows(case, seat, **which), *more])


def judged(data, *files, refusals=(), **pins):
    """Audit with wallets; gives the report."""
    held = [item for place, file in enumerate(files) for item in read_held(file, f"{place}.wallet")]
    wallets: Any = [item for place, file in enumerate(refusals) for item in read_held(file, f"{place}.wallet")]
    return audit(data, find=find, held=held, refusals=wallets, **pins)


def told(report):
    return [(row.code, row.seq) for row in report.findings if row.code not in UNSIGNED]


class LogKey:
    """The log key of a recorded game, as the service holds it."""

    def __init__(self, recorder):
        self.recorder = recorder

    def can_sign(self, key):
        return key == self.recorder.vkey

    def sign_bytes(self, data, _key):
        return sign(self.recorder.log_key, data)


async def refusal_rows(recorder, party, command, fault=None, *, head=None, salt=None, time=None):
    """What a wallet holds of a command that was refused by the service, or by a lie of this fault."""
    actor, command_id = Actor(SEAT, party, recorder.tokens[party]), recorder.fresh()[:16]
    head = recorder.head if head is None else head
    salt = salt or recorder.fresh()
    rules, game = recorder.rules, recorder.game_id
    signed = signed_bytes(rules.masks, game, actor, command_id, head, command, salt)
    signature = sign(recorder.keys[party], signed)
    request = CommandRequest(game, command_id, command, actor, head, signature, salt)
    if fault is None:
        refused = await _refused(recorder, request)
    else:
        async with recorder.command_handler.locked(game) as session:
            refused = Refused(Rejected(fault), session)
            refused.ruled = RuledOn(rules, recorder.vkey, session.protocol.times[-1])
    if time is not None:
        refused.ruled = RuledOn(rules, recorder.vkey, time)
    keys: Any = LogKey(recorder)
    made = sign_refusal(keys, refused, request)
    secret = b""
    if rules.masks[type(command)].secret:
        secret = msgpack.packb([getattr(command, name) for name in command.__struct_fields__])
    kept = {"kind": "refusal", "refusal": based(made.data), "signature": made.signature.hex(), "log_key": made.log_key}
    return [command_row(signed.removeprefix(b"wglog/1/cmd\0"), signature, salt if secret else b"", secret), kept]


async def _refused(recorder, request):
    from services.games.refusals import StaleHead

    try:
        await recorder.command_handler.submit(request)
    except (Refused, StaleHead) as refused:
        return refused
    raise AssertionError("the command was taken")


LIE = Fault("TOY-1", "not-asked", "", (("asks", "the other"),))
