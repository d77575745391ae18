//! Choosing a legal move in every lane, as operations of the lines: counting up a tree, then walking down.
//!
//! Numbers are bit-sliced: block `j` of a number holds bit `j` of every lane.
//! The candidates are the leaves of a binary tree. On the way up, each node
//! counts the legal leaves below it. A rank below the total is drawn; on the
//! way down a lane goes left where its rank is below the count there, and
//! otherwise right with what is left of the rank. What a rank is in lanes that
//! went elsewhere does not matter, so no node waits for another.

use super::line::{Kind, Line, Liner, Place, TRUE, Three, Value};
use crate::network::Lit;

/// The lowest bit first.
type Number = Vec<Value>;

/// Where the counts of the left halves are kept, in the order in which the way down needs them.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    places: Vec<u32>,
}

/// Bits of numbers up to `most`.
pub(super) fn width(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
}

/// How many leaves of a tree are to the left: as many as fill a tree of their own, and at least half.
fn left_of(leaves: usize) -> usize {
    leaves.next_power_of_two() / 2
}

/// The way up: counts the legal candidates and puts the total into places from `total` on.
pub(super) fn count(state: &mut Liner<'_>, legal: &[Lit], total: u32) -> Counts {
    let mut counts = Counts::default();
    let all = count_of(state, legal, &mut counts.places);
    for (bit, place) in all.into_iter().zip(total..) {
        state.put_value(bit, Place::Work(place));
    }
    counts
}

/// Works out candidates when they are counted, and puts counts away when they are made: few values wait at any time.
fn count_of(state: &mut Liner<'_>, legal: &[Lit], kept: &mut Vec<u32>) -> Number {
    if let [single] = *legal {
        return vec![state.plain_value(single)];
    }
    let (left, right) = legal.split_at(left_of(legal.len()));
    let at = kept.len();
    let left = count_of(state, left, kept);
    // The way down meets a node before what is below it.
    let places: Vec<u32> = left.iter().map(|_| state.room()).collect();
    for (&bit, &place) in left.iter().zip(&places) {
        state.put_value(bit, Place::Work(place));
    }
    kept.splice(at..at, places);
    let right = count_of(state, right, kept);
    let mut sum = add(state.line(), &left, &right);
    sum.truncate(width(legal.len()));
    sum
}

fn add(line: &mut Line, long: &[Value], short: &[Value]) -> Number {
    let mut sum = Number::new();
    let mut carry = None;
    for (place, &bit) in long.iter().enumerate() {
        let (here, on) = match (short.get(place).copied(), carry) {
            (Some(other), Some(carry)) => {
                let operands = [bit, other, carry];
                let here = line.three(Three::Sum, operands);
                (here, line.three(Three::Carry, operands))
            }
            (Some(other), None) | (None, Some(other)) => {
                let here = line.two(Kind::Xor, bit, other);
                (here, line.two(Kind::And, bit, other))
            }
            (None, None) => (bit, TRUE),
        };
        sum.push(here);
        carry = Some(on);
    }
    sum.extend(carry);
    sum
}

/// The way down: a value per candidate, set where it is chosen; the rank is found from `rank` on.
pub(super) fn choose(
    moves: &mut Liner<'_>,
    candidates: usize,
    rank: u32,
    counts: &Counts,
) -> Vec<Value> {
    let bits = (0..width(candidates - 1) as u32).map(|bit| moves.found_in(Place::Work(rank + bit)));
    let rank: Number = bits.collect();
    let places = counts.places.iter();
    let kept: Vec<Value> = places
        .map(|&place| moves.found_in(Place::Work(place)))
        .collect();
    let mut chosen = Vec::with_capacity(candidates);
    let mut kept = kept.into_iter();
    let node = Node {
        leaves: candidates,
        here: TRUE,
        rank,
    };
    walk(moves.line(), node, &mut kept, &mut chosen);
    chosen
}

/// A node on the way down: its leaves, the lanes that have come here, and their ranks.
struct Node {
    leaves: usize,
    here: Value,
    rank: Number,
}

fn walk(
    line: &mut Line,
    node: Node,
    kept: &mut impl Iterator<Item = Value>,
    chosen: &mut Vec<Value>,
) {
    if node.leaves == 1 {
        chosen.push(node.here);
        return;
    }
    let left = left_of(node.leaves);
    let right = node.leaves - left;
    let count: Number = kept.take(width(left)).collect();
    let (below, mut rest) = take_away(line, &node.rank, &count);
    let here = line.two(Kind::And, node.here, below);
    let there = line.two(Kind::NotAnd, here, node.here);
    let mut rank = node.rank;
    rank.truncate(width(left - 1));
    rest.truncate(width(right - 1));
    let left = Node {
        leaves: left,
        here,
        rank,
    };
    walk(line, left, kept, chosen);
    let right = Node {
        leaves: right,
        here: there,
        rank: rest,
    };
    walk(line, right, kept, chosen);
}

