//! Columns in Arrow's layout: a bitmap of what is there, offsets, values.
//!
//! Each is one object of bytes, made once. Arrow and numpy look at it and copy nothing.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A column's name, its type as Arrow calls it, how many values it has and lacks, and its buffers.
pub(crate) type Column<'py> = (
    &'static str,
    &'static str,
    usize,
    usize,
    Vec<Option<Bound<'py, PyBytes>>>,
);

/// Numbers of one width.
pub(crate) fn numbers<'py, const WIDTH: usize>(
    py: Python<'py>,
    name: &'static str,
    kind: &'static str,
    values: impl Iterator<Item = [u8; WIDTH]>,
) -> Column<'py> {
    let bytes: Vec<u8> = values.flatten().collect();
    let values = PyBytes::new(py, &bytes);
    (name, kind, bytes.len() / WIDTH, 0, vec![None, Some(values)])
}

/// Numbers that may be missing; `missing` stands where they are.
pub(crate) fn optional<'py, const WIDTH: usize>(
    py: Python<'py>,
    name: &'static str,
    kind: &'static str,
    values: impl Iterator<Item = Option<[u8; WIDTH]>>,
    missing: [u8; WIDTH],
) -> Column<'py> {
    let (mut bytes, mut is_there) = (Vec::new(), Vec::new());
    for value in values {
        bytes.extend(value.unwrap_or(missing));
        is_there.push(value.is_some());
    }
    let (count, lacking) = (is_there.len(), is_there.iter().filter(|own| !**own).count());
    let buffers = vec![bitmap(py, &is_there), Some(PyBytes::new(py, &bytes))];
    (name, kind, count, lacking, buffers)
}

/// Truth values, a bit each.
pub(crate) fn truths<'py>(
    py: Python<'py>,
    name: &'static str,
    values: impl Iterator<Item = bool>,
) -> Column<'py> {
    let values: Vec<bool> = values.collect();
    (
        name,
        "bool",
        values.len(),
        0,
        vec![None, Some(bits(py, &values))],
    )
}

/// Texts that may be missing.
pub(crate) fn texts<'py, 't>(
    py: Python<'py>,
    name: &'static str,
    values: impl Iterator<Item = Option<&'t str>>,
) -> Column<'py> {
    let (mut letters, mut ends, mut is_there) = (Vec::new(), vec![0i64], Vec::new());
    for value in values {
        letters.extend_from_slice(value.unwrap_or_default().as_bytes());
        ends.push(letters.len() as i64);
        is_there.push(value.is_some());
    }
    let ends: Vec<u8> = ends.into_iter().flat_map(i64::to_le_bytes).collect();
    let (count, lacking) = (is_there.len(), is_there.iter().filter(|own| !**own).count());
    let buffers = vec![
        bitmap(py, &is_there),
        Some(PyBytes::new(py, &ends)),
        Some(PyBytes::new(py, &letters)),
    ];
    (name, "large_string", count, lacking, buffers)
}

/// What is there; nothing where all is.
fn bitmap<'py>(py: Python<'py>, is_there: &[bool]) -> Option<Bound<'py, PyBytes>> {
    if is_there.iter().all(|own| *own) {
        return None;
    }
    Some(bits(py, is_there))
}

fn bits<'py>(py: Python<'py>, values: &[bool]) -> Bound<'py, PyBytes> {
    let byte = |eight: &[bool]| {
        let bits = eight.iter().enumerate();
        bits.fold(0u8, |byte, (place, own)| byte | u8::from(*own) << place)
    };
    let bytes: Vec<u8> = values.chunks(8).map(byte).collect();
    PyBytes::new(py, &bytes)
}
