//! What can be named in a spec, for help and completions.

use crate::Param;

/// A thing that can be named in a spec.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    /// The name in a spec.
    pub name: String,
    /// What it is, as a clause.
    pub about: String,
    /// What can be set.
    pub params: Vec<Param>,
}

impl Listing {
    /// A thing by name.
    #[must_use]
    pub fn new(name: impl Into<String>, about: impl Into<String>, params: &[Param]) -> Self {
        Self {
            name: name.into(),
            about: about.into(),
            params: params.to_vec(),
        }
    }
}

/// The thing of a name in a list.
pub(crate) fn named<'a>(listings: &'a [Listing], name: &str) -> Option<&'a Listing> {
    listings.iter().find(|listing| listing.name == name)
}
