//! Reads a benchmark from XML; what it says of the game is checked by the game itself.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;

use plyscope_game::Player;
use plyscope_game::any::{AnyGame, AnyStates};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::parquet::holds;
use crate::check::{impossible, wrong_moves, wrong_ply};
use crate::{Benchmark, Error, FORMAT, Label, Labelled, Meta, read_player};

/// A benchmark as it was written: not yet held against the rules of its game.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// How it came about.
    pub meta: Meta,
    /// The states, in the order of the file.
    pub states: Vec<DraftState>,
}

/// A state as it was written.
#[derive(Clone, PartialEq, Debug)]
pub struct DraftState {
    /// The line of the file it begins in.
    pub line: usize,
    /// The state as the game writes it.
    pub state: String,
    /// Moves since the start.
    pub ply: u32,
    /// The game's key, if the file tells.
    pub key: Option<u64>,
    /// Whose moves they are, if the file tells.
    pub player: Option<Player>,
    /// The moves.
    pub moves: Vec<Label>,
}

impl Draft {
    /// Holds every state against the rules, and fills in what the file left out.
    ///
    /// # Errors
    /// When a state, a player, a key or a move does not belong to the game; says in which line.
    pub fn admit(self, game: &dyn AnyGame) -> Result<Benchmark, Error> {
        let mut states = Vec::with_capacity(self.states.len());
        let mut lines: HashMap<(String, Player), usize> = HashMap::new();
        for own in self.states {
            let line = own.line;
            let admitted = admit(game, own)
                .and_then(
                    |own| match lines.insert((own.state.clone(), own.player), line) {
                        None => Ok(own),
                        Some(first) => {
                            let what = format!("`{}` is in line {first} already", own.state);
                            Err(Error::misuse(what, "give each state once"))
                        }
                    },
                )
                .map_err(|error| error.in_context(format!("line {line}")))?;
            states.push(admitted);
        }
        let meta = Meta {
            sum: Meta::sum_of(&game.facts()),
            ..self.meta
        };
        Ok(Benchmark { meta, states })
    }
}

fn admit(game: &dyn AnyGame, own: DraftState) -> Result<Labelled, Error> {
    let mut board = game.states();
    let pushed = match own.player {
        Some(player) => board.push_text_for(&own.state, player),
        None => board.push_text(&own.state),
    };
    pushed.map_err(|error| error.in_context(format!("`{}` is no state", own.state)))?;
    let board = &*board;
    if let Some(what) = wrong_ply(&game.facts(), board, own.ply) {
        let hint = "`ply` is the number of moves made before";
        return Err(Error::misuse(format!("`{}`: {what}", own.state), hint));
    }
    let ((state, key), player) = (board.round(0), board.mover(0));
    if own.key.is_some_and(|said| said != key) {
        let what = format!(
            "the key of `{}` is {key}, not what the file says",
            own.state
        );
        return Err(Error::misuse(what, "leave `key` out to have it filled in"));
    }
    if own.player.is_some_and(|said| said != player) {
        let what = format!("another player is to move in `{}`", own.state);
        return Err(Error::misuse(
            what,
            "leave `player` out to have it filled in",
        ));
    }
    let mut moves = own.moves;
    if board.payoffs(0).is_none() {
        // Any order will do in a file; ours is the game's.
        let order = board.move_texts(0);
        moves.sort_by_key(|label| order.iter().position(|mv| Some(mv) == label.mv.as_ref()));
    }
    if let Some(what) = wrong_moves(board, &moves) {
        let what = format!("`{}`: {what}", own.state);
        return Err(Error::misuse(what, legal(board)));
    }
    if let Some(what) = moves
        .iter()
        .find_map(|label| impossible(&game.facts(), label))
    {
        let hint = "`exact` is for values that are proved, in the game's own points";
        return Err(Error::misuse(format!("`{}`: {what}", own.state), hint));
    }
    let own = Labelled {
        state,
        key,
        ply: own.ply,
        player,
        moves,
    };
    holds(&own)?;
    Ok(own)
}

fn legal(board: &dyn AnyStates) -> String {
    if board.payoffs(0).is_some() {
        return "the game is over: give one action with a value and no move".to_string();
    }
    let moves = board.move_texts(0).join(" ");
    format!("give each legal move once: {moves}")
}

