//! What the lanes run: for each phase a program for the state and one for the moves.

use super::code::Target;
use super::line::{Liner, Place, levels, needed};
use super::memory::{FREE, FRESH};
use super::pick::{Counts, choose, count, width};
use super::program::Program;
use super::select::Choice;
use crate::network::{Choices, Lit, Marks, Network, Outputs, phases};
use crate::propagate::Bits;
use crate::stepper::first_state;

/// Goals of more gates of their own than this are worked out for ended games only.
const CHEAP_GOALS: usize = 48;

/// Networks of more nodes than this are compiled by several threads.
const LARGE: usize = 10_000;

/// What happens in one phase.
#[derive(Clone, Debug)]
pub(crate) struct Phase {
    /// Legal moves, terminal, and the goals where they are cheap.
    pub(crate) state: Program,
    /// The next state.
    pub(crate) moves: Program,
    pub(crate) choices: Vec<Choice>,
    /// Where it is seen whether a role's only possible move is legal, of roles who are not among the
    /// choices; not of moves that always are.
    pub(crate) musts: Vec<u32>,
    /// Whether some role has no possible move at all.
    pub(crate) is_dead: bool,
    /// Where the end is seen.
    pub(crate) terminal: u32,
    pub(crate) goals: Option<GoalSlots>,
}

/// Where the goals are seen: by role, points and slot.
pub(crate) type GoalSlots = Vec<Vec<(i32, u32)>>;

/// Goals of games that have ended, worked out together.
#[derive(Clone, Debug)]
pub(crate) struct GoalProgram {
    pub(crate) program: Program,
    pub(crate) slots: GoalSlots,
    /// Fluents that the goals depend on.
    pub(crate) fluents: Vec<usize>,
}

/// A network made ready for lanes.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) phases: Vec<Phase>,
    /// What marks the states of each phase.
    marks: Vec<Marks>,
    /// Where goals are not cheap.
    pub(crate) goals: Option<GoalProgram>,
    pub(crate) fluents: usize,
    /// Room for work that a run needs.
    pub(crate) work: usize,
}

impl Compiled {
    /// Compiles a network, by phases if `by_phases` and it has any; to machine code if a target is named and it can be had.
    pub(crate) fn new(network: &Network, by_phases: bool, target: Option<Target>) -> Self {
        let known = if by_phases {
            phases(network)
        } else {
            vec![vec![None; network.fluents.len()]]
        };
        let wanted = Wanted {
            fluents: mattering(network),
            goals: gates_and_goals(network).1 <= CHEAP_GOALS,
            single: false,
        };
        let marks: Vec<Marks> = known.iter().map(|known| Marks::new(known)).collect();
        let first = phase_of(&marks, &first_state(network));
        let last = first.map(|first| (first + known.len() - 1) % known.len());
        let phases = side_by_side(network, known.len(), |phase| {
            let begin = (Some(phase) == last).then_some(&network.init[..]);
            Phase::new(network, &known[phase], &wanted, begin, target)
        });
        let programs = phases.iter().flat_map(|phase| [&phase.state, &phase.moves]);
        Self {
            work: programs.map(|program| program.work).max().unwrap_or(0),
            phases,
            marks,
            goals: (!wanted.goals).then(|| GoalProgram::new(network, target)),
            fluents: network.fluents.len(),
        }
    }

    /// The phase that a state is in; `None` where it is in none.
    pub(crate) fn phase_of(&self, state: &Bits) -> Option<usize> {
        phase_of(&self.marks, state)
    }
}

/// The phases of large networks are compiled side by side: whoever opens a sheet waits for them.
fn side_by_side(
    network: &Network,
    phases: usize,
    make: impl Fn(usize) -> Phase + Sync,
) -> Vec<Phase> {
    if network.gates.nodes.len() < LARGE {
        return (0..phases).map(make).collect();
    }
    std::thread::scope(|scope| {
        let make = &make;
        let threads: Vec<_> = (1..phases)
            .map(|phase| scope.spawn(move || make(phase)))
            .collect();
        let mut made = vec![make(0)];
        for (phase, thread) in (1..).zip(threads) {
            made.push(thread.join().unwrap_or_else(|_| make(phase)));
        }
        made
    })
}

