//! Gates: ANDs of literals, each kept once; a literal is a node and a sign.

use crate::hash::{FastMap, fold};
use plyscope_game::mix;

/// A node or its complement: twice the node's number, plus one for the complement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Lit(pub(crate) u32);

impl Lit {
    pub(crate) const TRUE: Self = Self(0);
    pub(crate) const FALSE: Self = Self(1);

    /// The node as it is.
    pub(crate) fn of(node: usize) -> Self {
        Self((node as u32) << 1)
    }

    /// The node without its sign.
    #[inline]
    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the complement.
    #[inline]
    pub(crate) fn is_not(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal, turned round if `not`.
    pub(crate) fn xor(self, not: bool) -> Self {
        Self(self.0 ^ u32::from(not))
    }
}

impl std::ops::Not for Lit {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// Always true; node 0.
    True,
    Fluent(u32),
    Move(u32),
    /// A fact of a circle, found by going round it.
    Circle,
    /// All of the operands from `first` on.
    And {
        first: u32,
        count: u32,
    },
}

/// No gate: node 0 is none.
const NONE: u32 = 0;

/// Gates under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gates {
    pub(crate) nodes: Vec<Node>,
    pub(crate) operands: Vec<Lit>,
    /// By hash: the last gate that was made with it.
    known: FastMap<u64, u32>,
    /// By gate: the one before it with the same hash.
    before: Vec<u32>,
}

impl Gates {
    /// Inputs only.
    pub(crate) fn new(fluents: usize, moves: usize) -> Self {
        let mut gates = Self::default();
        gates.nodes.push(Node::True);
        gates.nodes.extend((0..fluents as u32).map(Node::Fluent));
        gates.nodes.extend((0..moves as u32).map(Node::Move));
        gates
    }

    /// A node for a fact of a circle.
    pub(crate) fn circle(&mut self) -> Lit {
        self.nodes.push(Node::Circle);
        Lit::of(self.nodes.len() - 1)
    }

    /// The operands of an AND; none of other nodes.
    #[inline]
    pub(crate) fn operands(&self, node: usize) -> &[Lit] {
        match self.nodes[node] {
            Node::And { first, count } => &self.operands[first as usize..(first + count) as usize],
            _ => &[],
        }
    }

    /// Whether all of the literals hold. Empties `lits`.
    pub(crate) fn and(&mut self, lits: &mut Vec<Lit>) -> Lit {
        lits.sort_unstable();
        lits.dedup();
        if lits.first() == Some(&Lit::TRUE) {
            lits.remove(0);
        }
        let contradicts =
            lits.first() == Some(&Lit::FALSE) || lits.windows(2).any(|pair| pair[0] == !pair[1]);
        let made = match lits[..] {
            _ if contradicts => Lit::FALSE,
            [] => Lit::TRUE,
            [single] => single,
            _ => self.gate(lits),
        };
        lits.clear();
        made
    }

    /// The gates of another network of the same inputs, without circles; gives the literal here of each of its nodes.
    pub(crate) fn take_in(&mut self, other: &Self) -> Vec<Lit> {
        let mut map: Vec<Lit> = Vec::with_capacity(other.nodes.len());
        let mut lits = Vec::new();
        for (node, kind) in other.nodes.iter().enumerate() {
            map.push(if let Node::And { .. } = kind {
                let operands = other.operands(node).iter();
                lits.extend(operands.map(|lit| map[lit.node()].xor(lit.is_not())));
                self.and(&mut lits)
            } else {
                Lit::of(node)
            });
        }
        map
    }

    /// Gives an AND fewer operands that say the same.
    pub(super) fn set_operands(&mut self, node: usize, lits: &[Lit]) {
        if let Node::And { first, count } = &mut self.nodes[node] {
            *count = lits.len() as u32;
            self.operands[*first as usize..][..lits.len()].copy_from_slice(lits);
        }
    }

    /// Whether some of the literals hold. Empties `lits`.
    pub(crate) fn or(&mut self, lits: &mut Vec<Lit>) -> Lit {
        for lit in &mut *lits {
            *lit = !*lit;
        }
        !self.and(lits)
    }

    fn gate(&mut self, lits: &[Lit]) -> Lit {
        let hash = mix(lits
            .iter()
            .fold(0, |hash, lit| fold(hash, u64::from(lit.0))));
        let node = self.nodes.len();
        let last = self.known.get(&hash).copied().unwrap_or(NONE);
        let mut known = last;
        while known != NONE {
            if self.operands(known as usize) == lits {
                return Lit::of(known as usize);
            }
            known = self.before.get(known as usize).copied().unwrap_or(NONE);
        }
        self.known.insert(hash, node as u32);
        self.before.resize(node + 1, NONE);
        self.before[node] = last;
        self.nodes.push(Node::And {
            first: self.operands.len() as u32,
            count: lits.len() as u32,
        });
        self.operands.extend_from_slice(lits);
        Lit::of(node)
    }
}
