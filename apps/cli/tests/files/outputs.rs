//! Files are never lost: nothing is overwritten unasked, no input ever, and only regular files.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::call::{answers, plyscope, refuses, run};
use crate::truth::small;

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Every command that writes a file, with the place for its name.
const WRITERS: [&str; 12] = [
    "judge tictactoe --heuristic levy --no-html --export-scores OUT",
    "judge tictactoe --heuristic levy --no-html --export-moves OUT",
    "judge tictactoe --heuristic levy --html OUT",
    "play tictactoe --first random --second random --save OUT",
    "learn tictactoe --benchmark tictactoe -o OUT",
    "learn tictactoe --benchmark tictactoe --export-rows OUT",
    "truth make tictactoe --by solver --states 5 -o OUT",
    "truth export tictactoe --format csv -o OUT",
    "truth export tictactoe --format xml -o OUT",
    "truth import a.csv -o OUT",
    "truth merge a.parquet b.parquet -o OUT",
    "book make connect4:width=4,height=4 --plies 1 -o OUT",
];

fn prepared() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    small(folder.path(), "a.parquet", &[]);
    small(folder.path(), "b.parquet", &["--seed", "2"]);
    answers(
        folder.path(),
        &words("truth export a.parquet --format csv -o a.csv"),
    );
    folder
}

#[test]
fn what_is_there_is_replaced_only_when_told_to_and_before_the_work_it_is_said() {
    let folder = prepared();
    let folder = folder.path();
    let mine = folder.join("mine");
    for writer in WRITERS {
        fs::write(&mine, "precious\n").unwrap();
        let line = writer.replace("OUT", "mine");
        refuses(folder, &words(&line), 2, &["is there already", "--force"]);
        assert_eq!(fs::read(&mine).unwrap(), b"precious\n", "{line}");
        answers(folder, &words(&format!("{line} --force")));
        assert_ne!(fs::read(&mine).unwrap(), b"precious\n", "{line}");
        fs::remove_file(&mine).unwrap();
        answers(folder, &words(&line));
    }
    let left: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("part") || name.contains("journal"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[cfg(unix)]
#[test]
fn links_devices_and_folders_are_never_replaced_even_by_force() {
    let folder = prepared();
    let folder = folder.path();
    fs::write(folder.join("mine"), "precious\n").unwrap();
    std::os::unix::fs::symlink("mine", folder.join("link")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.join("dangling")).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    for writer in WRITERS {
        for name in ["link", "dangling", "folder", "/dev/null"] {
            let line = format!("{} --force", writer.replace("OUT", name));
            refuses(folder, &words(&line), 2, &["hint: "]);
        }
    }
    refuses(
        folder,
        &words("match tictactoe random levy --games 2 -o link"),
        2,
        &["a link"],
    );
    assert_eq!(fs::read(folder.join("mine")).unwrap(), b"precious\n");
    assert!(folder.join("link").is_symlink() && !folder.join("nowhere").exists());
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let folder = prepared();
    let folder = folder.path();
    answers(
        folder,
        &words("learn tictactoe --benchmark tictactoe -o w.toml"),
    );
    fs::write(folder.join("op.txt"), "a1\nb2\n").unwrap();
    answers(
        folder,
        &words("play tictactoe --first random --second random --save game.json"),
    );
    let linear = "linear:weights=w.toml";
    for (line, input) in [
        ("judge b.parquet --html b.parquet".to_string(), "b.parquet"),
        (
            "judge b.parquet --export-scores ./b.parquet".to_string(),
            "b.parquet",
        ),
        (
            format!("judge b.parquet --heuristic m={linear} --html w.toml"),
            "w.toml",
        ),
        (
            format!("learn tictactoe --by {linear} --states 9 -o w.toml"),
            "w.toml",
        ),
        (
            "learn tictactoe --benchmark a.parquet -o a.parquet".to_string(),
            "a.parquet",
        ),
        (
            format!("truth make tictactoe --by {linear} --states 9 -o w.toml"),
            "w.toml",
        ),
        (
            "truth make tictactoe --by solver --from file --positions op.txt -o op.txt".to_string(),
            "op.txt",
        ),
        (
            "truth export a.parquet --format csv -o a.parquet".to_string(),
            "a.parquet",
        ),
        ("truth import a.csv -o a.csv".to_string(), "a.csv"),
        (
            "truth merge a.parquet b.parquet -o b.parquet".to_string(),
            "b.parquet",
        ),
        (
            "play tictactoe --load game.json --first random --second random --save game.json"
                .to_string(),
            "game.json",
        ),
    ] {
        let before = fs::read(folder.join(input)).unwrap();
        let line = format!("{line} --force");
        refuses(folder, &words(&line), 2, &["the same command reads it"]);
        assert_eq!(fs::read(folder.join(input)).unwrap(), before, "{line}");
    }
    let line = "match tictactoe random levy --games 2 --openings file:path=op.txt -o op.txt";
    refuses(folder, &words(line), 2, &["the same command reads it"]);
    let line = "judge tictactoe --no-html --export-scores x --export-moves x";
    refuses(folder, &words(line), 2, &["named twice"]);
    let line = "judge tictactoe --html x.html --export-scores ./x.html";
    refuses(folder, &words(line), 2, &["named twice"]);
    assert!(!folder.join("x.html").exists());
}

#[cfg(unix)]
#[test]
fn a_link_in_a_folder_is_refused_before_the_work_and_nothing_is_half_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (paper, file) in [
        ("hef", "order.svg"),
        ("hef", "hef.json"),
        ("abramson-korf", "sampling.svg"),
    ] {
        let page = folder.join(format!("{paper}-{file}"));
        fs::create_dir(&page).unwrap();
        fs::write(folder.join("mine"), "precious").unwrap();
        std::os::unix::fs::symlink("../mine", page.join(file)).unwrap();
        let out = page.to_str().unwrap();
        let args = ["reproduce", paper, "--out", out, "--force"];
        refuses(folder, &args, 2, &["is a link"]);
        assert_eq!(fs::read_dir(&page).unwrap().count(), 1, "{paper}");
        assert_eq!(fs::read(folder.join("mine")).unwrap(), b"precious");
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link_in_the_place_of_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::os::unix::fs::symlink("nowhere", folder.join("out.journal")).unwrap();
    for line in [
        "truth make tictactoe --by solver --states 5 -o out",
        "book make connect4:width=4,height=4 --plies 1 -o out",
    ] {
        refuses(folder, &words(line), 1, &["out.journal is a link"]);
    }
    assert!(folder.join("out.journal").is_symlink());
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn who_cannot_save_is_not_offered_a_human() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("mine"), "precious").unwrap();
    let output = run(folder, &words("play tictactoe --save mine"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("--force") && !said.contains("human"),
        "{said}"
    );
    let output = run(folder, &words("play tictactoe --first levi"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("; or human"), "{said}");
}

#[test]
fn a_report_of_ours_is_written_anew_and_another_page_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let judge = words("judge tictactoe --heuristic levy");
    answers(folder, &judge);
    answers(folder, &judge);
    let page = folder.join("judge-tictactoe.html");
    fs::write(&page, "<!doctype html>\n<p>my own page").unwrap();
    refuses(folder, &judge, 2, &["is there already"]);
    assert!(fs::read_to_string(&page).unwrap().contains("my own"));
}

#[test]
fn a_folder_with_files_in_it_is_not_written_into_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("page")).unwrap();
    fs::write(folder.join("page/hef.md"), "precious").unwrap();
    for paper in ["hef", "abramson-korf"] {
        let line = format!("reproduce {paper} --out page");
        refuses(folder, &words(&line), 2, &["files in it", "--force"]);
    }
    fs::write(folder.join("file"), "").unwrap();
    refuses(
        folder,
        &words("reproduce hef --out file --force"),
        2,
        &["no folder"],
    );
    assert_eq!(fs::read(folder.join("page/hef.md")).unwrap(), b"precious");
}

