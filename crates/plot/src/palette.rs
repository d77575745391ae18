//! One colour a name.
//!
//! Colours are given out in the order of the names, so a heuristic has the
//! same colour in every chart drawn with the same palette. When they run out
//! they begin again, with dashes.

/// On white, darkened and shifted from Okabe and Ito's set until the tests below held.
pub(crate) const LIGHT: [&str; COLOURS] = [
    "#0060b4", "#d65a00", "#008e5c", "#be5aa0", "#64143c", "#4695f5", "#967d39",
];

/// The same hues on a dark ground.
pub(crate) const DARK: [&str; COLOURS] = [
    "#5a94f5", "#f07332", "#32bf8c", "#df84cd", "#af5f55", "#a0edfa", "#ebcd46",
];

/// How many colours can be told apart.
pub(crate) const COLOURS: usize = 7;

/// Dashes of the first, second, … round of colours.
const DASHES: [&str; 4] = ["", "6 3", "2 3", "8 3 2 3"];

/// Which colour belongs to which name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Palette {
    names: Vec<String>,
}

/// The colour of a name: a class, what it is without style sheets, and dashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour {
    /// 1 to 7, or 0 for grey.
    pub(crate) number: usize,
    pub(crate) dashes: &'static str,
}

impl Palette {
    /// Colours for these names. Their order and repetitions do not matter.
    pub fn of<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
        names.sort();
        names.dedup();
        Self { names }
    }

    /// The class of a name's colour, `pp-c1` to `pp-c7`, to paint it the same
    /// elsewhere on a page; a name that is not in the palette gets `pp-c0`, grey.
    pub fn class(&self, name: &str) -> String {
        class(self.colour(name).number)
    }

    pub(crate) fn colour(&self, name: &str) -> Colour {
        match self
            .names
            .binary_search_by(|known| known.as_str().cmp(name))
        {
            Ok(place) => Colour {
                number: place % COLOURS + 1,
                dashes: DASHES[place / COLOURS % DASHES.len()],
            },
            Err(_) => GREY,
        }
    }
}

/// For baselines and backgrounds.
pub(crate) const GREY: Colour = Colour {
    number: 0,
    dashes: "",
};

pub(crate) fn class(number: usize) -> String {
    format!("pp-c{number}")
}

#[cfg(test)]
mod tests {
    use super::{COLOURS, DARK, LIGHT, Palette};
    use crate::style::{DARK_PAPER, DARK_SOFT, LIGHT_PAPER, LIGHT_SOFT};

    type Rgb = [f64; 3];

    /// How people with full deuteranopia, protanopia and tritanopia see linear
    /// colours, and how others do (Machado, Oliveira and Fernandes 2009).
    const EYES: [[Rgb; 3]; 4] = [
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ];

    fn linear(hex: &str) -> Rgb {
        [1, 3, 5].map(|at| {
            let byte = u8::from_str_radix(&hex[at..at + 2], 16).expect("a hex colour");
            let part = f64::from(byte) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    fn times(matrix: &[Rgb; 3], colour: Rgb) -> Rgb {
        matrix.map(|row| row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2])
    }

    fn lab(colour: Rgb) -> Rgb {
        let to_xyz = [
            [0.433_9, 0.376_2, 0.189_9],
            [0.212_7, 0.715_2, 0.072_2],
            [0.017_8, 0.109_5, 0.872_8],
        ];
        let [x, y, z] = times(&to_xyz, colour.map(|part| part.clamp(0.0, 1.0))).map(|part| {
            if part > 0.008_856 {
                part.cbrt()
            } else {
                7.787 * part + 16.0 / 116.0
            }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The least difference of two colours in any eye.
    fn least_difference(colours: &[&str]) -> f64 {
        let mut least = f64::MAX;
        for eye in &EYES {
            let seen: Vec<Rgb> = colours
                .iter()
                .map(|hex| lab(times(eye, linear(hex))))
                .collect();
            for (index, one) in seen.iter().enumerate() {
                for other in &seen[..index] {
                    let squares = one.iter().zip(other).map(|(a, b)| (a - b).powi(2));
                    least = least.min(squares.sum::<f64>().sqrt());
                }
            }
        }
        least
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let light = |hex| {
            let [r, g, b] = linear(hex);
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (a, b) = (light(one), light(other));
        a.max(b) / a.min(b)
    }

    #[test]
    fn colours_differ_for_colour_blind_readers_too() {
        for colours in [LIGHT, DARK] {
            assert!(least_difference(&colours[..6]) > 17.0);
            assert!(least_difference(&colours) > 12.0);
        }
        assert!(least_difference(&[&LIGHT[..], &[LIGHT_SOFT]].concat()) > 10.0);
        assert!(least_difference(&[&DARK[..], &[DARK_SOFT]].concat()) > 10.0);
    }

    #[test]
    fn colours_stand_out_from_the_paper() {
        for (colours, paper) in [(LIGHT, LIGHT_PAPER), (DARK, DARK_PAPER)] {
            assert!(colours.iter().all(|colour| contrast(colour, paper) >= 3.0));
        }
        assert!(contrast(LIGHT_SOFT, LIGHT_PAPER) >= 4.5);
        assert!(contrast(DARK_SOFT, DARK_PAPER) >= 4.5);
    }

    #[test]
    fn a_name_has_one_colour_whatever_the_order() {
        let one = Palette::of(["b", "a", "c", "a"]);
        assert_eq!(one, Palette::of(["c", "b", "a"]));
        assert_eq!(one.class("a"), "pp-c1");
        assert_eq!(one.class("c"), "pp-c3");
        assert_eq!(one.class("unknown"), "pp-c0");
    }

    #[test]
    fn colours_that_come_again_are_dashed() {
        let names: Vec<String> = (0..20).map(|index| format!("{index:02}")).collect();
        let palette = Palette::of(names.iter().map(String::as_str));
        let colours: Vec<_> = names.iter().map(|name| palette.colour(name)).collect();
        assert_eq!(colours[0].number, colours[COLOURS].number);
        assert_ne!(colours[0].dashes, colours[COLOURS].dashes);
    }
}
