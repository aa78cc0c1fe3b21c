"""Grinding-Annihilation: battles of two armies in five rounds."""
