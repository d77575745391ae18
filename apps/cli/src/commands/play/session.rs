//! The conversation: boards, moves, questions.

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;

use plyscope_game::{Chance, Limits, Player};
use plyscope_workbench::{AnyAdvice, AnyAgent, AnyGame, AnyPosition, Failure, Record};
use serde_json::json;

use crate::args::Play;
use crate::commands::advise::{draw_with_values, moves_table};
use crate::commands::show::{painted, player_name, standing};
use crate::out::{Ended, Out, complain, say};
use crate::stop::on_interrupt;

/// What a person may type instead of a move.
const HELP: &str = "\
  a move, as the board's labels name it
  values         what every move is worth       hint    the best move
  undo           take back your last move       board   draw it again
  save FILE      load FILE                      quit    (with --save FILE: saved first)";

/// One game at the terminal.
pub(super) struct Session<'a> {
    game: &'a dyn AnyGame,
    position: Box<dyn AnyPosition>,
    /// `None` is a person.
    players: [Option<Box<dyn AnyAgent>>; 2],
    adviser: Box<dyn AnyAgent>,
    limits: Limits,
    args: &'a Play,
    out: &'a Out,
}

/// What a person's turn came to.
enum Turn {
    Moved,
    Again,
    Quit,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        game: &'a dyn AnyGame,
        position: Box<dyn AnyPosition>,
        args: &'a Play,
        out: &'a Out,
    ) -> Result<Self, Failure> {
        let player = |spec: &str| match spec {
            "human" => Ok(None),
            spec => game.agent(spec, out.seed).map(Some),
        };
        Ok(Self {
            game,
            position,
            players: [player(&args.first)?, player(&args.second)?],
            adviser: game.agent(&args.hints_by, out.seed)?,
            limits: Limits {
                time: args.limits.time,
                nodes: args.limits.nodes,
                stop: on_interrupt(),
                every_move: false,
                ..Limits::default()
            },
            args,
            out,
        })
    }

    /// Plays until the game is over or somebody quits.
    pub(super) fn play(&mut self) -> Result<(), Ended> {
        if self.players.iter().any(Option::is_none) && io::stdin().is_terminal() {
            say(HELP);
        }
        self.draw()?;
        while self.position.payoffs().is_none() {
            let ply = self.position.ply();
            let mover = self.position.mover();
            let went_on = if self.players[mover.index()].is_some() {
                self.agent_moves(mover)?
            } else {
                self.person_moves(mover)?
            };
            if !went_on {
                say("the game is not finished");
                return self.save_if_asked();
            }
            if self.position.ply() > ply {
                self.draw()?;
            }
        }
        if self.out.json {
            self.out.object(&self.record())?;
        }
        self.save_if_asked()
    }

    fn draw(&mut self) -> Result<(), Ended> {
        if self.out.json {
            return Ok(());
        }
        self.out.line("")?;
        self.out.text(
            &self
                .out
                .paint
                .board(&self.position.board(), self.position.last_cell()),
        )?;
        self.out
            .line(&format!("  {}", standing(&*self.position, self.out)))?;
        if self.args.values && self.position.payoffs().is_none() {
            self.show_values()?;
        }
        self.out.flush()
    }

    /// Lets the agent choose; false if it was interrupted.
    fn agent_moves(&mut self, mover: Player) -> Result<bool, Ended> {
        let agent = self.players[mover.index()]
            .as_mut()
            .expect("the caller looked");
        let advice = agent.advise(&*self.position, &self.limits)?;
        if self.limits.stop.is_raised() {
            return Ok(false);
        }
        // Ties are broken by chance, but by the same chance for the same seed.
        let mut chance = Chance::for_task(self.out.seed, self.position.ply() as u64);
        let mv = &advice.best[chance.below(advice.best.len() as u32) as usize];
        self.tell(mover, mv, &advice)?;
        self.position.play(mv)?;
        Ok(true)
    }

    fn tell(&self, mover: Player, mv: &str, advice: &AnyAdvice) -> Result<(), Ended> {
        if self.out.json {
            let value = advice
                .moves
                .iter()
                .find(|own| own.mv == mv)
                .and_then(|own| own.value);
            return self.out.object(&json!({
                "ply": self.position.ply(),
                "mover": player_name(mover),
                "move": mv,
                "value": value,
            }));
        }
        self.out
            .line(&format!("\n  {} plays {mv}", painted(mover, self.out)))
    }

    /// Asks the person until he moves; false if he quits.
    fn person_moves(&mut self, mover: Player) -> Result<bool, Ended> {
        if let Some(forced) = self.position.play_unwritten() {
            say(&format!("  there is nothing but {forced}"));
            return Ok(true);
        }
        loop {
            self.out
                .text(&format!("  {} move: ", painted(mover, self.out)))?;
            self.out.flush()?;
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line)?;
            if read == 0 {
                self.out.line("")?;
                return Ok(false);
            }
            match self.obey(line.trim()) {
                Ok(Turn::Moved) => return Ok(true),
                Ok(Turn::Again) => {}
                Ok(Turn::Quit) => return Ok(false),
                // A slip of the finger does not end the game.
                Err(Ended::Failure(failure)) => complain(&failure),
                Err(ended) => return Err(ended),
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Turn, Ended> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "help" | "?" => say(HELP),
            "quit" | "exit" => return Ok(Turn::Quit),
            "board" => self.draw()?,
            "values" => self.show_values()?,
            "hint" => self.show_hint()?,
            "undo" => self.undo()?,
            "save" => self.save(rest.trim())?,
            "load" => {
                self.position = Record::load(Path::new(rest.trim()))?.replay(self.game)?;
                self.draw()?;
                // It may be the other player's turn now, or the game may be over.
                return Ok(Turn::Moved);
            }
            _ => {
                self.position.play(line)?;
                return Ok(Turn::Moved);
            }
        }
        Ok(Turn::Again)
    }

    fn ask_adviser(&mut self) -> Result<AnyAdvice, Failure> {
        let limits = Limits {
            every_move: true,
            ..self.limits.clone()
        };
        let advice = self.adviser.advise(&*self.position, &limits);
        self.limits.stop.lower();
        advice
    }

    fn show_values(&mut self) -> Result<(), Ended> {
        let advice = self.ask_adviser()?;
        draw_with_values(&*self.position, &advice, self.out)?;
        self.out.text(&moves_table(&*self.position, &advice).text())
    }

    fn show_hint(&mut self) -> Result<(), Ended> {
        let advice = self.ask_adviser()?;
        self.out
            .line(&format!("  try {}", advice.best.join(" or ")))
    }

    /// Takes back moves until the same player is to move again.
    fn undo(&mut self) -> Result<(), Ended> {
        let mover = self.position.mover();
        if !self.position.undo() {
            return Err(Failure::misuse("there is no move to take back", "make one first").into());
        }
        let is_persons =
            |position: &dyn AnyPosition| self.players[position.mover().index()].is_none();
        while (self.position.mover() != mover || !is_persons(&*self.position))
            && self.position.undo()
        {}
        self.draw()
    }

    fn save(&self, path: &str) -> Result<(), Ended> {
        if path.is_empty() {
            return Err(
                Failure::misuse("there is no name to save under", "write save FILE").into(),
            );
        }
        self.record().save(Path::new(path))?;
        say(&format!("  saved to {path}; go on with --load {path}"));
        Ok(())
    }

    fn save_if_asked(&self) -> Result<(), Ended> {
        match &self.args.save {
            Some(path) => self.save(&path.display().to_string()),
            None => Ok(()),
        }
    }

    fn record(&self) -> Record {
        let from = (!self.position.is_from_start()).then(|| self.position.origin_text());
        Record {
            game: self.game.spec().to_string(),
            first: self.args.first.clone(),
            second: self.args.second.clone(),
            from,
            moves: self.position.moves(),
            seed: self.out.seed,
            payoffs: self.position.payoffs(),
        }
    }
}
