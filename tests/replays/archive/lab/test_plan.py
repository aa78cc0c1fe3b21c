"""Plans: what they say, what is refused of them, and that a game follows from plan and number alone."""

import msgspec
import pytest

from replays.archive.lab.plan import PlanFault, game_of, plan_of
from replays.archive.lab.prepared import Prepared
from tests.replays.archive.lab.plans import SMALL, plan

pytestmark = pytest.mark.archive


def fault_of(text: str) -> str:
    with pytest.raises(PlanFault) as found:
        Prepared(plan_of(text.encode(), "plan.toml"))
    return str(found.value)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("title =", "titel =", "titel"),
        ("games = 4", "games = 0", "games: 0 is no number of games; write one from 1, or list seeds"),
        ("games = 4", "games = 4\nseeds = [1]", "leave one of them out"),
        ("games = 4", "games = four", "line 4"),
        ('"tile_formations"', '"chess"', "there are antares, grinding_annihilation, hex_orders, tile_formations"),
        ("TurnStarted.seat", "TurnStarted.who", "TurnStarted has no number 'who'; it has turn, seat"),
        ('"TurnStarted.turn"', '"TurnBegun.turn"', "no event 'TurnBegun'; there are"),
        ('first = "TurnStarted.seat"', "", "first: nothing says who is first"),
        (
            "small_heath",
            "smal_heath",
            "settings[0] (two turns).scenario: bots know no 'smal_heath'; they know as_printed",
        ),
        ("turn_limit = 2", "turns = 2", "settings[0] (two turns).options: there is no 'turns'; there are tile_shape"),
        ("turn_limit = 2", 'turn_limit = "2"', "settings[0] (two turns).options.turn_limit: '2' is no int"),
        ("turn_limit = 2", "turn_limit = -2", "settings[0] (two turns): "),
        (
            '"random"',
            '"clever"',
            "(one turn, other bots).a.bot: there is no bot 'clever'; there are usual, steady, random",
        ),
        ('bot = "random"', "commands = { Muster = {} }", "tile_formations has no command 'Muster'; it has AdjustShock"),
        (
            "games = 4",
            'games = 4\nalike = ["MusterArmy", "SubmitArmy"]',
            "alike: tile_formations has no command 'SubmitArmy'; it has AdjustShock",
        ),
        ('"one turn, other bots"\nscenario', '"two turns"\nscenario', "two are called two turns"),
        ('against = "two turns"', 'against = "three"', "no setting is called 'three'; there are two turns, one turn"),
        (
            "games = 4",
            "seeds = [1, 2, 1, 3, 3]",
            "seeds: 1, 3 are listed more than once, which counts the same games again",
        ),
        (
            'against = "two turns"',
            'against = "one turn, other bots"',
            "comparisons[0]: 'one turn, other bots' is compared with itself; name another setting, or take it out",
        ),
        (
            'against = "two turns"\n',
            'against = "two turns"\n[[comparisons]]\nsetting = "two turns"\nagainst = "one turn, other bots"\n',
            "comparisons[1]: it is comparisons[0] once more; take one of them out",
        ),
        ("games = 4", "games = 4\nstop = { null = 0.5, alternative = 0.5 }", "stop: null and alternative are shares"),
    ],
)
def test_faults_name_place_and_fix(before, after, told):
    """Whatever is wrong in a plan is refused before a game is played, with its place and what would be right."""
    assert before in SMALL
    assert told in fault_of(SMALL.replace(before, after, 1))


def test_all_faults_at_once():
    """A plan with several faults is told all of them."""
    text = SMALL.replace("small_heath", "nowhere").replace('"random"', '"clever"')
    assert fault_of(text).count("\n") == 2


def test_a_game_follows_from_its_number():
    """Settings take turns; every second game of a setting has the sides on each other's seats, and its own seed."""
    found = [game_of(plan(), number) for number in range(1, 9)]
    assert [(game.setting, game.index, game.swapped) for game in found] == [
        (0, 0, False),
        (1, 0, False),
        (0, 1, True),
        (1, 1, True),
        (0, 2, False),
        (1, 2, False),
        (0, 3, True),
        (1, 3, True),
    ]
    assert len({game.seed for game in found}) == 8
    assert [game_of(plan(games=4_000), number) for number in range(1, 9)] == found


def test_listed_seeds_are_played_from_both_seats():
    """Seeds that are listed are each played twice, the sides on either seat."""
    listed = plan(games=0, seeds=(7, 9))
    assert listed.size == 8
    assert [game_of(listed, number).seed for number in (1, 3, 5, 7)] == [7, 7, 9, 9]


def test_the_digest_is_of_what_games_follow_from():
    """More games or another title leave the digest as it is; another option or seed does not."""
    assert plan().digest == plan(games=9, title="other").digest
    assert plan().digest != plan(seed=2).digest
    assert plan().digest != plan(SMALL.replace("turn_limit = 2", "turn_limit = 3")).digest


def with_alike(*kinds: str) -> str:
    """Write the small plan with kinds of command that both sides give alike."""
    return SMALL.replace("games = 4", f"games = 4\nalike = {[*kinds]}", 1)


def test_every_unknown_command_in_alike_is_told():
    """Of the kinds in `alike` each that the ruleset has not is a fault of its own, and one that it has is none."""
    told = fault_of(with_alike("Muster", "MusterArmy", "SubmitArmy")).splitlines()
    assert [line.partition(";")[0] for line in told] == [
        "alike: tile_formations has no command 'Muster'",
        "alike: tile_formations has no command 'SubmitArmy'",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (with_alike("MusterArmy", "MusterArmy"), "alike: MusterArmy stands there more than once; leave it in once"),
        (with_alike("AdjustShock"), "alike: in games of two turns not both sides give AdjustShock; take it out"),
        (with_alike("DeployUnit"), "settings[0] (two turns): "),
    ],
)
def test_what_both_sides_can_not_give_alike_is_refused(text, told):
    """A kind that is listed twice, that not both sides give or that is not the same for both is refused at once."""
    assert told in fault_of(text)


def test_armies_of_lists_of_their_own_are_not_alike():
    """Where each side has an army list of its own, the rules' refusal is told before a game is played."""
    text = (
        'title = "x"\nruleset = "hex_orders"\ngames = 1\nof = "red"\nalike = ["SubmitArmy"]\n[[settings]]\nname = "u"\n'
    )
    assert "(HX-ARMY-12)" in fault_of(text)


def test_what_is_alike_is_in_the_digest():
    """Games follow from what both sides give alike: the digest is another one with it, and for other kinds."""
    plans = [plan(), plan(with_alike("MusterArmy")), plan(with_alike("DeployUnit"))]
    assert len({found.digest for found in plans}) == 3
    for found in plans:
        assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)).digest == found.digest