/// Whether the rank is below the count, and the rank less the count; the count has no more bits than the rank.
fn take_away(line: &mut Line, rank: &[Value], count: &[Value]) -> (Value, Number) {
    let mut rest = Number::new();
    let mut borrow: Option<Value> = None;
    for (place, &rank) in rank.iter().enumerate() {
        let (here, on) = match (count.get(place).copied(), borrow) {
            (Some(count), Some(borrow)) => {
                let operands = [rank, count, borrow];
                let here = line.three(Three::Sum, operands);
                (here, line.three(Three::Borrow, operands))
            }
            (Some(other), None) | (None, Some(other)) => (
                line.two(Kind::Xor, rank, other),
                line.two(Kind::NotAnd, rank, other),
            ),
            (None, None) => (rank, TRUE),
        };
        rest.push(here);
        borrow = Some(on);
    }
    (borrow.unwrap_or(TRUE), rest)
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::super::block::{Block, BlockChance, LANES, WORDS};
    use super::super::memory::Memory;
    use super::super::processor::Vectors;
    use super::super::program::Program;
    use super::super::select::draw_rank;
    use super::*;
    use crate::lanes::line::levels;
    use crate::network::Network;

    /// A network of as many fluents as there are candidates, each legal where its fluent holds.
    fn network(candidates: usize) -> Network {
        let rules = "(role x) (legal x a) (goal x 0) (<= terminal (true (f 0)))";
        let fluent = |number| format!("(<= (next (f {number})) (does x a)) (init (f {number}))");
        let fluents: Vec<String> = (0..candidates).map(fluent).collect();
        let sheet = format!("{rules} {}", fluents.concat());
        let sheet = crate::Sheet::read_plainly(&sheet).unwrap();
        Network::new(sheet, crate::GroundLimits::default()).unwrap()
    }

    /// Random sets of legal moves: exactly one of them is chosen, and each as often as the others.
    #[test]
    fn exactly_one_legal_move_is_picked_and_each_as_often_as_the_others() {
        for vectors in Vectors::available() {
            for candidates in [1usize, 2, 3, 4, 5, 7, 8, 13, 37, 64, 200] {
                picks_uniformly(candidates, vectors);
            }
        }
    }

    fn picks_uniformly(candidates: usize, vectors: Vectors) {
        let network = network(candidates);
        assert_eq!(network.fluents.len(), candidates);
        let levels = levels(&network);
        let mut state = Liner::new(&network, &levels, 1);
        let (total, rank) = (
            state.rooms(width(candidates)),
            state.rooms(width(candidates)),
        );
        let does = state.rooms(candidates);
        let legal: Vec<Lit> = (0..candidates)
            .map(|fluent| Lit::of(Network::fluent_node(fluent)))
            .collect();
        let counts = count(&mut state, &legal, total);
        let state = state.finish();
        let mut moves = Liner::new(&network, &levels, state.work);
        let chosen = choose(&mut moves, candidates, rank, &counts);
        for (value, place) in chosen.into_iter().zip(does..) {
            moves.put_value(value, Place::Work(place));
        }
        let fluents = candidates;
        let target = vectors.target();
        let state = Program::new(&state, fluents, target);
        let moves = Program::new(&moves.finish(), fluents, target);
        let mut memory = Memory::new(fluents, state.work.max(moves.work));
        let mut single = Chance::new(candidates as u64);
        let mut chance = BlockChance::new(&mut single);
        // Half of the lanes have all moves, the others a random half of them.
        for value in memory.now_mut() {
            *value = Block(std::array::from_fn(|word| {
                if word < WORDS / 2 {
                    u64::MAX
                } else {
                    single.bits()
                }
            }));
        }
        let mut hits = vec![0u64; candidates];
        let rounds = 600;
        state.run(&mut memory);
        for _ in 0..rounds {
            let none = draw_rank(
                memory.work_mut(),
                total,
                rank,
                candidates,
                &mut chance,
                &mut single,
            );
            moves.run(&mut memory);
            for lane in 0..LANES {
                let legal = memory.now().iter().filter(|own| own.has(lane)).count();
                assert_eq!(none.has(lane), legal == 0);
                if legal == 0 {
                    continue;
                }
                let does = &memory.work()[does as usize..][..candidates];
                let mut chosen = (0..candidates).filter(|&mv| does[mv].has(lane));
                let mv = chosen.next().expect("one is chosen");
                assert!(chosen.next().is_none() && memory.now()[mv].has(lane));
                hits[mv] += u64::from(lane < LANES / 2);
            }
        }
        let expected = (LANES / 2 * rounds) as f64 / candidates as f64;
        let chi: f64 = hits
            .iter()
            .map(|&hits| (hits as f64 - expected).powi(2) / expected)
            .sum();
        let free = candidates as f64 - 1.0;
        assert!(
            chi <= free + 5.0 * (2.0 * free).sqrt() + 1e-9,
            "{candidates} candidates: χ² {chi}"
        );
    }
}
