"""The exact odds of an attack before its dice are rolled."""
