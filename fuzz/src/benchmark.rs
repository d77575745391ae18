//! Readers of benchmarks: Parquet and XML.

use plyscope_truth::{Trouble, read_parquet, read_xml, write_parquet, write_xml};
use plyscope_workbench::open;

/// The whole input is a Parquet file: it is refused, or it is written back byte by byte.
pub fn benchmark_parquet(data: &[u8]) {
    match read_parquet(data.to_vec()) {
        Ok(benchmark) => {
            let bytes = write_parquet(&benchmark).expect("what was read can be written");
            assert_eq!(read_parquet(bytes).as_ref(), Ok(&benchmark));
        }
        Err(trouble) => helps(&trouble),
    }
}

/// The whole input is an XML file: it is refused, or it reads back after it was written.
pub fn benchmark_xml(data: &[u8]) {
    let draft = match read_xml(&String::from_utf8_lossy(data)) {
        Ok(draft) => draft,
        Err(trouble) => return helps(&trouble),
    };
    let Ok(game) = open(&draft.meta.game) else {
        return;
    };
    let Ok(benchmark) = game.admit_truth(draft) else {
        return;
    };
    // Some characters can be referred to in XML that it cannot hold.
    let Ok(text) = write_xml(&benchmark) else {
        return;
    };
    let draft = read_xml(&text).expect("what was written can be read");
    assert_eq!(game.admit_truth(draft).as_ref(), Ok(&benchmark), "{text}");
    let bytes = write_parquet(&benchmark).expect("what was read can be written");
    assert_eq!(read_parquet(bytes).as_ref(), Ok(&benchmark));
}

fn helps(trouble: &Trouble) {
    assert!(trouble.hint.is_some(), "no hint: {trouble}");
}
