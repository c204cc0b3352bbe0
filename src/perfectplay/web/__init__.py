"""The explorer: a web page, a REST interface and static sites of solved games: design, 12."""
