//! `plyscope learn --method genetic`: weights that play each other.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyscope_game::{Error, Limits};
use plyscope_learn::genetic::{GeneticParams, Variant};
use plyscope_truth::{Journal, Output};
use plyscope_workbench::{
    Bred, BreedOrder, BreedProgress, Budget, NamedGame, bred_text, breed, unknown,
};
use serde_json::{Value, json};

use super::{budget, generations};
use crate::args::{GeneticFlags, Learn};
use crate::commands::contest::flags;
use crate::followed::{self, is_followed};
use crate::out::{Ended, Out, say};
use crate::outputs::{Outputs, Target, files_of};
use crate::progress::Bar;
use crate::stop::on_interrupt;
use crate::table::{Table, grouped};

/// The player by default: the paper's depth; so shallow a search needs no table.
const PLAYER: &str = "negascout:depth=3,table=0";
const OPENINGS: &str = "random:plies=4";

pub(super) fn run(args: &Learn, out: &Out) -> Result<(), Ended> {
    let asked = Asked::new(args, out)?;
    let named = Named {
        weights: args.output.as_deref(),
        log: args.log.as_deref(),
        plots: args.plots.as_deref(),
        force: args.force,
    };
    let places = Places::new(args, &named, out)?;
    let journal = places.path().map(Journal::beside);
    let title = format!("{} by {}", asked.game.spec(), asked.by);
    let bar = Bar::new(asked.params.games(), "games", title);
    let progress = |now: &BreedProgress<'_>| tell(&bar, now);
    let order = asked.order(out.threads, journal.as_deref(), &progress)?;
    let bred = breed(&asked.game, &order);
    bar.finish();
    let bred = bred?;
    if bred.before > 0 {
        say(&format!(
            "{} games were played by an earlier run",
            grouped(bred.before)
        ));
    }
    places.finish(bred, out)
}

/// A search as the command asks for it.
pub(crate) struct Asked<'a> {
    args: &'a Learn,
    pub(crate) game: Arc<NamedGame>,
    pub(crate) params: GeneticParams,
    by: &'a str,
}

/// The files that the search reads.
pub(crate) fn inputs(args: &Learn) -> Vec<PathBuf> {
    let mut inputs = files_of([player(args), openings(args), &args.game]);
    inputs.extend(args.start.clone());
    inputs
}

pub(super) fn player(args: &Learn) -> &str {
    args.by.as_deref().unwrap_or(PLAYER)
}

pub(super) fn openings(args: &Learn) -> &str {
    args.playing.openings.as_deref().unwrap_or(OPENINGS)
}

impl<'a> Asked<'a> {
    pub(crate) fn new(args: &'a Learn, out: &Out) -> Result<Self, Error> {
        let game = out.registry.open(&args.game)?;
        Ok(Self {
            by: player(args),
            params: params(args, out.seed)?,
            game,
            args,
        })
    }

    pub(crate) fn order<'o>(
        &'o self,
        threads: usize,
        journal: Option<&'o Path>,
        progress: &'o (dyn Fn(&BreedProgress<'_>) + Sync),
    ) -> Result<BreedOrder<'o>, Error> {
        let args = self.args;
        let own = &args.genetic;
        Ok(BreedOrder {
            features: args.features.as_deref(),
            only: &args.only,
            tied: None,
            reference: own.reference.as_deref(),
            by: self.by,
            openings: flags::openings(openings(args), &self.game)?,
            max_plies: args.playing.max_plies,
            params: self.params.clone(),
            start: args.start.as_deref(),
            limits: Limits {
                time: args.limits.time,
                nodes: args.limits.nodes,
                stop: on_interrupt(),
                ..Limits::best_move()
            },
            threads,
            journal,
            progress,
        })
    }
}

/// The names of what is to be written.
pub(crate) struct Named<'a> {
    pub(crate) weights: Option<&'a Path>,
    pub(crate) log: Option<&'a Path>,
    pub(crate) plots: Option<&'a Path>,
    /// Whether files may be replaced.
    pub(crate) force: bool,
}

/// Where the results go, asked before the work.
pub(crate) struct Places {
    weights: Option<Target>,
    log: Option<Output>,
    plots: Option<Vec<Output>>,
}

impl Places {
    pub(crate) fn new(args: &Learn, named: &Named<'_>, out: &Out) -> Result<Self, Error> {
        let outputs = Outputs::new(out, named.force, inputs(args));
        let weights = named.weights.map(|path| outputs.target(path)).transpose()?;
        let beside = |path: &Path| outputs.beside(path, named.weights);
        let log = named.log.map(beside).transpose()?;
        let plots = named.plots;
        let plots = plots.map(|folder| generations::prepare(folder, beside));
        let plots = plots.transpose()?;
        outputs.check_force()?;
        Ok(Self {
            weights,
            log,
            plots,
        })
    }

    /// The file of the weights.
    fn path(&self) -> Option<&Path> {
        self.weights.as_ref().and_then(Target::path)
    }

