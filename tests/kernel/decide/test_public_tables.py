import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from adjudicator.kernel.decide.public_tables import PublicTables, RedactedRow
from adjudicator.kernel.decide.state import Result, Suspended, Tables


class Card(Struct, frozen=True):
    id: str
    owner: int
    face: str


class Game(Tables):
    __slots__ = ("cards", "round", "traps")

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, Card] = {}
        self.round = 0
        self.traps: dict[str, str] = {}


CARD = RedactedRow(Card, public=("id", "owner"), secret=("face",))


def backs(game):
    return {key: CARD(card) for key, card in game.cards.items()}


PUBLIC = PublicTables(Game, public=("round",), redacted={"cards": backs}, secret=("traps",))


def started(cards=(), traps=()):
    game = Game()
    game.cards = {card.id: card for card in cards}
    game.traps = dict.fromkeys(traps, "hidden")
    return game


def test_tables_stand_by_name_without_the_secret_ones():
    """Public and redacted tables are listed by name, the kernel's among them; secret and suspended ones are not."""
    assert [name for name, _ in PUBLIC(started())] == ["cards", "draw", "facts", "result", "round", "stack"]


def test_rows_ascend_by_key():
    """Rows of a redacted table stand by key ascending, however they were put in."""
    game = started([Card("b", 1, "king"), Card("a", 0, "ace")])
    assert dict(PUBLIC(game))["cards"] == [["a", ["a", 0, None]], ["b", ["b", 1, None]]]


def test_what_is_public_is_given_as_it_is():
    """A public table is given as it is."""
    game = started()
    game.round, game.result = 3, Result((0,), "won")
    assert dict(PUBLIC(game))["round"] == 3
    assert dict(PUBLIC(game))["result"] == Result((0,), "won")


@given(st.text(), st.text(), st.sets(st.text()), st.sets(st.text()))
def test_secrets_do_not_move_the_public_part(face, other, traps, others):
    """Games that differ only in what is secret have the same public part."""
    assert PUBLIC(started([Card("a", 0, face)], traps)) == PUBLIC(started([Card("a", 0, other)], others))


def test_a_suspended_command_is_secret():
    """A command that waits for faces does not show in the public part."""
    game = started()
    game.suspended = Suspended(1, 0, None, 1, 6, "aim", 0)
    assert PUBLIC(game) == PUBLIC(started())


@pytest.mark.parametrize(
    ("public", "redacted", "secret", "named"),
    [
        (("round",), ("cards",), (), "traps"),
        (("round", "traps"), ("cards",), ("traps",), "traps"),
        (("round", "cards"), ("cards",), ("traps",), "cards"),
        (("round", "round"), ("cards",), ("traps",), "round"),
        (("round", "deck"), ("cards",), ("traps",), "deck"),
        (("round",), ("cards",), ("traps", "deck"), "deck"),
        (("round", "facts"), ("cards",), ("traps",), "facts"),
        (("round",), ("cards",), ("traps", "stack"), "stack"),
        ((), (), (), "cards, round, traps"),
    ],
)
def test_every_table_is_declared_once(public, redacted, secret, named):
    """A table that is declared never, twice, for the kernel or without being there is an error that names it."""
    with pytest.raises(TypeError, match=rf"Game: .*{named}$"):
        PublicTables(Game, public, dict.fromkeys(redacted, backs), secret)


class LargerGame(Game):
    __slots__ = ("spies",)


@pytest.mark.parametrize("other", [Tables, LargerGame])
def test_another_game_is_refused(other):
    """The public part of a game with other tables than were declared is refused, a larger game's too."""
    with pytest.raises(TypeError, match=f"{other.__name__} is not the Game"):
        PUBLIC(other())


def test_fields_keep_their_order():
    """A redacted row lists its fields in their order, the secret ones absent."""
    assert CARD(Card("a", 1, "ace")) == ["a", 1, None]


def test_secret_fields_may_be_shown():
    """A secret field stands as it is given instead."""
    assert CARD(Card("a", 1, "ace"), face="ace") == ["a", 1, "ace"]


@pytest.mark.parametrize("instead", [{"owner": 0}, {"suit": "hearts"}, {"face": "ace", "id": "b"}])
def test_only_secret_fields_are_given_instead(instead):
    """A public field, or one that there is not, can not be given instead."""
    with pytest.raises(TypeError, match="not a redacted Card"):
        CARD(Card("a", 1, "ace"), **instead)


def test_another_row_is_refused():
    """A row of another kind is refused."""
    with pytest.raises(TypeError, match="not a redacted Card"):
        CARD(Result((), ""))


@pytest.mark.parametrize(
    ("public", "secret", "named"),
    [
        (("id", "owner"), (), "face"),
        (("id", "owner", "face"), ("face",), "face"),
        (("id", "id", "owner"), ("face",), "id"),
        (("id", "owner", "suit"), ("face",), "suit"),
        (("id", "owner"), ("face", "suit"), "suit"),
        (("id", "owner"), ("face", "face"), "face"),
    ],
)
def test_every_field_is_declared_once(public, secret, named):
    """A field that is declared never, twice or without being there is an error that names it."""
    with pytest.raises(TypeError, match=rf"Card: .*{named}$"):
        RedactedRow(Card, public, secret)
