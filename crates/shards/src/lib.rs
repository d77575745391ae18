//! Long work cut into shards that any engine can run.
//!
//! A command that does many independent tasks is planned once: [`ShardPlan`]
//! says what is to be done and how it is cut. Any process on any machine that
//! sees the folder does one shard; what is done is told by the files alone. When
//! all shards are there, the command's own writer gets their values in order and
//! writes what it would have written on one machine.
//!
//! ```
//! use plyscope_shards::{Begun, FORMAT, Folder, TaskRange, ShardPlan, Spent, cut_evenly};
//!
//! let mut first = 0;
//! let shards = cut_evenly(10, 3, 1).into_iter().map(|end| {
//!     let piece = TaskRange { first, end, slice: None };
//!     first = end;
//!     piece
//! });
//! let plan = ShardPlan {
//!     format: FORMAT,
//!     version: "0.1".into(),
//!     command: vec!["squares".into()],
//!     folder: "/".into(),
//!     seed: 1,
//!     inputs: Vec::new(),
//!     work: serde_json::Value::Null,
//!     unit: "numbers".into(),
//!     tasks: 10,
//!     waves: Vec::new(),
//!     cost: None,
//!     shards: shards.collect(),
//! };
//! let place = tempfile::tempdir().unwrap();
//! let folder = Folder::create(place.path(), plan)?;
//! assert!(folder.ensure_whole().is_err());
//! for index in [2, 0, 1] {
//!     if let Begun::Open(shard) = folder.begin(index, "here-1")? {
//!         for task in shard.missing() {
//!             shard.add(task, &(task * task).to_string())?;
//!         }
//!         shard.finish(&Spent::default())?;
//!     }
//! }
//! let values: Result<Vec<String>, _> = folder.values().collect();
//! assert_eq!(values?.join(" "), "0 1 4 9 16 25 36 49 64 81");
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod collect;
mod cost;
pub mod engine;
mod folder;
mod plan;
mod shard;
mod status;
mod waves;
mod work;

pub use cost::{Cost, CostPart, parts_of};
pub use engine::listed;
pub use folder::{Folder, digest};
pub use plan::{FORMAT, Input, ShardPlan, Slice, TaskRange, cut_evenly};
pub use shard::{Begun, OpenShard, Spent};
pub use status::Status;
pub use waves::Waves;
pub use work::{HandIn, Work};
