//! What is written reads back; what is damaged is refused.

mod common;

use std::sync::Arc;

use common::small;
use parquet::data_type::Int32Type;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use plyscope_games::mnk::Mnk;
use plyscope_truth::{Export, Label, read_parquet, read_xml, save, write_parquet, write_xml};

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
    refused(&foreign_parquet(), "no benchmark");
}

fn foreign_parquet() -> Vec<u8> {
    let schema = parse_message_type("message other { required int32 a; }").unwrap();
    let properties = WriterProperties::builder().build();
    let mut writer =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    column
        .typed::<Int32Type>()
        .write_batch(&[1, 2, 3], None, None)
        .unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.into_inner().unwrap()
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
    let back = read_xml(&text).unwrap().admit(&Mnk::tictactoe()).unwrap();
    assert_eq!(back, benchmark);
    assert_eq!(write_parquet(&back), write_parquet(&benchmark));
    assert_eq!(write_xml(&back).unwrap(), text);
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
    let benchmark = read_xml(SHORT).unwrap().admit(&Mnk::tictactoe()).unwrap();
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
        let result = read_xml(&text).and_then(|draft| draft.admit(&Mnk::tictactoe()));
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
    refused("move=\"c3\"", "move=\"b3\"", &["line 7", "b3 c3"]);
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
    let trouble = save(&small(), &inside).unwrap_err();
    assert!(trouble.what.contains("cannot be written"), "{trouble}");
    let path = folder.path().join("b.parquet");
    save(&small(), &path).unwrap();
    let names = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1, "temporary files are gone");
}
