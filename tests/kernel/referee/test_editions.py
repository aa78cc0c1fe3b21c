"""WG-EDITION: when a game in progress may go on under a later edition, and what is asked after it."""

from dataclasses import replace

import pytest

from adjudicator.kernel.messages import (
    AdjournGame,
    AdoptEdition,
    Appeal,
    Concede,
    EditionAdopted,
    Grounds,
    PauseGame,
    ReportRoll,
    ResumeGame,
    Rewind,
    SealNext,
)
from tests.kernel.fixtures import TOY
from tests.kit import Table
from tests.toy.model.messages import CreateMatch, Decline, EndTurn, PlotMarch, RollStrike, Strike

WHY = Grounds(reason="as it has to be", clause="", about=())
ADOPT = AdoptEdition(edition="2", engine=bytes(32))


def later(table):
    """The same game at a server of the later edition."""
    table.rules = replace(table.rules, edition="2")
    return table


def at_red_turn(**ways):
    """Red's turn, entries 1 to 4."""
    table = Table(TOY, dice=[5, 2], **{"referee": True, "appeal": 600, **ways})
    table.play(("referee", CreateMatch(rounds=2)), ("red", PlotMarch(heading="east")))
    table.when("blue", PlotMarch(heading="west")).asks("turn", "red")
    return table


def awaited():
    """A command is parked: red's die of the roll-off is awaited."""
    table = Table(TOY, reported=True, referee=True)
    table.when("referee", CreateMatch(rounds=2)).asks("roll_report")
    return table


def reported():
    """A command is parked: faces wait for an acknowledgement."""
    table = awaited()
    table.when(table.window.asks[0], ReportRoll(faces=(5,), dice_set="")).asks("roll_acknowledge")
    return table


def sealed():
    """Red has sealed a command."""
    table = at_red_turn()
    table.when("referee", AdjournGame(grounds=WHY, for_ms=0)).accepted()
    table.when("red", SealNext(kind="EndTurn", fields="[]")).accepted()
    return table


def again():
    """The faces of a strike stand."""
    table = at_red_turn().faces(3)
    table.play(("red", Strike(piece="r1", target="b1")), ("blue", Decline()), ("red", RollStrike()))
    table.when("head", Rewind(grounds=WHY, to=7, dice="stand", changes=())).asks("again", "red")
    return table


@pytest.mark.rule("WG-EDITION-01")
@pytest.mark.parametrize(("moment", "now"), [(awaited, "roll_report"), (reported, "roll_report"), (again, "strike")])
def test_what_waits_for_dice_is_asked_anew(moment, now):
    """What the earlier edition checked is not carried out by the later: it is dropped, and its faces are dead."""
    table = later(moment())
    before = {window.id for window in table.windows}
    table.when("table", ADOPT).then(EditionAdopted, before="1", edition="2", asked_anew=True).asks(now)
    assert not before & {window.id for window in table.windows}
    waiting = table.game.suspended
    assert waiting is None or (waiting.faces, waiting.reported) == ((), None)
    assert table.game.again is None


@pytest.mark.rule("WG-EDITION-01", "WG-STOP-04")
def test_a_sealed_command_is_taken_by_the_later_edition():
    """What was sealed before is checked when it is opened, as always: by the rules that decide then."""
    table = later(sealed())
    table.when("table", ADOPT).then(EditionAdopted, before="1", edition="2", asked_anew=False)
    table.when("referee", ResumeGame(grounds=WHY, dice="")).asks("turn", "blue")


@pytest.mark.rule("WG-EDITION-01")
def test_once_nothing_waits_any_more():
    """The sealed command is taken by the edition that it was sealed under, and the later one is adopted after it."""
    table = sealed()
    table.when("referee", ResumeGame(grounds=WHY, dice="")).asks("turn", "blue")
    later(table).when("table", ADOPT).then(EditionAdopted, before="1", edition="2").asks("turn", "blue")
    table.when("blue", EndTurn()).accepted()


def stopped():
    table = at_red_turn()
    table.when("referee", PauseGame(grounds=WHY)).accepted()
    return table


def result():
    table = at_red_turn()
    table.when("blue", Concede()).accepted()
    return table


def appealed():
    table = result()
    table.when("blue", Appeal(reason="I did not mean it")).accepted()
    return table


@pytest.mark.rule("WG-EDITION-01")
@pytest.mark.parametrize("moment", [at_red_turn, stopped, result, appealed])
def test_an_upgrade_strands_no_game(moment):
    """In play, stopped, with a result and under an appeal; what is asked stays asked, by the same kind of question."""
    table = later(moment())
    before = [(window.kind, window.asks) for window in table.windows]
    table.when("table", ADOPT).then(EditionAdopted, before="1", edition="2")
    assert [(window.kind, window.asks) for window in table.windows] == before


@pytest.mark.rule("WG-EDITION-01", "WG-BACK-01")
def test_going_back_over_an_adoption_keeps_the_edition():
    """The edition is a matter of the docket: what is void does not bring the former one back."""
    table = later(at_red_turn())
    table.when("table", ADOPT).accepted()
    table.when("head", Rewind(grounds=WHY, to=3, dice="fresh", changes=())).asks("plot", "red", "blue")
    assert table.protocol.edition == "2"
    table.when("table", ADOPT).rejected("WG-EDITION-01", "other-edition")
