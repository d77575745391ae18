import pickle

import plyscope
import pytest


def test_a_game_is_opened_by_name():
    game = plyscope.game("connect4")
    assert (game.name, game.players, game.points) == ("connect4", 2, (-1, 1))
    assert "connect4" in plyscope.games()
    assert "solver" in game.agents() and "lines" in game.evaluators()
    assert pickle.loads(pickle.dumps(plyscope.game("othello:size=6"))).spec == "othello:size=6"


def test_positions_are_left_as_they_are_by_moves():
    start = plyscope.game("connect4").start()
    after = start.play("4", "4").play("35")
    assert start.moves == ["1", "2", "3", "4", "5", "6", "7"]
    assert (after.played, after.mover, start.played) == (["4", "4", "3", "5"], 0, [])
    assert after == plyscope.game("connect4").position("4435")
    assert hash(after) == hash(plyscope.game("connect4").position("4435"))
    assert after.cells[5] == [0, 0, 1, 1, -1, 0, 0]
    assert start.play("4").cells[5][3] == -1, "the mover looks"


def test_a_position_is_read_from_its_own_text():
    position = plyscope.game("othello").position("d3c3")
    assert plyscope.game("othello").position(position.text, "state") == position


def test_a_playout_ends_and_is_the_same_for_the_same_seed():
    start = plyscope.game("othello").start()
    assert not start.is_over and start.payoffs is None
    end = start.playout(seed=3)
    assert end.is_over and sum(end.payoffs) == 0 and end.moves == []
    assert end == start.playout(seed=3)
    assert end.played != start.playout(seed=4).played


def test_advice_tells_what_every_move_is_worth():
    position = plyscope.game("tictactoe").position("b2 a1")
    advice = position.advise("solver")
    assert set(advice.values) == set(position.moves)
    assert all(advice.exact.values()) and set(advice.best) <= set(position.moves)
    assert len(advice.to_pandas()) == 7


def test_advice_by_a_function():
    position = plyscope.game("tictactoe").start()
    values = {move: place for place, move in enumerate(position.moves)}
    advice = position.advise(plyscope.heuristic(lambda state: values, gives="moves"))
    assert advice.values == values and advice.best == [position.moves[-1]]


def test_a_function_does_not_see_the_hidden_move_of_a_round():
    game = plyscope.game("gdl:pennies")
    seen = []

    @plyscope.heuristic(gives="moves")
    def looks(state):
        seen.append(state.text)
        return [0.0] * len(state.moves)

    for coin in ["heads", "tails"]:
        game.position(f"(show {coin})").advise(looks)
    assert len(seen) == 2 and seen[0] == seen[1]
    with pytest.raises(plyscope.Error, match="at the same time"):
        game.start().advise(lambda state: 1.0)


def test_what_is_wrong_is_a_value_error_with_a_hint():
    with pytest.raises(ValueError, match="did you mean `connect4`") as caught:
        plyscope.game("conect4")
    assert isinstance(caught.value, plyscope.UsageError) and caught.value.hint
    with pytest.raises(ValueError, match="legal here"):
        plyscope.game("othello").position("d3d3")
    with pytest.raises(ValueError, match="the game is over"):
        plyscope.game("tictactoe").start().playout().advise()
    with pytest.raises(ValueError, match="no agent `solvr`"):
        plyscope.game("tictactoe").start().advise("solvr")


def test_boards_show_themselves():
    position = plyscope.game("othello").start()
    assert position._repr_html_().count("<svg") == 1
    assert position.svg().startswith("<svg") and "x o" in str(position)
