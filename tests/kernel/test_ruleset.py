from types import SimpleNamespace

import pytest

from adjudicator.kernel.game import Tables
from adjudicator.kernel.messages import EnforceDeadline, Finish, OpenGame
from adjudicator.kernel.ruleset import clauses, merged, reducers
from adjudicator.kernel.ruling import Ruling
from tests import toy
from tests.kernel.games import TOY
from tests.kit import rules_from
from tests.toy.messages import Concede, Decline, EndTurn, LayAmbush, PieceLost, PlotMarch


def decline(ruling: Ruling[Tables], _command: Decline) -> None:
    ruling.answered()


def decline_too(_ruling: Ruling[Tables], _command: Decline) -> None:
    return


def piece_lost(_game: Tables, _event: PieceLost) -> None:
    return


def module(**fields):
    """The toy as a package, with some names replaced."""
    names = {name: getattr(toy, name) for name in toy.__all__}
    return SimpleNamespace(**{**names, **fields})


def test_tables_are_keyed_by_annotation():
    """A clause stands under the command, and a reducer under the event, that its second parameter names."""
    assert clauses(decline) == {Decline: decline}
    assert reducers(piece_lost) == {PieceLost: piece_lost}


def test_a_command_is_handled_once():
    """Two clauses for one command are refused, within a chapter and between chapters."""
    with pytest.raises(ValueError, match="Decline is handled twice, by decline_too"):
        clauses(decline, decline_too)
    with pytest.raises(ValueError, match=r"handled twice: .*Decline"):
        merged(clauses(decline), clauses(decline_too))


def test_a_ruleset_may_not_handle_for_the_kernel():
    """A ruleset can not take a command, window or text of the kernel over."""
    with pytest.raises(ValueError, match="handled twice"):
        rules_from(module(CLAUSES={**toy.CLAUSES, Finish: decline}))
    with pytest.raises(ValueError, match="handled twice: WG-END-01"):
        rules_from(module(TEXTS={**toy.TEXTS, "WG-END-01": "Other."}))


def test_everything_is_handled():
    """A command without clause and an event without reducer are named."""
    missing = {kind: clause for kind, clause in toy.CLAUSES.items() if kind is not EndTurn}
    deaf = {kind: reducer for kind, reducer in toy.REDUCERS.items() if kind is not PieceLost}
    with pytest.raises(ValueError, match="toy: no clause or reducer for EndTurn, PieceLost"):
        rules_from(module(CLAUSES=missing, REDUCERS=deaf))


def test_what_is_merged():
    """The merged rules hold both tables, and know which commands are the ruleset's own."""
    assert {OpenGame, PlotMarch} <= set(TOY.clauses)
    assert {Concede, EnforceDeadline} <= TOY.anytime
    assert PlotMarch in TOY.own
    assert OpenGame not in TOY.own
    assert TOY.command("PlotMarch") is PlotMarch
    assert TOY.command("plotmarch") is None


def test_the_kernel_seals_where_the_ruleset_does():
    """The kernel's commands count as marked in a ruleset that has marked ones, and only there."""
    assert TOY.seals(PlotMarch)
    assert TOY.seals(LayAmbush)
    assert TOY.seals(EnforceDeadline)
    assert not TOY.seals(EndTurn)
    open_masks = {kind: mask for kind, mask in toy.MASKS.items() if kind not in (PlotMarch, LayAmbush)}
    rest = {kind: clause for kind, clause in toy.CLAUSES.items() if kind not in (PlotMarch, LayAmbush)}
    assert not rules_from(module(MASKS=open_masks, CLAUSES=rest)).seals(EnforceDeadline)
