import ast
from pathlib import Path

from adjudicator.board import bodies, gaps, hulls, inches, paths, polygons, rounding, sight, sines

MODULES = (bodies, gaps, hulls, inches, paths, polygons, rounding, sight, sines)


def test_one_door():
    """Whatever measuring, moving and seeing need comes through one module, in order of name."""
    assert set(paths.__all__) | set(sight.__all__) <= set(inches.__all__)
    assert set(gaps.__all__) - set(inches.__all__) == {"hull_in_rect"}
    assert all(hasattr(inches, name) for name in inches.__all__)


def test_whole_numbers_only():
    """No module of the board writes a fraction with a point, divides into one, or orders by chance."""
    for module in MODULES:
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
            assert not isinstance(node, ast.Div) or module is polygons
            assert not (isinstance(node, ast.Name) and node.id in {"float", "complex"})
