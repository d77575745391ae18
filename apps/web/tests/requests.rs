//! The server as strangers meet it: bytes sent to its port, right ones and wrong ones.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, mpsc};
use std::time::{Duration, Instant};

use plyscope_game::Stop;
use plyscope_web::{Options, serve};

/// The home of all servers here: it becomes the working folder of the process.
fn home() -> &'static Path {
    static HOME: OnceLock<PathBuf> = OnceLock::new();
    HOME.get_or_init(|| {
        let home = tempfile::tempdir().unwrap().keep();
        std::fs::write(home.join("inside.toml"), "game = \"connect4\"").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", home.join("link.toml")).unwrap();
        home
    })
}

/// Serves until the tests are over; the address that is printed.
fn served(options: Options) -> String {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let registry = Arc::new(plyscope_standard::registry());
        serve(registry, options, &Stop::default(), &|place| {
            sender.send(place.address.clone()).unwrap();
        })
    });
    receiver.recv_timeout(Duration::from_secs(20)).unwrap()
}

/// One server for all tests but those that need another.
fn port() -> u16 {
    static PORT: OnceLock<u16> = OnceLock::new();
    *PORT.get_or_init(|| port_of(&served(Options::at(home()))))
}

fn port_of(address: &str) -> u16 {
    let host = address.trim_start_matches("http://").split('/').next();
    let port = host.unwrap().rsplit(':').next().unwrap();
    port.parse().unwrap()
}

/// The status and the body of the answer to raw bytes.
fn exchange(bytes: &[u8]) -> (u16, String) {
    exchange_at(port(), bytes)
}

fn exchange_at(port: u16, bytes: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    // A server that has refused may close before all is sent.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text
        .split(' ')
        .nth(1)
        .and_then(|own| own.parse().ok())
        .unwrap_or(0);
    let body = text.split_once("\r\n\r\n").map(|own| own.1.to_owned());
    (status, body.unwrap_or_default())
}

fn asked(method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let port = port();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    exchange(request.as_bytes())
}

fn get(path: &str) -> (u16, String) {
    asked("GET", path, "", "")
}

fn post(path: &str, body: &str) -> (u16, String) {
    asked("POST", path, "Content-Type: application/json\r\n", body)
}

/// Every refusal is JSON with words and a hint.
fn refused((status, body): (u16, String), expected: u16) -> String {
    assert_eq!(status, expected, "{body}");
    let told: serde_json::Value = serde_json::from_str(&body).expect(&body);
    assert!(
        told["error"].is_string() && told["hint"].is_string(),
        "{body}"
    );
    body
}

#[test]
fn the_page_and_a_position_are_answered() {
    let (status, body) = get("/");
    assert_eq!(status, 200);
    assert!(body.contains("<title>Plyscope</title>"));
    let (status, body) = get("/api/position?game=connect4&position=4453");
    let told: serde_json::Value = serde_json::from_str(&body).expect(&body);
    assert_eq!((status, told["ply"].as_u64()), (200, Some(4)));
    assert_eq!(told["board"]["columns"].as_array().map(Vec::len), Some(7));
}

#[test]
fn values_stream_in_as_the_search_deepens() {
    let (status, body) = get("/api/advise/live?game=connect4&by=negascout:depth=4");
    assert_eq!(status, 200);
    assert_eq!(body.matches("event: advice").count(), 4, "{body}");
    assert!(body.contains("event: done"), "{body}");
    // 256 playouts, 1024, 4096, and all of them.
    let (status, body) = get("/api/advise/live?game=connect4&by=mcts:playouts=10k");
    assert_eq!(status, 200);
    assert_eq!(body.matches("event: advice").count(), 4, "{body}");
    assert_eq!(body.matches("\"last\":true").count(), 1, "{body}");
}

#[test]
fn a_benchmark_tells_the_values_of_its_states() {
    let (_, body) = get("/api/benchmarks/states?name=connect4&count=1");
    let told: serde_json::Value = serde_json::from_str(&body).expect(&body);
    let state = &told["states"][0];
    let text = state["state"].as_str().unwrap();
    let at = format!("/api/benchmarks/labels?benchmark=connect4&game=connect4&position={text}");
    let (status, body) = get(&at);
    assert_eq!(status, 200, "{body}");
    let labels: serde_json::Value = serde_json::from_str(&body).expect(&body);
    assert_eq!(labels["moves"], state["moves"]);
    assert!(!labels["best"].as_array().unwrap().is_empty());
    let other = "/api/benchmarks/labels?benchmark=connect4&game=connect4&position=7162534";
    refused(get(other), 404);
    refused(
        get("/api/benchmarks/labels?benchmark=connect4&game=othello"),
        400,
    );
    refused(
        get("/api/benchmarks/labels?benchmark=/etc/passwd&game=othello"),
        403,
    );
}

