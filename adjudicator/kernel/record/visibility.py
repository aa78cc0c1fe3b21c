"""Who sees which field of a command or event: masks from the generated tables, never copies."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import astuple

from adjudicator.kernel.decide.parties import EVERYONE, Party


class Mask(Struct, frozen=True):
    """Visibility of one kind of command or event.

    `owner` is the index of the field that names the owner (None for commands, whose owner is the actor), `secret`
    the indices of the fields that only the owner sees, `whole` says that no field is public. `seals` and
    `seals_for_referee` say that an entry of the command carries a part for every seat, and one for the referee.
    """

    owner: int | None = None
    secret: tuple[int, ...] = ()
    whole: bool = False
    seals: bool = False
    seals_for_referee: bool = False
    reveals: bool = False


Masks = Mapping[type[Struct], Mask]


def owner_of(mask: Mask, event: Struct) -> Party:
    """Name the party that owns the secrets of this event; EVERYONE where nothing in it is secret.

    Raises ValueError when an event that can hold secrets does not say whose they are.
    """
    if mask.owner is None:
        return EVERYONE
    owner = getattr(event, event.__struct_fields__[mask.owner])
    if not isinstance(owner, int):
        message = f"{type(event).__name__} does not name the owner of its secret fields"
        raise ValueError(message)  # noqa: TRY004  (the value is missing, its type is not wrong)
    return owner


def hidden_fields(mask: Mask, owner: Party, viewer: Party) -> tuple[int, ...]:
    """List the indices of fields that a viewer may not see."""
    return () if owner in (EVERYONE, viewer) else mask.secret


def redact(message: Struct, indices: tuple[int, ...]) -> Struct:
    """Copy a message with these fields absent."""
    if not indices:
        return message
    values = list(astuple(message))
    for index in indices:
        values[index] = None
    return type(message)(**dict(zip(message.__struct_fields__, values, strict=True)))


def values_at(message: Struct, indices: tuple[int, ...]) -> tuple[object, ...]:
    """Take the values of these fields, in order."""
    names = message.__struct_fields__
    return tuple(getattr(message, names[index]) for index in indices)
