//! What stands on the cells of a board found in fluents: whose it is, and its letter.

use plyscope_game::Look;

/// Signs for what belongs to nobody.
const SIGNS: &str = "#*+%&@$=~";

/// The contents of cells and the letters that they are drawn as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pieces {
    list: Vec<Piece>,
    look: Look,
}

/// One content of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    /// As in the fluents: `white`, `whiteman`, `white king`.
    pub(crate) content: String,
    /// The role whose it is.
    pub(crate) owner: Option<usize>,
    /// What is left of the content without its owner: nothing, `man`, `king`.
    pub(crate) kind: String,
    letter: char,
}

impl Pieces {
    /// `held` is what is on the cells of the first state; `places` how many cells there are.
    pub(crate) fn new(
        mut contents: Vec<String>,
        held: &[String],
        places: usize,
        roles: &[String],
    ) -> Self {
        contents.sort_unstable();
        contents.dedup();
        let blank = blank(held, places);
        contents.retain(|content| blank.is_none_or(|blank| blank != content));
        let owned: Vec<Option<(usize, String)>> = contents
            .iter()
            .map(|content| owner(content, &contents, roles))
            .collect();
        let is_plain = owned.iter().flatten().all(|(_, kind)| kind.is_empty());
        let mut letters = Letters {
            taken: vec!['.'],
            kinds: Vec::new(),
            signs: SIGNS.chars(),
        };
        let mut kinds: Vec<&String> = owned.iter().flatten().map(|(_, kind)| kind).collect();
        kinds.sort_unstable();
        for kind in kinds {
            letters.of_kind(kind, 0);
        }
        let mut list = vec![];
        for (content, own) in contents.into_iter().zip(owned) {
            let letter = match (&own, roles.len()) {
                (Some((role, _)), 2) if is_plain => ['x', 'o'][*role],
                (Some((role, kind)), 2) => letters.of_kind(kind, *role),
                (None, 2) => letters.sign(),
                _ => letters.of_name(&content),
            };
            let (owner, kind) =
                own.map_or((None, String::new()), |(role, kind)| (Some(role), kind));
            list.push(Piece {
                content,
                owner,
                kind,
                letter,
            });
        }
        list.extend(blank.map(|blank| Piece {
            content: blank.clone(),
            owner: None,
            kind: String::new(),
            letter: '.',
        }));
        // Signs belong to nobody in either look; only marks are named beside the roles.
        let has_owners = list.iter().any(|piece: &Piece| piece.owner.is_some());
        let look = if roles.len() == 2 && !(is_plain && has_owners) {
            Look::Figures
        } else {
            Look::Marks
        };
        Self { list, look }
    }

    /// How the letters are to be understood.
    pub(crate) fn look(&self) -> Look {
        self.look
    }

    /// The piece that a content is.
    pub(crate) fn of(&self, content: &str) -> Option<&Piece> {
        self.list.iter().find(|piece| piece.content == content)
    }

    /// The letter of a content; of one that was not met before, one of its own that nobody has.
    pub(crate) fn letter(&self, content: &str) -> char {
        let known = self.of(content).map(|piece| piece.letter);
        known.unwrap_or_else(|| {
            let free = |letter: &char| self.list.iter().all(|piece| piece.letter != *letter);
            content.chars().find(free).unwrap_or('?')
        })
    }

    /// All pieces but what is on an empty cell.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Piece> {
        self.list.iter().filter(|piece| piece.letter != '.')
    }
}

/// Letters that are still free.
struct Letters<'a> {
    taken: Vec<char>,
    kinds: Vec<(String, char)>,
    signs: std::str::Chars<'a>,
}

impl Letters<'_> {
    /// The letter of a kind, in capitals for the first role: as chess figures are written.
    fn of_kind(&mut self, kind: &str, role: usize) -> char {
        let known = self.kinds.iter().find(|(known, _)| known == kind);
        let known = known.map(|&(_, letter)| letter);
        let letter = known.unwrap_or_else(|| {
            let own = kind.chars().map(|letter| letter.to_ascii_lowercase());
            let mut all = own.chain(['o', 'x']).chain('a'..='z');
            let is_free = |letter: &char| {
                letter.is_ascii_lowercase() && self.kinds.iter().all(|(_, taken)| taken != letter)
            };
            let letter = all.find(is_free).unwrap_or('?');
            self.kinds.push((kind.to_owned(), letter));
            letter
        });
        if role == 0 {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    }

    /// A letter of a name, one of its own where possible; `x` and `o` belong to the two players of other games.
    fn of_name(&mut self, name: &str) -> char {
        let upper = name.to_uppercase();
        let own = name.chars().chain(upper.chars());
        let mut all = own.chain('a'..='z').chain('A'..='Z');
        let is_free = |letter: &char| {
            letter.is_ascii_alphanumeric()
                && !"xo".contains(*letter)
                && !self.taken.contains(letter)
        };
        let letter = all.find(is_free).unwrap_or('?');
        self.taken.push(letter);
        letter
    }

    fn sign(&mut self) -> char {
        self.signs.next().unwrap_or('?')
    }
}

