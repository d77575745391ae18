//! One settled network per phase of the game, so that a change of turn flips nothing.
//!
//! Whose turn it is decides about every legal move. Where turns run like a
//! clock, each phase has a network in which the clock is constant, and the
//! state is handed from one to the next: four times fewer flips in breakthrough.

use std::sync::{Arc, OnceLock};

use plyscope_game::Chance;

use crate::dash::{Dash, Finish};
use crate::network::{Marks, Network, phases_and_none};
use crate::propagate::{Bits, Propagator, Wiring, random_moves};
use crate::stepper::first_state;

/// Up to so many operations, machine code is faster whatever a move changes.
const FEW_OPERATIONS: u64 = 1_500;
/// Operations of machine code that take as long as telling one gate.
const OPERATIONS_PER_TOLD: u64 = 5;
/// What is tried to see how much a move changes.
const TRIED_GAMES: u32 = 2;
const LONGEST_TRIED: u32 = 100;

/// The networks of all phases, and last one for states in no phase.
#[derive(Debug)]
pub(crate) struct Phases {
    marks: Vec<Marks>,
    /// Made when the first state of the phase is met.
    wirings: Vec<OnceLock<Wiring>>,
    fixed: Vec<Vec<Option<bool>>>,
    /// How many phases follow each other in a circle.
    circle: usize,
    /// Gates told per round where only changes are worked out, and how that is done.
    trial: OnceLock<(u64, Arc<Phases>)>,
    /// By phase that follows the others: what has changed.
    settled: OnceLock<Vec<Wiring>>,
    only_settled: bool,
    pub(crate) network: Arc<Network>,
}

impl Phases {
    /// Finds the phases.
    pub(crate) fn new(network: Arc<Network>) -> Self {
        let fixed = phases_and_none(&network);
        Self {
            marks: fixed.iter().map(|known| Marks::new(known)).collect(),
            wirings: fixed.iter().map(|_| OnceLock::new()).collect(),
            circle: (fixed.len() - 1).max(1),
            fixed,
            trial: OnceLock::new(),
            settled: OnceLock::new(),
            only_settled: false,
            network,
        }
    }

    /// The same, with no machine code.
    fn only_settled(network: Arc<Network>) -> Self {
        Self {
            only_settled: true,
            ..Self::new(network)
        }
    }

    /// Playouts on machine code, where there is some for all phases.
    fn dash(&self) -> Option<Dash> {
        let routes = (0..self.circle).map(|phase| self.wiring(phase).route().cloned());
        Dash::new(routes.collect::<Option<_>>()?, self.network.roles.len())
    }

    /// Machine code where there is some, unless it is more work than what a move changes.
    fn wiring(&self, phase: usize) -> &Wiring {
        self.wirings[phase].get_or_init(|| {
            let (network, fixed) = (&self.network, &self.fixed[phase]);
            if self.only_settled {
                return self.settled(phase);
            }
            let Some(code) = Wiring::straight(network, fixed) else {
                return self.settled(phase);
            };
            let operations = code.route().map_or(0, |route| route.operations());
            if operations <= FEW_OPERATIONS {
                return code;
            }
            let (told, settled) = self.trial.get_or_init(|| self.try_settling());
            if operations <= OPERATIONS_PER_TOLD * told {
                code
            } else {
                settled.wiring(phase).clone()
            }
        })
    }

    /// What has changed: the phases that follow each other are looked at together, others alone.
    fn settled(&self, phase: usize) -> Wiring {
        if phase >= self.circle {
            return Wiring::settled(&self.network, &self.fixed[phase..=phase]).swap_remove(0);
        }
        let settled = || Wiring::settled(&self.network, &self.fixed[..self.circle]);
        self.settled.get_or_init(settled)[phase].clone()
    }

    /// Gates told per round of a few games by chance, and how it was done.
    fn try_settling(&self) -> (u64, Arc<Self>) {
        let phases = Arc::new(Self::only_settled(Arc::clone(&self.network)));
        let mut walker = Walker::new(Arc::clone(&phases));
        let (mut chance, mut moves, mut rounds) = (Chance::new(0), Vec::new(), 1);
        for _ in 0..TRIED_GAMES {
            walker.load(&first_state(&self.network));
            rounds += u64::from(walker.play_out(&mut chance, LONGEST_TRIED, &mut moves).0);
        }
        let met = walker.propagators.iter().flatten();
        (met.map(Propagator::work).sum::<u64>() / rounds, phases)
    }

    /// The phase of a state; the last one knows nothing and fits all.
    fn of(&self, state: &Bits) -> usize {
        let fits = |marks: &Marks| marks.fits(state);
        self.marks.iter().position(fits).unwrap_or(0)
    }
}

/// A state that can be asked and moved on.
#[derive(Clone, Debug)]
pub(crate) struct Walker {
    phases: Arc<Phases>,
    /// By phase, as far as it has been met; last the one of all phases together.
    propagators: Vec<Option<Propagator>>,
    /// The phase, and the propagator that is used.
    now: usize,
    used: usize,
    state: Vec<u64>,
    playouts: Playouts,
}

/// How playouts are made.
#[derive(Clone, Debug)]
enum Playouts {
    /// Nobody asked for one yet.
    Untried,
    /// On machine code alone.
    OnCode(Box<Dash>),
    /// State by state.
    StateByState,
}

impl Walker {
    /// In the first state.
    pub(crate) fn new(phases: Arc<Phases>) -> Self {
        let mut walker = Self {
            state: first_state(&phases.network),
            propagators: vec![None; phases.wirings.len() + 1],
            now: 0,
            used: 0,
            playouts: Playouts::Untried,
            phases,
        };
        walker.enter();
        walker
    }

