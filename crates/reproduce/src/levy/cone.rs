//! Weights that decide alike, as an open cone kept in whole numbers.
//!
//! A weighted sum that recognises finished games decides by comparing sums,
//! and whether one sum is larger than another depends only on which side of a
//! plane through the origin the weights lie. So the weights of all decisions
//! are cones between such planes, and cutting cones proves things about
//! every real weight, not only about those tried.

use std::cmp::Ordering;

/// Weights that can be told apart: c3, n3, c2, n2, c1, n1.
pub(super) const FEATURES: usize = 6;

/// Weights, a ray of them, or what two sums differ by.
pub(super) type Vector = [i64; FEATURES];

/// All sums of `rays`, each taken with a positive factor.
///
/// The rays are the edges of the closed cone, none of them a sum of others,
/// and no part of the cone lies on the negative side of one of its `walls`,
/// which are all the planes that bound it and some that only touch it.
#[derive(Clone, Debug)]
pub(super) struct Cone {
    rays: Vec<Vector>,
    walls: Vec<Vector>,
}

impl Cone {
    /// The weights whose signs are those of `signs`; 0 stays 0.
    pub(super) fn orthant(signs: Vector) -> Self {
        let axes = (0..FEATURES).filter(|&axis| signs[axis] != 0);
        let rays: Vec<Vector> = axes
            .map(|axis| {
                let mut ray = [0; FEATURES];
                ray[axis] = signs[axis].signum();
                ray
            })
            .collect();
        Self {
            walls: rays.clone(),
            rays,
        }
    }

    /// The weights that are a positive multiple of `weights`.
    pub(super) fn ray(weights: Vector) -> Self {
        Self {
            rays: vec![weights],
            walls: Vec::new(),
        }
    }

    /// Planes with no part of the cone on their negative side, among them all that bound it.
    pub(super) fn walls(&self) -> &[Vector] {
        &self.walls
    }

    /// The walls that cannot be left out.
    ///
    /// A wall can be left out if another touches all the edges that it touches.
    pub(super) fn outer_walls(&self) -> Vec<Vector> {
        let touched = |wall: &Vector| -> Vec<bool> {
            let rays = self.rays.iter();
            rays.map(|ray| dot(ray, wall) == 0).collect()
        };
        let within = |a: &[bool], b: &[bool]| a.iter().zip(b).all(|(a, b)| !a || *b);
        let mut outer: Vec<(Vec<bool>, Vector)> = Vec::new();
        for wall in &self.walls {
            let touches = touched(wall);
            if outer.iter().any(|(known, _)| within(&touches, known)) {
                continue;
            }
            outer.retain(|(known, _)| !within(known, &touches));
            outer.push((touches, *wall));
        }
        outer.into_iter().map(|(_, wall)| wall).collect()
    }

    /// How `weights · across` compares with 0, if it does so alike for all weights of the cone.
    pub(super) fn side(&self, across: &Vector) -> Option<Ordering> {
        let sides = self.rays.iter().map(|ray| dot(ray, across).cmp(&0));
        let mut decided = Ordering::Equal;
        for side in sides.filter(|&side| side != Ordering::Equal) {
            if decided == side.reverse() {
                return None;
            }
            decided = side;
        }
        Some(decided)
    }

    /// The parts below, on and above the plane `across`, which goes through the cone.
    pub(super) fn cut(&self, across: &Vector) -> [Self; 3] {
        let below = across.map(|part| -part);
        let on: Vec<Vector> = self.rays_on(across);
        let part = |wall: &Vector| {
            let inside = self.rays.iter().filter(|ray| dot(ray, wall) > 0);
            Self {
                rays: inside.chain(&on).copied().collect(),
                walls: self.with(wall),
            }
        };
        [
            part(&below),
            Self {
                rays: on.clone(),
                walls: self.with(across),
            },
            part(across),
        ]
    }

    fn with(&self, wall: &Vector) -> Vec<Vector> {
        let walls = self.walls.iter().chain(std::iter::once(wall));
        walls.copied().collect()
    }