#[test]
fn weights_are_judged_in_milliseconds() {
    let order = r#"{"benchmark":"connect4","features":"lines","weights":{"own3":9},"metrics":["regret"],"metric":"regret"}"#;
    assert_eq!(post("/api/weigh", order).0, 200);
    let begun = Instant::now();
    let (status, body) = post("/api/weigh", order);
    assert_eq!(status, 200, "{body}");
    assert!(
        begun.elapsed() < Duration::from_secs(1),
        "{:?}",
        begun.elapsed()
    );
    assert!(body.contains("data-series=\\\"yours\\\""), "{body}");
}

#[test]
fn no_path_leaves_the_home() {
    for path in [
        "/page/../Cargo.toml",
        "/page/..%2f..%2fetc%2fpasswd",
        "/page/%2e%2e/style.css",
        "/../../etc/passwd",
        "/api/jobs/..%2f..%2fetc",
        "/api/runs/..%2fx/judgement",
    ] {
        let (status, body) = get(path);
        assert!((400..500).contains(&status), "{path}: {status}");
        assert!(!body.contains("root:"), "{path}");
    }
    for spec in [
        "game=connect4&by=linear:weights=/etc/passwd",
        "game=connect4&by=linear:weights=../../etc/passwd",
        "game=connect4&by=linear:weights=link.toml",
        "game=connect4&by=negascout:eval=(linear:weights=/etc/passwd)",
        "game=gdl:/etc/passwd&by=random",
        "game=gdl:sheet=../x.kif&by=random",
    ] {
        let body = refused(get(&format!("/api/advise?{spec}")), 403);
        assert!(!body.contains("root:"), "{spec}");
    }
    refused(get("/api/benchmarks/info?name=/etc/passwd"), 403);
    let named = r#"{"kind":"match","game":"connect4","first":"a=(linear:weights=/etc/passwd)","second":"random"}"#;
    refused(post("/api/jobs", named), 403);
    let opened = r#"{"kind":"learn","game":"connect4","name":"x","method":"genetic","openings":"file:path=/etc/passwd"}"#;
    refused(post("/api/jobs", opened), 403);
    refused(
        post(
            "/api/weights/..%2fx",
            r#"{"game":"connect4","features":"lines","weights":{}}"#,
        ),
        400,
    );
    let truth = r#"{"kind":"truth","game":"tictactoe","by":"solver","name":"../../x","states":5}"#;
    refused(post("/api/jobs", truth), 400);
}