/// The phase that a state is in.
fn phase_of(marks: &[Marks], state: &Bits) -> Option<usize> {
    marks.iter().position(|marks| marks.fits(state))
}

/// Fluents that legal moves, the end or the goals depend on, now or later.
fn mattering(network: &Network) -> Vec<bool> {
    let mut follows = vec![None; network.gates.nodes.len()];
    for &(node, lit) in network.circles.iter().flat_map(|circle| &circle.follows) {
        follows[node] = Some(lit);
    }
    let outputs = &network.outputs;
    let mut open: Vec<usize> = outputs.legal.iter().map(|lit| lit.node()).collect();
    open.push(outputs.terminal.node());
    open.extend(outputs.goals.iter().flatten().map(|(_, lit)| lit.node()));
    let mut seen = vec![false; network.gates.nodes.len()];
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut seen[node], true) {
            continue;
        }
        open.extend(network.gates.operands(node).iter().map(|lit| lit.node()));
        open.extend(follows[node].map(Lit::node));
        if (1..=network.fluents.len()).contains(&node) {
            open.push(outputs.next[node - 1].node());
        }
    }
    (0..network.fluents.len())
        .map(|fluent| seen[Network::fluent_node(fluent)])
        .collect()
}

/// How many gates legal moves, the end and the next state need, and how many more the goals.
pub(crate) fn gates_and_goals(network: &Network) -> (usize, usize) {
    let outputs = &network.outputs;
    let mut roots: Vec<Lit> = outputs.legal.iter().chain(&outputs.next).copied().collect();
    roots.push(outputs.terminal);
    let first = network.first_gate();
    let others = needed(network, &roots, |node| node < first);
    let goals: Vec<Lit> = outputs
        .goals
        .iter()
        .flatten()
        .map(|&(_, lit)| lit)
        .collect();
    let own = needed(network, &goals, |node| node < first || others[node]);
    let count = |these: &[bool]| these.iter().filter(|&&needed| needed).count();
    (count(&others), count(&own))
}

/// What a phase is to work out.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// By fluent: whether its next value is wanted.
    pub(crate) fluents: Vec<bool>,
    /// Whether the goals are worked out with every state.
    pub(crate) goals: bool,
    /// Whether it is said that a move is legal, too, where it is the only one there can be.
    pub(crate) single: bool,
}

impl Phase {
    /// Compiles a network in which some fluents are known.
    ///
    /// Where `begin` names a state, lanes in which [`FRESH`] is set go on from there.
    pub(crate) fn new(
        network: &Network,
        fixed: &[Option<bool>],
        wanted: &Wanted,
        begin: Option<&[bool]>,
        target: Option<Target>,
    ) -> Self {
        let (own, choices) = pruned(network, fixed, wanted);
        let levels = levels(&own);
        let mut state = Liner::new(&own, &levels, FREE);
        let terminal = state.room();
        // The same places in all phases.
        let goals = goal_room(&own, &mut state);
        let picks = make_room(&own, &choices, wanted.single, &mut state);
        let mut answers = answers(&own, terminal, &picks, &goals, wanted.single);
        let mut musts = Vec::new();
        for lit in only_moves(&own, &choices, &picks) {
            musts.push(state.room());
            answers.extend(musts.last().map(|&slot| (lit, slot)));
        }
        let of_state = put_answers(&own, &answers, &picks, &mut state);
        let counted = picks.iter().filter(|_| !wanted.single);
        let counts: Vec<_> = counted
            .map(|pick| count(&mut state, &legal_of(&own, pick), pick.total))
            .collect();
        let kept = (0..own.fluents.len()).filter(|&fluent| wanted.fluents[fluent]);
        let next: Vec<(usize, Lit)> = kept
            .map(|fluent| (fluent, own.outputs.next[fluent]))
            .collect();
        let roots: Vec<Lit> = next.iter().map(|&(_, lit)| lit).collect();
        let is_known = |node: usize| node < own.first_gate() || of_state[node];
        let of_moves = needed(&own, &roots, is_known);
        let mut shared = Vec::new();
        for node in shared_nodes(&own, &roots, &of_state, &of_moves) {
            let slot = state.room();
            let not = state.put_as_found(node, Place::Work(slot));
            shared.push((node, slot, not));
        }
        let state = state.finish();
        let mut moves = Liner::new(&own, &levels, state.work);
        if wanted.single {
            place_moves(&own, &picks, &mut moves);
        }
        choose_moves(&own, &picks, &counts, &mut moves);
        for (node, slot, not) in shared {
            moves.stands(node, Place::Work(slot), not);
        }
        moves.circles(&of_moves);
        put_next(&next, begin, &mut moves);
        let fluents = own.fluents.len();
        Self {
            state: Program::new(&state, fluents, target),
            moves: Program::new(&moves.finish(), fluents, target),
            is_dead: (0..own.roles.len()).any(|role| choices.of_role(role).next().is_none()),
            choices: picks,
            musts,
            terminal,
            goals: wanted.goals.then_some(goals),
        }
    }
}