    /// Goes to a state.
    pub(crate) fn load(&mut self, state: &Bits) {
        self.state.copy_from_slice(state);
        self.enter();
    }

    fn enter(&mut self) {
        self.now = self.phases.of(&self.state);
        let wiring = self.phases.wiring(self.now);
        let (used, phase) = if wiring.is_shared() && self.now < self.phases.circle {
            (self.propagators.len() - 1, self.now)
        } else {
            (self.now, 0)
        };
        self.used = used;
        let own = self.propagators[used].get_or_insert_with(|| Propagator::new(wiring));
        own.load(&self.state, phase);
    }

    /// What is known of the state.
    #[inline]
    pub(crate) fn here(&self) -> &Propagator {
        self.propagators[self.used]
            .as_ref()
            .expect("the phase has been entered")
    }

    /// The number of the phase that the state is in; one more than there are where it is in none.
    pub(crate) fn phase(&self) -> usize {
        self.now
    }

    /// The fluents that hold.
    pub(crate) fn state(&self) -> &Bits {
        &self.state
    }

    /// Goes on by one move per role.
    pub(crate) fn play(&mut self, moves: &[usize]) {
        if let Some(own) = &mut self.propagators[self.used] {
            self.state.copy_from_slice(own.decide(moves));
        }
        self.enter();
    }

    /// Plays on by chance until the game is over, a role has no legal move, or `longest` rounds
    /// have been played; says how many.
    pub(crate) fn play_out(
        &mut self,
        chance: &mut Chance,
        longest: u32,
        moves: &mut Vec<usize>,
    ) -> (u32, Finish) {
        if matches!(self.playouts, Playouts::Untried) {
            let on_code = |dash| Playouts::OnCode(Box::new(dash));
            self.playouts = self.phases.dash().map_or(Playouts::StateByState, on_code);
        }
        if let (Playouts::OnCode(dash), true) = (&mut self.playouts, self.now < self.phases.circle)
        {
            let played = dash.play_out(&mut self.state, self.now, chance, longest);
            self.enter();
            return played;
        }
        let mut rounds = 0;
        loop {
            if self.here().is_terminal() {
                return (rounds, Finish::Over);
            }
            if rounds == longest {
                return (rounds, Finish::Long);
            }
            let legal = |role| self.here().legal(role);
            if !random_moves(&self.phases.network, legal, chance, moves) {
                return (rounds, Finish::Stuck);
            }
            self.play(moves);
            rounds += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GroundLimits, Sheet};

    /// Points and rounds of games by chance, one after the other.
    fn games(phases: Phases) -> Vec<(u32, Vec<u64>, Option<i32>)> {
        let network = Arc::clone(&phases.network);
        let mut walker = Walker::new(Arc::new(phases));
        let (mut chance, mut moves) = (Chance::new(7), Vec::new());
        let mut played = Vec::new();
        for _ in 0..20 {
            walker.load(&first_state(&network));
            let (rounds, _) = walker.play_out(&mut chance, 300, &mut moves);
            played.push((rounds, walker.state().to_vec(), walker.here().goal(0)));
        }
        played
    }

    fn network_of(text: &str) -> Arc<Network> {
        let sheet = Sheet::read(text).unwrap();
        Arc::new(Network::new(sheet, GroundLimits::default()).unwrap())
    }

    #[test]
    fn settled_states_and_machine_code_play_the_same_games() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "kif") {
                let network = network_of(&std::fs::read_to_string(&path).unwrap());
                let settled = games(Phases::only_settled(Arc::clone(&network)));
                assert_eq!(settled, games(Phases::new(network)), "{}", path.display());
            }
        }
    }

    #[test]
    fn a_game_ends_where_none_of_many_moves_is_left() {
        // More of them than a byte counts, and two players in turn.
        let numbers: Vec<String> = (0..300)
            .map(|number| format!("(number {number})"))
            .collect();
        let numbers = numbers.concat();
        let network = network_of(&format!(
            "(role a) (role b) (init (control a)) {numbers}
             (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
             (<= (free ?n) (number ?n) (not (true (taken ?n))))
             (<= (legal ?p (take ?n)) (true (control ?p)) (free ?n))
             (<= (legal a noop) (true (control b))) (<= (legal b noop) (true (control a)))
             (<= (next (taken ?n)) (does ?p (take ?n)))
             (<= (next (taken ?n)) (true (taken ?n)))
             (<= (can ?p) (legal ?p (take ?n)))
             (<= terminal (not (can a)) (not (can b)))
             (<= (goal ?p 50) (role ?p) (not (can ?p))) (<= (goal ?p 0) (can ?p))"
        ));
        let settled = games(Phases::only_settled(Arc::clone(&network)));
        assert!(
            settled
                .iter()
                .all(|game| game.0 == 300 && game.2 == Some(50))
        );
        assert_eq!(settled, games(Phases::new(network)));
    }

    #[test]
    fn a_fluent_may_be_a_move_and_nothing_else() {
        let network = network_of(
            "(role a) (init (step 1)) (legal a (say yes)) (legal a (say no))
             (<= (next (said ?x)) (does a (say ?x)))
             (<= (next silent) (not (does a (say yes))))
             (<= terminal (true (said ?x)))
             (<= (goal a 100) (true (said yes)) (not (true silent))) (<= (goal a 0) (true silent))",
        );
        let settled = games(Phases::only_settled(Arc::clone(&network)));
        assert!(settled.iter().any(|game| game.2 == Some(100)));
        assert!(settled.iter().any(|game| game.2 == Some(0)));
        assert!(settled.iter().all(|game| game.0 == 1 && game.2.is_some()));
    }
}
