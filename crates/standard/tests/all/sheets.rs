//! The rule sheets that ship.

use std::path::Path;

use plyscope_shelf_gdl::{sheet_names, sheet_text};

#[test]
fn every_sheet_of_the_folder_ships_and_says_what_it_is() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder of sheets")
        .map(|entry| {
            let path = entry.expect("readable").path();
            let stem = path.file_stem().expect("a file has a name");
            stem.to_string_lossy().into_owned()
        })
        .collect();
    let mut shipped: Vec<&str> = sheet_names().map(|(name, _)| name).collect();
    files.sort_unstable();
    shipped.sort_unstable();
    assert_eq!(files, shipped);
    assert!(sheet_names().all(|(_, about)| about.len() > 20));
}

#[test]
fn the_digest_is_that_of_the_text() {
    let sheet = sheet_text("gdl:pentago").expect("it ships");
    assert_eq!(sheet, sheet_text("pentago").expect("the same"));
    assert_ne!(sheet.digest, sheet_text("hanoi").expect("it ships").digest);
    assert_eq!(sheet.digest.len(), 16);
}
