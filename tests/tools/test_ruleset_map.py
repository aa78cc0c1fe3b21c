"""The map of a ruleset on its page: made of its folders, and found stale when they change."""

from tools import ruleset_map

PAGE = "# Raid\n\nText.\n"
CHAPTER = '''"""Shooting: who may shoot at whom.\n\nRD-2.1  `lines`\n"""\n'''
MODULE = '''"""Lines of fire."""\n\n\ndef clear():\n    """RD-2.1-01 A line is clear."""\n'''


def tree(tmp_path):
    """A ruleset with one chapter of one module, and its page."""
    chapter = tmp_path / "adjudicator/rulesets/raid/rules/shooting"
    chapter.mkdir(parents=True)
    (chapter / "__init__.py").write_text(CHAPTER)
    (chapter / "lines.py").write_text(MODULE)
    page = tmp_path / "docs/rulesets/raid.md"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE)
    return tmp_path


def test_the_page_says_where_a_chapter_lives(tmp_path):
    """A chapter stands with title, folder, sections and modules; what was on the page stays."""
    root = tree(tmp_path)
    assert ruleset_map.main(["--root", str(root)]) == 0
    text = (root / "docs/rulesets/raid.md").read_text()
    assert text.startswith(PAGE)
    assert "**Shooting: who may shoot at whom.** `adjudicator/rulesets/raid/rules/shooting`; clauses RD-2.1." in text
    assert "| `lines` | Lines of fire |" in text
    assert ruleset_map.main(["--root", str(root), "--check"]) == 0


def test_a_stale_page_is_an_error(tmp_path, capsys):
    """With --check a page that no longer fits is named and stays as it is; renewing it keeps what stands behind."""
    root = tree(tmp_path)
    ruleset_map.main(["--root", str(root)])
    page = root / "docs/rulesets/raid.md"
    page.write_text(page.read_text() + "\n## More\n")
    (root / "adjudicator/rulesets/raid/rules/shooting/cover.py").write_text(MODULE)
    before = page.read_text()
    assert ruleset_map.main(["--root", str(root), "--check"]) == 1
    assert "docs/rulesets/raid.md: stale" in capsys.readouterr().out
    assert page.read_text() == before
    assert ruleset_map.main(["--root", str(root)]) == 0
    assert "| `cover` |" in page.read_text()
    assert page.read_text().endswith("\n## More\n")


def test_a_page_that_lost_its_mark_keeps_its_text(tmp_path, capsys):
    """Where the line that ends the section is gone, nothing is written and the page is named."""
    root = tree(tmp_path)
    ruleset_map.main(["--root", str(root)])
    page = root / "docs/rulesets/raid.md"
    page.write_text(page.read_text().replace(ruleset_map.END, "") + "\n## More\n")
    before = page.read_text()
    assert ruleset_map.main(["--root", str(root)]) == 1
    assert page.read_text() == before
    assert capsys.readouterr().err.startswith("docs/rulesets/raid.md: ")


def test_a_missing_page_is_told(tmp_path, capsys):
    """A ruleset without a page is named."""
    root = tree(tmp_path)
    (root / "docs/rulesets/raid.md").unlink()
    assert ruleset_map.main(["--root", str(root), "--check"]) == 1
    assert "docs/rulesets/raid.md is missing" in capsys.readouterr().err


def test_an_outline_names_modules_that_there_are(tmp_path, capsys):
    """An outline that sends a reader to a module that is not there is an error, by folder and name."""
    root = tree(tmp_path)
    ruleset_map.main(["--root", str(root)])
    outline = root / "adjudicator/rulesets/raid/rules/shooting/__init__.py"
    outline.write_text(CHAPTER.replace("`lines`", "`lines`, `cover`"))
    ruleset_map.main(["--root", str(root)])
    capsys.readouterr()
    assert ruleset_map.main(["--root", str(root), "--check"]) == 1
    told = capsys.readouterr().err
    assert told == "adjudicator/rulesets/raid/rules/shooting/__init__.py: there is no module `cover`\n"