/// Reads the text of a file.
///
/// # Errors
/// When it is not XML, or has elements, attributes or numbers that have no place in a benchmark; says where.
pub fn read_xml(text: &str) -> Result<Draft, Error> {
    let mut file = File {
        reader: Reader::from_str(text),
        text,
        counted: Cell::new((0, 1)),
    };
    file.reader.config_mut().expand_empty_elements = true;
    file.draft()
}

struct File<'a> {
    reader: Reader<&'a [u8]>,
    text: &'a str,
    /// A place in the text and its line, so that lines are counted only once.
    counted: Cell<(usize, usize)>,
}

const HOW: &str = "docs/reference/benchmark-xml.md has the schema";

impl<'a> File<'a> {
    fn draft(&mut self) -> Result<Draft, Error> {
        let root = match self.next()? {
            Event::Start(root) if root.name().as_ref() == b"benchmark" => root,
            _ => return Err(self.odd("this is no <benchmark>")),
        };
        let meta = self.meta(&root)?;
        let mut states = Vec::new();
        loop {
            match self.next()? {
                Event::Start(start) if start.name().as_ref() == b"state" => {
                    states.push(self.state(&start)?);
                }
                Event::End(_) => break,
                _ => return Err(self.odd("only <state> may stand in <benchmark>")),
            }
        }
        match self.next()? {
            Event::Eof if states.is_empty() => Err(self.odd("there is no <state>")),
            Event::Eof => Ok(Draft { meta, states }),
            _ => Err(self.odd("something follows </benchmark>")),
        }
    }

    fn meta(&self, root: &BytesStart<'_>) -> Result<Meta, Error> {
        let known = [
            "format", "game", "selector", "labeller", "limits", "inputs", "seed", "version",
            "plan", "reach",
        ];
        let mut all = self.attributes(root, &known)?;
        let format: u32 = self.number(&mut all, "format")?.unwrap_or(FORMAT);
        if format != FORMAT {
            return Err(self.odd(&format!("format {format} is not known, only {FORMAT}")));
        }
        let mut seeds = Vec::new();
        for seed in all.remove("seed").unwrap_or("0".to_string()).split(',') {
            seeds.push(
                seed.parse()
                    .map_err(|_| self.odd("the seed is no number"))?,
            );
        }
        let reach = match all.remove("reach") {
            None => None,
            Some(text) => Some(
                text.parse()
                    .map_err(|_| self.odd("`reach` cannot be read"))?,
            ),
        };
        let Some(game) = all.remove("game") else {
            return Err(self.odd("<benchmark> does not say which game"));
        };
        let mut or = |name: &str, other: &str| all.remove(name).unwrap_or(other.to_string());
        Ok(Meta {
            game,
            selector: or("selector", "unknown"),
            labeller: or("labeller", "unknown"),
            limits: or("limits", ""),
            inputs: or("inputs", ""),
            seeds,
            version: or("version", "unknown"),
            plan: or("plan", ""),
            sum: Some(0),
            reach,
        })
    }

    fn state(&mut self, start: &BytesStart<'_>) -> Result<DraftState, Error> {
        let line = self.line();
        // States are numbered by their order; an `id` is for people.
        let mut all = self.attributes(start, &["id", "ply", "player", "key"])?;
        let Some(ply) = self.number(&mut all, "ply")? else {
            return Err(self.odd("<state> has no `ply`"));
        };
        let key = self.number(&mut all, "key")?;
        let player = match all.remove("player") {
            None => None,
            Some(name) => Some(read_player(&name).ok_or_else(|| {
                self.odd(&format!(
                    "`{name}` is no player; they are first, second and so on"
                ))
            })?),
        };
        let (mut state, mut moves) = (None, Vec::new());
        loop {
            match self.next()? {
                Event::Start(start)
                    if start.name().as_ref() == b"description" && state.is_none() =>
                {
                    self.attributes(&start, &[])?;
                    state = Some(self.description()?);
                }
                Event::Start(start) if start.name().as_ref() == b"action" => {
                    moves.push(self.action(&start)?);
                }
                Event::End(_) => break,
                _ => {
                    return Err(
                        self.odd("only one <description> and <action>s may stand in <state>")
                    );
                }
            }
        }
        let state = state.ok_or_else(|| self.odd("<state> has no <description>"))?;
        Ok(DraftState {
            line,
            state,
            ply,
            key,
            player,
            moves,
        })
    }

