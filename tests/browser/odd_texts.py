"""A game whose texts are as unfriendly to a page as texts can be; it has no board."""

from perfectplay import Game, Value

MARK = "<script>alert('x')</script><img src=x onerror=alert(1)>"
TEXTS = ("say \"&amp;\" & 'go'", MARK, "</title></script><b>a, b; c=d #e %41")


class OddTexts(Game):
    """Count to <b>six</b> & "stop"; who says six wins. </script><script>alert('about')</script>"""

    def start(self):
        return 0

    def moves(self, state):
        return [step for step in (1, 2, 3) if state + step <= 6]

    def play(self, state, move):
        return state + move

    def outcome(self, state):
        return Value.LOSS if state == 6 else None

    def text(self, state):
        return f"<i>count</i> & {MARK}\nis {state}"

    def parse(self, text):
        return int(text.split()[-1])

    def move_text(self, move):
        return TEXTS[move - 1]

    def parse_move(self, text):
        return TEXTS.index(text) + 1
