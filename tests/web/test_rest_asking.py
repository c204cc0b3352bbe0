"""Questions in threads: in turn, in time, and without a trace in those that come after."""

from __future__ import annotations

import asyncio
import threading

import pytest

from perfectplay.web import timed_calls
from perfectplay.web.timed_calls import BadRulesError, BusyError, TakesTooLongError, TimedCalls


class Game:
    """Something that is asked about."""


def test_questions_about_one_thing_come_one_after_the_other():
    asker, game, inside, most = TimedCalls(), Game(), 0, 0

    def question(number):
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        sum(range(1000))
        inside -= 1
        return number

    async def all_of_them():
        asked = (asker.ask(game, lambda n=n: question(n), "a game") for n in range(100))
        return await asyncio.gather(*asked)

    assert asyncio.run(all_of_them()) == list(range(100))
    assert most == 1


def test_questions_about_two_things_come_together():
    """Each waits for the other."""
    asker = TimedCalls()
    both = threading.Barrier(2)

    async def two():
        return await asyncio.gather(
            asker.ask(Game(), lambda: both.wait(600), "one"),
            asker.ask(Game(), lambda: both.wait(600), "another"),
        )

    assert sorted(asyncio.run(two())) == [0, 1]


def test_a_stop_does_not_reach_the_next_question():
    """Questions that end about when they are told to stop: each is answered, or was too long, and
    those between them are answered."""
    asker, game = TimedCalls(seconds=0.004), Game()
    patient = TimedCalls(seconds=600)

    def busy(rounds):
        total = 0
        for number in range(rounds):
            total += number
        return total

    async def many():
        ends = set()
        for rounds in [1_000, 200_000, 40_000, 60_000, 80_000, 100_000] * 12:
            try:
                told = await asker.ask(game, lambda n=rounds: busy(n), "a game")
                assert told == rounds * (rounds - 1) // 2
                ends.add("answered")
            except TakesTooLongError:
                ends.add("too long")
            assert await patient.ask(game, lambda: busy(20_000), "a game") == 199_990_000
        return ends

    assert asyncio.run(many())  # of both, as a rule


def test_what_is_too_long_is_stopped():
    asker, game, seen = TimedCalls(seconds=0.05), Game(), []

    def endless():
        try:
            while True:
                pass
        finally:
            seen.append("stopped")

    with pytest.raises(TakesTooLongError, match=r"the rules of nim have not answered within 0\.05"):
        asyncio.run(asker.ask(game, endless, "nim"))
    assert seen == ["stopped"]


def test_more_than_can_wait_are_sent_away(monkeypatch):
    monkeypatch.setattr(timed_calls, "WAITING", 3)
    asker, game, going = TimedCalls(seconds=600), Game(), threading.Event()

    async def six():
        asked = [
            asyncio.ensure_future(asker.ask(game, lambda: going.wait(600), "nim")) for _ in range(6)
        ]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        going.set()
        return await asyncio.gather(*asked, return_exceptions=True)

    found = asyncio.run(six())
    assert found[:3] == [True] * 3
    assert all(isinstance(one, BusyError) for one in found[3:])


def test_rules_that_hang_do_not_pile_up_threads(monkeypatch):
    """Nothing can stop a thread that waits in C: the next questions wait for its slot, in vain."""
    monkeypatch.setattr(timed_calls, "THREADS", 3)
    monkeypatch.setattr(timed_calls, "GRACE", 0.05)
    asker, going, before = TimedCalls(seconds=0.05), threading.Event(), set(threading.enumerate())

    def threads():
        return len(set(threading.enumerate()) - before)

    async def about(number):
        return await asker.ask(Game(), lambda: going.wait(600), f"game {number}")

    async def twenty():
        found = await asyncio.gather(*map(about, range(20)), return_exceptions=True)
        running, asker.seconds = threads(), 600
        going.set()
        return found, running, await about(20)

    found, running, later = asyncio.run(twenty())
    assert [type(one) for one in found] == [TakesTooLongError] * 3 + [BusyError] * 17
    assert (running, later) == (3, True)


def test_a_question_runs_when_another_has_ended(monkeypatch):
    monkeypatch.setattr(timed_calls, "THREADS", 2)
    asker = TimedCalls(seconds=600)

    async def many():
        return await asyncio.gather(*(asker.ask(Game(), lambda n=n: n, "nim") for n in range(50)))

    assert asyncio.run(many()) == list(range(50))


@pytest.mark.parametrize("what", [KeyboardInterrupt, SystemExit, GeneratorExit, StopIteration])
def test_whatever_is_raised_is_an_error(what):
    def question():
        raise what

    asker = TimedCalls()
    with pytest.raises(BadRulesError):
        asyncio.run(asker.ask(Game(), question, "nim"))
    assert asyncio.run(asker.ask(Game(), lambda: 7, "nim")) == 7


def test_each_loop_gets_its_answers():
    asker = TimedCalls()
    for number in range(5):
        assert asyncio.run(asker.ask(Game(), lambda n=number: n, "nim")) == number
