"""The universal game interface, by which engines and arenas talk: lines of text over a pipe.

It is UCI, the protocol of chess engines, with questions about the rules, so that an arena need not
know them. Source: https://github.com/kz04px/cutegames/blob/master/ugi.md
"""
