//! An engine as an agent: it chooses a move, or values every one.

use std::time::Duration;

use plyscope_game::{
    Advice, Advised, Agent, Error, ErrorKind, Limits, Notation, Player, Score, Value,
};

use super::engine::{Engine, Search};
use super::info::{EngineScore, InfoLine, MateClaim};
use super::mate::plies_to_win;
use super::{EveryMove, ScoreScale, Tongue, UciSettings};
use crate::Patience;
use crate::tries::Tries;

/// What a mate is worth beside centipawns, less its plies: more than any engine's value.
const MATE: Value = 32_000.0;

/// An engine that is started when it is first asked.
///
/// Its values are estimates, a mate that it claims too: only those that the
/// rules prove within a few plies are exact.
pub struct UciAgent<G: Notation> {
    settings: UciSettings,
    tongue: Tongue<G>,
    engine: Option<Engine>,
    tries: Tries,
    /// Whether it has to forget before it is asked again.
    is_new_game: bool,
}

impl<G: Notation> UciAgent<G> {
    /// An engine for a game that is written for it in such a way.
    #[must_use]
    pub fn new(settings: UciSettings, tongue: Tongue<G>) -> Self {
        Self {
            tries: Tries::again(settings.restarts),
            settings,
            tongue,
            engine: None,
            is_new_game: false,
        }
    }

    fn time(&self, limits: &Limits) -> Option<Duration> {
        self.settings.time.into_iter().chain(limits.time).min()
    }

    /// What follows `go`: the tighter of the engine's own limits and the caller's.
    fn go(&self, limits: &Limits) -> Result<String, Error> {
        let own = &self.settings;
        let nodes = own.nodes.into_iter().chain(limits.nodes).min();
        let depth = own.depth.into_iter().chain(limits.depth).min();
        let time = self.time(limits);
        let words: Vec<String> = [
            nodes.map(|nodes| format!("nodes {nodes}")),
            depth.map(|depth| format!("depth {depth}")),
            time.map(|time| format!("movetime {}", time.as_millis().max(1))),
        ]
        .into_iter()
        .flatten()
        .collect();
        if words.is_empty() {
            let what = "nothing says how long the engine may think";
            return Err(Error::unsuited(
                what,
                "give it nodes=N, depth=N or time=TIME",
            ));
        }
        Ok(words.join(" "))
    }

    /// How long to wait for a search that begins now.
    fn patience(&self, limits: &Limits) -> Patience {
        let time = self.time(limits).unwrap_or_default();
        Patience::within(self.settings.timeout + time, limits)
    }

    /// The engine, running, with its options set and nothing learned from an earlier game.
    fn engine(&mut self) -> Result<&mut Engine, Error> {
        let own = &self.settings;
        let patience = Patience::of(own.timeout);
        if self.engine.is_none() {
            let mut engine = Engine::start(&own.command, &own.options, own.timeout)?;
            if own.scale == ScoreScale::Points {
                engine.set("UCI_ShowWDL", "true").map_err(|error| {
                    Error::unsuited(error.what, "take its centipawns: scale=cp")
                })?;
            }
            engine.new_game(&patience)?;
            self.engine = Some(engine);
            self.is_new_game = false;
        }
        let engine = self.engine.as_mut().expect("it was started");
        if self.is_new_game {
            engine.new_game(&patience)?;
            self.is_new_game = false;
        }
        Ok(engine)
    }

    fn search(&mut self, position: &str, lines: usize, limits: &Limits) -> Result<Search, Error> {
        let go = self.go(limits)?;
        self.engine()?.tell_lines(lines)?;
        // The clock runs from the question on, not from the start of the engine.
        let patience = self.patience(limits);
        let engine = self.engine()?;
        engine.search(position, &go, &patience, &limits.stop)
    }

