from dataclasses import replace

import pytest

from adjudicator.kernel.decide.handlers import handlers, merged, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.messages import EnforceDeadline, Finish, OpenGame
from adjudicator.kernel.ruleset import assemble, every_table
from tests.kernel.fixtures import TOY
from tests.toy import RULESET
from tests.toy.model.messages import Concede, Decline, EndTurn, LayAmbush, PieceLost, PlotMarch


def decline(ruling: Ruling[Tables], _command: Decline) -> None:
    ruling.answered()


def decline_too(_ruling: Ruling[Tables], _command: Decline) -> None:
    return


def piece_lost(_game: Tables, _event: PieceLost) -> None:
    return


def changed(**fields):
    """The toy with some parts of its tables, or other fields, replaced."""
    parts = {name: fields.pop(name) for name in ("handlers", "reducers") if name in fields}
    return replace(RULESET, rules=replace(RULESET.rules, **parts), **fields)


def test_tables_are_keyed_by_annotation():
    """A handler stands under the command, and a reducer under the event, that its second parameter names."""
    assert handlers(decline) == {Decline: decline}
    assert reducers(piece_lost) == {PieceLost: piece_lost}


def test_a_command_is_handled_once():
    """Two handlers for one command are refused, within a module and between modules."""
    with pytest.raises(ValueError, match="Decline is handled twice, by decline_too"):
        handlers(decline, decline_too)
    with pytest.raises(ValueError, match=r"handled twice: .*Decline"):
        merged(handlers(decline), handlers(decline_too))


def test_a_ruleset_may_not_handle_for_the_kernel():
    """A ruleset can not take a command, window or text of the kernel over."""
    with pytest.raises(ValueError, match="handled twice"):
        assemble(changed(handlers={**RULESET.rules.handlers, Finish: decline}))
    with pytest.raises(ValueError, match="handled twice: WG-END-01"):
        assemble(changed(texts={**RULESET.texts, "WG-END-01": "Other."}))


def test_everything_is_handled():
    """A command without handler and an event without reducer are named."""
    missing = {kind: clause for kind, clause in RULESET.rules.handlers.items() if kind is not EndTurn}
    deaf = {kind: reducer for kind, reducer in RULESET.rules.reducers.items() if kind is not PieceLost}
    with pytest.raises(ValueError, match="toy: no handler or reducer for EndTurn, PieceLost"):
        assemble(changed(handlers=missing, reducers=deaf))


def test_what_is_merged():
    """The merged rules hold both tables, and know which commands are the ruleset's own."""
    assert {OpenGame, PlotMarch} <= set(TOY.handlers)
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
    open_masks = {kind: mask for kind, mask in RULESET.masks.items() if kind not in (PlotMarch, LayAmbush)}
    rest = {kind: clause for kind, clause in RULESET.rules.handlers.items() if kind not in (PlotMarch, LayAmbush)}
    assert not assemble(changed(masks=open_masks, handlers=rest)).seals(EnforceDeadline)


def test_secrets_need_a_public_part():
    """A ruleset whose entries hold secrets has to say what everybody may know of its tables."""
    with pytest.raises(ValueError, match="what everybody may know"):
        assemble(replace(RULESET, public=every_table))


def test_a_misspelt_part_is_an_error():
    """A part of a ruleset that there is not is refused where the value is made."""
    with pytest.raises(TypeError, match="sumarise"):
        replace(RULESET, sumarise=RULESET.summarise)  # type: ignore[call-arg]
