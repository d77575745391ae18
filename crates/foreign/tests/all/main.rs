//! Other programs, good ones and bad ones.
#![cfg(unix)]

mod children;
mod engines;
mod faults;
mod peer;
mod processes;
mod servers;
