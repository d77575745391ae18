//! Moving labels apart so that none covers another.
//!
//! One direction: labels at the ends of lines, moved as little as possible.
//! Two directions: names of points, beside, above or below, or left out.

/// Places for labels of a height whose middles want to be at `wanted`, none
/// overlapping, within `top..=bottom`, with the least sum of squared moves.
///
/// The order of the labels is that of what they want; equal wishes keep their order.
/// If they do not all fit, they run over the bottom.
pub(crate) fn spread(wanted: &[f64], height: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    // With the room of the labels above taken off, "apart" becomes "not decreasing":
    // neighbours in the wrong order are pooled at their mean.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (above, &label) in order.iter().enumerate() {
        let mut pool = (wanted[label] - above as f64 * height, 1);
        while let Some(&before) = pools.last() {
            if before.0 <= pool.0 {
                break;
            }
            pools.pop();
            let count = before.1 + pool.1;
            let sum = before.0 * before.1 as f64 + pool.0 * pool.1 as f64;
            pool = (sum / count as f64, count);
        }
        pools.push(pool);
    }
    let first = top + height / 2.0;
    let last = (bottom + height / 2.0 - wanted.len() as f64 * height).max(first);
    let reduced = pools
        .iter()
        .flat_map(|&(place, count)| std::iter::repeat_n(place.clamp(first, last), count));
    let mut places = vec![0.0; wanted.len()];
    for ((above, place), &label) in reduced.enumerate().zip(&order) {
        places[label] = place + above as f64 * height;
    }
    places
}

/// A box on the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    fn meets(&self, other: &Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    fn holds(&self, other: &Self) -> bool {
        other.x >= self.x
            && other.right() <= self.right()
            && other.y >= self.y
            && other.bottom() <= self.bottom()
    }
}

/// Where the label of a point of radius `reach` may stand without covering
/// what is `taken`, inside `room`; takes the place.
pub(crate) fn beside(
    (x, y): (f64, f64),
    reach: f64,
    (width, height): (f64, f64),
    room: &Area,
    taken: &mut Vec<Area>,
) -> Option<Area> {
    let (middle, centre) = (y - height / 2.0, x - width / 2.0);
    let places = [
        (x + reach, middle),
        (x - reach - width, middle),
        (centre, y - reach - height),
        (centre, y + reach),
        (x + reach, y - reach - height),
        (x + reach, y + reach),
    ];
    let boxes = places.map(|(x, y)| Area {
        x,
        y,
        width,
        height,
    });
    let free = |place: &Area| room.holds(place) && !taken.iter().any(|other| other.meets(place));
    let place = boxes.into_iter().find(free)?;
    taken.push(place);
    Some(place)
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::{Area, beside, spread};

    #[test]
    fn labels_with_room_stay_where_they_are() {
        assert_eq!(spread(&[50.0, 10.0], 12.0, 0.0, 100.0), [50.0, 10.0]);
        assert!(spread(&[], 12.0, 0.0, 100.0).is_empty());
    }

    #[test]
    fn crowded_labels_share_the_move() {
        assert_eq!(spread(&[50.0, 50.0], 12.0, 0.0, 100.0), [44.0, 56.0]);
        assert_eq!(spread(&[0.0, 0.0], 12.0, 0.0, 100.0), [6.0, 18.0]);
        assert_eq!(spread(&[99.0, 99.0], 12.0, 0.0, 100.0), [82.0, 94.0]);
    }

    #[test]
    fn labels_never_overlap_and_keep_their_order() {
        let mut chance = Chance::new(3);
        for _ in 0..500 {
            let count = 1 + chance.below(15) as usize;
            let wanted: Vec<f64> = (0..count).map(|_| f64::from(chance.below(200))).collect();
            let places = spread(&wanted, 13.0, 0.0, 200.0);
            for a in 0..count {
                assert!((6.5..=193.5).contains(&places[a]));
                for b in 0..a {
                    assert!((places[a] - places[b]).abs() > 13.0 - 1e-9);
                    assert!(wanted[a] >= wanted[b] || places[a] < places[b]);
                }
            }
        }
    }

    #[test]
    fn names_of_points_do_not_cover_each_other() {
        let room = Area {
            x: 0.0,
            y: 0.0,
            width: 200.0,
            height: 100.0,
        };
        let mut taken = Vec::new();
        let mut place = || beside((100.0, 50.0), 5.0, (40.0, 12.0), &room, &mut taken);
        let (first, second) = (place().expect("room"), place().expect("room"));
        assert!(!first.meets(&second));
        let far = beside((500.0, 50.0), 5.0, (40.0, 12.0), &room, &mut taken);
        assert_eq!(far, None);
    }
}