/// What a fluent of the board puts on its cell: all arguments but the coordinates.
pub(crate) fn content_of(words: &[&str], column_at: usize) -> String {
    let place = 1 + column_at..3 + column_at;
    let rest = words.iter().enumerate().skip(1);
    let rest = rest.filter(|(at, _)| !place.contains(at));
    rest.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}

/// What is on an empty cell: a usual word for it, or what is on most cells at first.
fn blank(held: &[String], places: usize) -> Option<&String> {
    let count = |content: &String| held.iter().filter(|other| *other == content).count();
    let named = ["b", "blank", "empty", "e", "none"];
    let known = held.iter().find(|content| {
        named.contains(&content.to_lowercase().as_str()) && count(content) * 5 > places
    });
    known.or_else(|| held.iter().find(|content| count(content) * 3 > places * 2))
}

/// Whose a content is, and what it is without that: `whiteman`, `white man`, `wm` are a man of white.
fn owner(content: &str, all: &[String], roles: &[String]) -> Option<(usize, String)> {
    let own = content.to_lowercase();
    let roles: Vec<String> = roles.iter().map(|role| role.to_lowercase()).collect();
    let only = |fits: &dyn Fn(&String) -> bool| {
        let mut found = (0..roles.len()).filter(|&role| fits(&roles[role]));
        found.next().filter(|_| found.next().is_none())
    };
    if let Some(role) = only(&|role| own.split(' ').any(|word| word == role)) {
        let rest = own.split(' ').filter(|word| *word != roles[role]);
        return Some((role, rest.collect::<Vec<_>>().join(" ")));
    }
    if let Some(role) = only(&|role| own.starts_with(role.as_str())) {
        let rest = own[roles[role].len()..].trim_start_matches(['_', '-']);
        return Some((role, rest.to_owned()));
    }
    if let Some(role) = only(&|role| role.starts_with(&own)) {
        return Some((role, String::new()));
    }
    // Two letters, the first of them a role's: `wk`, `bp`. All contents must be written so.
    let initial = |content: &str| {
        let mut letters = content.chars().map(|letter| letter.to_ascii_lowercase());
        let (first, second) = (letters.next()?, letters.next()?);
        let is_pair = letters.next().is_none();
        let role = only(&|role| role.starts_with(first)).filter(|_| is_pair)?;
        Some((role, second.to_string()))
    };
    initial(&own).filter(|_| all.iter().all(|content| initial(content).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(contents: &[&str], roles: &[&str]) -> String {
        let owned = |list: &[&str]| list.iter().map(|own| (*own).to_owned()).collect::<Vec<_>>();
        let held = owned(&["b", "b", "b"]);
        let pieces = Pieces::new(owned(contents), &held, 9, &owned(roles));
        contents.iter().map(|own| pieces.letter(own)).collect()
    }

    #[test]
    fn one_kind_of_piece_is_drawn_as_x_and_o() {
        assert_eq!(pieces(&["white", "black", "b"], &["white", "black"]), "xo.");
        assert_eq!(pieces(&["x", "o", "b"], &["xplayer", "oplayer"]), "xo.");
        assert_eq!(pieces(&["white", "wall"], &["white", "black"]), "x#");
    }

    #[test]
    fn several_kinds_are_drawn_as_figures_with_the_first_roles_in_capitals() {
        let kinds = ["whiteman", "whiteking", "blackman", "blackking"];
        assert_eq!(pieces(&kinds, &["white", "black"]), "MKmk");
        let chess = ["wk", "wn", "bk", "bn"];
        assert_eq!(pieces(&chess, &["white", "black"]), "KNkn");
        let names = ["white king", "white knight", "black knight"];
        assert_eq!(pieces(&names, &["white", "black"]), "KNn");
    }

    #[test]
    fn more_roles_have_letters_of_their_names() {
        assert_eq!(
            pieces(&["red", "green", "blue"], &["red", "green", "blue"]),
            "rgb"
        );
    }
}
