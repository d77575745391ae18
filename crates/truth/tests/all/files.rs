//! What is written reads back; what is damaged is refused.

use std::sync::OnceLock;

use crate::common::{small, tictactoe};
use plyscope_game::Chance;
use plyscope_truth::{
    Benchmark, Export, Label, Output, read_csv, read_jsonl, read_parquet, read_xml, save,
    write_parquet, write_xml,
};

#[test]
fn parquet_reads_back_and_has_the_same_bytes_every_time() {
    let benchmark = small();
    let bytes = write_parquet(&benchmark).unwrap();
    assert_eq!(read_parquet(bytes.clone()).unwrap(), benchmark);
    assert_eq!(write_parquet(&benchmark).unwrap(), bytes);
}

#[test]
fn every_flipped_bit_is_noticed() {
    let bytes = write_parquet(&small()).unwrap();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << bit;
            let trouble = read_parquet(flipped).expect_err("a flipped bit is an error");
            assert!(trouble.hint.is_some(), "{trouble}");
        }
    }
}

const PLACE: &[u8] = b"plyscope.checksum\x18\x50plyscope-blake3:";

/// Fills in the right checksum of changed bytes, if they still have a place for it.
fn seal_again(bytes: &mut [u8]) -> Option<()> {
    let found = bytes
        .windows(PLACE.len())
        .rposition(|window| window == PLACE)?;
    let digits = found + PLACE.len()..found + PLACE.len() + 64;
    bytes.get_mut(digits.clone())?.fill(b'0');
    let digest = blake3::hash(bytes).to_hex();
    bytes[digits].copy_from_slice(digest.as_bytes());
    Some(())
}

/// It is refused with a hint, or read whole: what is written of it reads back.
fn is_refused_or_whole(bytes: Vec<u8>) -> bool {
    match read_parquet(bytes) {
        Err(trouble) => {
            assert!(trouble.hint.is_some(), "{trouble}");
            true
        }
        Ok(benchmark) => {
            let bytes = write_parquet(&benchmark).expect("what was read can be written");
            assert_eq!(read_parquet(bytes), Ok(benchmark));
            false
        }
    }
}

#[test]
fn a_flipped_bit_behind_a_right_checksum_does_no_harm() {
    let bytes = write_parquet(&small()).unwrap();
    let (mut sealed, mut refused) = (0, 0);
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << bit;
            if seal_again(&mut flipped).is_some() {
                sealed += 1;
                refused += u32::from(is_refused_or_whole(flipped));
            }
        }
    }
    assert!(
        sealed > 20_000 && refused > sealed / 3,
        "{refused} of {sealed}"
    );
}

#[test]
fn many_changes_behind_a_right_checksum_do_no_harm() {
    let bytes = write_parquet(&small()).unwrap();
    let mut chance = Chance::new(1);
    for _ in 0..20_000 {
        let mut changed = bytes.clone();
        for _ in 0..=chance.below(8) {
            let place = chance.below(bytes.len() as u32) as usize;
            changed[place] = match chance.below(3) {
                0 => 0,
                1 => 0xff,
                _ => chance.bits() as u8,
            };
        }
        if seal_again(&mut changed).is_some() {
            is_refused_or_whole(changed);
        }
    }
}

#[test]
fn a_text_that_looks_like_the_checksum_does_no_harm() {
    let mut benchmark = small();
    for text in [
        "plyscope-blake3:",
        "plyscope.checksum plyscope-blake3:00",
        "PAR1",
    ] {
        benchmark.meta.selector = text.to_string();
        benchmark.meta.version = text.to_string();
        let bytes = write_parquet(&benchmark).unwrap();
        assert_eq!(read_parquet(bytes).as_ref(), Ok(&benchmark));
    }
    benchmark.meta.selector = String::from_utf8(PLACE.to_vec()).unwrap();
    assert!(write_parquet(&benchmark).is_err());
}

#[test]
fn every_truncation_is_noticed() {
    let bytes = write_parquet(&small()).unwrap();
    for length in 0..bytes.len() {
        assert!(read_parquet(bytes[..length].to_vec()).is_err(), "{length}");
    }
    let half = read_parquet(bytes[..bytes.len() / 2].to_vec()).unwrap_err();
    assert!(half.what.contains("cut off"), "{half}");
}

