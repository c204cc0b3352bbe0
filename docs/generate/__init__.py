"""Writes the pages of the site that come from the program: games, boards, commands, figures.

game_pages.py  a page for each game of the library · live_boards.py  the boards on these pages
command_page.py  the help of every command · drawn_figures.py  the figures of "How it works"
board_colours.py  the colours of boards in both themes
figure_scraper.py  figures of the gallery · svg_parts.py  boxes, arrows, boards
program_digest.py  whether the program has changed
written.py  files that are written only if they change
"""
