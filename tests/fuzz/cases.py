"""Cases: a game, one choice of its parameters, and an action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from tests.fuzz import programs
from tests.fuzz.actions import Action, random_action
from tests.fuzz.graphs import Sheet, random_sheet
from tests.fuzz.programs import Program, random_program
from tests.fuzz.shrinking import smaller_sheets
from tests.fuzz.writing import sheet_text

ACTIONS = 6
"""Cases that share rules, and so what is compiled."""

Subject = Sheet | Program


@dataclass(frozen=True)
class Case:
    """``name``: the seed, the batch and the place in it; ``way``: which parameters."""

    name: str
    subject: Subject
    way: int
    action: Action

    @property
    def parameters(self) -> dict[str, int]:
        return self.subject.parameters(self.way)

    def text(self) -> str:
        """The file of rules."""
        return text_of(self.subject)

    def simpler(self) -> Iterator[Case]:
        """Cases that are a little simpler, those that change most first."""
        if self.subject.ways() > 1:
            yield replace(self, subject=self.subject.only(self.way), way=0)
        for action in self.action.simpler():
            yield replace(self, action=action)
        smaller = programs.simpler if isinstance(self.subject, Program) else smaller_sheets
        for subject in smaller(self.subject):
            yield replace(self, subject=subject, way=0)


def text_of(subject: Subject) -> str:
    """The file of rules of a subject."""
    return subject.text() if isinstance(subject, Program) else sheet_text(subject)


def batch_of(seed: int, number: int) -> list[Case]:
    """The cases of a batch, all of one subject: the same for the same seed and number."""
    random = Random(f"{seed}/{number}")
    subject: Subject
    subject = random_program(random) if random.random() < 0.4 else random_sheet(random)
    actions = [random_action(random, subject.compiles) for _ in range(ACTIONS)]
    if isinstance(subject, Program):
        # whatever the compiler makes of the rules, the solution is right and must be called so
        sample, method = random.choice((0, 3)), random.choice(("auto", "interpreted"))
        actions[0] = Action("store", method, sample=sample, symmetries=random.random() < 0.5)
    return [
        Case(f"{seed}.{number}.{place}", subject, random.randrange(subject.ways()), action)
        for place, action in enumerate(actions)
    ]
