"""How a container file is read and followed without an engine."""

import pytest

from tools.container import FILE, ContainerFault, follow, instructions


def test_instructions_are_read():
    """Lines that go on are joined, comments left out, and instructions are found in whatever case they are written."""
    text = "# what\nFROM debian:bookworm-slim\nrun one \\\n    # why\n    && two\n\nUSER nobody\n"
    assert list(instructions(text)) == [("FROM", "debian:bookworm-slim"), ("RUN", "one && two"), ("USER", "nobody")]


def test_ours_ends_in_a_program_of_a_user():
    """The container's program is started as a list of words, and not by root."""
    found = dict(instructions(FILE.read_text()))
    assert found["USER"] == "adjudicator"
    assert found["ENTRYPOINT"] == '["/opt/adjudicator/bin/adjudicator"]'
    assert found["CMD"] == '["serve"]'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("FROM alpine", "only debian:RELEASE-slim"),
        ("ONBUILD RUN true", "ONBUILD: no such instruction"),
        ("COPY nowhere.whl /opt/", "there is none in .*make dist"),
        ("COPY here.whl /opt", "with a slash at its end"),
    ],
)
def test_what_can_not_be_followed(text, problem, tmp_path):
    """A step that can not be done is named, with what to do."""
    (tmp_path / "Containerfile").write_text(text)
    with pytest.raises(ContainerFault, match=problem):
        follow(tmp_path / "Containerfile", tmp_path, tmp_path / "root")


def test_settings_and_files_are_taken(tmp_path):
    """Files go where COPY says, and later programs get environment, user and folder."""
    (tmp_path / "one.whl").write_text("1")
    file = tmp_path / "Containerfile"
    file.write_text('COPY *.whl /opt/in/\nENV A=1 B="2 3"\nUSER me\nWORKDIR /srv\nCMD ["x"]\n')
    image = follow(file, tmp_path, tmp_path / "root")
    assert (tmp_path / "root/opt/in/one.whl").read_text() == "1"
    assert (image.environment["A"], image.environment["B"]) == ("1", "2 3")
    words = image.inside(["x"])
    assert "--userspec=me" in words
    assert words[-1] == "cd /srv && exec x"
