//! One file a command.

pub(crate) mod advise;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod cluster;
pub(crate) mod completions;
pub(crate) mod contest;
pub(crate) mod engine;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod gdl;
pub(crate) mod judge;
pub(crate) mod learn;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod reproduce;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod truth;

/// What the bare command says.
pub(crate) const WELCOME: &str = "\
Plyscope: is my heuristic any good, where does it fail, and does it win games?
  plyscope judge connect4                            heuristics against the truth, with a report
  plyscope games                                     what there is to play
  plyscope play othello --second mcts                you against the machine
  plyscope --help                                    everything else
";
