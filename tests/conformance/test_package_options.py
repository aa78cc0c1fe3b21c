"""Every file of the contract says where what is generated from it goes, in each language alike."""

from pathlib import Path

import pytest

from tools.contract import tidy

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "proto", ROOT / "tests/toy/proto")
FILES = {path.relative_to(folder): path for folder in FOLDERS for path in sorted(folder.glob("wargame/**/*.proto"))}


def camel(name):
    """Spell a name with underscores in capitals."""
    return "".join(word.capitalize() for word in name.split("_"))


@pytest.mark.parametrize("place", FILES, ids=str)
def test_package_options(place):
    """Packages follow from the package of the contract, and Java has a class for every message."""
    folders = place.parent.parts
    short = "".join(folders[1:]).replace("_", "") if len(folders) > 2 else "".join(folders)
    wanted = {
        "csharp_namespace": f'"{".".join(map(camel, folders))}"',
        "go_package": f'"adjudicator/{place.parent.as_posix()};{short}"',
        "java_multiple_files": "true",
        "java_outer_classname": f'"{camel(place.stem)}Proto"',
        "java_package": f'"adjudicator.{".".join(folders)}"',
    }
    lines = [tidy(line) for line in FILES[place].read_text().splitlines() if line.startswith("option ")]
    assert lines == [f"option {name} = {value};" for name, value in sorted(wanted.items())]