#[test]
fn what_follows_the_end_is_noticed() {
    let mut bytes = write_parquet(&small()).unwrap();
    bytes.push(0);
    assert!(read_parquet(bytes.clone()).is_err());
    bytes.pop();
    bytes.extend_from_slice(b"PAR1");
    assert!(read_parquet(bytes).is_err());
}

#[test]
fn foreign_files_are_refused_by_what_they_are() {
    let refused = |bytes: &[u8], word: &str| {
        let trouble = read_parquet(bytes.to_vec()).unwrap_err();
        assert!(trouble.what.contains(word), "{trouble}");
    };
    refused(b"", "empty");
    refused(b"state,move\n1,2\n", "no Parquet file");
    refused(b"PAR1", "cut off");
    refused(
        &foreign_parquet(),
        "no benchmark: it lacks the columns state_id, game",
    );
}

/// A file of no rows with one required column `a` of 32-bit numbers, written out by hand.
fn foreign_parquet() -> Vec<u8> {
    let footer = [
        // Version 1; a schema of two elements: the root with one child, and the column.
        0x15, 0x02, 0x19, 0x2c, 0x48, 1, b'm', 0x15, 0x02, 0x00, 0x15, 0x02, 0x25, 0x00, 0x18, 1,
        b'a', 0x00, // No rows, no groups of them, and the end.
        0x16, 0x00, 0x19, 0x0c, 0x00,
    ];
    let mut bytes = b"PAR1".to_vec();
    bytes.extend(footer);
    bytes.extend((footer.len() as u32).to_le_bytes());
    bytes.extend(b"PAR1");
    bytes
}

#[test]
fn xml_reads_back_exactly() {
    let mut benchmark = small();
    benchmark.meta.selector = "file:name=(a \"b\" & <c>\té☃)".to_string();
    benchmark.states[0].moves[0].value = Some(0.1 + 0.2);
    benchmark.states[0].moves[1] = Label {
        value: Some(-0.0),
        q: Some(1e-300),
        ..benchmark.states[0].moves[1].clone()
    };
    let text = write_xml(&benchmark).unwrap();
    let back = read_xml(&text).unwrap().admit(&*tictactoe()).unwrap();
    assert_eq!(back, benchmark);
    assert_eq!(write_parquet(&back), write_parquet(&benchmark));
    assert_eq!(write_xml(&back).unwrap(), text);
}

/// Texts that XML, CSV or Parquet might trip over.
const TEXTS: [&str; 12] = [
    "",
    " ",
    "a b",
    "&amp;<x/>]]>",
    "\"'`",
    "\t\n\r\n",
    "é☃𝄞\u{85}\u{2028}",
    "\u{feff}x",
    "name=(a,b)",
    "<!-- -->",
    "%s\\0",
    "NaN",
];

fn any_text(chance: &mut Chance) -> String {
    let count = chance.below(4);
    let pick = |_| TEXTS[chance.below(TEXTS.len() as u32) as usize];
    (0..count).map(pick).collect()
}

fn any_number(chance: &mut Chance) -> Option<f64> {
    let number = f64::from_bits(chance.bits());
    match chance.below(5) {
        0 => None,
        1 => Some(f64::from(chance.below(3)) - 1.0),
        2 => Some([-0.0, f64::MIN_POSITIVE, f64::MAX, 0.1 + 0.2][chance.below(4) as usize]),
        _ => number.is_finite().then_some(number),
    }
}

fn any_benchmark(chance: &mut Chance) -> Benchmark {
    let mut benchmark = small_once().clone();
    let meta = &mut benchmark.meta;
    for text in [
        &mut meta.selector,
        &mut meta.labeller,
        &mut meta.limits,
        &mut meta.inputs,
        &mut meta.version,
        &mut meta.plan,
    ] {
        *text = any_text(chance);
    }
    meta.seeds = (0..=chance.below(3)).map(|_| chance.bits()).collect();
    for label in benchmark.states.iter_mut().flat_map(|own| &mut own.moves) {
        label.exact = false;
        label.value = any_number(chance);
        label.q = any_number(chance);
        label.plies = (chance.below(2) == 0).then(|| chance.below(10));
        label.visits = (chance.below(2) == 0).then(|| chance.bits() >> 1);
    }
    benchmark
}

fn small_once() -> &'static Benchmark {
    static SMALL: OnceLock<Benchmark> = OnceLock::new();
    SMALL.get_or_init(small)
}

