//! A heuristic that has proved who wins, but not how high.

use std::sync::Arc;

use plyscope_connect4::Standard;
use plyscope_game::any::{AgentOf, AnyAgent, Hidden};
use plyscope_game::{Advice, Advised, Agent, Error, Game, Limits, Score};
use plyscope_judge::ask;

type State = <Standard as Game>::State;
type Move = <Standard as Game>::Move;

/// Proves points of the first move and who wins by the second, and guesses the rest.
struct Decides;

impl Agent<Standard> for Decides {
    fn advise(
        &mut self,
        game: &Standard,
        state: &State,
        _: &Limits,
    ) -> Result<Advice<Move>, Error> {
        let score = |at| match at {
            0 => Score::Exact {
                points: 1,
                plies: Some(3),
            },
            1 => Score::Decided {
                points: 1,
                plies: 5,
            },
            _ => Score::Estimate(20.0),
        };
        let moves = game.moves(state).enumerate().map(|(at, mv)| Advised {
            mv,
            score: score(at),
            visits: None,
            mean: None,
        });
        let facts = game.facts();
        Ok(Advice::by_score(&facts, game.mover(state), moves.collect()))
    }
}

#[test]
fn a_decided_win_counts_neither_as_proved_points_nor_as_an_estimate() {
    let rules = Arc::new(Standard::default());
    let mut start = Hidden::shared(Arc::clone(&rules)).states();
    start.push_start();
    let make = || {
        let agent: Box<dyn AnyAgent> = Box::new(AgentOf::new(Arc::clone(&rules), Decides));
        Ok(agent)
    };
    let (facts, limits) = (rules.facts(), Limits::every_move());
    let guesses = ask(&facts, &*start, &make, &limits, &|| ()).expect("it answers");
    let said = guesses.of(0);
    assert!(said[0].proved && !said[0].decided);
    assert!(!said[1].proved && said[1].decided);
    assert!(!said[2].proved && !said[2].decided);
    assert!(said[0].place > said[1].place && said[1].place > said[2].place);
    // Beyond the largest estimate, though its points are fewer.
    assert!(said[1].on_scale > said[2].on_scale, "{said:?}");
    assert!(!guesses.on_points);
}
