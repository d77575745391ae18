//! What the lanes run: for each phase a program for the state and one for the moves.

use super::program::{Program, Slots};
use super::select::Choice;
use crate::network::{Choices, Lit, Network, phases};

/// Goals of more gates of their own than this are worked out for ended games only.
const CHEAP_GOALS: usize = 48;

/// What happens in one phase.
#[derive(Clone, Debug)]
pub(crate) struct Phase {
    /// Legal moves, terminal, and the goals where they are cheap.
    pub(crate) state: Program,
    /// The next state.
    pub(crate) moves: Program,
    pub(crate) choices: Vec<Choice>,
    pub(crate) terminal: u32,
    /// For every fluent that matters: its slot and that of its next value, or of its complement.
    pub(crate) next: [Vec<(u32, u32)>; 2],
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
    pub(crate) size: usize,
}

/// A network made ready for lanes.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) phases: Vec<Phase>,
    /// The fluents that are known in each phase.
    pub(crate) known: Vec<Vec<Option<bool>>>,
    /// Where goals are not cheap.
    pub(crate) goals: Option<GoalProgram>,
    pub(crate) fluents: usize,
    /// Slots that a run needs.
    pub(crate) size: usize,
}

impl Compiled {
    /// Compiles a network, by phases if `by_phases` and it has any.
    pub(crate) fn new(network: &Network, by_phases: bool) -> Self {
        let known = if by_phases {
            phases(network)
        } else {
            vec![vec![None; network.fluents.len()]]
        };
        let matters = mattering(network);
        let cheap = own_goal_gates(network) <= CHEAP_GOALS;
        let mut size = 0;
        let phases = known
            .iter()
            .map(|fixed| compile_phase(network, fixed, &matters, cheap, &mut size))
            .collect();
        Self {
            phases,
            known,
            goals: (!cheap).then(|| compile_goals(network)),
            fluents: network.fluents.len(),
            size,
        }
    }

    /// The phase that a state is in; `None` where it is in none.
    pub(crate) fn phase_of(&self, holds: impl Fn(usize) -> bool) -> Option<usize> {
        self.known.iter().position(|known| {
            let mut known = known.iter().enumerate();
            known.all(|(fluent, value)| value.is_none_or(|value| value == holds(fluent)))
        })
    }
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

/// How many gates only the goals need.
fn own_goal_gates(network: &Network) -> usize {
    let mut slots = Slots::new(network);
    let outputs = &network.outputs;
    let mut roots: Vec<Lit> = outputs.legal.iter().chain(&outputs.next).copied().collect();
    roots.push(outputs.terminal);
    Program::new(network, &roots, &mut slots);
    let goals: Vec<Lit> = outputs
        .goals
        .iter()
        .flatten()
        .map(|&(_, lit)| lit)
        .collect();
    Program::new(network, &goals, &mut slots).gates()
}

fn compile_phase(
    network: &Network,
    fixed: &[Option<bool>],
    matters: &[bool],
    cheap_goals: bool,
    size: &mut usize,
) -> Phase {
    let keep = |outputs: &mut crate::network::Outputs| {
        for (lit, &matters) in outputs.next.iter_mut().zip(matters) {
            if !matters {
                *lit = Lit::FALSE;
            }
        }
        if !cheap_goals {
            outputs.goals.iter_mut().for_each(Vec::clear);
        }
    };
    // First the fluents, so that moves which are impossible now are known; then what that says of the rest.
    let folded = network.rebuilt(fixed, None, keep);
    let choices = Choices::new(&folded);
    let own = folded.rebuilt(fixed, Some(&choices), |_| ());
    let mut slots = Slots::new(&own);
    let outputs = &own.outputs;
    let mut roots: Vec<Lit> = outputs.legal.clone();
    roots.push(outputs.terminal);
    roots.extend(outputs.goals.iter().flatten().map(|&(_, lit)| lit));
    let mut state = Program::new(&own, &roots, &mut slots);
    let mut seen = |lit: Lit, slots: &mut Slots| {
        if lit.is_not() {
            state.copy(lit, slots)
        } else {
            slots.of(lit.node())
        }
    };
    let terminal = seen(outputs.terminal, &mut slots);
    let mut picks = Vec::new();
    for role in 0..own.roles.len() {
        let moves: Vec<usize> = choices.of_role(role).collect();
        if moves.len() > 1 {
            picks.push(Choice {
                legal: moves
                    .iter()
                    .map(|&mv| seen(outputs.legal[mv], &mut slots))
                    .collect(),
                does: moves
                    .iter()
                    .map(|&mv| slots.of(own.move_node(mv)))
                    .collect(),
            });
        }
    }
    let goals = cheap_goals.then(|| {
        let of_role = |goals: &Vec<(i32, Lit)>| {
            goals
                .iter()
                .map(|&(points, lit)| (points, seen(lit, &mut slots)))
                .collect()
        };
        outputs.goals.iter().map(of_role).collect()
    });
    let wanted: Vec<usize> = (0..own.fluents.len())
        .filter(|&fluent| matters[fluent])
        .collect();
    let roots: Vec<Lit> = wanted.iter().map(|&fluent| outputs.next[fluent]).collect();
    let mut moves = Program::new(&own, &roots, &mut slots);
    let mut next = [Vec::new(), Vec::new()];
    for &fluent in &wanted {
        let lit = outputs.next[fluent];
        let node = Network::fluent_node(fluent);
        // Fluents change while the next state is put in their place, so they are copied first.
        if lit.node() != node && (1..=own.fluents.len()).contains(&lit.node()) {
            next[0].push((node as u32, moves.copy(lit, &mut slots)));
        } else {
            next[usize::from(lit.is_not())].push((node as u32, slots.of(lit.node())));
        }
    }
    *size = (*size).max(slots.end as usize);
    Phase {
        state,
        moves,
        choices: picks,
        terminal,
        next,
        goals,
    }
}

fn compile_goals(network: &Network) -> GoalProgram {
    let mut slots = Slots::new(network);
    let goals = &network.outputs.goals;
    let roots: Vec<Lit> = goals.iter().flatten().map(|&(_, lit)| lit).collect();
    let mut program = Program::new(network, &roots, &mut slots);
    let mut seen = |lit: Lit| {
        if lit.is_not() {
            program.copy(lit, &mut slots)
        } else {
            slots.of(lit.node())
        }
    };
    let of_role = |goals: &Vec<(i32, Lit)>| {
        goals
            .iter()
            .map(|&(points, lit)| (points, seen(lit)))
            .collect()
    };
    let goal_slots = goals.iter().map(of_role).collect();
    GoalProgram {
        slots: goal_slots,
        fluents: fluents_of(network, &roots),
        size: slots.end as usize,
        program,
    }
}

/// The fluents that some literals depend on.
fn fluents_of(network: &Network, roots: &[Lit]) -> Vec<usize> {
    let mut seen = vec![false; network.gates.nodes.len()];
    let mut open: Vec<usize> = roots.iter().map(|lit| lit.node()).collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(network.gates.operands(node).iter().map(|lit| lit.node()));
            let circles = network.circles.iter().flat_map(|circle| &circle.follows);
            open.extend(
                circles
                    .filter(|(other, _)| *other == node)
                    .map(|(_, lit)| lit.node()),
            );
        }
    }
    (0..network.fluents.len())
        .filter(|&fluent| seen[Network::fluent_node(fluent)])
        .collect()
}