#[test]
fn any_benchmark_goes_through_xml_and_parquet_unchanged() {
    let mut chance = Chance::new(7);
    for _ in 0..300 {
        let benchmark = any_benchmark(&mut chance);
        let bytes = write_parquet(&benchmark).unwrap();
        assert_eq!(read_parquet(bytes.clone()).as_ref(), Ok(&benchmark));
        let text = write_xml(&benchmark).unwrap();
        let draft = read_xml(&text).unwrap_or_else(|trouble| panic!("{trouble}\n{text}"));
        let back = draft.admit(&*tictactoe()).unwrap();
        // Equal numbers may differ in their bits (0 and -0); equal files do not.
        assert_eq!(write_parquet(&back), Ok(bytes), "{text}");
    }
}

#[test]
fn numbers_that_are_none_are_not_written() {
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for place in 0..2 {
            let mut benchmark = small_once().clone();
            let label = &mut benchmark.states[2].moves[0];
            *[&mut label.value, &mut label.q][place] = Some(odd);
            let said = write_parquet(&benchmark).unwrap_err().to_string();
            assert!(said.contains(&odd.to_string()), "{said}");
            assert!(said.contains(&benchmark.states[2].state), "{said}");
            assert!(write_xml(&benchmark).is_err());
        }
    }
    let mut benchmark = small_once().clone();
    benchmark.states[0].ply = u32::MAX;
    assert!(write_parquet(&benchmark).is_err());
}

const SHORT: &str = r#"<benchmark game="tictactoe">
  <!-- by hand -->
  <state ply="7">
    <description>xox/oxo/..x</description>
    <action value="1"/>
  </state>
  <state ply="7">
    <description>xxo/oox/x..</description>
    <action move="c3" value="0.5" q="0.5" visits="2"/>
    <action move="b3" value="-1"/>
  </state>
</benchmark>"#;

#[test]
fn what_xml_leaves_out_is_filled_in_and_moves_are_put_in_order() {
    let benchmark = read_xml(SHORT).unwrap().admit(&*tictactoe()).unwrap();
    assert_eq!(benchmark.states[0].moves[0].mv, None);
    let moves: Vec<_> = benchmark.states[1]
        .moves
        .iter()
        .map(|label| label.mv.as_deref())
        .collect();
    assert_eq!(moves, [Some("b3"), Some("c3")]);
    assert_eq!(benchmark.meta.labeller, "unknown");
}

#[test]
fn xml_that_is_no_benchmark_of_the_game_is_refused_with_its_line() {
    let refused = |from: &str, to: &str, words: &[&str]| {
        assert!(SHORT.contains(from));
        let text = SHORT.replacen(from, to, 1);
        let result = read_xml(&text).and_then(|draft| draft.admit(&*tictactoe()));
        let said = result.expect_err(to).to_string();
        for word in words {
            assert!(said.contains(word), "`{to}` does not say `{word}`: {said}");
        }
    };
    refused(
        "visits",
        "wins",
        &["line 9", "`wins`", "there are: move, value"],
    );
    refused("ply=\"7\"", "depth=\"7\"", &["line 3", "`depth`"]);
    refused("ply=\"7\"", "ply=\"-7\"", &["`-7`", "ply"]);
    refused("ply=\"7\"", "ply=\"7\" key=\"5\"", &["key"]);
    refused("ply=\"7\"", "ply=\"7\" player=\"red\"", &["red", "first"]);
    refused("ply=\"7\"", "ply=\"7\" player=\"first\"", &["player"]);
    refused("xxo/oox/x..", "xxx/oox/x.x", &["line 7", "no state"]);
    refused(
        "move=\"c3\"",
        "move=\"b3\"",
        &["line 7", "missing: c3", "b3 c3"],
    );
    refused(
        "value=\"-1\"",
        "value=\"2\" exact=\"true\"",
        &["line 7", "2 points"],
    );
    refused(
        "xxo/oox/x..",
        "xox/oxo/..x",
        &["line 7", "the game is over"],
    );
    refused("ply=\"7\"", "ply=\"6\"", &["line 3", "ply is 7"]);
    refused(
        "visits=\"2\"",
        "visits=\"18446744073709551615\"",
        &["line 7", "too many"],
    );
    refused("move=\"c3\"", "move=\"a1\"", &["b3 c3"]);
    refused("value=\"0.5\"", "value=\"NaN\"", &["finite"]);
    refused("value=\"0.5\"", "value=\"0.5\" value=\"1\"", &["line 9"]);
    refused("<description>", "<text>", &["line 4"]);
    refused("</benchmark>", "", &["line"]);
    refused("</benchmark>", "</benchmark><more/>", &["follows"]);
    refused("game=\"tictactoe\"", "", &["which game"]);
    refused(
        "game=\"tictactoe\"",
        "game=\"tictactoe\" format=\"9\"",
        &["format 9"],
    );
}

