"""Signatures of commands: what seats and officials sign, and its check; and the keys that a game needs here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.docket.officials import OFFICES
from adjudicator.kernel.messages import AdmitOfficial, ChangeLogKey, RulingGiven, Substitute
from adjudicator.kernel.protocol.roles import OWNER_ROLE, SEAT_ROLE
from adjudicator.kernel.record.chain import signing_bytes, warrant_bytes
from adjudicator.kernel.record.mpint import pack
from adjudicator.kernel.record.record import COMMAND_PART, Actor, Envelope, OpenedPart, commitment
from adjudicator.kernel.record.visibility import Masks, redact, values_at
from replays.small_order import of_small_order
from services.ed25519 import Signer, verifies
from services.games.refusals import LogKeyLost, OtherKeys

if TYPE_CHECKING:
    from adjudicator.kernel.decide.ruling import Ruling
    from adjudicator.kernel.protocol.protocol_state import ProtocolState
    from services.games.keys import Keys
    from services.games.requests import CommandRequest
    from services.sessions.session import Session


class SignatureRefused(Exception):
    """A command of a signed game has no signature of who gives it, or one that does not fit it; `path` is its place."""

    path = "header.signature"


class KeyRefused(SignatureRefused):
    """A command brings a key under which anybody could sign."""

    path = "keys"


def signed_bytes(
    masks: Masks,
    game_id: bytes,
    actor: Actor,
    command_id: bytes,
    head: bytes | None,
    command: Struct,
    salt: bytes | None = None,
) -> bytes:
    """Write what a seat or an official signs: game, actor and command, its secret fields under their seal.

    Raises ValueError where the command has secret fields and no salt: who signs makes the salt.
    """
    mask = masks[type(command)]
    seal = None
    if mask.secret:
        if salt is None:
            message = "a signed command with secret fields comes with the salt of its seal"
            raise ValueError(message)
        data = pack(values_at(command, mask.secret))
        seal = commitment(game_id, command_id, OpenedPart(actor.party, COMMAND_PART, salt, data))
    envelope = Envelope(command_id, head, redact(command, mask.secret), seal)
    return signing_bytes(pack([game_id, actor, envelope]))


def sign(key: bytes, data: bytes) -> bytes:
    """Sign with an Ed25519 private key, which is derived anew from its 32 bytes: who signs often keeps a Signer."""
    return Signer(key).sign(data)


def public_key(key: bytes) -> bytes:
    """Derive the public key, 32 bytes."""
    return Signer(key).public


def check_signature(rules: Any, protocol: ProtocolState, request: CommandRequest) -> None:
    """Verify the signature of a seat or an official where there is one, and demand it in signed games.

    Raises SignatureRefused, KeyRefused where the command brings a key that proves nothing.
    """
    terms, role = protocol.open_game, request.actor.role
    if terms is None:
        return
    require_sound_command(request.command)
    if isinstance(request.command, AdmitOfficial):
        _check_warrant(protocol, request.command)
    seat = role == SEAT_ROLE
    if not seat and role not in OFFICES:
        if request.signature is not None:
            raise SignatureRefused(
                "only seats and officials have keys in a game: give this command without a signature"
            )
        return
    if request.signature is None:
        if terms.signed if seat else terms.acts_signed:
            whose = "seat" if seat else "official"
            message = f"this game takes signed commands only: sign game, actor and command with the key of the {whose}"
            raise SignatureRefused(message)
        return
    keys = protocol.keys_of(request.actor.party) if seat else protocol.official_keys(role, request.actor.key)
    if not seat and not keys:
        raise SignatureRefused(
            "no key of this official is known to the game: let its owner admit it with AdmitOfficial"
        )
    data = signed_bytes(
        rules.masks, request.game_id, request.actor, request.command_id, request.head, request.command, request.salt
    )
    if not any(verifies(key, request.signature, data) for key in keys):
        whose = "seat" if seat else "official"
        message = f"the signature does not fit this command under any key of the {whose}: sign the command that is sent"
        raise SignatureRefused(message)


def require_sound_command(command: Struct) -> None:
    """Refuse a command that brings a key of small order, under which anybody can sign.

    Raises KeyRefused.
    """
    if isinstance(command, AdmitOfficial | Substitute) and any(map(of_small_order, command.keys)):
        raise KeyRefused("a key of small order, under which anybody can sign: make a new one")


def _check_warrant(protocol: ProtocolState, command: AdmitOfficial) -> None:
    """Refuse to admit an official without the owner's word."""
    event = protocol.terms.event
    scope = event if command.of_event and event is not None else protocol.game_id
    data = warrant_bytes(scope, command.office, command.token, command.keys, command.number)
    owners = [row.keys for (office, _), row in protocol.officials.items() if office == OFFICES[OWNER_ROLE]]
    if not any(verifies(key, command.warrant, data) for keys in owners for key in keys):
        raise SignatureRefused(
            "no key of the game's owner has signed this warrant: sign scope, office, token, keys, number"
        )


def require_keys(
    session: Session, secret_of: Callable[[bytes], bytes], log_keys: Keys | None, *, changes_key: bool
) -> None:
    """Refuse a game whose promised dice this server can not roll, or whose heads it can not sign.

    Raises OtherKeys, and LogKeyLost but for the command that `changes_key`.
    """
    terms, game, log_key = session.protocol.open_game, session.game_id, session.protocol.log_key
    if terms is None or session.checked_key == log_key:
        return
    if terms.commitment not in (None, wgdice.commit(game, secret_of(game))):
        raise OtherKeys
    if log_keys is not None and not log_keys.can_sign(log_key):
        if changes_key:
            return
        raise LogKeyLost(log_key)
    session.checked_key = log_key


def key_change(session: Session, keys: Keys | None) -> tuple[bytes, ChangeLogKey] | None:
    """Make the command that brings a game under the present log key, and its id: the same in every process.

    None where it is under it, or goes on to its end with a key of its own.
    """
    before = session.protocol.log_key
    if keys is None or before in ("", keys.verification_key) or not session.game.stack:
        return None
    changes, key = keys.changes_from(before), keys.verification_key
    if not changes:
        return None  # a key of its own, which signs it to its end
    name = b"adjudicator/1/log key\0" + session.game_id + key.encode()
    return hashlib.sha256(name).digest()[:16], ChangeLogKey(log_key=key, changes=changes, reason="")


def require_head(session: Session, request: CommandRequest, ruling: Ruling[Any]) -> None:
    """Refuse a ruling, and what a seat gives in a game of an event, that does not say on which state it was decided.

    Raises Rejected.
    """
    rules = any(isinstance(event, RulingGiven) for event, _ in ruling.events)
    terms = session.protocol.open_game
    of_event = request.actor.role == SEAT_ROLE and terms is not None and terms.event is not None
    if request.head is None and (rules or of_event):
        raise Rejected(Fault("WG-RULE-02", "head-missing", "header.head"))
