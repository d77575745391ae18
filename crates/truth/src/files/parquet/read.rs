//! Reads a Parquet file that is a benchmark, whole or not at all.

use std::rc::Rc;

use super::column::Group;
use super::footer::{Footer, Found};
use super::{NO_SUM, SCHEMA};
use crate::benchmark::Numbering;
use crate::files::seal;
use crate::{Benchmark, COLUMNS, Error, FORMAT, Label, Labelled, Meta, read_player};

/// Reads the bytes of a file.
///
/// # Errors
/// When they were cut off, damaged, or are something else; says what is wrong.
pub fn read_parquet(mut bytes: Vec<u8>) -> Result<Benchmark, Error> {
    seal::check(&mut bytes, foreign)?;
    let Some(footer) = Footer::of(&bytes) else {
        return Err(odd("what it says of itself cannot be read"));
    };
    let meta = meta(&footer)?;
    if footer.columns != SCHEMA.map(Found::Column) {
        return Err(odd("its columns are not those of a benchmark"));
    }
    let mut states: Vec<Labelled> = Vec::new();
    let mut numbering = Numbering::default();
    for rows in &footer.groups {
        let group = Group { file: &bytes, rows };
        let rows = Rows::read(&group).map_err(|what| odd(&what))?;
        rows.gather(&meta.game, &mut numbering, &mut states)?;
    }
    let said = value(&footer, "states")?;
    if said != numbering.count().to_string() || states.is_empty() {
        return Err(odd(&format!(
            "it says {said} states and has {}",
            numbering.count()
        )));
    }
    Ok(Benchmark { meta, states })
}

fn odd(what: &str) -> Error {
    Error::misuse(
        format!("this is no benchmark: {what}"),
        "fetch or make the file again",
    )
}

/// Says what a Parquet file is that we did not write.
fn foreign(bytes: &[u8]) -> Error {
    let hint = seal::OURS;
    let Some(footer) = Footer::of(bytes) else {
        let what = "this Parquet file was damaged: what it says of itself cannot be read";
        return Error::misuse(what, "fetch or make the file again");
    };
    let what = difference(&footer.columns);
    Error::misuse(format!("this Parquet file is no benchmark: {what}"), hint)
}

/// What columns have that a benchmark's have not, or the other way round.
fn difference(columns: &[Found<'_>]) -> String {
    let names: Vec<&str> = columns.iter().map(Found::name).collect();
    let missing = COLUMNS.into_iter().filter(|name| !names.contains(name));
    let missing: Vec<&str> = missing.collect();
    if !missing.is_empty() {
        return format!("it lacks the columns {}", list(&missing));
    }
    let unknown = names.into_iter().filter(|name| !COLUMNS.contains(name));
    let unknown: Vec<&str> = unknown.collect();
    if !unknown.is_empty() {
        return format!("it has columns that are not ours ({})", list(&unknown));
    }
    let odd = columns.iter().find_map(other_kind);
    odd.unwrap_or_else(|| "it has the columns, but carries no checksum of ours".to_string())
}

fn list(names: &[&str]) -> String {
    let more = if names.len() > COLUMNS.len() {
        ", …"
    } else {
        ""
    };
    let shown = &names[..names.len().min(COLUMNS.len())];
    format!("{}{more}", shown.join(", "))
}

/// Says so if a column does not hold what ours of that name holds.
fn other_kind(found: &Found<'_>) -> Option<String> {
    let name = found.name();
    let holds = match found {
        Found::Column(own) => own.kind.name(),
        Found::Nested(_) => "a list or a group",
    };
    let ours = SCHEMA.iter().find(|own| own.name == name)?.kind.name();
    (holds != ours).then(|| format!("its column {name} holds {holds}, not {ours}"))
}

fn value<'a>(footer: &Footer<'a>, key: &str) -> Result<&'a str, Error> {
    let name = format!("plyscope.{key}");
    let found = footer.value(&name);
    found.ok_or_else(|| odd(&format!("its metadata have no `{name}`")))
}

