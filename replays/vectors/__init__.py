"""Vectors of the file format, with every value on the way, and a check of any implementation against them."""
