from dataclasses import replace

import pytest

from adjudicator.kernel.decide.handlers import Retired, handlers, merged, reducers
from adjudicator.kernel.decide.rules import all_known, every_table
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.messages import Concede, EnforceDeadline, Finish, OpenGame
from adjudicator.kernel.record.visibility import Mask
from adjudicator.kernel.ruleset import assemble
from tests.kernel.fixtures import TOY
from tests.toy import RULESET
from tests.toy.model.messages import Decline, EndTurn, LayAmbush, PieceLost, PlotMarch


def decline(ruling: Ruling[Tables], _command: Decline) -> None:
    ruling.answered()


def decline_too(_ruling: Ruling[Tables], _command: Decline) -> None:
    return


def piece_lost(_game: Tables, _event: PieceLost) -> None:
    return


def changed(texts=None, **fields):
    """The toy with some of its rules replaced: handlers, reducers, or fields of OwnRules."""
    parts = {
        name: fields.pop(name) for name in ("handlers", "reducers", "windows", "anytime", "retired") if name in fields
    }
    rules = replace(RULESET.rules, part=replace(RULESET.rules.part, **parts), **fields)
    return replace(RULESET, rules=rules, texts=texts or RULESET.texts)


def no_secrets(masks):
    """These masks without what is for an owner alone."""
    return {kind: Mask(reveals=mask.reveals) for kind, mask in masks.items()}


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
        assemble(changed(handlers={**RULESET.rules.part.handlers, Finish: decline}))
    with pytest.raises(ValueError, match="handled twice: WG-END-01"):
        assemble(changed(texts={**RULESET.texts, "WG-END-01": "Other."}))


def test_everything_is_handled():
    """A command without handler and an event without reducer are named."""
    missing = {kind: clause for kind, clause in RULESET.rules.part.handlers.items() if kind is not EndTurn}
    deaf = {kind: reducer for kind, reducer in RULESET.rules.part.reducers.items() if kind is not PieceLost}
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
    open_masks = {kind: mask for kind, mask in RULESET.rules.masks.items() if kind not in (PlotMarch, LayAmbush)}
    rest = {kind: clause for kind, clause in RULESET.rules.part.handlers.items() if kind not in (PlotMarch, LayAmbush)}
    roles = {kind: by for kind, by in RULESET.rules.roles.items() if kind not in (PlotMarch, LayAmbush)}
    assert not assemble(changed(masks=no_secrets(open_masks), handlers=rest, roles=roles)).seals(EnforceDeadline)


def test_secrets_need_a_public_part():
    """A ruleset whose entries hold secrets has to say what everybody may know of its tables."""
    with pytest.raises(ValueError, match="what everybody may know"):
        assemble(changed(public=every_table))


def test_secrets_need_a_word_on_ids():
    """A ruleset whose entries hold secrets has to say which ids a party may know."""
    with pytest.raises(ValueError, match="which ids a party may know"):
        assemble(changed(knows=all_known))


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"opening_window": "creat"}, "no window is called creat"),
        ({"seats": (5, 2)}, "fewest and most seats"),
        ({"anytime": frozenset({PieceLost})}, "of any time"),
        ({"roles": dict(RULESET.rules.roles) | {PieceLost: (1,)}}, "no handler or reducer for PieceLost"),
        ({"retired": {EndTurn: Retired(edition="2026.1", roles=(2,))}}, "EndTurn is retired, and is still given"),
        ({"retired": {Concede: Retired(edition="2026.1", roles=(2,))}}, "Concede is retired, and is no command of its"),
        ({"retired": {Concede: Retired(edition="9999.1", roles=(2,))}}, "by 9999.1, which is no edition up to"),
    ],
)
def test_what_does_not_hold_is_named(fields, problem):
    """A window that there is not, seats in the wrong order and commands that are none are refused when it is loaded."""
    with pytest.raises(ValueError, match=problem):
        assemble(changed(**fields))


def test_a_misspelt_part_is_an_error():
    """A part of a ruleset that there is not is refused where the value is made."""
    with pytest.raises(TypeError, match="sumarise"):
        replace(RULESET, sumarise=RULESET.summarise)  # type: ignore[call-arg]
