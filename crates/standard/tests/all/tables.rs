//! Othello's published tables.

use plyscope_othello::tables::TABLES;

#[test]
fn every_published_table_can_be_named_and_no_other() {
    let game = plyscope_standard::registry()
        .open("othello")
        .expect("a game");
    for table in TABLES {
        let spec = format!("weighted-squares:table={}", table.name);
        assert!(game.agent_of(&spec, 1).is_ok(), "{spec}");
    }
    let error = game.agent_of("weighted-squares:table=none", 1).err();
    let told = error.expect("there is none").to_string();
    assert!(
        TABLES.iter().all(|table| told.contains(table.name)),
        "{told}"
    );
}
