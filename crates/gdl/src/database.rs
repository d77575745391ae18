//! Sets of facts by relation, with indexes on the parts of them that joins ask for.

use crate::hash::{FastMap, fold};
use crate::terms::{Shape, Term, Terms};

/// The way from the top of a fact to one of its parts: argument numbers.
pub(crate) type Path = Box<[u16]>;

/// The part of `fact` at the end of `path`, which must exist.
#[inline]
pub(crate) fn part(terms: &Terms, fact: Term, path: &[u16]) -> Term {
    path.iter().fold(fact, |term, &argument| {
        terms.arguments(term)[usize::from(argument)]
    })
}

/// What an index is over: facts with these shapes inside, by these parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct IndexSpec {
    /// Outer shapes come before those inside them.
    pub(crate) shapes: Vec<(Path, Shape)>,
    pub(crate) keys: Vec<Path>,
}

impl IndexSpec {
    fn fits(&self, terms: &Terms, fact: Term) -> bool {
        let mut shapes = self.shapes.iter();
        shapes.all(|(path, shape)| terms.shape(part(terms, fact, path)) == *shape)
    }

    fn hash(&self, terms: &Terms, fact: Term) -> u64 {
        hash_of_keys(self.keys.iter().map(|path| part(terms, fact, path)))
    }
}

/// The hash under which facts with these key parts are found; different keys may share it.
#[inline]
pub(crate) fn hash_of_keys(keys: impl Iterator<Item = Term>) -> u64 {
    keys.fold(0, |hash, key| fold(hash, u64::from(key.0) + 1))
}

#[derive(Clone, Debug)]
struct Index {
    spec: IndexSpec,
    places: FastMap<u64, Vec<u32>>,
    upto: usize,
}

/// The facts of one relation, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relation {
    pub(crate) facts: Vec<Term>,
    indexes: Vec<Index>,
    /// Facts before this place were known before the last round.
    pub(crate) stable: usize,
    /// Facts from `stable` to here are those of the last round.
    pub(crate) recent: usize,
}

impl Relation {
    /// The number of the index with this specification, made if there is none.
    fn index(&mut self, spec: IndexSpec) -> usize {
        let known = self.indexes.iter().position(|index| index.spec == spec);
        known.unwrap_or_else(|| {
            self.indexes.push(Index {
                spec,
                places: FastMap::default(),
                upto: 0,
            });
            self.indexes.len() - 1
        })
    }

    /// Places of the facts that an index has under a hash, in rising order.
    #[inline]
    pub(crate) fn places(&self, index: usize, hash: u64) -> &[u32] {
        self.indexes[index]
            .places
            .get(&hash)
            .map_or(&[], Vec::as_slice)
    }

    fn refresh(&mut self, terms: &Terms) {
        for index in &mut self.indexes {
            for place in index.upto..self.recent {
                let fact = self.facts[place];
                if index.spec.fits(terms, fact) {
                    let hash = index.spec.hash(terms, fact);
                    index.places.entry(hash).or_default().push(place as u32);
                }
            }
            index.upto = self.recent;
        }
    }

    fn clear(&mut self) {
        self.facts.clear();
        self.stable = 0;
        self.recent = 0;
        for index in &mut self.indexes {
            index.places.clear();
            index.upto = 0;
        }
    }
}

/// The number of a relation in its [`Database`].
pub(crate) type RelationId = usize;

const ABSENT: u32 = u32::MAX;

/// All facts that are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Database {
    numbers: FastMap<Shape, RelationId>,
    pub(crate) relations: Vec<Relation>,
    /// The place of every fact in its relation.
    places: Vec<u32>,
}

impl Database {
    /// The relation of a shape, made if there is none.
    pub(crate) fn relation(&mut self, shape: Shape) -> RelationId {
        *self.numbers.entry(shape).or_insert_with(|| {
            self.relations.push(Relation::default());
            self.relations.len() - 1
        })
    }

    /// The facts of a shape.
    pub(crate) fn facts(&self, shape: Shape) -> &[Term] {
        self.numbers
            .get(&shape)
            .map_or(&[], |&number| &self.relations[number].facts)
    }

    /// An index of a relation, complete once the next round has begun.
    pub(crate) fn index(&mut self, relation: RelationId, spec: IndexSpec) -> usize {
        self.relations[relation].index(spec)
    }

    /// Adds a fact; says whether it is new.
    pub(crate) fn add(&mut self, terms: &Terms, fact: Term) -> bool {
        if self.place(fact).is_some() {
            return false;
        }
        let number = fact.0 as usize;
        if number >= self.places.len() {
            self.places.resize((number + 1).max(terms.len()), ABSENT);
        }
        let relation = self.relation(terms.shape(fact));
        let facts = &mut self.relations[relation].facts;
        self.places[number] = facts.len() as u32;
        facts.push(fact);
        true
    }

    /// Where a fact stands in its relation, if it is known.
    #[inline]
    pub(crate) fn place(&self, fact: Term) -> Option<u32> {
        let place = self.places.get(fact.0 as usize).copied();
        place.filter(|&place| place != ABSENT)
    }

    /// Whether a fact is known.
    #[inline]
    pub(crate) fn has(&self, fact: Term) -> bool {
        self.place(fact).is_some()
    }

    /// Begins a round: facts added since the last one become the recent ones. Says whether there are any.
    pub(crate) fn next_round(&mut self, terms: &Terms) -> bool {
        let mut any = false;
        for relation in &mut self.relations {
            relation.stable = relation.recent;
            relation.recent = relation.facts.len();
            any |= relation.recent > relation.stable;
            relation.refresh(terms);
        }
        any
    }

    /// Brings all indexes up to date and lets every fact count as known for long.
    pub(crate) fn settle(&mut self, terms: &Terms) {
        self.next_round(terms);
        self.next_round(terms);
    }

    /// Brings the indexes of one relation up to date, where rounds do not matter.
    pub(crate) fn settle_one(&mut self, terms: &Terms, relation: RelationId) {
        let relation = &mut self.relations[relation];
        relation.recent = relation.facts.len();
        relation.stable = relation.recent;
        relation.refresh(terms);
    }

    /// Forgets all facts of one relation; its indexes stay and are empty.
    pub(crate) fn clear(&mut self, relation: RelationId) {
        for fact in &self.relations[relation].facts {
            self.places[fact.0 as usize] = ABSENT;
        }
        self.relations[relation].clear();
    }
}
