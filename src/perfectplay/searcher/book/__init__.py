"""A book: a folder of results of finished searches, which grows."""
