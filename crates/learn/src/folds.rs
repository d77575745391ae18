//! Which part of the rows a group belongs to in cross-validation.

use plyscope_game::Chance;

/// Assigns groups to folds at random, as evenly as can be.
///
/// Of every so many groups in a row, as many as there are folds, each goes to
/// another fold; the order is shuffled anew each time. So no list of folds is
/// kept, and a fold depends on nothing but seed and group.
pub(crate) struct Folds {
    seed: u64,
    /// The last deal, because neighbouring rows ask for it again.
    deal: Option<usize>,
    order: Vec<usize>,
}

impl Folds {
    /// `count` folds; with one, everything belongs to it.
    pub(crate) fn new(count: usize, seed: u64) -> Self {
        Self {
            seed,
            deal: None,
            order: (0..count.max(1)).collect(),
        }
    }

    /// The fold of a group.
    pub(crate) fn of(&mut self, group: usize) -> usize {
        let count = self.order.len();
        let deal = group / count;
        if self.deal != Some(deal) {
            self.order.sort_unstable();
            Chance::for_task(self.seed, deal as u64).shuffle(&mut self.order);
            self.deal = Some(deal);
        }
        self.order[group % count]
    }
}

#[cfg(test)]
mod tests {
    use super::Folds;

    #[test]
    fn folds_are_of_equal_size_and_depend_on_nothing_but_the_group() {
        let mut folds = Folds::new(7, 3);
        let forwards: Vec<usize> = (0..700).map(|group| folds.of(group)).collect();
        let mut again = Folds::new(7, 3);
        let backwards: Vec<usize> = (0..700).rev().map(|group| again.of(group)).collect();
        assert!(forwards.iter().eq(backwards.iter().rev()));
        for fold in 0..7 {
            assert_eq!(forwards.iter().filter(|&&own| own == fold).count(), 100);
        }
        assert!((0..700).any(|group| forwards[group] != group % 7));
    }
}
