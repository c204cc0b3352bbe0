"""A solution as a folder: ``manifest.json`` and Parquet files (design.md, section 9)."""
