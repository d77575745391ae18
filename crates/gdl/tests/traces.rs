//! Sheets and traces made by others: every engine must agree with them, state by state.
//!
//! A part of them by default; all with `PLYSCOPE_ALL_SHEETS=1`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use plyscope_gdl::{Network, Limits, Stepper, Interpreter, Machine, Sheet, decode, follow, read_trace};

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/gdl");
    let folder = if folder.exists() { folder } else { PathBuf::from("/work/shared/data/gdl") };
    if folder.exists() {
        return Some(folder);
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "the shared sheets are missing");
    None
}

#[test]
fn explore() {
    let Some(folder) = folder() else { return };
    let only = std::env::var("ONLY").ok();
    let mut paths: Vec<PathBuf> = Vec::new();
    for (sheets, traces) in [("conformance", "conformance"), ("sheets", "traces")] {
        for entry in std::fs::read_dir(folder.join(sheets)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ext| ext == "kif") {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) { continue; }
                paths.push(path.clone());
                let _ = (traces, name);
            }
        }
    }
    paths.sort();
    let mut bad = 0;
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let dir = if path.parent().unwrap().ends_with("conformance") { "conformance" } else { "traces" };
        let trace = folder.join(dir).join(format!("{name}.txt.gz"));
        let Ok(trace) = std::fs::read(trace) else { println!("{name}: no trace"); continue };
        let trace = read_trace(&trace).unwrap();
        let text = std::fs::read(&path).unwrap();
        let begin = Instant::now();
        let sheet = match decode(&text).and_then(Sheet::read_plainly) { Ok(s) => s, Err(e) => { println!("{name}: READ {e}"); bad += 1; continue } };
        let rules = std::env::var("ENGINE").as_deref() == Ok("rules");
        let made: Result<Box<dyn Machine>, _> = if rules { Interpreter::new(sheet).map(|m| Box::new(m) as _) } else {
            Network::new(sheet, Limits::default()).map(|n| { print!("[{:?} {:?}] ", n.sizes(), begin.elapsed()); Box::new(Stepper::new(std::sync::Arc::new(n))) as _ }) };
        let mut machine = match made { Ok(m) => m, Err(e) => { println!("{name}: NEW {e}"); bad += 1; continue } };
        let load = begin.elapsed();
        let result = follow(&mut *machine, &trace);
        let all = begin.elapsed();
        match result {
            Ok(followed) => println!("{name}: ok {} states load {load:?} all {all:?}", followed.states),
            Err(difference) => { bad += 1; println!("{name}: DIFF {} ({all:?})", difference.to_string().chars().take(600).collect::<String>()) }
        }
    }
    println!("bad {bad}");
}
