"""A release is made of a clean and green tree, or nothing has changed: done in a throw-away clone."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.registry import RULESETS
from replays.audit.audit import audit
from replays.audit.report import PASS
from tools import release as tool
from tools.release import ReleaseFault, release

ROOT = Path(__file__).parents[2]
GREEN, RED = [sys.executable, "-c", ""], [sys.executable, "-c", "raise SystemExit(3)"]


def git(folder, *words):
    """Run git; gives what it prints."""
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def clone(tmp_path):
    """A clone of the last commit, with an author for commits."""
    git(tmp_path, "clone", "-q", "--shared", ROOT, "clone")
    for key, value in (("user.name", "A maintainer"), ("user.email", "maintainer@example.org")):
        git(tmp_path / "clone", "config", key, value)
    return tmp_path / "clone"


@pytest.fixture
def built(monkeypatch):
    """Build nothing: tests/packages does; gives the clones that would have been built."""
    found = []

    def build(root, _out):
        found.append(git(root, "log", "-1", "--format=%s"))
        return []

    monkeypatch.setattr(tool, "build", build)
    return found


@pytest.mark.long
def test_a_release(clone, built):
    """Fragments, version and games of the release are in one commit, and of that commit the packages are built."""
    fragments = sorted(path.name for path in (clone / "changelog.d").glob("*-*.md"))
    kept = (clone / "changelog.d" / fragments[0]).read_text().splitlines()[0].removeprefix("antares: ")
    release(clone, "7.8.9", GREEN)
    assert built == ["Release 7.8.9\n"]
    assert git(clone, "status", "--porcelain") == ""
    assert [path.name for path in (clone / "changelog.d").iterdir()] == ["README.md"]
    changelog = (clone / "CHANGELOG.md").read_text()
    assert "\n## 7.8.9 (" in changelog
    assert "No release" not in changelog
    assert f"\n- {kept[0].upper()}{kept[1:]}\n" in changelog
    assert '\nversion = "7.8.9"\n' in (clone / "pyproject.toml").read_text()
    games = sorted((clone / "replays/history/7.8.9").iterdir())
    assert [path.name for path in games] == sorted(f"{name}.replay.gz" for name in RULESETS)
    for path in games:
        assert audit(gzip.decompress(path.read_bytes())).result == PASS, path.name
    (clone / "changelog.d/kernel-more.md").write_text("More.\n")
    git(clone, "add", "--all")
    git(clone, "commit", "-qm", "More")
    with pytest.raises(ReleaseFault, match=r"7\.8\.9 does not come after 7\.8\.9"):
        release(clone, "7.8.9", GREEN)


@pytest.mark.parametrize(
    ("version", "spoil", "gate", "problem"),
    [
        ("1.0", None, GREEN, "three numbers"),
        ("1.0.0", "stray.txt", GREEN, r"not clean: commit or drop.*\n.*stray"),
        ("1.0.0", None, RED, "not green: .* ended with 3"),
        ("1.0.0", None, [sys.executable, "-c", "open('left.txt', 'w')"], "the checks have changed"),
    ],
    ids=["version", "dirty", "red", "dirty-after"],
)
def test_no_release(version, spoil, gate, problem, clone, built):
    """On a tree that is not clean and green, or with a version that is none, nothing is released or changed."""
    before = git(clone, "rev-parse", "HEAD")
    if spoil:
        (clone / spoil).write_text("x")
    with pytest.raises(ReleaseFault, match=problem):
        release(clone, version, gate)
    assert git(clone, "rev-parse", "HEAD") == before
    assert git(clone, "diff", "HEAD", "--stat") == ""
    assert built == []


@pytest.mark.parametrize(
    ("fragment", "problem"), [("nowhere-new.md", "nowhere-new.md is of no area"), (None, "no fragment")]
)
def test_what_fails_on_the_way_is_undone(fragment, problem, clone, built):
    """Where a step fails the tree is as it was."""
    if fragment:
        (clone / "changelog.d" / fragment).write_text("New.\n")
    else:
        for path in (clone / "changelog.d").glob("*-*.md"):
            path.unlink()
    git(clone, "add", "--all")
    git(clone, "commit", "-qm", "A change")
    with pytest.raises(ReleaseFault, match=problem):
        release(clone, "7.8.9", GREEN)
    assert git(clone, "log", "-1", "--format=%s") == "A change\n"
    assert git(clone, "status", "--porcelain") == ""
    assert built == []


def test_fragments_are_gathered_as_one_list(tmp_path):
    """A fragment that is a list gives its items, with what belongs to each; the area is named above them alone."""
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\nReleases.\n\n{tool.NONE_YET}")
    for name, text in {
        "README": "About.\n",
        "kernel-a": "- kernel: one\n  goes on.\n- audit: two.\n\n  Clauses: WG-A-01\n",
        "kernel-b": "kernel: three.\n\nClauses: WG-B-01\n",
        "antares-c": "Four.\n",
    }.items():
        (tmp_path / f"changelog.d/{name}.md").write_text(text)
    tool.gather(tmp_path, "1.0.0", "2026-01-02")
    kernel = "- One\n  goes on.\n- audit: two.\n\n  Clauses: WG-A-01\n- Three.\n\n  Clauses: WG-B-01\n"
    section = f"## 1.0.0 (2026-01-02)\n\n### kernel\n\n{kernel}\n### antares\n\n- Four.\n"
    assert (tmp_path / "CHANGELOG.md").read_text() == f"# Changelog\n\nReleases.\n\n{section}"
    assert [path.name for path in (tmp_path / "changelog.d").iterdir()] == ["README.md"]


def test_fragments_are_read_before_the_checks(clone, built):
    """A fragment that no release can take is told of at once, not after checks of half an hour."""
    (clone / "changelog.d/nowhere-new.md").write_text("New.\n")
    git(clone, "add", "--all")
    git(clone, "commit", "-qm", "A change")
    with pytest.raises(ReleaseFault, match="of no area"):
        release(clone, "7.8.9", RED)
    assert built == []


def test_every_fragment_has_an_area():
    """Each fragment in this tree would be taken by a release."""
    names = [path for path in (ROOT / "changelog.d").glob("*.md") if path.name != "README.md"]
    assert {tool._area(path) for path in names} <= set(tool.AREAS)
