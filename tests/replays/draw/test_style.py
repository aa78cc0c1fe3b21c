"""How seats look: by their names where these are colours, else by their order."""

import pytest

from replays.draw.style import SEATS, seat_style, seats_named

BLUE, RED, GREEN, PINK = (style.colour for style in SEATS)


@pytest.mark.parametrize(
    ("names", "colours"),
    [
        ((), [BLUE, RED, GREEN, PINK]),
        (("ann", "ben"), [BLUE, RED]),
        (("red", "blue"), [RED, BLUE]),
        (("Red", "ben", "ann"), [RED, BLUE, GREEN]),
        (("ann", "blue", "pink", "ben"), [RED, BLUE, PINK, GREEN]),
        (("blue", "blue2", "c", "d", "e"), [BLUE, RED, GREEN, PINK, BLUE]),
    ],
)
def test_colours_of_seats(names, colours):
    """A seat that is called a colour has it; the others take what is left, in order; letters go by the seat."""
    with seats_named(names):
        found = [seat_style(seat) for seat in range(len(colours))]
    assert [style.colour for style in found] == colours
    assert [style.letter for style in found] == [SEATS[seat % 4].letter for seat in range(len(colours))]
    assert seat_style(0).colour == BLUE
