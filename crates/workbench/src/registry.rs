//! What there is, as a value: games, agents and metrics by name, ours and those that others add.

use std::sync::Arc;

use plyscope_game::any::{AnyAgent, AnyValuer};
use plyscope_game::{Error, Notation};
use plyscope_judge::Metric;

use crate::{Kit, Listing, NamedGame, Param, Params, Shelf, Spec, unknown};

/// Makes a game from checked parameters.
type MakeKit = Box<dyn Fn(&Params) -> Result<Box<dyn Kit>, Error> + Send + Sync>;
/// Adds to what a game offers.
type Extension = Box<dyn Fn(&mut dyn Kit) + Send + Sync>;
/// Makes an agent for any game.
pub(crate) type MakeAgent =
    Box<dyn Fn(&NamedGame, &Params, u64) -> Result<Box<dyn AnyAgent>, Error> + Send + Sync>;
/// Makes a metric.
pub(crate) type MakeMetric = Box<dyn Fn() -> Box<dyn Metric> + Send + Sync>;

/// A game that can be named.
pub struct GameEntry {
    /// Its name, what it is, and what can be set.
    pub listing: Listing,
    /// Other spellings of the name.
    pub aliases: Vec<String>,
    /// The games that are listed for it, as specs with what each is; its own name alone where there are none.
    pub listed: Vec<(String, String)>,
    make: MakeKit,
}

impl GameEntry {
    /// A game whose rules are of one type.
    pub fn new<G: Notation>(
        name: &str,
        about: &str,
        params: &[Param],
        make: impl Fn(&Params) -> Result<Shelf<G>, Error> + Send + Sync + 'static,
    ) -> Self {
        let make = move |params: &Params| Ok(Box::new(make(params)?) as Box<dyn Kit>);
        Self::of_kits(name, about, params, make)
    }

    /// A game whose rules are of different types, by its parameters, or known only when it is opened.
    pub fn of_kits(
        name: &str,
        about: &str,
        params: &[Param],
        make: impl Fn(&Params) -> Result<Box<dyn Kit>, Error> + Send + Sync + 'static,
    ) -> Self {
        Self {
            listing: Listing::new(name, about, params),
            aliases: Vec::new(),
            listed: Vec::new(),
            make: Box::new(make),
        }
    }

    /// The same game under other names too.
    #[must_use]
    pub fn also_called(mut self, aliases: &[&str]) -> Self {
        self.aliases
            .extend(aliases.iter().map(|own| (*own).to_string()));
        self
    }

    /// The same entry, which stands in lists as these games: specs with what each is.
    #[must_use]
    pub fn listed_as(mut self, games: impl IntoIterator<Item = (String, String)>) -> Self {
        self.listed.extend(games);
        self
    }

    fn is_called(&self, name: &str) -> bool {
        self.listing.name == name || self.aliases.iter().any(|own| own == name)
    }
}

/// An agent that every game has.
pub(crate) struct AgentEntry {
    pub(crate) listing: Listing,
    pub(crate) make: MakeAgent,
}

/// An evaluator that every game has.
pub(crate) struct ValuerEntry {
    pub(crate) listing: Listing,
    pub(crate) valuer: Arc<dyn AnyValuer>,
}

/// A metric that another crate added.
pub(crate) struct MetricEntry {
    pub(crate) name: String,
    pub(crate) make: MakeMetric,
}

/// What was added for every game.
#[derive(Default)]
pub(crate) struct Additions {
    pub(crate) agents: Vec<AgentEntry>,
    pub(crate) evaluators: Vec<ValuerEntry>,
    pub(crate) metrics: Vec<MetricEntry>,
}

/// All games, agents and metrics that can be named.
#[derive(Default)]
pub struct Registry {
    games: Vec<GameEntry>,
    extensions: Vec<Extension>,
    additions: Arc<Additions>,
}

impl Registry {
    /// Nothing yet.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// Adds a game; one of the same name is replaced, and a name that others had as another spelling is theirs no more.
    pub fn add_game(&mut self, entry: GameEntry) {
        self.games
            .retain(|own| own.listing.name != entry.listing.name);
        for own in &mut self.games {
            own.aliases.retain(|alias| *alias != entry.listing.name);
        }
        self.games.push(entry);
    }