fn meta(footer: &Footer<'_>) -> Result<Meta, Error> {
    let format = value(footer, "format")?;
    if format != FORMAT.to_string() {
        return Err(Error::misuse(
            format!("this benchmark has format {format}; this version reads format {FORMAT}"),
            "use the version of plyscope that wrote it, or a newer one",
        ));
    }
    let text = |key| value(footer, key).map(str::to_string);
    let seeds = value(footer, "seed")?;
    let seeds = seeds.split(',').map(str::parse).collect::<Result<_, _>>();
    let sum = match value(footer, "sum") {
        Err(_) => Ok(Some(0)),
        Ok(NO_SUM) => Ok(None),
        Ok(sum) => sum.parse().map(Some),
    };
    Ok(Meta {
        game: text("game")?,
        selector: text("selector")?,
        labeller: text("labeller")?,
        limits: text("limits").unwrap_or_default(),
        inputs: text("inputs").unwrap_or_default(),
        seeds: seeds.map_err(|_| odd("its seed is no number"))?,
        version: text("version")?,
        plan: text("plan")?,
        sum: sum.map_err(|_| odd("the sum of its points is no number"))?,
        reach: match value(footer, "reach") {
            Err(_) => None,
            Ok(text) => Some(
                text.parse()
                    .map_err(|_| odd("its `reach` cannot be read"))?,
            ),
        },
    })
}

/// The columns of a row group.
struct Rows {
    ids: Vec<i64>,
    games: Vec<Rc<str>>,
    states: Vec<Rc<str>>,
    keys: Vec<i64>,
    plies_before: Vec<i32>,
    players: Vec<Rc<str>>,
    moves: Vec<Option<Rc<str>>>,
    values: Vec<Option<f64>>,
    exact: Vec<bool>,
    plies: Vec<Option<i32>>,
    visits: Vec<Option<i64>>,
    means: Vec<Option<f64>>,
}

impl Rows {
    fn read(group: &Group<'_>) -> Result<Self, String> {
        Ok(Self {
            ids: group.all(0)?,
            games: group.all(1)?,
            states: group.all(2)?,
            keys: group.all(3)?,
            plies_before: group.all(4)?,
            players: group.all(5)?,
            moves: group.some(6)?,
            values: group.some(7)?,
            exact: group.all(8)?,
            plies: group.some(9)?,
            visits: group.some(10)?,
            means: group.some(11)?,
        })
    }

    /// Adds the states of these rows to those of earlier groups.
    fn gather(
        &self,
        game: &str,
        numbering: &mut Numbering,
        states: &mut Vec<Labelled>,
    ) -> Result<(), Error> {
        for row in 0..self.ids.len() {
            let own = self.row(row, game).ok_or_else(|| self.bad(row))?;
            let id = self.ids[row];
            let goes_on = row > 0 && id == self.ids[row - 1];
            let last = states.last_mut().filter(|last| belongs(last, &own));
            match last.filter(|_| goes_on) {
                Some(last) => last.moves.extend(own.moves),
                None if numbering.next(&own) as i64 == id => states.push(own),
                None => return Err(self.bad(row)),
            }
        }
        Ok(())
    }

    fn bad(&self, row: usize) -> Error {
        let id = self.ids[row];
        odd(&format!("row {} (state {id}) makes no sense", row + 1))
    }

    fn row(&self, row: usize, game: &str) -> Option<Labelled> {
        if &*self.games[row] != game {
            return None;
        }
        let count = |number: Option<i32>| match number {
            None => Some(None),
            Some(number) => u32::try_from(number).ok().map(Some),
        };
        let numbers = [self.values[row], self.means[row]];
        if numbers
            .into_iter()
            .flatten()
            .any(|number| !number.is_finite())
        {
            return None;
        }
        let visits = match self.visits[row] {
            None => None,
            Some(visits) => Some(u64::try_from(visits).ok()?),
        };
        Some(Labelled {
            state: self.states[row].to_string(),
            key: self.keys[row] as u64,
            ply: u32::try_from(self.plies_before[row]).ok()?,
            player: read_player(&self.players[row])?,
            moves: vec![Label {
                mv: self.moves[row].as_deref().map(str::to_string),
                value: self.values[row],
                exact: self.exact[row],
                plies: count(self.plies[row])?,
                visits,
                q: self.means[row],
            }],
        })
    }
}

/// Whether a row goes on with the state of the row before.
fn belongs(last: &Labelled, own: &Labelled) -> bool {
    last.state == own.state
        && last.key == own.key
        && last.ply == own.ply
        && last.player == own.player
}