#[test]
fn a_spec_without_a_bottom_is_refused_and_the_server_lives() {
    let deep = "a:".repeat(8191) + "a";
    for path in [
        "game?game=",
        "advise?game=connect4&by=",
        "explain?game=connect4&by=",
    ] {
        let body = refused(get(&format!("/api/{path}{deep}")), 400);
        assert!(body.contains("deeper"), "{path}");
    }
    let order =
        format!(r#"{{"kind":"match","game":"connect4","first":"{deep}","second":"lines"}}"#);
    refused(post("/api/jobs", &order), 400);
    assert_eq!(get("/api/about").0, 200);
}

#[test]
fn questions_about_boards_that_would_take_hours_or_all_memory_are_refused() {
    for spec in [
        "learned:games=100m",
        "history:games=100m",
        "negascout:depth=2,eval=(learned:games=100m)",
        "mcts:memory=1048576",
    ] {
        for path in ["advise", "advise/live", "explain"] {
            let path = format!("/api/{path}?game=connect4&by={spec}");
            let body = refused(get(&path), 400);
            assert!(body.contains("start a job"), "{path}: {body}");
        }
    }
}

#[test]
fn specs_that_start_programs_are_refused_however_deep() {
    for spec in [
        "process:cmd=(touch%20x)",
        "negascout:depth=2,eval=(process:cmd=(touch%20x))",
        "wandering:by=(process:cmd=ls)",
    ] {
        let body = refused(get(&format!("/api/advise?game=connect4&by={spec}")), 403);
        assert!(body.contains("--allow-processes"), "{body}");
    }
    let order =
        r#"{"kind":"match","game":"connect4","first":"a=process:cmd=ls","second":"random"}"#;
    refused(post("/api/jobs", order), 403);
    let order =
        r#"{"kind":"match","game":"connect4","first":"a=(process:cmd=ls)","second":"random"}"#;
    refused(post("/api/jobs", order), 403);
    let order = r#"{"kind":"match","game":"connect4","first":"lines","second":"random","verdict":"by=(process:cmd=ls)"}"#;
    refused(post("/api/jobs", order), 403);
}

#[test]
fn wrong_requests_are_told_what_is_wrong() {
    refused(get("/api/nothing"), 404);
    refused(
        asked(
            "PUT",
            "/api/jobs",
            "Content-Type: application/json\r\n",
            "{}",
        ),
        404,
    );
    refused(post("/api/jobs", "{"), 400);
    refused(post("/api/jobs", r#"{"kind":"dance"}"#), 400);
    refused(
        post(
            "/api/jobs",
            r#"{"kind":"judge","benchmark":"connect4","heuristics":["lins"]}"#,
        ),
        400,
    );
    refused(get("/api/position?game=chekers"), 400);
    refused(get("/api/position?game=connect4&position=49"), 400);
    refused(get("/api/jobs/judge-9999"), 404);
    refused(get("/api/position"), 400);
    refused(get("/api/jobs?count=many"), 400);
    refused(get("/api/runs/match-1/games/first"), 400);
    assert!((400..500).contains(&exchange(b"nonsense\r\n\r\n").0));
}

#[test]
fn other_sites_and_other_names_are_refused() {
    let wrong = "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    refused(exchange(wrong.as_bytes()), 421);
    let json = "Content-Type: application/json\r\nOrigin: http://evil.example\r\n";
    refused(asked("POST", "/api/jobs", json, "{}"), 403);
    refused(
        asked("POST", "/api/jobs", "Content-Type: text/plain\r\n", "{}"),
        415,
    );
}

#[test]
fn whoever_asks_over_the_network_needs_the_token() {
    let address = served(Options {
        bind: Ipv4Addr::UNSPECIFIED.into(),
        hosts: vec!["workbench".to_owned()],
        ..Options::at(home())
    });
    let port = port_of(&address);
    let token = address
        .split_once("?token=")
        .expect("a token is made unless one is given")
        .1;
    assert!(token.len() >= 32, "{token}");
    let ask = |path: &str, headers: &str| {
        let host = format!("Host: workbench:{port}\r\nConnection: close\r\n");
        let request = format!("GET {path} HTTP/1.1\r\n{host}{headers}\r\n");
        exchange_at(port, request.as_bytes())
    };
    for path in ["/", "/page/app.js", "/api/about", "/api/nothing"] {
        refused(ask(path, ""), 401);
    }
    let almost = &token[1..];
    refused(ask(&format!("/api/about?token={almost}"), ""), 401);
    let bearer = |own: &str| format!("Authorization: Bearer {own}\r\n");
    refused(ask("/api/about", &bearer(almost)), 401);
    let cookie = format!("Cookie: other=1; plyscope_token={token}\r\n");
    for headers in [bearer(token), cookie] {
        let (status, body) = ask("/api/about", &headers);
        assert_eq!(status, 200, "{body}");
        assert!(body.contains("version"), "{body}");
    }
    // The page takes the token out of the address, into a cookie.
    assert_eq!(ask(&format!("/?token={token}"), "").0, 303);
    // Loopback itself needs it, too, and no token helps under a wrong name.
    let local =
        format!("GET /api/about HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n");
    refused(exchange_at(port, format!("{local}\r\n").as_bytes()), 401);
    let wrong = local.replace("127.0.0.1", "elsewhere") + &bearer(token) + "\r\n";
    refused(exchange_at(port, wrong.as_bytes()), 421);
}

#[test]
fn huge_bodies_and_heads_are_cut_off() {
    let body = format!("{{\"kind\":\"{}\"}}", "x".repeat(1 << 20));
    refused(post("/api/jobs", &body), 413);
    let head = format!("GET /?{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20));
    let (status, _) = exchange(head.as_bytes());
    assert!(status == 0 || (400..500).contains(&status), "{status}");
}

#[test]
fn slow_senders_are_let_go() {
    let mut options = Options::at(home());
    assert_eq!(options.head_time, Duration::from_secs(10));
    options.head_time = Duration::from_millis(300);
    let port = port_of(&served(options));
    let begun = Instant::now();
    let (status, _) = exchange_at(port, b"GET / HTTP/1.1\r\nHost: 127");
    assert!(status == 0 || status == 408, "{status}");
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
}
