//! Numbers read off a position, for weighted sums.

mod attack;
mod material;
mod rich;

pub use attack::Attack;
pub use material::Material;
pub use rich::Rich;
