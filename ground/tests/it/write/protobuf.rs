//! Protocol Buffers and the blocks of PBF, written.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Writes a number of variable length.
pub(crate) fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 0x7f {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// Returns the number that stands for a signed one.
pub(crate) fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

/// Writes a field with a number.
pub(crate) fn number(field: u64, value: u64) -> Vec<u8> {
    [varint(field << 3), varint(value)].concat()
}

/// Writes a field with bytes.
pub(crate) fn bytes(field: u64, content: &[u8]) -> Vec<u8> {
    [varint(field << 3 | 2), varint(content.len() as u64), content.to_vec()].concat()
}

/// Writes a list of numbers.
pub(crate) fn list(values: impl IntoIterator<Item = u64>) -> Vec<u8> {
    values.into_iter().flat_map(varint).collect()
}

/// Writes numbers as differences.
pub(crate) fn differences(values: &[i64]) -> Vec<u8> {
    let mut last = 0_i64;
    list(values.iter().map(|value| zigzag(value.wrapping_sub(std::mem::replace(&mut last, *value)))))
}

/// Writes a block as a file has it.
pub(crate) fn block(kind: &str, content: &[u8], is_packed: bool) -> Vec<u8> {
    let blob = if is_packed {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(content).unwrap();
        bytes(3, &encoder.finish().unwrap())
    } else {
        bytes(1, content)
    };
    with_size(kind, blob.len() as u64, &blob)
}

/// Writes a block whose head tells `size`.
pub(crate) fn with_size(kind: &str, size: u64, blob: &[u8]) -> Vec<u8> {
    let head = [bytes(1, kind.as_bytes()), number(3, size)].concat();
    [&(head.len() as u32).to_be_bytes()[..], &head, blob].concat()
}
