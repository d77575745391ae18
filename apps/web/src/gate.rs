//! Who may ask at all: host, origin, token and rate are looked at before anything else.
//!
//! A page of another site can make a browser send requests here. It cannot
//! choose the Host and Origin headers that the browser writes, so both are
//! held against the names that this server goes by: a name that was made to
//! point to loopback is not among them.

use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use plyscope_game::Error;

use crate::Options;
use crate::app::App;
use crate::rate::Rate;
use crate::refusal::Refusal;

/// Requests of one address per second, and at once: far more than pages send, far less than would hurt.
const RATE: (f64, f64) = (2000.0, 4000.0);

/// A response must begin within this time.
const LONGEST: Duration = Duration::from_secs(60);

const COOKIE: &str = "plyscope_token";

/// The caller's address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// What requests are held against.
#[derive(Debug)]
pub(crate) struct Gate {
    hosts: Vec<String>,
    token: Option<String>,
    rate: Rate,
}

impl Gate {
    pub(crate) fn new(address: SocketAddr, options: &Options, token: Option<String>) -> Self {
        let port = address.port();
        let mut hosts = options.hosts.clone();
        hosts.extend(options.hosts.iter().map(|own| with_port(own, port)));
        if address.ip().is_loopback() || address.ip().is_unspecified() {
            for name in ["127.0.0.1", "localhost", "[::1]"] {
                hosts.push(format!("{name}:{port}"));
            }
        }
        if !address.ip().is_unspecified() {
            hosts.push(address.to_string());
        }
        Self {
            hosts,
            token,
            rate: Rate::new(RATE.0, RATE.1),
        }
    }

    /// Why a request is refused, if it is.
    fn check(&self, request: &Request, peer: IpAddr) -> Result<(), Refusal> {
        if !self.rate.admits(peer, Instant::now()) {
            return Err(Refusal::busy(
                "too many requests",
                "ask less often; answers come in milliseconds",
            ));
        }
        let headers = request.headers();
        let host = one(headers, "host").unwrap_or_default();
        if !self.hosts.iter().any(|own| is_same_host(own, host)) {
            return Err(Refusal::new(
                StatusCode::MISDIRECTED_REQUEST,
                format!("`{host}` is no name of this server"),
                "open the address that it printed, or start it with --host NAME:PORT",
            ));
        }
        check_origin(request, host)?;
        let is_post = request.method() != Method::GET && request.method() != Method::HEAD;
        if is_post && !one(headers, "content-type").is_some_and(is_json) {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "a request that changes something must be JSON",
                "send Content-Type: application/json",
            ));
        }
        self.check_token(request)
    }

    fn check_token(&self, request: &Request) -> Result<(), Refusal> {
        let Some(token) = &self.token else {
            return Ok(());
        };
        let headers = request.headers();
        let bearer = one(headers, "authorization").and_then(|own| own.strip_prefix("Bearer "));
        let cookies = one(headers, "cookie").unwrap_or_default().split(';');
        let cookie = cookies
            .filter_map(|own| own.trim().split_once('='))
            .find(|(name, _)| *name == COOKIE)
            .map(|(_, value)| value);
        let given = [bearer, cookie, query_token(request)];
        if given.into_iter().flatten().any(|own| is_same(own, token)) {
            return Ok(());
        }
        Err(Refusal::new(
            StatusCode::UNAUTHORIZED,
            "the token is missing or wrong",
            "open the address that the server printed, with its token",
        ))
    }
}

/// A name with the port, unless it has one.
pub(crate) fn with_port(host: &str, port: u16) -> String {
    let is_port = |text: &str| text.parse::<u16>().is_ok();
    match host.rsplit_once(':') {
        Some((_, own)) if is_port(own) => host.to_owned(),
        _ => format!("{host}:{port}"),
    }
}

/// Where a browser on this machine finds the server: every address is none to go to.
pub(crate) fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Browsers leave out the port that their scheme has anyway.
fn is_same_host(one: &str, other: &str) -> bool {
    fn bare(host: &str) -> &str {
        let usual = [":80", ":443"];
        let name = usual.iter().find_map(|port| host.strip_suffix(port));
        name.unwrap_or(host)
    }
    bare(one).eq_ignore_ascii_case(bare(other))
}

/// Refuses what a page of another site sends.
fn check_origin(request: &Request, host: &str) -> Result<(), Refusal> {
    let headers = request.headers();
    let foreign = |what: &str| {
        Err(Refusal::forbidden(
            format!("a page of another site asks: {what}"),
            "only pages of this server may use it",
        ))
    };
    if let Some(origin) = one(headers, "origin") {
        let own = origin.split_once("://").map(|(_, own)| own);
        if !own.is_some_and(|own| is_same_host(own, host)) {
            return foreign(origin);
        }
    }
    // A link on another site may lead to the page, but to nothing else.
    let is_page = request.uri().path() == "/" && request.method() == Method::GET;
    match one(headers, "sec-fetch-site") {
        None | Some("same-origin" | "none") => Ok(()),
        Some(_) if is_page => Ok(()),
        Some(site) => foreign(site),
    }
}

