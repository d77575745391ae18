"""Ctrl-C, in a process of its own: nothing hangs, and what can be resumed is kept."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

CALLS = {
    "a search of ours": "plyscope.game('othello').start().advise('negascout:depth=60')",
    "a function that never ends": "plyscope.judge('connect4', {'mine': endless})",
    "a slow function": "plyscope.judge('connect4', {'mine': slow})",
    "a match": "plyscope.match('connect4', slow, 'random', games=10000, openings='random:plies=8')",
    "a match of ours": "plyscope.match('othello', 'mcts:playouts=1m', 'random', games=1000, openings='random:plies=8')",
    "making truth": "plyscope.truth.make('connect4', slow, 'made.parquet', states=2000)",
}

# What is done is kept in a journal beside the file.
KEEPS = "making truth"

PROGRAM = """
import plyscope, time
def slow(state):
    time.sleep(0.002)
    return 0
def endless(state):
    while True:
        pass
print('begun', flush=True)
try:
    {call}
except KeyboardInterrupt:
    print('interrupted', flush=True)
"""


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_ends_the_call(name, tmp_path):
    program = PROGRAM.format(call=CALLS[name])
    # A session of its own, so that nothing but the child is interrupted.
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=tmp_path, start_new_session=True
    )
    try:
        assert child.stdout.readline() == "begun\n"
        time.sleep(1.0)
        until = time.monotonic() + 60
        while name == KEEPS and not os.listdir(tmp_path) and time.monotonic() < until:
            time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        said, _ = child.communicate(timeout=60)
    finally:
        child.kill()
    assert said == "interrupted\n" and child.returncode == 0
    kept = os.listdir(tmp_path)
    assert bool(kept) == (name == KEEPS), kept


def test_other_threads_of_python_run_meanwhile():
    import plyscope

    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    plyscope.game("othello").start().advise("negascout:depth=60", time=1.0)
    done.set()
    thread.join()
    # None at all if the lock were held; on a busy machine a thread of Python's gets few turns.
    assert ticks > 4


def test_functions_are_called_on_the_thread_that_called_us():
    import plyscope

    seen = set()

    def look(state):
        seen.add(threading.get_ident())
        return 0

    plyscope.judge("tictactoe", look, threads=3)
    assert seen == {threading.get_ident()}
