"""The step that the table takes by itself."""

from adjudicator.kernel.windows import table_step

__all__ = ["table_step"]
