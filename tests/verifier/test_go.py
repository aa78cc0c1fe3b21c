"""The verifier in Go says of every file what the audit says at L0 and L1, and reads what players hold."""

import gzip
import json
import subprocess
from functools import cache

import pytest

from adjudicator.kernel.record.chain import head_text
from adjudicator.kernel.record.record import Draft, draft
from adjudicator.registry import RULESETS, rules_of
from replays import bundle, notes
from replays.audit.audit import audit
from replays.audit.checks_log import required_heads
from replays.audit.entries import decode
from replays.audit.receipts import FORMAT, read_held, statement_key, statement_text
from replays.audit.report import EXIT
from replays.bundle import Sealed, write_bundle
from replays.tell import golden
from replays.tell.golden import FOLDER, ScriptPlayer
from replays.tell.transcript import parse
from services.games.signing import public_key
from tests.replays.audit.steps import COMMAND, ID, Case
from tests.replays.fixtures import LOG_NAME, find, played
from tests.verifier.others import LEVELS, ROOT, first_words

pytestmark = pytest.mark.verifier
KEPT = sorted([*ROOT.glob("tests/replays/history/*.gz"), *ROOT.glob("replays/history/*/*.gz")])
GOLDENS = sorted(FOLDER.glob("*/*.game"))
KEY = bytes(range(32))


def agree(verifier, data, levels=LEVELS, **how):
    """Compare verdict and first finding with the audit's; give the verifier's report."""
    report = audit(data, levels=levels, find=lambda name: find(name) or None, **how)
    said = verifier.verify(data, levels=list(levels))
    assert (said["result"], said["code"], said["seq"]) == first_words(report)
    return said["report"]