#[test]
fn csv_and_json_lines_have_the_columns_by_name() {
    let benchmark = small();
    let mut text = Vec::new();
    Export::Csv.write(&benchmark, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let rows: usize = benchmark.states.iter().map(|own| own.moves.len()).sum();
    assert!(
        text.starts_with("state_id,game,state,key,ply,player,move,value,exact,plies,visits,q\n")
    );
    assert_eq!(text.lines().count(), rows + 1);
    let mut text = Vec::new();
    Export::Jsonl.write(&benchmark, &mut text).unwrap();
    let first: serde_json::Value =
        serde_json::from_slice(text.split(|&byte| byte == b'\n').next().unwrap()).unwrap();
    assert_eq!(first["move"], "a1");
    assert_eq!(first["player"], "first");
}

#[test]
fn a_file_that_cannot_be_written_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("missing").join("b.parquet");
    let trouble = Output::new(&inside, false).unwrap_err();
    assert!(trouble.what.contains("cannot be written"), "{trouble}");
    let path = folder.path().join("b.parquet");
    let output = Output::new(&path, false).unwrap();
    save(&small(), &output).unwrap();
    let names = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1, "temporary files are gone");
}

/// Earlier versions compressed with Zstandard; the fixture is a benchmark as one of them wrote it.
#[test]
fn a_file_compressed_with_zstandard_is_still_read() {
    let bytes = include_bytes!("../data/zstandard.parquet");
    let benchmark = read_parquet(bytes.to_vec()).unwrap();
    assert_eq!(benchmark.meta.game, "connect4");
    assert_eq!(benchmark.states.len(), 500);
    let again = write_parquet(&benchmark).unwrap();
    assert_eq!(read_parquet(again).unwrap(), benchmark);
}

#[test]
fn csv_and_json_lines_read_back_as_the_same_states() {
    let benchmark = small();
    let game = tictactoe();
    let text = |export: Export| {
        let mut text = Vec::new();
        export.write(&benchmark, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    for draft in [
        read_csv(&text(Export::Csv)).unwrap(),
        read_jsonl(&text(Export::Jsonl)).unwrap(),
    ] {
        let back = draft.admit(&*game).unwrap();
        assert_eq!(back.states, benchmark.states);
        assert_eq!(back.meta.game, benchmark.meta.game);
        assert_eq!(back.meta.labeller, "unknown");
    }
}

#[test]
fn rows_that_are_wrong_are_told_by_their_line() {
    let head = "game,state,ply,move,value";
    for (text, words) in [
        (String::new(), "no rows"),
        (format!("{head}\n"), "no rows"),
        (format!("{head}\ntictactoe,.../.../...,x,a1,0\n"), "line 2"),
        (
            format!("{head}\ntictactoe,.../.../...,0,a1,inf\n"),
            "finite",
        ),
        (format!("{head}\ntictactoe,.../.../...,0,a1\n"), "line 2"),
        (
            format!("{head},sure\ntictactoe,.../.../...,0,a1,0,1\n"),
            "sure",
        ),
        (
            format!("{head}\ntictactoe,.../.../...,0,a1,0\nmnk,.../.../...,0,b1,0\n"),
            "line 3: the game is tictactoe",
        ),
        (
            format!("{head}\ntictactoe,.../.../...,0,a1,0\ntictactoe,.../.../...,1,b1,0\n"),
            "line 3: the rows of a state differ",
        ),
    ] {
        let trouble = read_csv(&text).unwrap_err();
        assert!(trouble.what.contains(words), "{text}: {trouble}");
        assert!(trouble.hint.is_some());
    }
    for (text, words) in [
        ("{}\n", "line 1: missing field `game`"),
        ("\n[1]\n", "line 2"),
        (
            "{\"game\":\"tictactoe\",\"state\":\"\",\"ply\":0,\"x\":1}",
            "unknown field `x`",
        ),
    ] {
        let trouble = read_jsonl(text).unwrap_err();
        assert!(trouble.what.contains(words), "{text}: {trouble}");
    }
}