    fn description(&mut self) -> Result<String, Error> {
        let mut text = String::new();
        loop {
            match self.read()? {
                Event::Text(part) => {
                    text.push_str(
                        &part
                            .decode()
                            .map_err(|error| self.odd(&error.to_string()))?,
                    );
                }
                Event::GeneralRef(name) => text.push(self.character(&name)?),
                Event::Comment(_) => {}
                Event::End(_) => return Ok(text),
                _ => return Err(self.odd("a <description> holds text only")),
            }
        }
    }

    fn character(&self, name: &quick_xml::events::BytesRef<'_>) -> Result<char, Error> {
        let numbered = name
            .resolve_char_ref()
            .map_err(|error| self.odd(&error.to_string()))?;
        let named = || {
            let name = name.decode().ok()?;
            quick_xml::escape::resolve_predefined_entity(&name)?
                .chars()
                .next()
        };
        numbered
            .or_else(named)
            .ok_or_else(|| self.odd("an entity is not known"))
    }

    fn action(&mut self, start: &BytesStart<'_>) -> Result<Label, Error> {
        let known = ["move", "value", "exact", "plies", "visits", "q"];
        let mut all = self.attributes(start, &known)?;
        let label = Label {
            mv: all.remove("move"),
            value: self.finite(&mut all, "value")?,
            exact: self.number(&mut all, "exact")?.unwrap_or(false),
            plies: self.number(&mut all, "plies")?,
            visits: self.number(&mut all, "visits")?,
            q: self.finite(&mut all, "q")?,
        };
        match self.next()? {
            Event::End(_) => Ok(label),
            _ => Err(self.odd("an <action> holds nothing but attributes")),
        }
    }

    /// The attributes of an element, none of them unknown or given twice.
    fn attributes(
        &self,
        start: &BytesStart<'_>,
        known: &[&str],
    ) -> Result<BTreeMap<String, String>, Error> {
        let mut all = BTreeMap::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| self.odd(&error.to_string()))?;
            let name = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            if !known.contains(&name.as_str()) {
                let element = String::from_utf8_lossy(start.name().as_ref()).into_owned();
                let what = format!(
                    "line {}: <{element}> has no attribute `{name}`",
                    self.line()
                );
                let hint = match known {
                    [] => "it has none".to_string(),
                    known => format!("there are: {}", known.join(", ")),
                };
                return Err(Error::misuse(what, hint));
            }
            let raw = std::str::from_utf8(&attribute.value)
                .map_err(|error| self.odd(&error.to_string()))?;
            let value =
                quick_xml::escape::unescape(raw).map_err(|error| self.odd(&error.to_string()))?;
            all.insert(name, value.into_owned());
        }
        Ok(all)
    }

    fn number<T: FromStr>(
        &self,
        all: &mut BTreeMap<String, String>,
        name: &str,
    ) -> Result<Option<T>, Error> {
        let Some(text) = all.remove(name) else {
            return Ok(None);
        };
        let read = text
            .parse()
            .map_err(|_| self.odd(&format!("`{text}` is no value for `{name}`")));
        read.map(Some)
    }

    fn finite(&self, all: &mut BTreeMap<String, String>, name: &str) -> Result<Option<f64>, Error> {
        let number: Option<f64> = self.number(all, name)?;
        if number.is_some_and(|number| !number.is_finite()) {
            return Err(self.odd(&format!("`{name}` must be a finite number")));
        }
        Ok(number)
    }

    /// The next thing that is neither blank, comment nor declaration.
    fn next(&mut self) -> Result<Event<'a>, Error> {
        loop {
            match self.read()? {
                Event::Text(text) if text.iter().all(u8::is_ascii_whitespace) => {}
                Event::Comment(_) | Event::Decl(_) => {}
                other => return Ok(other),
            }
        }
    }

    fn read(&mut self) -> Result<Event<'a>, Error> {
        let event = self.reader.read_event();
        event.map_err(|error| self.odd(&error.to_string()))
    }

    fn line(&self) -> usize {
        let (from, line) = self.counted.get();
        let to = (self.reader.buffer_position() as usize).clamp(from, self.text.len());
        let more = self.text.as_bytes()[from..to].split(|&byte| byte == b'\n');
        let line = line + more.count() - 1;
        self.counted.set((to, line));
        line
    }

    fn odd(&self, what: &str) -> Error {
        Error::misuse(format!("line {}: {what}", self.line()), HOW)
    }
}
