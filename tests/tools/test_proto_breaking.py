import shutil
import subprocess

import pytest

from tests.tools.fixtures import ROOT
from tools import appended

FIELD = "  bytes commitment = 4;\n"
ORDER = "  OrderKind order = 2;\n  wargame.v1.Header header = 100;\n"
POSE = "  wargame.v1.Pose pose = 2;\n"
SECRET = "  optional Plots further = 3 [(wargame.v1.visible) = VISIBILITY_OWNER];\n"
SLUNG = '  bool slung = 7 [(wargame.v1.earlier) = "false"];\n'
SHAKEN = '  bool shaken = 8 [(wargame.v1.earlier) = "false"];\n'
SIDE = "  string army = 2;\n"
FOR_OLDER = (
    "is appended to what logs hold, and older entries do not have it: make it repeated or `optional`, "
    "or say so by (wargame.v1.earlier), as docs/contract.md tells"
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A copy of the contract, kept as it is."""
    folder = tmp_path_factory.mktemp("kept")
    shutil.copytree(ROOT / "proto", folder / "proto", ignore=shutil.ignore_patterns("gen", "lock.binpb"))
    lay_tools(folder)
    assert make(folder, "proto-keep").returncode == 0
    return folder / "proto"


@pytest.fixture
def tree(kept, tmp_path):
    """A copy of the contract that may be changed, with the tools that compare."""
    shutil.copytree(kept, tmp_path / "proto")
    lay_tools(tmp_path)
    return tmp_path


def lay_tools(folder):
    """Put what `make` needs beside a contract."""
    for name in ("Makefile", "buf.yaml"):
        shutil.copy(ROOT / name, folder)
    for name in (".venv", "tools"):
        (folder / name).symlink_to(ROOT / name)


def make(tree, target):
    """Run a target of the Makefile in a tree whose tools are installed."""
    return subprocess.run(["make", "-s", target, "READY="], cwd=tree, capture_output=True, text=True, check=False)


def test_an_unchanged_contract_passes(tree):
    """A contract breaks nothing that uses it as it is kept, and its comments may change."""
    games = tree / "proto/wargame/v1/games.proto"
    games.write_text(games.read_text().replace("// Terms of a new game.", "// The terms of a new game."))
    ran = make(tree, "proto-breaking")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_a_removed_field_is_refused(tree):
    """A field that is removed breaks clients, and is named."""
    games = tree / "proto/wargame/v1/games.proto"
    text = games.read_text()
    assert FIELD in text
    games.write_text(text.replace(FIELD, ""))
    ran = make(tree, "proto-breaking")
    assert ran.returncode != 0
    assert 'Previously present field "4" with name "commitment" on message "OpenResponse" was deleted' in ran.stdout


def append(tree, file, after, line):
    """Append a field to a message of antares; gives the place by which a fault names it."""
    path = tree / "proto/wargame/antares/v1" / file
    text = path.read_text()
    assert text.count(after) == 1, after
    path.write_text(text.replace(after, f"{after}{line}\n"))
    number = text[: text.index(after)].count("\n") + after.count("\n") + 1
    return f"proto/wargame/antares/v1/{file}:{number}"


def test_an_appended_field_says_what_older_entries_have(tree):
    """One that is always there, of a command or of a value in events, is refused by its place: old entries lack it."""
    value = append(tree, "commands.proto", POSE, "  string stance = 3;")
    command = append(tree, "commands.proto", ORDER, "  bool hurried = 3;")
    ran = make(tree, "proto-breaking")
    assert ran.returncode != 0
    assert ran.stderr.splitlines()[:2] == [
        f"{command}: GiveOrder.hurried: {FOR_OLDER}",
        f"{value}: ModelPose.stance: {FOR_OLDER}",
    ]


def test_an_appended_field_that_older_entries_answer_passes(tree):
    """One that is absent, empty or said to be something in older entries breaks no log, and a view's no log at all."""
    lines = ("  optional bool a = 3;", "  repeated string b = 4;", '  bool c = 5 [(wargame.v1.earlier) = "false"];')
    append(tree, "commands.proto", ORDER, "\n".join(lines))
    append(tree, "view.proto", SIDE, "  bool hurried = 11;")
    ran = make(tree, "proto-breaking")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_an_appended_field_has_a_visibility(tree, capsys):
    """One of which nothing says who may see it is refused, with the other faults of the contract."""
    commands = tree / "proto/wargame/hex_orders/v1/commands.proto"
    text = commands.read_text()
    assert text.count(SECRET) == 1
    commands.write_text(text.replace(SECRET, f"{SECRET}  optional bytes more = 4;\n"))
    assert appended.main(["--root", str(tree)]) != 0
    assert "has no visibility: mark it `visible`, or its message `all`" in capsys.readouterr().err


def test_what_older_entries_are_read_as_stays(tree, capsys):
    """What was said of them can neither change nor be taken away."""
    events = tree / "proto/wargame/antares/v1/events.proto"
    text = events.read_text()
    for field, name, said in ((SLUNG, "slung = 7", ' [(wargame.v1.earlier) = "true"]'), (SHAKEN, "shaken = 8", "")):
        assert text.count(field) == 1
        text = text.replace(field, f"  bool {name}{said};\n")
    events.write_text(text)
    assert appended.main(["--root", str(tree)]) != 0
    told = capsys.readouterr().err
    for name, now in (("slung", "true"), ("shaken", "nothing")):
        assert f"{name}: was read as false in older entries, now as {now}: say false" in told


def test_a_missing_description_is_refused(tree):
    """Without the kept description nothing is compared, which is an error."""
    (tree / "proto/lock.binpb").unlink()
    ran = make(tree, "proto-breaking")
    assert ran.returncode != 0
    assert "proto/lock.binpb is missing, with which the contract is compared" in ran.stderr


def test_a_kept_description_is_the_same_each_time(tree):
    """The same contract gives the same bytes, so that the file changes with the contract alone."""
    kept = (tree / "proto/lock.binpb").read_bytes()
    assert make(tree, "proto-keep").returncode == 0
    assert (tree / "proto/lock.binpb").read_bytes() == kept
