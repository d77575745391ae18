#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plyscope_fuzz::gdl_play(data));
