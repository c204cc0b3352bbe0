"""An engine of the universal game interface that misbehaves: ``python odd_engines.py HOW``."""

# ruff: noqa: T201
import sys
import time


def main(how: str) -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["ugi"]:
            if how == "mute":
                continue
            if how == "noise":
                print("hello\n\0\nwhat?\nbestmove\n" * 50)
            print("id name odd\nugiok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["go"]:
            if how == "dies":
                sys.exit(3)
            if how == "slow":
                time.sleep(60)
            answer = {"nonsense": "bestmove banana", "nothing": "bestmove"}.get(how, "bestmove 5")
            print(f"info depth 1\n{answer}", flush=True)
        elif words[:1] == ["quit"]:
            break


if __name__ == "__main__":
    main(sys.argv[1])
