//! Readers of benchmarks: Parquet, XML, CSV and JSON lines.

use plyscope_game::Error;
use plyscope_truth::{
    Benchmark, Draft, Export, read_csv, read_jsonl, read_parquet, read_xml, write_parquet,
    write_xml,
};

use super::open;

/// The whole input is a Parquet file: it is refused, or what is written of it reads back.
///
/// The checksum would turn all changes away, so it is also tried with the right one.
pub fn benchmark_parquet(data: &[u8]) {
    read_back(data.to_vec());
    if let Some(sealed) = sealed(data.to_vec()) {
        read_back(sealed);
    }
}

fn read_back(bytes: Vec<u8>) {
    match read_parquet(bytes) {
        Ok(benchmark) => {
            let bytes = write_parquet(&benchmark).expect("what was read can be written");
            assert_eq!(read_parquet(bytes).as_ref(), Ok(&benchmark));
        }
        Err(error) => hints(&error),
    }
}

/// The bytes with the checksum that they should have, if they have a place for one.
fn sealed(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    const PLACE: &[u8] = b"plyscope.checksum\x18\x50plyscope-blake3:";
    let mut windows = bytes.windows(PLACE.len());
    let begin = windows.rposition(|window| window == PLACE)? + PLACE.len();
    bytes.get_mut(begin..begin + 64)?.fill(b'0');
    let digest = blake3::hash(&bytes).to_hex();
    bytes[begin..begin + 64].copy_from_slice(digest.as_bytes());
    Some(bytes)
}

/// The whole input is an XML file: it is refused, or it reads back after it was written.
pub fn benchmark_xml(data: &[u8]) {
    let draft = match read_xml(&String::from_utf8_lossy(data)) {
        Ok(draft) => draft,
        Err(error) => return hints(&error),
    };
    let Ok(game) = open(&draft.meta.game) else {
        return;
    };
    let Ok(benchmark) = draft.admit(game.rules()) else {
        return;
    };
    // Some characters can be referred to in XML that it cannot hold.
    let Ok(text) = write_xml(&benchmark) else {
        return;
    };
    let draft = read_xml(&text).expect("what was written can be read");
    assert_eq!(draft.admit(game.rules()).as_ref(), Ok(&benchmark), "{text}");
    let bytes = write_parquet(&benchmark).expect("what was read can be written");
    assert_eq!(read_parquet(bytes).as_ref(), Ok(&benchmark));
}

/// The whole input is a table: it is refused, or it reads back after it was written, as CSV and as JSON lines.
pub fn benchmark_rows(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let draft = if text.starts_with('{') {
        read_jsonl(&text)
    } else {
        read_csv(&text)
    };
    let draft = match draft {
        Ok(draft) => draft,
        Err(error) => return hints(&error),
    };
    let Ok(game) = open(&draft.meta.game) else {
        return;
    };
    let Ok(benchmark) = draft.admit(game.rules()) else {
        return;
    };
    let readers: [(Export, fn(&str) -> Result<Draft, Error>); 2] =
        [(Export::Csv, read_csv), (Export::Jsonl, read_jsonl)];
    for (export, read) in readers {
        let text = written(export, &benchmark);
        let draft = read(&text).expect("what was written can be read");
        assert_eq!(draft.admit(game.rules()).as_ref(), Ok(&benchmark), "{text}");
    }
}

fn written(export: Export, benchmark: &Benchmark) -> String {
    let mut text = Vec::new();
    let written = export.write(benchmark, &mut text);
    written.expect("memory takes everything");
    String::from_utf8(text).expect("it is text")
}

/// A damaged file may be nobody's doing.
fn hints(error: &Error) {
    assert!(error.hint.is_some(), "no hint: {error}");
}
