"""The module for Go where nothing else is: `go get` takes it from its folder, and a game is played with it."""

import os
import re
import zipfile

import pytest

from tests.clients.served import CLIENTS, check_told, needs, serving
from tests.packages.fixtures import PROTOS, run
from tools.packages.faults import ToolMissing
from tools.packages.go import MODULE, with_go

pytestmark = [pytest.mark.packages, pytest.mark.timeout(300)]
GAME = re.compile(r"^```go\n(package main\n.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def path():
    """Where Go is found."""
    try:
        return with_go(os.environ)["PATH"]
    except ToolMissing:
        return needs("go")


@pytest.fixture(scope="module")
def modules(dist, path, tmp_path_factory):
    """The released folder of modules, unpacked."""
    folder = tmp_path_factory.mktemp("modules")
    (packed,) = dist.glob("adjudicator-client-go-*.zip")
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(folder)
    return folder


def test_it_holds_the_generated_code_and_the_licence(modules):
    """What a proxy serves is there, with the contract, and the module is whole without what generates its code."""
    (served,) = (modules / MODULE / "@v").glob("*.zip")
    version = served.stem
    assert (served.parent / "list").read_text() == f"{version}\n"
    assert f'"Version": "{version}"' in (served.parent / f"{version}.info").read_text()
    assert (served.parent / f"{version}.mod").read_bytes() == (CLIENTS / "go/go.mod").read_bytes()
    with zipfile.ZipFile(served) as archive:
        names = {name.removeprefix(f"{MODULE}@{version}/") for name in archive.namelist()}
    assert {"LICENSE", "NOTICE", "README.md", "go.mod", "wargame/v1/games_grpc.pb.go", "verify/seed.go"} <= names
    assert {f"proto/{name}" for name in PROTOS} <= names
    assert not [name for name in names if name.startswith("generate/")]


def test_a_game_is_played_with_it(modules, path, tmp_path):
    """A program of its own, outside of this tree, gets the module and plays the game of its page."""
    before = run("go", "env", "GOMODCACHE", "GOPROXY", folder=tmp_path, PATH=path).split()
    cache = {
        "PATH": path,
        "GOMODCACHE": str(tmp_path / "cache"),
        "GOPROXY": f"file://{modules},file://{before[0]}/cache/download,{before[1]}",
        "GONOSUMDB": f"{MODULE.partition('/')[0]}",
        "GOFLAGS": "-modcacherw -mod=mod",
    }
    (game,) = GAME.findall((CLIENTS / "go/README.md").read_text())
    home = tmp_path / "first"
    home.mkdir()
    (home / "main.go").write_text(game)
    run("go", "mod", "init", "example/first", folder=home, **cache)
    run("go", "get", f"{MODULE}@latest", folder=home, **cache)
    run("go", "build", "-o", "game", ".", folder=home, **cache)
    with serving(tmp_path / "data") as served:
        environment = {name: value for name, value in served.environment.items() if name.startswith("ADJUDICATOR_")}
        said = run(home / "game", folder=home, **environment)
    check_told(said)