/// Looks at a request before it is answered, and sends headers that keep the page to itself.
pub(crate) async fn gate(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().map(|own| own.0);
    let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0]));
    let mut response = match app.gate.check(&request, peer) {
        Err(refusal) => refusal.into_response(),
        // The token goes from the address into a cookie, and is not seen any more.
        Ok(()) if query_token(&request).is_some() && request.uri().path() == "/" => {
            welcome(app.gate.token.as_deref().unwrap_or_default())
        }
        Ok(()) => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Refusal::new(
                StatusCode::REQUEST_TIMEOUT,
                "this took too long",
                "ask for less, or start a job",
            )
            .into_response(),
        },
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (
            "content-security-policy",
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn welcome(token: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::from_static("/"));
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The token of the server: none on loopback unless one is given.
pub(crate) fn token(options: &Options) -> Result<Option<String>, Error> {
    match &options.token {
        Some(token) => {
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
            if token.len() < 16 || !token.chars().all(is_plain) {
                let what = "the token is too short or has odd characters";
                return Err(Error::misuse(
                    what,
                    "give at least 16 letters, digits, `-`, `_` or `.`",
                ));
            }
            Ok(Some(token.clone()))
        }
        None if options.bind.is_loopback() => Ok(None),
        None => random_token().map(Some),
    }
}

fn random_token() -> Result<String, Error> {
    let mut bytes = [0; 24];
    std::fs::File::open("/dev/urandom")
        .and_then(|mut file| file.read_exact(&mut bytes))
        .map_err(|error| {
            Error::failed(format!("no token can be made: {error}"))
                .with_hint("give one by --token TEXT")
        })?;
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let digits = digits.filter_map(|digit| char::from_digit(u32::from(digit), 16));
    Ok(digits.collect())
}

/// The header, if it is there exactly once.
fn one<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

fn is_json(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

fn query_token(request: &Request) -> Option<&str> {
    let mut pairs = request.uri().query()?.split('&');
    pairs.find_map(|pair| pair.strip_prefix("token="))
}

/// Compares in a time that does not tell where texts differ.
fn is_same(given: &str, token: &str) -> bool {
    let differing = given.bytes().zip(token.bytes());
    let differing = differing.fold(0, |all, (one, other)| all | (one ^ other));
    given.len() == token.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(token: Option<&str>) -> Gate {
        let address = SocketAddr::from(([127, 0, 0, 1], 4711));
        Gate::new(address, &Options::at("."), token.map(str::to_owned))
    }

    fn status(gate: &Gate, method: &str, path: &str, headers: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        let checked = gate.check(&request, IpAddr::from([127, 0, 0, 1]));
        checked.map_or_else(|own| own.into_response().status().as_u16(), |()| 200)
    }

    const HOST: (&str, &str) = ("host", "127.0.0.1:4711");

    #[test]
    fn only_our_own_names_are_answered() {
        let gate = gate(None);
        assert_eq!(status(&gate, "GET", "/", &[HOST]), 200);
        assert_eq!(
            status(&gate, "GET", "/", &[("host", "LOCALHOST:4711")]),
            200
        );
        for foreign in ["evil.example:4711", "127.0.0.1", "127.0.0.1:80", ""] {
            assert_eq!(status(&gate, "GET", "/", &[("host", foreign)]), 421);
        }
        assert_eq!(status(&gate, "GET", "/", &[]), 421);
    }

    #[test]
    fn names_that_were_given_are_answered_with_the_usual_port_or_without() {
        let options = Options {
            hosts: vec!["lab:80".to_owned(), "desk".to_owned()],
            ..Options::at(".")
        };
        let address = SocketAddr::from(([0, 0, 0, 0], 4711));
        let gate = Gate::new(address, &options, None);
        let shown = reachable(address).to_string();
        for own in ["lab", "LAB:80", "desk", "desk:4711", &shown] {
            assert_eq!(status(&gate, "GET", "/", &[("host", own)]), 200, "{own}");
        }
        for foreign in ["lab:8080", "desk:81", "0.0.0.0:4711"] {
            assert_eq!(status(&gate, "GET", "/", &[("host", foreign)]), 421);
        }
        let origin = ("origin", "http://lab");
        let read = [("host", "lab:80"), origin];
        assert_eq!(status(&gate, "GET", "/api/jobs", &read), 200);
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let gate = gate(None);
        let json = ("content-type", "application/json");
        let post = |more: (&str, &str)| status(&gate, "POST", "/api/jobs", &[HOST, json, more]);
        assert_eq!(post(("origin", "http://127.0.0.1:4711")), 200);
        assert_eq!(post(("origin", "http://evil.example")), 403);
        assert_eq!(post(("origin", "null")), 403);
        assert_eq!(post(("sec-fetch-site", "cross-site")), 403);
        let form = ("content-type", "text/plain");
        assert_eq!(status(&gate, "POST", "/api/jobs", &[HOST, form]), 415);
        let link = ("sec-fetch-site", "cross-site");
        assert_eq!(status(&gate, "GET", "/", &[HOST, link]), 200);
        assert_eq!(status(&gate, "GET", "/api/jobs", &[HOST, link]), 403);
    }

    #[test]
    fn a_token_is_asked_for_wherever_there_is_one() {
        let gate = gate(Some("abcdefghijklmnop"));
        assert_eq!(status(&gate, "GET", "/", &[HOST]), 401);
        let path = "/?token=abcdefghijklmnop";
        assert_eq!(status(&gate, "GET", path, &[HOST]), 200);
        let path = "/?token=abcdefghijklmnoq";
        assert_eq!(status(&gate, "GET", path, &[HOST]), 401);
        let cookie = ("cookie", "a=b; plyscope_token=abcdefghijklmnop");
        assert_eq!(status(&gate, "GET", "/", &[HOST, cookie]), 200);
        let bearer = ("authorization", "Bearer abcdefghijklmnop");
        assert_eq!(status(&gate, "GET", "/", &[HOST, bearer]), 200);
    }
}