@cache
def file_of_golden(path):
    """Make a replay file of a golden game, once: its faces are those of the text, and of no seed."""
    rules = rules_of(path.parent.name)
    script = parse(path.read_text(encoding="utf-8"), rules)
    drafts: list[Draft] = []

    def keep(*how):
        drafts.append(draft(*how))
        return drafts[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(golden, "draft", keep)
        player = ScriptPlayer(rules, script)
        for line in script.lines:
            player.take(line)
    records = [row.data for row in drafts]
    raws = [decode(seq, data) for seq, data in enumerate(records, start=1)]
    texts = [head_text(raw.game, raw.seq, raw.hash) for raw in raws if raw.seq in required_heads(raws)]
    heads = [notes.sign(KEY, LOG_NAME, text) for text in texts]
    rows = (
        (seq, [(row.owner, row.part, row.salt, row.data) for row in item.openings])
        for seq, item in enumerate(drafts, 1)
    )
    sealed = [Sealed(seq, tuple(openings)) for seq, openings in rows if openings]
    terms = script.terms
    return write_bundle(terms.ruleset, terms.edition, terms.engine, records, heads, sealed)


def test_there_are_files():
    """Games of every ruleset and edition are kept, and golden ones of every ruleset."""
    assert {path.name.split("-")[0] for path in KEPT} >= set(RULESETS)
    assert {path.parent.name for path in GOLDENS} == set(RULESETS)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_kept_games(go, path):
    """Games of every edition have the same verdict, and no finding at all."""
    report = agree(go, gzip.decompress(path.read_bytes()))
    assert report["findings"] == []


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_games(go, path):
    """Golden games, whose faces are of no seed, have the same verdict and the same first finding."""
    report = agree(go, file_of_golden(path))
    assert report["result"] == "FAIL"


@pytest.mark.parametrize("options", [{"signed": False}, {"dice_mode": "reported"}, {"referee": True}, {"test": True}])
def test_terms(go, options):
    """Unsigned games, games with dice of the table, with a referee and from a given seed have the same verdict."""
    agree(go, Case(played(5, **options)).forged())


def test_levels(go, case):
    """At L0 alone nothing of L1 is found."""
    case.of("Reveal")[5] = [3, 0, "seat0"]
    data = case.operated()
    assert agree(go, data, ("L0",))["levels"].keys() == {"L0"}
    assert "UNAUTHORISED_ACTOR" in {row["code"] for row in agree(go, data)["findings"]}


def test_not_checked(go, case):
    """What it does not check is said in every report."""
    said = " ".join(agree(go, case.forged())["not_checked"])
    assert "L2" in said
    assert "events of an entry follow from its command" in said


def test_unknown_ruleset(go_command, tmp_path, case):
    """Of a ruleset that is not in its tables it says that roles and seals were not checked."""
    path = tmp_path / "game.replay"
    path.write_bytes(case.forged())
    run = subprocess.run([*go_command, str(path)], capture_output=True, text=True, check=False)
    assert run.returncode == 0
    assert "who may give commands of ruleset toy" in run.stdout


class TestHeld:
    """L3: receipts and statements in a player's hand."""

    @staticmethod
    def receipts(case, sizes, tmp_path, **change):
        rows = [{"note": change.get(str(size), case.heads_of(size))} for size in sizes]
        path = tmp_path / "receipts.json"
        path.write_text(json.dumps({"format": FORMAT, "game": case.recorder.game_id.hex(), "receipts": rows}))
        return path

    @staticmethod
    def agree(go, data, path):
        held = read_held(path.read_bytes(), str(path))
        report = audit(data, levels=LEVELS, find=find, held=held)
        said = go.verify(data, receipts=[str(path)])
        assert (said["result"], said["code"], said["seq"]) == first_words(report)
        return said["report"]

    @pytest.fixture
    def held(self, case):
        """A game with a receipt of every entry."""
        hashes = {entry[2]: entry.recorded for entry in case.entries}
        case.heads_of = lambda size: case.note(size, hashes[size])
        return case

    def test_all(self, go, held, tmp_path):
        """Receipts of the game as it is pass."""
        report = self.agree(go, held.forged(), self.receipts(held, range(1, 20), tmp_path))
        assert (report["result"], report["levels"]["L3"]) == ("PASS", "done")

    def test_remade(self, go, held, tmp_path):
        """An entry that was made anew with all keys is not what the holder has a receipt of."""
        path = self.receipts(held, [12], tmp_path)
        held.entries[10][COMMAND][ID] = b"other".ljust(16, b"\0")
        report = self.agree(go, held.operated(heads=True, keys=True), path)
        assert "RECEIPT_NOT_IN_LOG" in {row["code"] for row in report["findings"]}

    def test_cut(self, go, held, tmp_path):
        """A receipt beyond the end shows that the tail is gone."""
        path = self.receipts(held, [len(held.entries)], tmp_path)
        del held.entries[-4:]
        report = self.agree(go, held.operated(), path)
        assert "TRUNCATED_LOG" in {row["code"] for row in report["findings"]}

    def test_forked(self, go, held, tmp_path):
        """Two receipts of one size are a fork."""
        path = self.receipts(held, [7, 7], tmp_path)
        found = json.loads(path.read_text())
        found["receipts"][1]["note"] = held.note(7, b"f" * 32)
        path.write_text(json.dumps(found))
        assert self.agree(go, held.forged(), path)["primary"]["code"] == "FORKED_LOG"

    def test_forged_receipt(self, go, held, tmp_path):
        """What no key of the log has signed proves nothing, and is said."""
        note = notes.sign(KEY, LOG_NAME, held.heads_of(9).split("\n\n")[0] + "\n")
        path = self.receipts(held, [9], tmp_path, **{"9": note})
        assert self.agree(go, held.forged(), path)["result"] == "PASS_WITH_NOTES"

    @pytest.mark.parametrize("honest", [True, False])
    def test_statement(self, go, held, tmp_path, honest):
        """A statement that a seat signed is compared with the log."""
        key = held.recorder.keys[0]
        digest = held.entries[8].recorded if honest else b"o" * 32
        text = statement_text(held.recorder.game_id, 0, 9, digest)
        name = statement_key(0, public_key(key)).split("+")[0]
        path = tmp_path / "statement"
        path.write_text(notes.sign(key, name, text))
        report = self.agree(go, held.forged(), path)
        assert ("STATEMENT_CONTRADICTED" in {row["code"] for row in report["findings"]}) != honest


class TestCommandLine:
    """As a program it ends like the audit."""

    def test_exit_codes(self, go_command, tmp_path, case):
        """Exit codes are the audit's; of many files the worst counts."""
        good, bad, none = tmp_path / "good.replay", tmp_path / "bad.replay", tmp_path / "none.replay"
        kept = next(path for path in KEPT if path.name.startswith("antares"))
        good.write_bytes(gzip.decompress(kept.read_bytes()))
        bad.write_bytes(good.read_bytes()[:-40])
        for files, code in (([good], 0), ([bad], 2), ([good, bad, good], 2), ([good, none], 4), ([], 4)):
            run = subprocess.run([*go_command, *map(str, files)], capture_output=True, check=False)
            assert run.returncode == code, files

    def test_unfinished(self, go_command, tmp_path):
        """A game whose secret is not out yet is incomplete, as the audit says."""
        path = tmp_path / "game.replay"
        for kept in KEPT:
            path.write_bytes(gzip.decompress(kept.read_bytes()))
            code = EXIT[audit(path.read_bytes(), levels=LEVELS).result]
            if code == EXIT["INCOMPLETE"]:
                break
        assert code == EXIT["INCOMPLETE"]
        assert subprocess.run([*go_command, str(path)], capture_output=True, check=False).returncode == code

    def test_json(self, go_command, tmp_path, case):
        """Findings as JSON have the audit's fields."""
        case.with_dice(-1)[8][0][4][0] -= 1
        path = tmp_path / "game.replay"
        path.write_bytes(case.forged())
        run = subprocess.run([*go_command, "--json", str(path)], capture_output=True, check=False)
        report = json.loads(run.stdout)
        due = audit(path.read_bytes(), levels=LEVELS, find=find)
        assert report["primary"].keys() == due.as_json()["primary"].keys()
        assert (report["primary"]["code"], report["primary"]["seq"]) == (due.primary.code, due.primary.seq)

    def test_pinned_key(self, go, case):
        """A pinned key that is another than the file's signs none of its heads."""
        other = notes.verify_key(LOG_NAME, public_key(KEY))
        data = case.forged()
        said = go.verify(data, vkey=other)
        due = audit(data, levels=LEVELS, find=find, vkey=other)
        assert (said["result"], said["code"], said["seq"]) == first_words(due)


def test_its_own_code(go_command):
    """It is made of the standard library alone, is laid out as gofmt does, and go vet has nothing to say."""
    folder = ROOT / "verifier"
    assert (folder / "go.mod").read_text().count("require") == 0
    assert subprocess.run(["gofmt", "-l", "."], cwd=folder, capture_output=True, check=True).stdout == b""
    subprocess.run(["go", "vet", "./..."], cwd=folder, capture_output=True, check=True)
    form = "{{if not .Standard}}{{.ImportPath}}{{end}}"
    listed = subprocess.run(["go", "list", "-deps", "-f", form, "."], cwd=folder, capture_output=True, check=True)
    assert listed.stdout.split() == [b"adjudicator.invalid/verifier"]
    assert bundle.FORMAT in (folder / "container.go").read_text()
