//! The recursive functions of the search, compiled once for every kernel.
//!
//! A function compiled for special instructions cannot be inlined into one
//! that is not, so each recursion goes through a function of its own that is
//! compiled for the kernel; everything else is inlined into these.

#[cfg(target_arch = "x86_64")]
use plyscope_othello::Avx;
use plyscope_othello::{Kernel, Portable};

use super::ahead;
use super::board::Board;
use super::deep;
use super::ending;
use super::few;
use super::five;
use super::last;
use super::learned::{Lanes, Learned};
use super::learned_ahead;
use super::lengths;
use super::root::Unit;
use super::search::Search;

/// Declares the functions and compiles them for every kernel.
macro_rules! compiled {
    ($($(#[$doc:meta])* $module:ident::$name:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        /// A kernel with the recursive functions compiled for it.
        pub(super) trait Code: Kernel {
            $($(#[$doc])* fn $name<B: Board>(self, search: &mut Search, $($arg: $type),*) -> $result;)*
        }

        impl Code for Portable {
            $(
                #[inline(never)]
                fn $name<B: Board>(self, search: &mut Search, $($arg: $type),*) -> $result {
                    $module::$name::<Self, B>(self, search, $($arg),*)
                }
            )*
        }

        #[cfg(target_arch = "x86_64")]
        impl<const X512: bool> Code for Avx<X512> {
            $(
                #[inline(always)]
                fn $name<B: Board>(self, search: &mut Search, $($arg: $type),*) -> $result {
                    #[inline(never)]
                    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                    fn compiled<const X512: bool, B: Board>(
                        code: Avx<X512>,
                        search: &mut Search,
                        $($arg: $type),*
                    ) -> $result {
                        $module::$name::<Avx<X512>, B>(code, search, $($arg),*)
                    }
                    // SAFETY: `self` proves that the processor has all of them.
                    unsafe { compiled::<X512, B>(self, search, $($arg),*) }
                }
            )*
        }
    };
}

compiled! {
    /// [`last::last_three`].
    last::last_three(own: u64, theirs: u64, places: [u32; 3], alpha: i32) -> i32;
    /// [`last::last_four`].
    last::last_four(own: u64, theirs: u64, odd: u64, alpha: i32) -> i32;
    /// [`five::last_five`].
    five::last_five(own: u64, theirs: u64, moves: u64, odd: u64, alpha: i32) -> i32;
    /// [`few::few`].
    few::few(own: u64, theirs: u64, moves: u64, alpha: i32) -> i32;
    /// [`ahead::ahead`].
    ahead::ahead(own: u64, theirs: u64, moves: u64, depth: u32, alpha: i32, beta: i32) -> i32;
    /// [`learned_ahead::learned_ahead`].
    learned_ahead::learned_ahead(learned: &Learned, lanes: &Lanes, own: u64, theirs: u64, moves: u64, depth: u32, alpha: i32, beta: i32) -> i32;
    /// [`deep::deep`].
    deep::deep(own: u64, theirs: u64, moves: u64, alpha: i32) -> i32;
    /// [`ending::ending`].
    ending::ending(own: u64, theirs: u64, unit: Unit, plies: i32, alpha: i32, beta: i32) -> i32;
    /// [`lengths::length`].
    lengths::length(own: u64, theirs: u64, moves: u64, value: i32, unit: Unit, low: i32, high: i32) -> i32;
}
