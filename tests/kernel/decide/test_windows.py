import pytest

from adjudicator.kernel.decide.offers import Choice, Range, offer
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.windows import Window, WindowKind, always, difference, table_step, windows
from tests.toy.model.messages import CreateMatch, Decline, Parry, PlotMarch, RollStrike

A, B, C = (Window(n, "w", (0,), ()) for n in (10_001, 20_000, 20_001))


def test_the_id_says_who_opened_it():
    """A window's id holds the number of the entry that opened it."""
    assert Window(120_003, "w", (), ()).opened == 12


def test_striking_leaves_a_new_window():
    """Striking a party leaves the window as it was and gives one that asks the others."""
    window = Window(1, "w", (0, 1), ("u",))
    assert window.without(0) == Window(1, "w", (1,), ("u",))
    assert window.without(7) == window
    assert window.asks == (0, 1)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((), (), (0, ())),
        ((A,), (A, B), (1, (B,))),
        ((A, B), (A,), (1, ())),
        ((A, B), (A, C), (1, (C,))),
        ((A, B, C), (A, B.without(0), C), (1, (B.without(0), C))),
    ],
)
def test_a_difference_leads_from_stack_to_stack(before, after, expected):
    """What stays of the outermost windows and what stands above them now give the new stack."""
    keep, above = difference(before, after)
    assert (keep, above) == expected
    assert (*before[:keep], *above) == after


def test_a_kind_stands_once():
    """Two windows of one kind in a chapter are refused."""
    with pytest.raises(ValueError, match="twice"):
        windows(WindowKind("w", "A"), WindowKind("w", "B"))


def test_accepted_names():
    """The names of the commands a window accepts are known beside the types."""
    assert WindowKind("w", "A", (Parry, Decline)).names == {"Parry", "Decline"}


@pytest.mark.parametrize(
    ("asks", "command", "expected"),
    [
        (table_step("w", "A", RollStrike), RollStrike(), offer(RollStrike, "A")),
        (table_step("w", "A", RollStrike, offered="B"), RollStrike(), offer(RollStrike, "B")),
        (
            table_step("w", "A", PlotMarch, lambda game, window: {"heading": game[window.subject[0]]}),
            PlotMarch(heading="north"),
            offer(PlotMarch, "A", heading=Choice(("north",))),
        ),
        (
            table_step("w", "A", CreateMatch, lambda _game, window: {"rounds": window.opened}),
            CreateMatch(rounds=12),
            offer(CreateMatch, "A", rounds=Range(12, 12)),
        ),
    ],
)
def test_a_step_without_choice_offers_what_silence_does(asks, command, expected):
    """A step of the table accepts, offers and takes silence for one command, opened from the game and the window."""
    window, game = Window(120_000, "w", (TABLE,), ("u",)), {"u": "north"}
    assert (asks.kind, asks.clause, asks.accepts, asks.on_close) == ("w", "A", (type(command),), None)
    assert list(asks.offers(game, window, TABLE)) == [expected]
    assert asks.default_command(game, window, TABLE) == command
    assert asks.may_lapse


def test_a_silence_that_is_always_the_same_asks_neither_game_nor_party() -> None:
    """Whoever is asked about whatever, silence stands for the one command."""
    silence = always(PlotMarch(heading="south"))
    window = Window(1, "plot", (0, 1), ())
    assert [silence(None, window, party) for party in (0, 1, TABLE)] == [PlotMarch(heading="south")] * 3
