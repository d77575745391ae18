"""Long work tells how far it is, and what the listener raises ends it."""

import plyscope
import pytest


def calls(tmp_path, progress):
    return {
        "match": lambda: plyscope.match("connect4", "random", "random", games=40, progress=progress),
        "make": lambda: plyscope.truth.make(
            "connect4", "random", tmp_path / "made.parquet", states=60, plies=(30, None), progress=progress
        ),
        "learn": lambda: plyscope.learn("connect4", by="lines", states=60, progress=progress),
    }


@pytest.mark.parametrize("name, of", [("match", 40), ("make", 60), ("learn", 60)])
def test_the_last_word_is_that_all_is_done(name, of, tmp_path):
    heard = []
    calls(tmp_path, lambda done, of: heard.append((done, of)))[name]()
    assert heard[-1] == (of, of)
    assert heard == sorted(heard)


def slowly(state):
    import time

    time.sleep(0.001)
    return 0


def test_it_is_told_under_way_and_an_exception_of_the_listener_is_the_callers():
    heard = []

    def listen(done, of):
        heard.append(done)
        if len(heard) == 2:
            raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        plyscope.match("connect4", slowly, "random", games=1000, progress=listen)
    assert 0 < heard[-1] < 1000


@pytest.mark.parametrize("name", ["match", "make", "learn"])
def test_what_is_no_function_is_refused_before_the_work(name, tmp_path):
    with pytest.raises(plyscope.UsageError, match="no function"):
        calls(tmp_path, 5)[name]()
    assert list(tmp_path.iterdir()) == []
