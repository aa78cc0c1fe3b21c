"""How files are worked through: each in a bounded process, many at once under Dask, with progress."""