/// The network of one phase without what is not wanted of it, and the moves that are possible in it.
fn pruned(network: &Network, fixed: &[Option<bool>], wanted: &Wanted) -> (Network, Choices) {
    let keep = |outputs: &mut Outputs| {
        for (lit, &wanted) in outputs.next.iter_mut().zip(&wanted.fluents) {
            if !wanted {
                *lit = Lit::FALSE;
            }
        }
        if !wanted.goals {
            outputs.goals.iter_mut().for_each(Vec::clear);
        }
    };
    // First the fluents, so that moves which are impossible now are known; then what that says of the rest.
    let folded = network.rebuilt(fixed, None, keep);
    let choices = Choices::new(&folded);
    let own = folded.rebuilt(fixed, Some(&choices), |_| ());
    let mut roots = Vec::new();
    own.outputs.each(|lit| roots.push(lit));
    let used = needed(&own, &roots, |node| node < own.first_gate());
    (own.factored(&used), choices)
}

/// Room for every goal of every role.
fn goal_room(own: &Network, line: &mut Liner<'_>) -> GoalSlots {
    let mut of_role = |goals: &Vec<(i32, Lit)>| -> Vec<(i32, u32)> {
        let rooms = goals.iter().map(|&(points, _)| (points, line.room()));
        rooms.collect()
    };
    own.outputs.goals.iter().map(&mut of_role).collect()
}

/// Whether each move of a choice is legal.
fn legal_of(own: &Network, pick: &Choice) -> Vec<Lit> {
    let legal = |&mv: &usize| own.outputs.legal[mv];
    pick.moves.iter().map(legal).collect()
}

/// Puts the answers in their places; gives back the nodes that they and the legal moves need.
fn put_answers(
    own: &Network,
    answers: &[(Lit, u32)],
    picks: &[Choice],
    line: &mut Liner<'_>,
) -> Vec<bool> {
    let mut roots: Vec<Lit> = answers.iter().map(|&(lit, _)| lit).collect();
    roots.extend(picks.iter().flat_map(|pick| legal_of(own, pick)));
    let of_state = needed(own, &roots, |node| node < own.first_gate());
    line.circles(&of_state);
    for &(lit, slot) in answers {
        line.put(lit, Place::Work(slot));
    }
    of_state
}

/// Tells a line which legal move of each choice has the drawn rank, by lane.
fn choose_moves(own: &Network, picks: &[Choice], counts: &[Counts], line: &mut Liner<'_>) {
    for (pick, counts) in picks.iter().zip(counts) {
        let chosen = choose(line, pick.moves.len(), pick.rank, counts);
        for (&mv, value) in pick.moves.iter().zip(chosen) {
            line.is(own.move_node(mv), value);
        }
    }
}

/// Puts the next value of every fluent, or that of the state where a fresh lane begins.
fn put_next(next: &[(usize, Lit)], begin: Option<&[bool]>, line: &mut Liner<'_>) {
    let fresh = line.found_in(Place::Work(FRESH));
    for &(fluent, lit) in next {
        let to = Place::Next(fluent as u32);
        match begin {
            Some(begin) => line.put_or_begin(lit, to, fresh, begin[fluent]),
            None => line.put(lit, to),
        }
    }
}

