import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.registry import RULESETS, rules_of
from services.cli import ABSENT, DONE, INTERRUPTED, VERBS, WRONG, main
from services.tools.play import knows_scenario
from tests.replays.fixtures import recorded


def test_without_a_verb_it_lists_them(capsys):
    """Called with nothing the program says what it can do, and that this was not enough."""
    assert main([]) == WRONG
    problem = capsys.readouterr().err
    assert [verb for verb in VERBS if f"\n    {verb} " not in problem] == []


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_explains_itself(verb, capsys):
    """Every verb has a help that says how it is called."""
    with pytest.raises(SystemExit) as left:
        main([verb, "--help"])
    assert left.value.code == DONE
    assert capsys.readouterr().out.startswith(f"usage: adjudicator {verb} ")


def test_a_clause_is_printed(capsys):
    """A clause is printed by its id, in whatever case it is written, and those of a chapter by its beginning."""
    texts = rules_of("grinding_annihilation").texts
    assert main(["rules", "ga-3.3-19"]) == DONE
    assert capsys.readouterr().out == f"GA-3.3-19  {texts['GA-3.3-19']}\n"
    assert main(["rules", "WG-SEED"]) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == sorted(key for key in texts if key.startswith("WG-SEED"))


def test_no_such_clause(capsys):
    """A clause that does not exist is answered with what an id looks like."""
    assert main(["rules", "XX-1"]) == ABSENT
    problem = capsys.readouterr().err
    assert problem.startswith("rules: no clause begins with XX-1, ")
    assert "GA-3.3-19" in problem
    assert "hex_orders" in problem


def test_rulesets_are_listed(capsys):
    """Without a name the rulesets are listed, by name and edition."""
    assert main(["rules"]) == DONE
    assert capsys.readouterr().out.splitlines() == [f"{name}  edition {rules_of(name).edition}" for name in RULESETS]


@pytest.mark.parametrize("name", RULESETS)
def test_what_lies_ready_is_listed(name, capsys):
    """With the name of a ruleset its scenarios and armies are listed, each of which a program can name."""
    assert main(["rules", name]) == DONE
    lines = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines()[1:])
    for kind, names in lines.items():
        if not kind.startswith("games"):
            folder = Path(str(sys.modules[RULESETS[name]].__file__)).parent / "data" / kind
            assert {path.stem for path in folder.iterdir()} == set(names.split(", "))
    games = lines["games between bots (--scenario of play and demo)"].split(", ")
    assert games
    assert all(knows_scenario(name, game) for game in games)


@pytest.mark.parametrize(
    ("flags", "problem"),
    [
        (["--listen", "here"], "here is no address: write host:port, [host]:port or unix:path"),
        (["--listen", "0.0.0.0:1"], "0.0.0.0:1 can be reached from outside: give --tls-cert and --tls-key"),
        (["--tls-cert", "chain.pem"], "give --tls-cert and --tls-key"),
    ],
)
def test_settings_that_are_not_safe(flags, problem, capsys):
    """Settings that are wrong or not safe are refused in one line, before anything is made."""
    assert main(["serve", *flags]) == WRONG
    lines = capsys.readouterr().err
    assert lines.startswith("serve: ")
    assert lines.endswith(f"{problem}\n")


@pytest.mark.parametrize("words", [["rules", "GA"], ["replay", "show", "{file}"], ["token", "--help"]], ids=" ".join)
def test_a_reader_may_leave(words, tmp_path):
    """Whoever reads the output may leave after a line, and nothing is said of it."""
    file = tmp_path / "game.replay"
    file.write_bytes(recorded(1))
    command = [sys.executable, "-m", "services.cli", *(word.format(file=file) for word in words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        program.stdout.close()
        assert (program.stderr.read(), program.wait(60)) == (b"", DONE)


def test_a_reader_of_tokens_may_leave(tmp_path):
    """Tokens are listed over a connection to a store, whose faults are others than that of the output."""
    command = [sys.executable, "-m", "services.cli", "token", "--data", str(tmp_path)]
    assert subprocess.run([*command, "make", "owner"], capture_output=True, check=True).stdout
    with subprocess.Popen([*command, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        program.stdout.close()
        assert (program.stderr.read(), program.wait(60)) == (b"", DONE)


@pytest.mark.parametrize("module", ["services.tools.tokens", "replays.wallet.verb"])
def test_an_interrupted_program_ends_in_a_line(module):
    """Ctrl-C while a verb is loaded or at work ends it with a shell's exit code and a line, not with a traceback."""
    code = (
        "import os, signal, sys; from services import cli\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background\n"
        "load = cli.import_module\n"
        "def interrupted(name):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return load(name)\n"
        "cli.import_module = interrupted\n"
        "sys.exit(cli.main(sys.argv[1:]))"
    )
    verb = next(verb for verb, path in VERBS.items() if path == module)
    done = subprocess.run([sys.executable, "-c", code, verb, "--help"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "interrupted\n")


@pytest.mark.parametrize(
    ("closed", "code", "name"),
    [(">&-", DONE, "antares"), ("2>&-", DONE, "antares"), ("<&- >&- 2>&-", DONE, "antares"), (">/dev/full", 4, "GA")],
)
def test_outputs_that_take_nothing(closed, code, name):
    """An output that is closed from the beginning costs nothing; one that can not be written is told of in a line."""
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "services.cli", "rules", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    full = "the output can not be written: No space left on device; make room, or print it elsewhere\n"
    assert (done.returncode, done.stderr) == (code, full if code else "")
    assert bool(done.stdout) == (">&-" not in closed.split() and not code)


def test_a_file_does_not_take_the_place_of_a_closed_output(tmp_path):
    """With a closed output, no file that is opened later is written what was to be printed."""
    code = (
        "import sys; from pathlib import Path; from services.output import watched_output\n"
        "with watched_output(), Path(sys.argv[1]).open('w') as file: print(file.fileno())"
    )
    path = tmp_path / "file"
    command = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-c", code, str(path)]
    assert subprocess.run(command, check=False).returncode == 0
    assert path.read_text() == ""
