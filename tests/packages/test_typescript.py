"""The tarball for npm where nothing else is: installed in a folder of its own, a game is played with it."""

import json
import re
import tarfile

import pytest

from tests.clients.served import CLIENTS, check_told, needs, serving
from tests.packages.fixtures import PROTOS, run
from tools.packages.typescript import PROGRAMS

pytestmark = [pytest.mark.packages, pytest.mark.timeout(300)]
GAME = re.compile(r"^```js\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TYPED = """
import { connect, type Service } from "adjudicator-client";
import { antares, GiveOrderSchema } from "adjudicator-client/antares";
import { verifyChain } from "adjudicator-client/verify";

const service: Service = connect("https://wargames.example", "token");
export const entries: number = (await verifyChain([])).length;
export const name: string = antares.name + GiveOrderSchema.typeName + service.address;
"""
STRICT = ("--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom,dom.iterable")


@pytest.fixture(scope="module")
def tarball(dist):
    """The released tarball."""
    needs(*PROGRAMS)
    (found,) = dist.glob("adjudicator-client-*.tgz")
    return found


@pytest.fixture(scope="module")
def home(tarball, tmp_path_factory):
    """A folder with the package installed, and nothing else."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", tarball, folder=folder)
    return folder


def test_it_holds_what_belongs_in_it(tarball):
    """Modules with their types, the contract, page and licence are there; sources, tests and what builds it are not."""
    with tarfile.open(tarball) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
        packed = archive.extractfile("package/package.json")
        assert packed is not None
        described = json.load(packed)
    assert described["version"] == tarball.name.removeprefix("adjudicator-client-").removesuffix(".tgz")
    assert set(described["exports"].values()) <= {f"./{name}" for name in names}
    assert {"LICENSE", "NOTICE", "README.md", "dist/node.d.ts", "dist/verify/index.js"} <= names
    assert {name.split("/")[0] for name in names} == {"LICENSE", "NOTICE", "README.md", "package.json", "dist", "proto"}
    assert {name for name in names if name.startswith("proto/")} == {f"proto/{name}" for name in PROTOS}
    assert not {"scripts", "devDependencies"} & set(described)


def test_a_game_is_played_with_it(home, tmp_path):
    """The game of its page runs as it stands."""
    game, *_ = GAME.findall((CLIENTS / "typescript/README.md").read_text())
    (home / "game.mjs").write_text(game)
    with serving(tmp_path / "data") as served:
        given = {name: value for name, value in served.environment.items() if name.startswith("ADJUDICATOR_")}
        said = run("node", "--no-warnings", "game.mjs", folder=home, **given)
    check_told(said)


def test_its_types_are_found(home):
    """A strict program for browsers compiles against it."""
    (home / "typed.ts").write_text(TYPED)
    compiler = CLIENTS / "typescript/node_modules/typescript"
    locked = json.loads((CLIENTS / "typescript/package-lock.json").read_text())["packages"]
    version = locked["node_modules/typescript"]["version"]
    if not compiler.exists():
        run("npm", "install", "--no-audit", "--no-fund", f"typescript@{version}", folder=home)
        compiler = home / "node_modules/typescript"
    run(compiler / "bin/tsc", *STRICT, "typed.ts", folder=home)
