//! What code is made for: how many games at once, and by which instructions.

/// A kind of code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// All lanes at once, in registers of 512 bits (AVX-512).
    Lanes512,
    /// Half of the lanes, in registers of 256 bits (AVX2); it is run twice.
    Lanes256,
    /// One game in cells of 4 bytes (AVX-512): nearly everything stays in the cache.
    One512,
    /// One game in cells of 16 bytes (AVX2).
    One256,
}

impl Target {
    /// The best code for one game that this processor runs.
    pub(crate) fn for_one() -> Option<Self> {
        [Self::One512, Self::One256]
            .into_iter()
            .find(|target| target.is_possible())
    }

    /// Whether this processor can run it.
    pub(crate) fn is_possible(self) -> bool {
        if self.is_evex() {
            has_avx512()
        } else {
            is_x86_feature_detected!("avx2")
        }
    }

    /// Whether instructions of AVX-512 are used: 32 registers, and any function of three operands.
    pub(super) fn is_evex(self) -> bool {
        matches!(self, Self::Lanes512 | Self::One512)
    }

    /// Registers for values; the last one is kept for the value that is always true.
    pub(super) fn registers(self) -> u8 {
        if self.is_evex() { 32 } else { 16 }
    }

    /// Bytes from one cell in memory to the next.
    pub(crate) fn stride(self) -> usize {
        match self {
            Self::Lanes512 | Self::Lanes256 => 64,
            Self::One512 => 4,
            Self::One256 => 16,
        }
    }
}

/// Whether the processor has all of AVX-512 that is used.
pub(crate) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
}
