//! The conversation: boards, moves, questions.

use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_game::any::{AnyAgent, Position};
use plyscope_game::{Chance, Error, Limits, Player};
use plyscope_truth::{Output, player_name};
use plyscope_workbench::{AdviceText, NamedGame, SavedGame, advise};
use serde_json::json;

use crate::args::Play;
use crate::commands::advise::{draw_with_values, moves_table};
use crate::commands::show::{painted, picture, standing};
use crate::out::{Ended, Out, complain, say};
use crate::outputs::{files_of, named, refuse_stdout};
use crate::stop::{ends_at_once, on_interrupt_of};
use crate::table::WIDTH;

use super::seats::{HUMAN, opponent};

/// The agent behind hints, where two players take turns.
const HINTS_BY: &str = "negascout:depth=6";

/// Whether an agent is at work: then Ctrl-C makes it move, else it ends the program.
static THINKING: AtomicBool = AtomicBool::new(false);

/// What a person may type instead of a move.
const HELP: &str = "  a move, as the board's labels name it         moves   list them
  values         what every move is worth       hint    the best move
  undo           take back your last move       board   draw it again
  save FILE      load FILE                      quit";

/// Moves that are listed without being asked for.
const MOST_LISTED: usize = 24;

/// One game at the terminal.
pub(super) struct Session<'a> {
    game: &'a NamedGame,
    position: Position,
    /// `human`, or a spec.
    names: Vec<String>,
    /// `None` is a person.
    players: Vec<Option<Box<dyn AnyAgent>>>,
    /// Moves of a round that is not complete: no player is told of them before it is.
    hidden: Vec<Told>,
    adviser: Box<dyn AnyAgent>,
    limits: Limits,
    args: &'a Play,
    out: &'a Out,
    /// Where the game is saved after every move.
    save: Option<Output>,
    saves: Saves,
}

/// A move that was made, and what its maker thinks of it.
struct Told {
    ply: usize,
    mover: Player,
    mv: String,
    value: Option<f32>,
}

