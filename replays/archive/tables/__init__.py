"""Games as tables: what is public after a game, as Parquet files with a documented schema."""