    /// Chooses a move, and says what it is worth; of the others nothing is known.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let position = (self.tongue.position)(game, state);
        let search = self.search(&position, 1, limits)?;
        let best = self.legal(game, state, &search.best)?;
        let info = search.lines.iter().find(|info| info.line == 1);
        let scored = |mv| match info {
            Some(info) if mv == best => self.score(game, state, mv, info.worth, info.chances),
            _ => Score::Unknown,
        };
        let moves = game
            .moves(state)
            .map(|mv| self.advised(mv, scored(mv)))
            .collect();
        let mut advice = Advice::empty(game.mover(state));
        advice.moves = moves;
        advice.best = vec![best];
        fill(&mut advice, game, state, &search);
        Ok(advice)
    }

    /// The move that the engine wrote.
    fn legal(&mut self, game: &G, state: &G::State, text: &str) -> Result<G::Move, Error> {
        game.read_move(state, text).map_err(|error| {
            let did = match text {
                "" | "(none)" | "0000" => "chose no move".to_string(),
                _ => format!("chose `{text}`, which is not legal ({})", error.what),
            };
            let blamed = self.engine.as_mut().map(|engine| engine.blame(&did));
            blamed.unwrap_or(error).of_kind(ErrorKind::Illegal)
        })
    }

    /// Values every move by one search, and those that it left out by searches of their own.
    fn value_all(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let position = (self.tongue.position)(game, state);
        let count = game.moves(state).len();
        let search = self.search(&position, count, limits)?;
        let mut lines: Vec<(G::Move, &InfoLine)> = Vec::with_capacity(count);
        for info in &search.lines {
            let first = info.moves.first();
            if let Some(mv) = first.and_then(|text| game.read_move(state, text).ok()) {
                lines.push((mv, info));
            }
        }
        let mut moves = Vec::with_capacity(count);
        for mv in game.moves(state) {
            // Lines that changed places may tell of a move twice.
            let own = lines.iter().filter(|(own, _)| *own == mv);
            let info = own
                .max_by_key(|(_, info)| info.depth)
                .map(|(_, info)| *info);
            let score = match info {
                Some(info) => self.score(game, state, mv, info.worth, info.chances),
                None => self.value_one(game, state, mv, limits)?.0,
            };
            moves.push(self.advised(mv, score));
        }
        let mut advice = Advice::by_score(&game.facts(), game.mover(state), moves);
        fill(&mut advice, game, state, &search);
        Ok(advice)
    }

    /// Values every move by a search of the state that it leads to.
    fn value_each(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let mut moves = Vec::new();
        let mut nodes = 0;
        for mv in game.moves(state) {
            let (score, visited) = self.value_one(game, state, mv, limits)?;
            nodes += visited;
            moves.push(self.advised(mv, score));
        }
        let mut advice = Advice::by_score(&game.facts(), game.mover(state), moves);
        advice.nodes = nodes;
        Ok(advice)
    }

    /// Values a move by a search of the state that it leads to; gives the states visited, too.
    fn value_one(
        &mut self,
        game: &G,
        state: &G::State,
        mv: G::Move,
        limits: &Limits,
    ) -> Result<(Score, u64), Error> {
        let mut next = state.clone();
        game.play(&mut next, mv);
        if game.payoffs(&next).is_some() {
            return Ok((self.score(game, state, mv, None, None), 1));
        }
        let position = (self.tongue.position)(game, &next);
        let search = self.search(&position, 1, limits)?;
        let info = search.lines.iter().find(|info| info.line == 1);
        let worth = info.and_then(|info| info.worth).map(EngineScore::before);
        let chances = info.and_then(|info| info.chances);
        let chances = chances.map(|[wins, draws, losses]| [losses, draws, wins]);
        let score = self.score(game, state, mv, worth, chances);
        Ok((score, info.map_or(0, |info| info.nodes)))
    }

    /// What a move is worth: points if it ends the game or is proved to, else what the engine says.
    fn score(
        &self,
        game: &G,
        state: &G::State,
        mv: G::Move,
        worth: Option<EngineScore>,
        chances: Option<[u32; 3]>,
    ) -> Score {
        let mover = game.mover(state);
        let mut next = state.clone();
        game.play(&mut next, mv);
        if let Some(payoffs) = game.payoffs(&next) {
            return Score::Exact {
                points: payoffs.of(mover),
                plies: Some(1),
            };
        }
        if let Some(EngineScore::Mate(claim)) = worth
            && let Some(proved) = self.proved(game, &next, mover, claim)
        {
            return proved;
        }
        match (self.settings.scale, chances, worth) {
            (ScoreScale::Points, Some([wins, _, losses]), _) => {
                Score::Estimate((wins as Value - losses as Value) / 1000.0)
            }
            (ScoreScale::Points, None, Some(EngineScore::Mate(claim))) => {
                Score::Estimate(if claim.wins { 1.0 } else { -1.0 })
            }
            (ScoreScale::Centipawns, _, Some(worth)) => Score::Estimate(centipawns(worth)),
            _ => Score::Unknown,
        }
    }

    /// A move with its score; points to expect are means of results.
    fn advised(&self, mv: G::Move, score: Score) -> Advised<G::Move> {
        let mean = match score {
            Score::Estimate(value) if self.settings.scale == ScoreScale::Points => Some(value),
            _ => None,
        };
        Advised {
            mv,
            score,
            visits: None,
            mean,
        }
    }

    /// The claim as a proof, if it is short enough to be proved.
    fn proved(&self, game: &G, next: &G::State, mover: Player, claim: MateClaim) -> Option<Score> {
        if claim.plies > self.settings.prove || self.settings.prove == 0 {
            return None;
        }
        let winner = if claim.wins { mover } else { mover.opponent() };
        // An engine may be wrong about the length, too.
        let plies = plies_to_win(game, next, winner, self.settings.prove - 1)?;
        let (least, most) = game.facts().points;
        Some(Score::Exact {
            points: if claim.wins { most } else { least },
            plies: Some(plies + 1),
        })
    }

    /// Asks once.
    fn ask(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let advice = match (limits.every_move, self.settings.every_move) {
            (false, _) => self.choose(game, state, limits),
            (true, EveryMove::OneSearch) => self.value_all(game, state, limits),
            (true, EveryMove::SearchEach) => self.value_each(game, state, limits),
        };
        // An engine that was left while it searched is not in step any more.
        advice.inspect_err(|_| self.engine = None)
    }
}