/// Plays with lines typed in; returns what was said beside the boards.
fn typed(folder: &Path, args: &[&str], lines: &str) -> String {
    let mut command = plyscope(folder, args);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(lines.as_bytes())
        .unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap()
}

#[test]
fn a_player_who_saves_overwrites_his_own_file_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("mine"), "precious").unwrap();
    let play = words("play tictactoe --first human --second human");
    let said = typed(
        folder,
        &play,
        "a1\nsave mine\nsave own\nb2\nsave own\nquit\n",
    );
    assert!(said.contains("mine is there already"), "{said}");
    assert_eq!(said.matches("saved to own").count(), 2, "{said}");
    assert_eq!(fs::read(folder.join("mine")).unwrap(), b"precious");
    let saved = fs::read_to_string(folder.join("own")).unwrap();
    assert!(saved.contains("\"moves\":[\"a1\",\"b2\"]"), "{saved}");
    let said = typed(
        folder,
        &play,
        "load own\nsave own --force\nsave mine --force\nquit\n",
    );
    assert!(said.contains("the same command reads it"), "{said}");
    assert!(said.contains("saved to mine"), "{said}");
}

#[test]
fn a_hyphen_is_standard_output() {
    let folder = prepared();
    let folder = folder.path();
    let csv = answers(folder, &words("truth export a.parquet --format csv -o -"));
    assert_eq!(csv, fs::read_to_string(folder.join("a.csv")).unwrap());
    let weights = answers(folder, &words("learn tictactoe --benchmark tictactoe -o -"));
    assert!(weights.contains("[weights]"), "{weights}");
    fs::write(folder.join("w.toml"), &weights).unwrap();
    answers(
        folder,
        &words("advise tictactoe --by linear:weights=w.toml"),
    );
    let merged = run(folder, &words("truth merge a.parquet b.parquet -o -"));
    assert!(merged.status.success() && merged.stdout.starts_with(b"PAR1"));
    let page = answers(folder, &words("judge tictactoe --heuristic levy --html -"));
    assert!(page.starts_with("<!doctype html>"));
    refuses(
        folder,
        &words("learn tictactoe --benchmark tictactoe -o - --json"),
        2,
        &["both want standard output"],
    );
    for (line, why) in [
        (
            "truth make tictactoe --by solver --states 5 -o -",
            "a rerun goes on from it",
        ),
        (
            "book make connect4:width=4,height=4 --plies 1 -o -",
            "a rerun goes on from it",
        ),
        (
            "play tictactoe --first random --second random --save -",
            "written anew after every move",
        ),
        (
            "match tictactoe random levy --games 2 -o -",
            "a rerun goes on from it",
        ),
    ] {
        refuses(folder, &words(line), 2, &["standard output", why]);
    }
    assert!(!folder.join("-").exists());
}