/// The roles that have a choice.
///
/// Of one game, there is room for the legal moves side by side, and for the
/// chosen one; of lanes, for the number of legal moves and the drawn rank.
fn make_room(own: &Network, choices: &Choices, single: bool, line: &mut Liner<'_>) -> Vec<Choice> {
    let of_role = |role| -> Vec<usize> { choices.of_role(role).collect() };
    let mut picks: Vec<Choice> = (0..own.roles.len())
        .map(|role| (role, of_role(role)))
        .filter(|(_, moves)| moves.len() > usize::from(!single))
        .map(|(role, moves)| Choice {
            role,
            legal: 0,
            does: 0,
            total: 0,
            rank: 0,
            moves,
        })
        .collect();
    for pick in &mut picks {
        if single {
            pick.legal = line.rooms(pick.moves.len());
            pick.does = line.rooms(pick.moves.len());
        } else {
            pick.total = line.rooms(width(pick.moves.len()));
            pick.rank = line.rooms(width(pick.moves.len()));
        }
    }
    picks
}

/// Whether the only possible move of a role is legal, for roles who are not among `picks` and moves that are not always.
fn only_moves(own: &Network, choices: &Choices, picks: &[Choice]) -> Vec<Lit> {
    (0..own.roles.len())
        .filter(|&role| picks.iter().all(|pick| pick.role != role))
        .flat_map(|role| choices.of_role(role))
        .map(|mv| own.outputs.legal[mv])
        .filter(|&lit| lit != Lit::TRUE)
        .collect()
}

/// Tells a line where the chosen moves of one game are found.
fn place_moves(own: &Network, picks: &[Choice], line: &mut Liner<'_>) {
    for pick in picks {
        for (&mv, slot) in pick.moves.iter().zip(pick.does..) {
            line.stands(own.move_node(mv), Place::Work(slot), false);
        }
    }
}

/// What is to be worked out from the state, and where it is put.
fn answers(
    own: &Network,
    terminal: u32,
    picks: &[Choice],
    goals: &GoalSlots,
    single: bool,
) -> Vec<(Lit, u32)> {
    let outputs = &own.outputs;
    let mut answers = vec![(outputs.terminal, terminal)];
    for pick in picks.iter().filter(|_| single) {
        let moves = pick.moves.iter().zip(pick.legal..);
        answers.extend(moves.map(|(&mv, slot)| (outputs.legal[mv], slot)));
    }
    let lits = outputs.goals.iter().flatten().map(|&(_, lit)| lit);
    answers.extend(lits.zip(goals.iter().flatten().map(|&(_, slot)| slot)));
    answers
}

/// Gates of the state that the next state needs as they are.
fn shared_nodes(own: &Network, roots: &[Lit], of_state: &[bool], of_moves: &[bool]) -> Vec<usize> {
    let mut shared: Vec<usize> = roots.iter().map(|lit| lit.node()).collect();
    for node in (0..of_moves.len()).filter(|&node| of_moves[node]) {
        shared.extend(own.gates.operands(node).iter().map(|lit| lit.node()));
    }
    for &(node, lit) in own.circles.iter().flat_map(|circle| &circle.follows) {
        if of_moves[node] {
            shared.push(lit.node());
        }
    }
    shared.retain(|&node| of_state[node]);
    shared.sort_unstable();
    shared.dedup();
    shared
}

impl GoalProgram {
    /// Compiles the goals of a network.
    pub(crate) fn new(network: &Network, target: Option<Target>) -> Self {
        let levels = levels(network);
        let mut line = Liner::new(network, &levels, FREE);
        let goals = &network.outputs.goals;
        let roots: Vec<Lit> = goals.iter().flatten().map(|&(_, lit)| lit).collect();
        let needed = needed(network, &roots, |node| node < network.first_gate());
        line.circles(&needed);
        let mut of_role = |goals: &Vec<(i32, Lit)>| {
            let put = goals.iter().map(|&(points, lit)| {
                let slot = line.room();
                line.put(lit, Place::Work(slot));
                (points, slot)
            });
            put.collect::<Vec<_>>()
        };
        let slots = goals.iter().map(&mut of_role).collect();
        Self {
            slots,
            fluents: fluents_of(network, &roots),
            program: Program::new(&line.finish(), network.fluents.len(), target),
        }
    }
}

/// The fluents that some literals depend on.
fn fluents_of(network: &Network, roots: &[Lit]) -> Vec<usize> {
    let seen = needed(network, roots, |_| false);
    (0..network.fluents.len())
        .filter(|&fluent| seen[Network::fluent_node(fluent)])
        .collect()
}
