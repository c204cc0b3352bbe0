"""The solution of a game: records, tables, and the folder that holds them."""