    /// The edges of the section: edges on the plane, and where it cuts the face between two edges.
    fn rays_on(&self, across: &Vector) -> Vec<Vector> {
        let mut on = Vec::new();
        for (i, ray) in self.rays.iter().enumerate() {
            let height = dot(ray, across);
            if height == 0 {
                on.push(*ray);
            }
            for (j, other) in self.rays.iter().enumerate() {
                let depth = -dot(other, across);
                if height > 0 && depth > 0 && self.are_neighbours(i, j) {
                    let sum = |axis| depth * ray[axis] + height * other[axis];
                    on.push(shortest(std::array::from_fn(sum)));
                }
            }
        }
        on
    }

    /// Whether two edges span a face: no third edge lies in all walls that both lie in.
    fn are_neighbours(&self, i: usize, j: usize) -> bool {
        let both = |wall: &&Vector| dot(wall, &self.rays[i]) == 0 && dot(wall, &self.rays[j]) == 0;
        let shared: Vec<&Vector> = self.walls.iter().filter(both).collect();
        let in_all = |ray: &Vector| shared.iter().all(|wall| dot(wall, ray) == 0);
        let mut others = self.rays.iter().enumerate();
        !others.any(|(k, ray)| k != i && k != j && in_all(ray))
    }
}

/// The sum of the products.
pub(super) fn dot(a: &Vector, b: &Vector) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The same direction in the smallest whole numbers; keeps cutting from growing them.
pub(super) fn shortest(ray: Vector) -> Vector {
    let common = ray.iter().fold(0, |all, &part| gcd(all, part.abs()));
    ray.map(|part| part / common.max(1))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::*;

    fn random_plane(chance: &mut Chance) -> Vector {
        let mut plane = [0; FEATURES];
        for part in &mut plane[2..] {
            *part = i64::from(chance.below(7)) - 3;
        }
        plane
    }

    /// Some weights of the cone, as sums of its edges.
    fn inside(cone: &Cone, chance: &mut Chance) -> Vector {
        let mut sum = [0; FEATURES];
        for ray in &cone.rays {
            let factor = 1 + i64::from(chance.below(9));
            for (part, ray) in sum.iter_mut().zip(ray) {
                *part += factor * ray;
            }
        }
        sum
    }

    #[test]
    fn parts_lie_on_their_side_and_their_edges_are_edges() {
        let mut chance = Chance::new(3);
        for _ in 0..200 {
            let mut cone = Cone::orthant([0, 0, 1, -1, 1, -1]);
            for _ in 0..12 {
                let plane = random_plane(&mut chance);
                if let Some(side) = cone.side(&plane) {
                    let weights = inside(&cone, &mut chance);
                    assert_eq!(dot(&weights, &plane).cmp(&0), side);
                    continue;
                }
                let parts = cone.cut(&plane);
                for (part, side) in parts.iter().zip([-1, 0, 1]) {
                    let weights = inside(part, &mut chance);
                    assert_eq!(dot(&weights, &plane).signum(), side);
                    let outside = part.walls.iter().filter(|wall| dot(wall, &weights) < 0);
                    assert!(side < 1 || outside.count() == 0);
                    every_ray_is_an_edge(part);
                }
                cone = parts[chance.below(3) as usize].clone();
            }
        }
    }

    /// No edge lies in all the walls of another: so none is a sum of others.
    fn every_ray_is_an_edge(cone: &Cone) {
        for (i, ray) in cone.rays.iter().enumerate() {
            let tight = cone.walls.iter().filter(|wall| dot(wall, ray) == 0);
            let tight: Vec<_> = tight.collect();
            for (j, other) in cone.rays.iter().enumerate() {
                let within = tight.iter().all(|wall| dot(wall, other) == 0);
                assert!(i == j || !within, "{ray:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_quarter_cut_by_its_diagonal_has_a_ray_between_two_halves() {
        let quarter = Cone::orthant([0, 0, 1, 1, 0, 0]);
        let [below, on, above] = quarter.cut(&[0, 0, 2, -2, 0, 0]);
        assert_eq!(on.rays, [[0, 0, 1, 1, 0, 0]]);
        assert_eq!(below.rays, [[0, 0, 0, 1, 0, 0], [0, 0, 1, 1, 0, 0]]);
        assert_eq!(above.rays, [[0, 0, 1, 0, 0, 0], [0, 0, 1, 1, 0, 0]]);
        let outer = [[0, 0, 0, 1, 0, 0], [0, 0, 2, -2, 0, 0]];
        assert_eq!(above.outer_walls(), outer);
    }
}
