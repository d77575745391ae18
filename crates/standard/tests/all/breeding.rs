//! A game with planted weights: breeding finds their order.

use plyscope_game::{
    Board, Cell, Error, Facts, Feature, Features, Game, Limits, Notation, Payoffs, Player, Value,
};
use plyscope_learn::genetic::{GeneticParams, Variant};

use plyscope_workbench::{BreedOrder, GameEntry, OpeningsOrder, Shelf, breed};

/// Players take stones of four kinds in turn; what they are worth is not on them.
#[derive(Clone)]
struct Stones;

/// What a stone of each kind is worth, and how many there are of each.
const WORTH: [u8; 4] = [1, 4, 2, 7];
const EACH: u8 = 5;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Taken {
    by: [[u8; 4]; 2],
    mover: Player,
}

impl Taken {
    fn left(&self, kind: usize) -> u8 {
        EACH - self.by[0][kind] - self.by[1][kind]
    }
}

impl Game for Stones {
    type State = Taken;
    type Move = usize;
    type Moves = std::vec::IntoIter<usize>;

    fn facts(&self) -> Facts {
        Facts::win_draw_loss(4 * u32::from(EACH), 4, 4)
    }
    fn start(&self) -> Taken {
        Taken {
            by: [[0; 4]; 2],
            mover: Player::FIRST,
        }
    }
    fn mover(&self, state: &Taken) -> Player {
        state.mover
    }
    fn moves(&self, state: &Taken) -> Self::Moves {
        let kinds = (0..4).filter(|&kind| state.left(kind) > 0);
        kinds.collect::<Vec<_>>().into_iter()
    }
    fn play(&self, state: &mut Taken, kind: usize) {
        state.by[state.mover.index()][kind] += 1;
        state.mover = state.mover.opponent();
    }
    fn payoffs(&self, state: &Taken) -> Option<Payoffs> {
        let is_over = (0..4).all(|kind| state.left(kind) == 0);
        is_over.then(|| {
            let worth = |own: [u8; 4]| -> u8 { own.iter().zip(WORTH).map(|(n, w)| n * w).sum() };
            match worth(state.by[0]).cmp(&worth(state.by[1])) {
                std::cmp::Ordering::Greater => Payoffs::win(Player::FIRST),
                std::cmp::Ordering::Less => Payoffs::win(Player::SECOND),
                std::cmp::Ordering::Equal => Payoffs::DRAW,
            }
        })
    }
    fn move_index(&self, kind: usize) -> usize {
        kind
    }
}

impl Notation for Stones {
    fn write_state(&self, state: &Taken) -> String {
        format!("{:?}", (state.by, state.mover.0))
    }
    fn read_state(&self, _: &str) -> Result<Taken, Error> {
        Err(Error::misread("states are not read here", "give moves"))
    }
    fn write_move(&self, _: &Taken, kind: usize) -> String {
        kind.to_string()
    }
    fn read_move(&self, state: &Taken, text: &str) -> Result<usize, Error> {
        let kind = text.parse().ok();
        let legal = kind.filter(|own| self.moves(state).any(|legal| legal == *own));
        legal.ok_or_else(|| Error::misread("there is none left", "take another kind"))
    }
    fn board(&self, _: &Taken) -> Board {
        Board::default()
    }
    fn cell(&self, _: &Taken, _: usize) -> Option<Cell> {
        None
    }
}

/// How many more of each kind one has.
#[derive(Clone)]
struct Kinds;

impl Features<Stones> for Kinds {
    fn list(&self, _: &Stones) -> Vec<Feature> {
        let name = |kind: usize| Feature::new(format!("kind{kind}"), "own less the opponent's");
        (0..4).map(name).collect()
    }
    fn each(&self, _: &Stones, state: &Taken, player: Player, mut put: impl FnMut(usize, Value)) {
        for kind in 0..4 {
            let of = |own: Player| Value::from(state.by[own.index()][kind]);
            put(kind, of(player) - of(player.opponent()));
        }
    }
}

/// The game with its planted weights, for a registry.
pub(super) fn stones() -> GameEntry {
    GameEntry::new("stones", "planted", &[], |_| {
        Ok(Shelf::new(Stones).features("kinds", "stones by kind", Kinds))
    })
}

fn found(variant: Variant, seed: u64, threads: usize) -> Vec<f64> {
    let mut registry = plyscope_standard::registry();
    registry.add_game(stones());
    let game = registry.open("stones").unwrap();
    let order = BreedOrder {
        features: None,
        only: &[],
        tied: None,
        reference: None,
        by: "linear",
        openings: OpeningsOrder::Start,
        max_plies: None,
        params: GeneticParams {
            generations: 12,
            hall: 4,
            replay: 4,
            seed,
            ..GeneticParams::usual(variant)
        },
        start: None,
        limits: Limits::best_move(),
        threads,
        journal: None,
        progress: &|_| {},
    };
    breed(&game, &order).unwrap().evolution.weights
}

#[test]
fn the_order_of_planted_weights_is_found_on_any_number_of_threads() {
    for variant in Variant::ALL {
        for seed in 1..=3 {
            let weights = found(variant, seed, 2);
            let [one, four, two, seven] = weights[..] else {
                panic!("four weights")
            };
            assert!(
                one < two && two < four && four < seven,
                "{variant:?} {weights:?}"
            );
        }
        assert_eq!(found(variant, 1, 1), found(variant, 1, 8));
    }
}