/// What a person's turn came to.
enum Turn {
    Moved,
    Again,
    Quit,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        game: &'a NamedGame,
        position: Position,
        names: Vec<String>,
        args: &'a Play,
        out: &'a Out,
    ) -> Result<Self, Error> {
        let player = |spec: &str| match spec {
            HUMAN => Ok(None),
            spec => game.agent_of(spec, out.seed).map(Some).map_err(with_human),
        };
        let hints_by = args.hints_by.as_deref();
        let hints_by = hints_by.unwrap_or(opponent(&position.facts(), HINTS_BY));
        let specs = names.iter().map(String::as_str);
        let specs = specs.chain([hints_by, args.place.game.as_str()]);
        let mut saves = Saves::new(args, specs);
        let save = args.save.as_deref();
        let save = save.map(|path| saves.place(path, args.force)).transpose()?;
        Ok(Self {
            game,
            position,
            players: names
                .iter()
                .map(|own| player(own))
                .collect::<Result<_, _>>()?,
            names,
            hidden: Vec::new(),
            adviser: game.agent_of(hints_by, out.seed)?,
            save,
            saves,
            limits: Limits {
                time: args.limits.time,
                nodes: args.limits.nodes,
                stop: on_interrupt_of(&THINKING),
                every_move: false,
                ..Limits::default()
            },
            args,
            out,
        })
    }

    /// Plays until the game is over or a player quits.
    pub(super) fn play(&mut self) -> Result<(), Ended> {
        if self.has_person() && io::stdin().is_terminal() {
            say(HELP);
        }
        if self.has_person() {
            ends_at_once(match &self.args.save {
                Some(path) => format!(
                    "the game is kept in {0}; go on with --load {0}",
                    path.display()
                ),
                None => "the game was not saved; --save FILE keeps it after every move".to_owned(),
            });
        }
        // At once, so that a place where nothing can be saved is told before the game.
        self.save_if_asked()?;
        self.draw()?;
        while self.position.payoffs().is_none() {
            let ply = self.position.ply();
            let mover = self.position.mover();
            if self.players[mover.index()].is_some() {
                self.agent_moves(mover)?;
                if self.is_stopped() {
                    break;
                }
            } else if !self.person_moves(mover)? {
                say("the game is not finished");
                break;
            }
            self.save_if_asked()?;
            // In the middle of a round there is nothing new that anybody may see.
            if self.position.ply() > ply && !self.position.is_hidden() {
                self.draw()?;
            }
        }
        if self.out.json {
            self.out.object(&self.record())?;
        }
        if let Some(path) = &self.args.save {
            say(&format!(
                "  saved to {0}; go on with --load {0}",
                path.display()
            ));
        }
        if self.is_stopped() && self.position.payoffs().is_none() {
            return Err(Error::failed("stopped before the game was finished").into());
        }
        Ok(())
    }

    fn has_person(&self) -> bool {
        self.players.iter().any(Option::is_none)
    }

    /// Whether Ctrl-C ended a game between agents; where a person plays it only makes the agent move.
    fn is_stopped(&self) -> bool {
        !self.has_person() && self.limits.stop.is_raised()
    }

    fn draw(&mut self) -> Result<(), Ended> {
        if self.out.json {
            return Ok(());
        }
        self.out.line("")?;
        self.out.text(&picture(&self.position, self.out))?;
        self.out
            .line(&format!("  {}", standing(&self.position, self.out)))?;
        if self.args.values && self.position.payoffs().is_none() {
            self.show_values()?;
        }
        self.out.flush()
    }

    /// Lets the agent choose; interrupted, it takes what it likes best so far
    /// against a person, and makes no move against another agent.
    fn agent_moves(&mut self, mover: Player) -> Result<(), Ended> {
        let has_person = self.has_person();
        let agent = self.players[mover.index()]
            .as_mut()
            .expect("the caller looked");
        let asked = || advise(self.game, &mut **agent, &self.position, &self.limits);
        let advice = thinking(&self.limits, has_person, asked);
        if self.is_stopped() {
            return Ok(());
        }
        let advice = advice?;
        // Ties are broken by chance, but by the same chance for the same seed.
        let mut chance = Chance::for_task(self.out.seed, self.position.ply() as u64);
        let mv = &advice.best[chance.below(advice.best.len() as u32) as usize];
        let value = advice.moves.iter().find(|own| own.mv == *mv);
        self.make(mover, mv, value.and_then(|own| own.value))
    }

    /// Makes a move, and tells of it when everybody may know.
    fn make(&mut self, mover: Player, mv: &str, value: Option<f32>) -> Result<(), Ended> {
        let ply = self.position.ply();
        self.position.play(mv)?;
        self.hidden.push(Told {
            ply,
            mover,
            mv: self.position.move_texts()[ply].clone(),
            value,
        });
        if self.position.is_hidden() {
            if !self.out.json && self.players[mover.index()].is_some() {
                let who = painted(mover, &self.position, self.out);
                self.out.line(&format!("  {who} has chosen"))?;
            }
            return Ok(());
        }
        let is_round = self.hidden.len() > 1;
        for told in std::mem::take(&mut self.hidden) {
            self.tell(&told, is_round)?;
        }
        Ok(())
    }

    /// A person knows his own move, but not always which of a round it was.
    fn tell(&self, told: &Told, is_round: bool) -> Result<(), Ended> {
        if self.out.json {
            return self.out.object(&json!({
                "ply": told.ply,
                "mover": player_name(told.mover),
                "move": told.mv,
                "value": told.value,
            }));
        }
        if is_round || self.players[told.mover.index()].is_some() {
            let who = painted(told.mover, &self.position, self.out);
            self.out.line(&format!("\n  {who} plays {}", told.mv))?;
        }
        Ok(())
    }

    /// Asks the person until he moves; false if he quits.
    fn person_moves(&mut self, mover: Player) -> Result<bool, Ended> {
        let forced = self.position.clone().play_unwritten();
        if let Some(forced) = forced {
            say(&format!("  there is nothing but {forced}"));
            self.make(mover, &forced, None)?;
            return Ok(true);
        }
        if self.has_terms() && !self.out.json {
            self.list_moves(MOST_LISTED)?;
        }
        loop {
            let Some(line) = self.ask(mover)? else {
                return Ok(false);
            };
            match self.obey(mover, line.trim()) {
                Ok(Turn::Moved) => return Ok(true),
                Ok(Turn::Again) => {}
                Ok(Turn::Quit) => return Ok(false),
                // A slip of the finger does not end the game.
                Err(Ended::Error(error)) => complain(&error),
                Err(ended) => return Err(ended),
            }
        }
    }

    /// The next line a person types; nothing at the end of the input.
    fn ask(&self, mover: Player) -> Result<Option<String>, Ended> {
        if !self.out.json {
            let player = painted(mover, &self.position, self.out);
            self.out.text(&format!("  {player} move: "))?;
        }
        self.out.flush()?;
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| {
            Error::failed(format!(
                "the moves cannot be read from standard input: {error}"
            ))
        })?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn obey(&mut self, mover: Player, line: &str) -> Result<Turn, Ended> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => say(HELP),
            "quit" | "exit" => return Ok(Turn::Quit),
            "board" => self.draw()?,
            "moves" => self.list_moves(usize::MAX)?,
            "values" => self.show_values()?,
            "hint" => self.show_hint()?,
            "undo" => self.undo()?,
            "save" => self.save(rest.trim())?,
            "load" if rest.trim().is_empty() => {
                return Err(Error::misuse("there is no name to load", "write load FILE").into());
            }
            "load" => {
                let path = Path::new(rest.trim());
                self.position = SavedGame::load(path)?.replay(&self.out.registry, self.game)?;
                self.hidden.clear();
                self.saves.keep(path);
                self.draw()?;
                // It may be the other player's turn now, or the game may be over.
                return Ok(Turn::Moved);
            }
            _ => {
                let line = self.numbered(line).unwrap_or_else(|| line.to_owned());
                self.make(mover, &line, None)?;
                return Ok(Turn::Moved);
            }
        }
        Ok(Turn::Again)
    }

    /// Whether moves are terms of a rule sheet, which are long to type and on no board's edge.
    fn has_terms(&self) -> bool {
        !self.position.player_names().is_empty()
    }

    /// The move of a number, where moves are listed with numbers and none is called so.
    fn numbered(&self, line: &str) -> Option<String> {
        let number = line.parse::<usize>().ok().filter(|_| self.has_terms())?;
        let legal = self.position.legal();
        let is_name = legal.iter().any(|mv| mv == line);
        let place = number.checked_sub(1).filter(|_| !is_name)?;
        legal.get(place).cloned()
    }

    /// The legal moves in columns, with numbers where one may type these.
    fn list_moves(&self, most: usize) -> Result<(), Ended> {
        let legal = self.position.legal();
        let shown = legal.iter().take(most).enumerate();
        let cells: Vec<String> = shown
            .map(|(place, mv)| {
                if self.has_terms() {
                    format!("{:>3} {mv}", place + 1)
                } else {
                    mv.clone()
                }
            })
            .collect();
        let width = cells.iter().map(String::len).max().unwrap_or(0) + 2;
        for row in cells.chunks(((WIDTH - 2) / width).max(1)) {
            let row: Vec<String> = row.iter().map(|cell| format!("{cell:<width$}")).collect();
            self.out.line(&format!("  {}", row.concat().trim_end()))?;
        }
        if let Some(more @ 1..) = legal.len().checked_sub(most) {
            self.out
                .line(&format!("  and {more} more; `moves` lists all"))?;
        }
        Ok(())
    }

    fn ask_adviser(&mut self) -> Result<AdviceText, Error> {
        let limits = Limits {
            every_move: true,
            ..self.limits.clone()
        };
        let has_person = self.has_person();
        let adviser = &mut self.adviser;
        let asked = || advise(self.game, &mut **adviser, &self.position, &limits);
        thinking(&self.limits, has_person, asked)
    }

    fn show_values(&mut self) -> Result<(), Ended> {
        let advice = self.ask_adviser()?;
        draw_with_values(&self.position, &advice, self.out)?;
        self.out.text(&moves_table(&self.position, &advice).text())
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
            return Err(Error::misuse("there is no move to take back", "make one first").into());
        }
        let is_persons = |position: &Position| self.players[position.mover().index()].is_none();
        while (self.position.mover() != mover || !is_persons(&self.position))
            && self.position.undo()
        {}
        // Nobody has moved yet in the round that is played again.
        while self.position.is_hidden() && self.position.undo() {}
        self.hidden.clear();
        self.draw()
    }

    fn save(&mut self, words: &str) -> Result<(), Ended> {
        let (path, force) = match words.strip_suffix("--force") {
            Some(path) => (path.trim(), true),
            None => (words, false),
        };
        if path.is_empty() {
            return Err(Error::misuse("there is no name to save under", "write save FILE").into());
        }
        let output = self.saves.place(Path::new(path), force)?;
        self.record().save(self.game, &self.position, &output)?;
        say(&format!("  saved to {path}; go on with --load {path}"));
        Ok(())
    }

    fn save_if_asked(&mut self) -> Result<(), Ended> {
        if let Some(output) = self.save.take() {
            self.record().save(self.game, &self.position, &output)?;
            // Once it is ours, it may be written again.
            self.save = Some(output.again());
        }
        Ok(())
    }

    fn record(&self) -> SavedGame {
        let from = (!self.position.is_from_start()).then(|| self.position.origin_text());
        SavedGame {
            game: self.game.identity().to_string(),
            first: self.names[0].clone(),
            second: self.names.get(1).cloned().unwrap_or_default(),
            others: self.names.iter().skip(2).cloned().collect(),
            from,
            moves: self.position.move_texts(),
            seed: self.out.seed,
            payoffs: self.position.points(),
        }
    }
}

