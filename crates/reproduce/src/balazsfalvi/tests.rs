//! The experiments in small: they repeat themselves, resume, and make a whole page.

use std::collections::BTreeMap;
use std::sync::Mutex;

use plyscope_game::Stop;
use plyscope_shards::Work;
use plyscope_workbench::Won;

use super::appendix::MOVES;
use super::shards::{Games, PaperWork, collect};
use super::{PaperParams, Report, Run, run};

/// As small as can be.
fn tiny() -> PaperParams {
    let mut params = PaperParams::quick(1);
    for effort in [
        &mut params.amoba.three,
        &mut params.amoba.more,
        &mut params.chess.material,
        &mut params.chess.attack,
    ] {
        effort.runs = 1;
        effort.population = 2;
        effort.generations = 1;
        effort.by = "negascout:depth=1,table=0".to_string();
    }
    params.amoba.games = 2;
    params.amoba.asked = "linear".to_string();
    params.chess.games = 2;
    params.chess.deep_games = 2;
    params.chess.deep = 1;
    params
}

/// The same by tasks: wave after wave, the later half of each before the earlier one.
#[test]
fn games_played_in_waves_come_to_the_report_of_one_machine() {
    let mut params = tiny();
    params.chess.material.population = 3;
    params.chess.material.generations = 2;
    let registry = plyscope_standard::registry();
    let order = Run {
        registry: &registry,
        threads: 2,
        stop: Stop::default(),
        keep: None,
        progress: &|_| (),
    };
    let games = Games::list(&params, &order).unwrap();
    let mut won: Vec<Won> = Vec::new();
    for end in games.waves() {
        let first = won.len() as u64;
        let middle = first + (end - first) / 2;
        let played = Mutex::new(BTreeMap::new());
        let work = PaperWork {
            params: &params,
            run: &order,
            games: &games,
            won: std::mem::take(&mut won),
        };
        for half in [middle..end, first..middle] {
            let tasks: Vec<u64> = half.collect();
            let hand_in = |task, value: &str| {
                let value: Won = serde_json::from_str(value).unwrap();
                played.lock().unwrap().insert(task, value);
                Ok(())
            };
            work.run(&tasks, &hand_in).unwrap();
        }
        won = work.won;
        won.extend(played.into_inner().unwrap().into_values());
        assert_eq!(won.len() as u64, end, "every game has been played");
    }
    let collected = collect(&params, &order, &games, &won).unwrap();
    assert_eq!(collected, run(&params, &order).unwrap());
}

fn report(threads: usize, keep: Option<&std::path::Path>, stop: &Stop) -> Report {
    let registry = plyscope_standard::registry();
    let order = Run {
        registry: &registry,
        threads,
        stop: stop.clone(),
        keep,
        progress: &|now| {
            if now.done >= 20 && keep.is_some() && threads == 1 {
                stop.raise();
            }
        },
    };
    run(&tiny(), &order).unwrap()
}

#[test]
fn the_experiments_repeat_themselves_resume_and_make_a_page() {
    let whole = report(2, None, &Stop::default());
    assert!(whole.finished);
    let folder = std::env::temp_dir().join(format!("balazsfalvi-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let stopped = report(1, Some(&folder), &Stop::default());
    assert!(!stopped.finished);
    assert!(stopped.page("x").text.contains("Stopped early"));
    let resumed = report(2, Some(&folder), &Stop::default());
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(resumed, whole);
    let page = whole.page("plyscope reproduce balazsfalvi");
    for part in ["## What holds", "Appendix A", "With attacks", "appendix B"] {
        assert!(page.text.contains(part), "{part}");
    }
    assert_eq!(page.pictures.len(), super::PICTURES.len());
    the_papers_game_is_legal_and_won_by_five_in_its_last_move(&whole);
}

fn the_papers_game_is_legal_and_won_by_five_in_its_last_move(whole: &Report) {
    let appendix = whole.amoba.appendix.as_ref().unwrap();
    assert_eq!(appendix.moves.len(), MOVES.len());
    assert!(appendix.is_won);
    assert_eq!(appendix.same_when_doubled, MOVES.len());
    let last = appendix.moves.last().unwrap();
    assert!(last.by_computer && last.mv == "i12" && last.keeps_win);
}
