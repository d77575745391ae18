//! What the page may name: nothing outside the home, and no programs unless they are allowed.

use plyscope_workbench::{NamedGame, Spec, read_count};

use crate::app::App;
use crate::refusal::{Answer, Refusal};

/// What specs of a question may ask for, all within them taken together: questions are worked on
/// by the server itself, where nothing else bounds them.
const BOUNDS: [(&str, u64); 4] = [
    ("games", 10_000),
    ("memory", 2048),
    ("table", 2048),
    ("threads", 64),
];

impl App {
    /// Refuses a text that names a path outside the home, or within a spec a value that does.
    pub(crate) fn check_paths(&self, text: &str) -> Answer<()> {
        check_text(text)?;
        self.check_values(text, &specs_in(text)?)
    }

    /// Refuses an agent's spec that leads outside the home or starts a program.
    pub(crate) fn check_spec(&self, game: &NamedGame, text: &str) -> Answer<()> {
        check_text(text)?;
        for text in [text, bare(text)] {
            let specs = specs_in(text)?;
            if specs.first().is_some_and(|own| game.starts_process(own)) {
                if self.options.allow_processes {
                    return Ok(());
                }
                return Err(Refusal::forbidden(
                    format!("`{text}` starts a program, which the page may not"),
                    "start the server with --allow-processes if every page that reaches it may run programs",
                ));
            }
            self.check_values(text, &specs)?;
        }
        Ok(())
    }

    /// The same for a question that the server works on itself: it must be a small one.
    pub(crate) fn check_question(&self, game: &NamedGame, text: &str) -> Answer<()> {
        self.check_spec(game, text)?;
        check_bounds(text)
    }

    fn check_values(&self, text: &str, specs: &[Spec]) -> Answer<()> {
        let values = specs.iter().flat_map(|own| &own.args);
        for value in values.map(|own| own.1.as_str()).chain([text]) {
            if leads_out(value) || self.links_out(value) {
                return Err(Refusal::forbidden(
                    format!("`{value}` leads out of the home folder"),
                    "put the file into the home folder and name it from there",
                ));
            }
        }
        Ok(())
    }

    /// Whether a path within the home is a link to somewhere else.
    fn links_out(&self, value: &str) -> bool {
        let path = self.home.path().join(value);
        path.canonicalize()
            .is_ok_and(|real| !real.starts_with(self.home.path()))
    }
}

/// The spec in `SPEC`, `NAME=SPEC` or `NAME=(SPEC)`, as in `mine=linear:weights=my.toml`.
pub(crate) fn bare(text: &str) -> &str {
    let named = text
        .split_once('=')
        .filter(|own| !own.0.contains([':', '(']));
    let bare = named.map_or(text, |own| own.1.trim());
    let inner = bare.strip_prefix('(').and_then(|own| own.strip_suffix(')'));
    inner.unwrap_or(bare)
}

/// Refuses a spec that asks for more than the server works on by itself.
pub(crate) fn check_bounds(text: &str) -> Answer<()> {
    let specs = specs_in(bare(text))?;
    for (key, most) in BOUNDS {
        let args = specs.iter().flat_map(|own| &own.args);
        let counts = args.filter(|own| own.0 == key);
        let counts = counts.filter_map(|own| read_count(&own.1));
        if counts.fold(0, u64::saturating_add) > most {
            return Err(Refusal::bad(
                format!(
                    "`{key}` is more than {most} in `{text}`, too much for a question about a board"
                ),
                format!(
                    "ask for {key}={most} or less, or start a job, which has memory and time of its own"
                ),
            ));
        }
    }
    Ok(())
}

/// The spec of a text and all within it; none if it is no spec.
fn specs_in(text: &str) -> Answer<Vec<Spec>> {
    match Spec::parse(text) {
        Ok(spec) => Ok(spec.and_within()?),
        Err(_) => Ok(Vec::new()),
    }
}

/// Refuses letters that no spec or path has.
pub(crate) fn check_text(text: &str) -> Answer<()> {
    if text.len() > 16 << 10 || text.chars().any(|own| own.is_control() && own != '\n') {
        let what = "a text is too long or has control characters";
        return Err(Refusal::bad(
            what,
            "send names, specs and positions as text",
        ));
    }
    Ok(())
}

/// Whether a text, read as a path, leaves the folder it is taken from.
fn leads_out(value: &str) -> bool {
    let value = value.trim();
    value == "-"
        || value.starts_with(['/', '~'])
        || value.contains('\\')
        || value.split('/').any(|part| part == "..")
}

#[cfg(test)]
mod tests {
    use super::{bare, check_bounds, leads_out, specs_in};

    #[test]
    fn a_spec_without_a_bottom_is_refused_and_not_followed() {
        assert!(specs_in(&("a:".repeat(8191) + "a")).is_err());
        assert!(specs_in("negascout:eval=(linear:weights=my.toml)").is_ok());
    }

    #[test]
    fn questions_are_small_wherever_in_the_spec_they_ask() {
        for large in [
            "learned:games=100m",
            "mine=(learned:games=100m)",
            "negascout:depth=2,eval=(learned:games=100m)",
            "a:x=(history:games=6k),y=(learned:games=6k)",
            "mcts:memory=1048576",
            "negascout:table=1m",
            "flat:threads=256",
        ] {
            assert!(check_bounds(large).is_err(), "{large}");
        }
        for small in [
            "learned:games=10k",
            "solver:memory=2048",
            "mcts:playouts=100m",
            "table:table=wolf",
        ] {
            assert!(check_bounds(small).is_ok(), "{small}");
        }
    }

    #[test]
    fn names_before_specs_are_taken_off() {
        assert_eq!(bare("mine=(linear:weights=/x)"), "linear:weights=/x");
        assert_eq!(bare("mine=solver"), "solver");
        assert_eq!(bare("linear:weights=x"), "linear:weights=x");
    }

    #[test]
    fn ways_out_are_known_and_counts_that_rise_are_none() {
        for out in [
            "/etc/passwd",
            "../x",
            "a/../../x",
            "~/x",
            "..",
            "a\\b",
            "-",
            " /etc",
        ] {
            assert!(leads_out(out), "{out}");
        }
        for inside in [
            "my.toml",
            "weights/my.toml",
            "10..20",
            "150k..5m",
            "..x",
            "a/b.kif",
        ] {
            assert!(!leads_out(inside), "{inside}");
        }
    }
}
