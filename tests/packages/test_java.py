"""The Java client's jar where nothing else is: a project of Maven takes it, and plays the game of the README."""

import os
import re
import zipfile
from pathlib import Path

import pytest

from tests.clients.served import CLIENTS, check_told, needs, serving
from tests.java import COMPILED, GENERATED, MAVEN, generated_in, generated_of, jar_of, lay_compiled
from tests.packages.fixtures import PROTOS, rights, run
from tools.packages.java import java_client

pytestmark = [pytest.mark.packages, pytest.mark.timeout(400)]
GAME = re.compile(r"```java\n(import adjudicator.*?)```", re.DOTALL)
CACHE = Path.home() / ".m2/repository"  # what the build has fetched
INSTALL = "org.apache.maven.plugins:maven-install-plugin:3.1.3:install-file"
CLASS_PATH = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath"
PROJECT = """
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>first-game</artifactId>
  <version>1</version>
  <repositories>
    <repository><id>fetched</id><url>file://{cache}</url></repository>
  </repositories>
  <pluginRepositories>
    <pluginRepository><id>fetched</id><url>file://{cache}</url></pluginRepository>
  </pluginRepositories>
  <dependencies>
    <dependency>
      <groupId>adjudicator</groupId>
      <artifactId>adjudicator-client</artifactId>
      <version>{version}</version>
    </dependency>
  </dependencies>
</project>
"""


@pytest.fixture
def jar(dist):
    """The client's jar, beside its sources and its description."""
    needs("mvn", "javac")
    return jar_of(dist)


def test_a_project_plays_a_game_with_it(jar, tmp_path):
    """Taken by Maven into a folder of its own, it brings what it needs, and the game of the README is played."""
    version = jar.stem.removeprefix("adjudicator-client-")
    maven = (*MAVEN, f"-Dmaven.repo.local={tmp_path / 'repository'}")
    files = {"file": jar, "pomFile": jar.with_suffix(".pom"), "sources": jar.with_name(f"{jar.stem}-sources.jar")}
    (tmp_path / "pom.xml").write_text(PROJECT.format(version=version, cache=CACHE))
    run(*maven, INSTALL, *(f"-D{name}={path}" for name, path in files.items()), folder=tmp_path)
    run(*maven, CLASS_PATH, "-Dmdep.outputFile=class-path", folder=tmp_path)
    (game,) = GAME.findall((CLIENTS / "java/README.md").read_text(encoding="utf-8"))
    (tmp_path / "FirstGame.java").write_text(game)
    path = (tmp_path / "class-path").read_text().strip()
    with serving(tmp_path / "data") as served:
        token = tmp_path / "data/owner.token"
        said = run("java", "-cp", path, "FirstGame.java", served.address, token, folder=tmp_path)
    check_told(said)


def test_the_same_commit_gives_the_same_bytes(jar, clone, tmp_path):
    """Another clone, another time and other rights generate the same sources, and pack the same archives.

    Compiled again are the client and one ruleset; the classes of the others, with which a compiler is busy for a
    minute, are those of the jar. `make dist-twice` compiles all of them twice.
    """
    folder = clone / "clients/java"
    run(*MAVEN, "generate-sources", folder=folder)
    generated = generated_in(folder)
    assert len(generated) > 1_000
    assert generated == generated_of(jar)
    lay_compiled(jar, folder, f"{GENERATED}tile_formations/")
    time = run("git", "log", "-1", "--format=%ct", folder=clone).strip()
    again = tmp_path / "again"
    again.mkdir()
    with rights(0o077):
        java_client(clone, again, {**os.environ, "SOURCE_DATE_EPOCH": time, "TZ": "Asia/Tokyo"})
    assert (folder / COMPILED / GENERATED / "tile_formations/v1/PlayGrpc.class").exists()
    names = sorted(path.name for path in again.iterdir())
    assert names == sorted([jar.name, f"{jar.stem}-sources.jar", f"{jar.stem}.pom"])
    assert [name for name in names if (again / name).read_bytes() != (jar.parent / name).read_bytes()] == []


def test_it_holds_what_belongs_in_it(jar):
    """The contract, classes of it and of the client, a module's name, and no path of the machine; sources beside it."""
    with zipfile.ZipFile(jar) as archive:
        names = set(archive.namelist())
        manifest = archive.read("META-INF/MANIFEST.MF").decode()
    with zipfile.ZipFile(jar.with_name(f"{jar.stem}-sources.jar")) as archive:
        sources = set(archive.namelist())
    packages = {name.rpartition("/")[0] for name in PROTOS}
    assert names >= PROTOS
    assert {f"adjudicator/{name}/PlayProto.class" for name in packages} <= names
    assert {"adjudicator/client/Game.class", "META-INF/LICENSE", "META-INF/NOTICE"} <= names
    assert "adjudicator/client/Game.java" in sources
    assert "Automatic-Module-Name: adjudicator.client" in manifest
    assert not [name for name in names if name.startswith("adjudicator/client/") and name.endswith("Test.class")]
    pom = jar.with_suffix(".pom").read_text(encoding="utf-8")
    assert "${" not in pom
    assert "junit" not in pom
