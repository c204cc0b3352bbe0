"""An engine of the universal game interface that misbehaves: ``python odd_engines.py HOW``."""

# ruff: noqa: T201
import sys
import time

HOW = sys.argv[1]

for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        if HOW == "mute":
            continue
        if HOW == "noise":
            print("hello\n\0\nwhat?\nbestmove\n" * 50)
        print("id name odd\nugiok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["go"]:
        if HOW == "dies":
            sys.exit(3)
        if HOW == "slow":
            time.sleep(60)
        answer = {"nonsense": "bestmove banana", "nothing": "bestmove"}.get(HOW, "bestmove 5")
        print(f"info depth 1\n{answer}", flush=True)
    elif words[:1] == ["quit"]:
        break
