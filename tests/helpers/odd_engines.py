"""An engine of the universal game interface that misbehaves: ``python odd_engines.py HOW``."""

# ruff: noqa: T201
import sys
import time


def main(how: str) -> None:
    """Answer until the input ends."""
    free = [0]
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["ugi"]:
            if how == "mute":
                continue
            while how == "babbles":
                print("yes", flush=True)
            while how == "endless":
                print("x" * 10_000, end="")
            if how == "noise":
                print("hello\n\0\nwhat?\nbestmove\n" * 50)
            print("id name odd\nugiok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:2] == ["position", "fen"]:
            cells = [word for word in words[2:] if word != "/"]
            free = [number for number, cell in enumerate(cells, 1) if cell == "."]
        elif words[:1] == ["go"]:
            if how == "dies":
                sys.exit(3)
            if how == "slow":
                time.sleep(60)
            answer = {"nonsense": "bestmove banana", "nothing": "bestmove"}.get(how, "bestmove 5")
            if how == "twice":  # the move of the position before, once more
                answer = f"bestmove {free[0]}\nbestmove {free[0]}"
            print(f"info depth 1\n{answer}", flush=True)
        elif words[:1] == ["quit"]:
            break


if __name__ == "__main__":
    main(sys.argv[1])
