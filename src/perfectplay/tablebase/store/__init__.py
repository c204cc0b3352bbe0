"""A solution as a folder: ``manifest.json`` and Parquet files (docs/design.md, section 9)."""
