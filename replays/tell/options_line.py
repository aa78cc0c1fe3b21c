"""Which options of a game differ from the book's, in one line."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.options import format_value
from replays.tell.values import fields_text


def options_line(options: Struct | None, defaults: Struct | None) -> str:
    """Name the options of a game that differ from the book's; "" where they are not known."""
    if options is None or defaults is None:
        return ""
    changed = [
        f"{name} = {_option(getattr(options, name))}"
        for name in defaults.__struct_fields__
        if hasattr(options, name) and _option(getattr(options, name)) != _option(getattr(defaults, name))
    ]
    return f"Options that differ from the book: {', '.join(changed)}." if changed else "All options are the book's."


def _option(value: object) -> str:
    if isinstance(value, Struct):
        return f"({fields_text(value, brief=True)})"
    return " ".join(map(_option, value)) if isinstance(value, tuple) else format_value(value)