/// Where a session may save: not over what it reads, and over other files only if told to.
struct Saves {
    inputs: Vec<PathBuf>,
    /// What the session wrote itself, and may write again.
    written: Vec<PathBuf>,
}

impl Saves {
    fn new<'a>(args: &Play, specs: impl IntoIterator<Item = &'a str>) -> Self {
        let mut saves = Self {
            inputs: files_of(specs),
            written: Vec::new(),
        };
        if let Some(path) = &args.load {
            saves.keep(path);
        }
        saves
    }

    /// Never to be written: a saved game, or the `FILE` of `FILE:GAME`.
    fn keep(&mut self, path: &Path) {
        self.inputs.push(path.to_path_buf());
        if let Some((file, _)) = path.to_str().and_then(|text| text.rsplit_once(':')) {
            self.inputs.push(PathBuf::from(file));
        }
    }

    fn place(&mut self, path: &Path, force: bool) -> Result<Output, Error> {
        refuse_stdout(path, "it is written anew after every move")?;
        let is_own = self.written.contains(&named(path));
        let checked = Output::new(path, force || is_own);
        let checked = checked.and_then(|output| output.apart_from(&self.inputs));
        let output = checked.map_err(|error| error.in_context("the game cannot be saved"))?;
        self.written.push(named(path));
        Ok(output)
    }
}

/// Does work that Ctrl-C may end early; a person's game goes on after that.
fn thinking<T>(limits: &Limits, has_person: bool, work: impl FnOnce() -> T) -> T {
    THINKING.store(true, Ordering::Relaxed);
    let done = work();
    THINKING.store(!has_person, Ordering::Relaxed);
    if has_person {
        limits.stop.lower();
    }
    done
}

/// Where an agent is asked for, a person will do too.
fn with_human(error: Error) -> Error {
    match &error.hint {
        Some(hint) => {
            let hint = format!("{hint}; or human");
            error.with_hint(hint)
        }
        None => error,
    }
}
