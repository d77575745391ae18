//! The page: modules, style and icons, all within the program.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::asked::Place;
use crate::refusal::{Refusal, typed};

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! files {
    ($($name:literal: $kind:expr),* $(,)?) => {
        &[$(($name, $kind, include_str!(concat!("../page/", $name)))),*]
    };
}

const FILES: &[(&str, &str, &str)] = files! {
    "index.html": HTML,
    "style.css": STYLE,
    "app.js": SCRIPT,
    "api.js": SCRIPT,
    "dom.js": SCRIPT,
    "draw.js": SCRIPT,
    "figures.js": SCRIPT,
    "spec.js": SCRIPT,
    "plots.js": SCRIPT,
    "rows.js": SCRIPT,
    "jobs.js": SCRIPT,
    "keys.js": SCRIPT,
    "board.js": SCRIPT,
    "edit.js": SCRIPT,
    "values.js": SCRIPT,
    "judge.js": SCRIPT,
    "states.js": SCRIPT,
    "compare.js": SCRIPT,
    "weigh.js": SCRIPT,
    "benchmarks.js": SCRIPT,
    "matches.js": SCRIPT,
    "learn.js": SCRIPT,
};

/// The page itself.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// A file of the page.
pub(crate) async fn asset(Place(name): Place<String>, headers: HeaderMap) -> Response {
    if name == "plots.css" {
        return typed(STYLE, plyscope_plot::stylesheet());
    }
    file(&name, &headers)
}

fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some((_, kind, text)) = FILES.iter().find(|own| own.0 == name) else {
        let what = format!("the page has no file `{name}`");
        return Refusal::missing(what, "open /").into_response();
    };
    // What was built with another program is another file.
    let tag = format!("\"{:016x}\"", digest(text));
    if headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|own| own.as_bytes() == tag.as_bytes())
    {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let mut response = typed(kind, *text);
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    response
}

/// FNV-1a: names a text, and is no protection against anybody.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn the_page_is_smaller_than_300_kilobytes() {
        let bytes: usize = FILES.iter().map(|own| own.2.len()).sum();
        assert!(bytes < 300_000, "{bytes} bytes");
    }

    #[test]
    fn the_page_asks_no_other_server() {
        for (name, _, text) in FILES {
            let mut links = text
                .split("http")
                .skip(1)
                .map(|rest| &rest[..rest.len().min(25)]);
            let foreign = links.find(|own| own.contains("://") && !own.contains("www.w3.org"));
            assert_eq!(foreign, None, "{name}");
        }
    }
}