impl<G: Notation> Agent<G> for UciAgent<G> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let mut tries = std::mem::take(&mut self.tries);
        let advice = tries.run(|| self.ask(game, state, limits));
        self.tries = tries;
        advice
    }

    fn forget(&mut self) {
        self.is_new_game = true;
    }
}

fn centipawns(worth: EngineScore) -> Value {
    match worth {
        EngineScore::Centipawns(value) => value as Value,
        EngineScore::Mate(MateClaim { wins: true, plies }) => MATE - plies as Value,
        EngineScore::Mate(MateClaim { wins: false, plies }) => plies as Value - MATE,
    }
}

/// Adds the principal variation and the effort.
fn fill<G: Notation>(advice: &mut Advice<G::Move>, game: &G, state: &G::State, search: &Search) {
    let info = search.lines.iter().find(|info| info.line == 1);
    let Some(info) = info else { return };
    advice.nodes = search.lines.iter().map(|own| own.nodes).max().unwrap_or(0);
    advice.depth = Some(info.depth);
    let mut after = state.clone();
    for text in &info.moves {
        let is_over = game.payoffs(&after).is_some();
        let Some(mv) = (!is_over)
            .then(|| game.read_move(&after, text).ok())
            .flatten()
        else {
            break;
        };
        advice.line.push(mv);
        game.play(&mut after, mv);
    }
    // A line that does not begin with a best move is not what the agent would play.
    if advice
        .line
        .first()
        .is_some_and(|first| !advice.best.contains(first))
    {
        advice.line.clear();
    }
}
