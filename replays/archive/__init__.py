"""Many games at once: audited, written as tables, searched, judged again, played."""
