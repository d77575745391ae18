//! Memory that can be run.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};

const READ: c_int = 1;
const WRITE: c_int = 2;
const EXECUTE: c_int = 4;
const PRIVATE_ANONYMOUS: c_int = 0x22;

unsafe extern "C" {
    fn mmap(
        address: *mut c_void,
        length: usize,
        protection: c_int,
        flags: c_int,
        file: c_int,
        offset: i64,
    ) -> *mut c_void;
    fn mprotect(address: *mut c_void, length: usize, protection: c_int) -> c_int;
    fn munmap(address: *mut c_void, length: usize) -> c_int;
}

/// Pages of code, written once and never again.
#[derive(Debug)]
pub(super) struct Executable {
    address: *mut c_void,
    length: usize,
}

// SAFETY: nobody writes to the pages after they have been made.
unsafe impl Send for Executable {}
// SAFETY: as above.
unsafe impl Sync for Executable {}

impl Executable {
    /// Copies code into pages of its own; `None` where the system does not allow that.
    pub(super) fn new(code: &[u8]) -> Option<Self> {
        let length = code.len().max(1);
        // SAFETY: new pages are asked for; nothing that exists is touched.
        let address = unsafe {
            mmap(
                std::ptr::null_mut(),
                length,
                READ | WRITE,
                PRIVATE_ANONYMOUS,
                -1,
                0,
            )
        };
        if address.is_null() || address as isize == -1 {
            return None;
        }
        let pages = Self { address, length };
        // SAFETY: the pages are ours, writable, and at least as long as the code.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), address.cast(), code.len()) };
        // SAFETY: the pages are ours, and nobody else knows of them yet.
        let allowed = unsafe { mprotect(address, length, READ | EXECUTE) } == 0;
        allowed.then_some(pages)
    }

    /// Where the code begins.
    pub(super) fn entry(&self) -> *const c_void {
        self.address
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: the pages were mapped by `new` with this length, and are not used after this.
        unsafe { munmap(self.address, self.length) };
    }
}
