import pytest
from msgspec import Struct

from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, SPECTATOR
from adjudicator.kernel.record.visibility import Mask, hidden_fields, owner_of, redact, values_at


class Moved(Struct, frozen=True, array_like=True, kw_only=True):
    unit: str
    seat: int | None = None
    way: str | None = None
    speed: int | None = None


MASK = Mask(owner=1, secret=(2, 3))
MOVED = Moved(unit="u1", seat=1, way="n", speed=0)


@pytest.mark.parametrize("viewer", [0, REFEREE, SPECTATOR])
def test_others_do_not_see_secret_fields(viewer):
    """Everybody but the owner, the referee too, has the secret fields hidden."""
    assert hidden_fields(MASK, owner_of(MASK, MOVED), viewer) == (2, 3)


def test_the_owner_sees_all():
    """The owner has nothing hidden, nor has anybody where the owner is everyone."""
    assert hidden_fields(MASK, 1, 1) == ()
    assert hidden_fields(MASK, EVERYONE, 0) == ()


def test_an_event_without_an_owner_field_is_open():
    """What can hold no secret belongs to everyone."""
    assert owner_of(Mask(), MOVED) == EVERYONE


def test_a_secret_needs_an_owner():
    """An event that can hold a secret and does not say whose is refused."""
    with pytest.raises(ValueError, match="Moved does not name the owner"):
        owner_of(MASK, Moved(unit="u1"))


def test_hidden_is_absent():
    """A hidden field is absent, never zero; the others stay, and nothing is copied where nothing is hidden."""
    assert redact(MOVED, (2, 3)) == Moved(unit="u1", seat=1)
    assert redact(MOVED, ()) is MOVED


def test_values_stand_in_order():
    """Secret values are taken in the order of their fields."""
    assert values_at(MOVED, (2, 3)) == ("n", 0)
    assert values_at(MOVED, ()) == ()