    /// Writes all of it, and tells what was found.
    pub(crate) fn finish(&self, mut bred: Bred, out: &Out) -> Result<(), Ended> {
        if let Some(log) = &self.log {
            log.write(generations::log(&bred))?;
            say(&format!("wrote {}", log.path().display()));
        }
        if let Some(plots) = &self.plots {
            generations::draw(&bred, plots)?;
        }
        if let Some(target) = &self.weights {
            target.put(bred_text(&bred), out)?;
            bred.done()?;
        }
        write(&bred, self.path(), out)
    }
}

/// The numbers of the search: the variant's usual ones but where told otherwise.
fn params(args: &Learn, seed: u64) -> Result<GeneticParams, Error> {
    let own: &GeneticFlags = &args.genetic;
    let variant = match own.variant.as_deref() {
        None => Variant::Paper,
        Some(name) => {
            let found = Variant::ALL
                .into_iter()
                .find(|variant| variant.name() == name);
            found.ok_or_else(|| {
                let names = Variant::ALL.map(Variant::name);
                unknown(format!("there is no variant `{name}`"), name, &names)
            })?
        }
    };
    let usual = GeneticParams::usual(variant);
    let population = own.population.unwrap_or(usual.population);
    let params = GeneticParams {
        variant,
        population,
        generations: own.generations.unwrap_or(usual.generations),
        win: own.win.unwrap_or(usual.win),
        draw: own.draw.unwrap_or(own.win.unwrap_or(usual.win) / 2.0),
        threshold: own.threshold.unwrap_or(population),
        dispersion: own.dispersion.unwrap_or(usual.dispersion),
        decay: own.decay.unwrap_or(usual.decay),
        hall: own.hall.unwrap_or(usual.hall),
        replay: own.replay.unwrap_or(usual.replay),
        seed,
        ..usual
    };
    params.check()?;
    match budget::of(args)? {
        Some(Budget::Games(games)) => params.within(games),
        Some(other) => Err(other.unsuited("genetic", "games=5000")),
        None => Ok(params),
    }
}

fn tell(bar: &Bar, now: &BreedProgress<'_>) {
    bar.tell(now.games, now.of);
    if let (Some(generation), Some(weights)) = (now.generation, now.ended)
        && is_followed()
    {
        let number = u64::from(generation) + 1;
        followed::write(&followed::weights("generation", number, weights));
    }
    let stage = match now.generation {
        Some(generation) => format!("generation {}", generation + 1),
        None => "replay of the hall of fame".to_string(),
    };
    bar.say(match now.best {
        Some(best) => format!("{stage}; best so far {}", short(best)),
        None => stage,
    });
}

/// Weights on one line; more than a few are left out.
fn short(weights: &[(String, f64)]) -> String {
    const SHOWN: usize = 6;
    let own = weights.iter().take(SHOWN);
    let mut text: Vec<String> = own
        .map(|(name, weight)| format!("{name} {weight:.2}"))
        .collect();
    if weights.len() > SHOWN {
        text.push("…".to_string());
    }
    text.join(", ")
}

fn write(bred: &Bred, output: Option<&Path>, out: &Out) -> Result<(), Ended> {
    if out.json {
        return out.object(&to_json(bred, output));
    }
    let params = &bred.params;
    for (name, value) in [
        (
            "game",
            format!("{}, features `{}`", bred.game, bred.features),
        ),
        (
            "method",
            format!(
                "genetic, variant {}, seed {}",
                params.variant.name(),
                params.seed
            ),
        ),
        (
            "bred",
            format!(
                "{} generations of {}, dispersion {} × {} per generation",
                params.generations, params.population, params.dispersion, params.decay
            ),
        ),
        (
            "games",
            format!("{} by {}", grouped(bred.evolution.games), bred.by),
        ),
        ("openings", bred.openings.clone()),
    ] {
        out.line(&format!("  {name:<9} {value}"))?;
    }
    out.text("\n")?;
    out.text(&generations::weights_table(bred).text())?;
    out.line("\nHall of fame, replayed:")?;
    out.text(&hall_table(bred).text())?;
    out.line("The best of several scores is somewhat too high: a match tells how strong the")?;
    out.line("weights are.")
}

fn hall_table(bred: &Bred) -> Table {
    let mut table = Table::new(["generation", "won", "drawn", "lost", "score"], &[]);
    for own in &bred.evolution.hall {
        table.row([
            (own.generation + 1).to_string(),
            own.wins.to_string(),
            own.draws.to_string(),
            own.losses.to_string(),
            format!("{:.3}", own.score()),
        ]);
    }
    table
}

fn to_json(bred: &Bred, output: Option<&Path>) -> Value {
    let params = &bred.params;
    json!({
        "game": bred.game,
        "features": bred.features,
        "method": "genetic",
        "variant": params.variant.name(),
        "population": params.population,
        "generations": params.generations,
        "win": params.win,
        "draw": params.draw,
        "threshold": params.threshold,
        "dispersion": params.dispersion,
        "decay": params.decay,
        "seed": params.seed,
        "by": bred.by,
        "openings": bred.openings,
        "games": bred.evolution.games,
        "output": output.map(|path| path.display().to_string()),
        "names": bred.names,
        "hall": bred.evolution.hall,
        "weights": bred.weights,
    })
}
