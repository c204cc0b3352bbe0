"""The explorer: a web page, a REST interface and static sites of solved games (docs/design.md, 12)."""
