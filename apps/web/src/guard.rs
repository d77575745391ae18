//! What the page may name: nothing outside the home, and no programs unless they are allowed.

use plyscope_workbench::{NamedGame, Spec};

use crate::app::App;
use crate::refusal::{Answer, Refusal};

impl App {
    /// Refuses a text that names a path outside the home, or within a spec a value that does.
    pub(crate) fn check_paths(&self, text: &str) -> Answer<()> {
        check_text(text)?;
        self.check_value(text)
    }

    /// Refuses an agent's spec that leads outside the home or starts a program.
    pub(crate) fn check_spec(&self, game: &NamedGame, text: &str) -> Answer<()> {
        check_text(text)?;
        // A name may stand before the spec, as in `mine=linear:weights=my.toml`.
        let after_name = text
            .split_once('=')
            .filter(|own| !own.0.contains([':', '(']));
        let bare = after_name.map_or(text, |own| own.1.trim());
        let bare = bare
            .strip_prefix('(')
            .and_then(|own| own.strip_suffix(')'))
            .unwrap_or(bare);
        let starts = |text: &str| Spec::parse(text).is_ok_and(|own| game.starts_process(&own));
        if starts(text) || starts(bare) {
            if self.options.allow_processes {
                return Ok(());
            }
            return Err(Refusal::forbidden(
                format!("`{text}` starts a program, which the page may not"),
                "start the server with --allow-processes if every page that reaches it may run programs",
            ));
        }
        self.check_value(text)
    }

    fn check_value(&self, value: &str) -> Answer<()> {
        if leads_out(value) || self.links_out(value) {
            return Err(Refusal::forbidden(
                format!("`{value}` leads out of the home folder"),
                "put the file into the home folder and name it from there",
            ));
        }
        let Ok(spec) = Spec::parse(value) else {
            return Ok(());
        };
        spec.args
            .iter()
            .filter(|(_, within)| within != value)
            .try_for_each(|(_, within)| self.check_value(within))
    }

    /// Whether a path within the home is a link to somewhere else.
    fn links_out(&self, value: &str) -> bool {
        let path = self.home.path().join(value);
        path.canonicalize()
            .is_ok_and(|real| !real.starts_with(self.home.path()))
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
    use super::leads_out;

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
