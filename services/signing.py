"""Signatures of commands: the bytes that a seat signs, and their check."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from adjudicator.kernel.chain import signing_bytes
from adjudicator.kernel.mpint import encode
from adjudicator.kernel.record import COMMAND_PART, Actor, Envelope, Opening, commitment
from adjudicator.kernel.visible import Masks, blank, values_at


def signed_bytes(
    masks: Masks, game_id: bytes, actor: Actor, command_id: bytes, head: bytes | None, command: Struct,
    salt: bytes | None = None,
) -> bytes:  # fmt: skip
    """Write what a seat signs: game, actor and command, its secret fields under their seal.

    Raises ValueError where the command has secret fields and no salt: who signs makes the salt.
    """
    mask = masks[type(command)]
    seal = None
    if mask.secret:
        if salt is None:
            message = "a signed command with secret fields comes with the salt of its seal"
            raise ValueError(message)
        data = encode(values_at(command, mask.secret))
        seal = commitment(game_id, command_id, Opening(actor.party, COMMAND_PART, salt, data))
    envelope = Envelope(command_id, head, blank(command, mask.secret), seal)
    return signing_bytes(encode([game_id, actor, envelope]))


def sign(key: bytes, data: bytes) -> bytes:
    """Sign with an Ed25519 private key of 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(key).sign(data)


def public_key(key: bytes) -> bytes:
    """Derive the public key, 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw()


def verifies(key: bytes, signature: bytes, data: bytes) -> bool:
    """Check a signature."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


__all__ = ["public_key", "sign", "signed_bytes", "verifies"]
