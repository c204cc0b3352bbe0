"""What is done with a game in one case: which command, and with which options."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from random import Random

METHODS = ("auto", "auto", "compiled", "compiled", "interpreted", "reference")
DAMAGES = ("byte", "cut", "value", "remoteness", "missing", "count")
SMALLEST = 300_000_000


@dataclass(frozen=True)
class Action:
    """``do``: "solve" in memory, "store" in a folder and verify it, "plan", "check" or "compile".

    ``large``: thresholds are lowered, so that a small game goes the way of large ones. ``late``:
    whoever looks at the clock finds it a minute later. ``kills``: the solve is killed at its nth
    call of the file system, then goes on. ``full_at``: the disk is full from the nth file on.
    ``sample``: the states that `verify` asks the interpreter about. ``damage``: what is done to the
    folder afterwards, which `verify` must notice; ``at`` says where, from 0 to 1.
    """

    do: str = "solve"
    method: str = "auto"
    threads: int = 1
    memory: int | None = None
    symmetries: bool = True
    large: bool = False
    late: bool = False
    kills: tuple[int, ...] = ()
    full_at: int = 0
    sample: int = 100_000
    interpreted: bool = False
    damage: str = ""
    at: float = 0.0
    seconds: float = 0.2

    def simpler(self) -> list[Action]:
        """The same with one option less, each."""
        plain = Action(do=self.do)
        found = [
            replace(self, **{field.name: getattr(plain, field.name)})
            for field in fields(self)
            if getattr(self, field.name) != getattr(plain, field.name)
        ]
        if len(self.kills) > 1:
            found.append(replace(self, kills=self.kills[:1]))
        return found


def random_action(random: Random, compiles: bool) -> Action:
    """An action; one that suits rules that compile, or those that do not."""
    do = random.choices(("solve", "store", "plan", "check", "compile"), (8, 8, 4, 2, 1))[0]
    action = Action(
        do,
        method=random.choice(METHODS),
        threads=random.choice((1, 2)),
        memory=random.choice((None, None, random_memory(random))),
        symmetries=random.random() < 0.75,
        large=random.random() < 0.5,
        late=random.random() < 0.2,
        sample=random.choice((0, 3, 30, 100_000)),
        interpreted=random.random() < 0.2,
        at=random.random(),
        seconds=random.choice((0.05, 0.2)),
    )
    if not compiles and action.method == "compiled":
        action = replace(action, method="auto")
    if do == "compile" and not compiles:
        action = replace(action, do="check")
    if do == "store":
        if random.random() < 0.3:
            kills = tuple(random.randrange(1, 60) for _ in range(random.choice((1, 2))))
            action = replace(action, kills=kills)
        elif random.random() < 0.15:
            action = replace(action, full_at=random.randrange(1, 12))
        if random.random() < 0.5:
            action = replace(action, damage=random.choice(DAMAGES))
    return action


def random_memory(random: Random) -> int:
    """A budget in bytes: far too small, about as much as a process takes, or large."""
    return random.choice((1, SMALLEST - 1, SMALLEST, 320_000_000, 500_000_000, 1_500_000_000))