    /// Adds to what every game of a type offers: evaluators, heuristics, features, agents.
    ///
    /// ```
    /// use plyscope_mnk::{Mnk, OpenLines};
    /// use plyscope_workbench::{Registry, Shelf};
    ///
    /// let mut registry = Registry::empty();
    /// registry.add_game(plyscope_shelf_mnk::tictactoe());
    /// registry.extend(|shelf: Shelf<Mnk>| {
    ///     shelf.weighted("lines-twice", "open lines, weighted twice", OpenLines, |_| vec![2.0, -2.0])
    /// });
    /// let game = registry.open("tictactoe")?;
    /// assert!(game.evaluators().iter().any(|own| own.name == "lines-twice"));
    /// # Ok::<(), plyscope_game::Error>(())
    /// ```
    pub fn extend<G: Notation>(
        &mut self,
        add: impl Fn(Shelf<G>) -> Shelf<G> + Send + Sync + 'static,
    ) {
        let extension = move |kit: &mut dyn Kit| {
            if let Some(shelf) = kit.as_any_mut().downcast_mut::<Shelf<G>>() {
                let bare = shelf.emptied();
                *shelf = add(std::mem::replace(shelf, bare));
            }
        };
        self.extensions.push(Box::new(extension));
    }

    /// Adds an agent that every game has.
    ///
    /// `make` gets the game, the checked parameters, and the seed that holds where the spec does not say.
    /// A game's own agent of the same name comes first.
    ///
    /// # Panics
    /// When a game that this registry opened is still in use.
    pub fn add_agent(
        &mut self,
        name: &str,
        about: &str,
        params: &[Param],
        make: impl Fn(&NamedGame, &Params, u64) -> Result<Box<dyn AnyAgent>, Error>
        + Send
        + Sync
        + 'static,
    ) {
        let entry = AgentEntry {
            listing: Listing::new(name, about, params),
            make: Box::new(make),
        };
        self.additions().agents.push(entry);
    }

    /// Adds an evaluator that every game has, for searches to ask; as an agent it looks one move ahead.
    ///
    /// An agent of the same name that was added, too, is taken where an agent is asked for. `params`
    /// are what a spec may say besides the name; the valuer does not see them.
    ///
    /// # Panics
    /// When a game that this registry opened is still in use.
    pub fn add_evaluator(
        &mut self,
        name: &str,
        about: &str,
        params: &[Param],
        valuer: Arc<dyn AnyValuer>,
    ) {
        let entry = ValuerEntry {
            listing: Listing::new(name, about, params),
            valuer,
        };
        self.additions().evaluators.push(entry);
    }

    /// Adds a metric, which `judge` then knows by its name.
    ///
    /// # Panics
    /// When a game that this registry opened is still in use.
    pub fn add_metric<M: Metric + Clone + 'static>(&mut self, metric: M) {
        self.additions().metrics.push(MetricEntry {
            name: metric.name(),
            make: Box::new(move || Box::new(metric.clone())),
        });
    }

    /// Additions must come before a game is opened.
    fn additions(&mut self) -> &mut Additions {
        Arc::get_mut(&mut self.additions).expect("things are added before a game is opened")
    }

    /// Every game there is.
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// Opens the game that `text` names.
    ///
    /// # Errors
    /// When there is no such game, or a parameter is wrong.
    pub fn open(&self, text: &str) -> Result<Arc<NamedGame>, Error> {
        let spec = Spec::parse(text)?;
        let Some(entry) = self.games.iter().find(|entry| entry.is_called(&spec.name)) else {
            let names = self.games.iter().map(|entry| &*entry.listing.name);
            let what = format!("there is no game `{}`", spec.name);
            return Err(unknown(what, &spec.name, &names.collect::<Vec<_>>()));
        };
        let name = &entry.listing.name;
        let params = Params::check(name, &spec, &entry.listing.params)?;
        let mut kit = (entry.make)(&params)?;
        for extension in &self.extensions {
            extension(&mut *kit);
        }
        let shown = Spec {
            name: name.clone(),
            ..spec
        };
        let names = self.games.iter().flat_map(|entry| {
            let own = std::iter::once(&entry.listing.name);
            own.chain(&entry.aliases).cloned()
        });
        Ok(Arc::new(NamedGame::new(
            &shown,
            kit,
            Arc::clone(&self.additions),
            names.collect(),
        )))
    }
}
