//! Protocol Buffers as bytes: fields one by one, without values that outgrow their bytes.
//!
//! A general reader holds a block as values, so that 32 MB of empty elements become gigabytes. Here a field is a number or a slice.

/// The content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldValue<'a> {
    /// A number of variable or fixed length.
    Number(u64),
    /// A text, a message or a list of numbers.
    Bytes(&'a [u8]),
}

/// The fields of a message, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    pub(super) fn of(message: &'a [u8]) -> Self {
        Self(message)
    }
}

impl<'a> Iterator for Fields<'a> {
    /// The number of the field and its content; `None` within where the message is damaged, which ends it.
    type Item = Option<(u64, FieldValue<'a>)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let field = field(&mut self.0);
        if field.is_none() {
            self.0 = &[];
        }
        Some(field)
    }
}

fn field<'a>(rest: &mut &'a [u8]) -> Option<(u64, FieldValue<'a>)> {
    let key = number(rest)?;
    let value = match key & 7 {
        0 => FieldValue::Number(number(rest)?),
        1 => {
            let (own, after) = rest.split_first_chunk::<8>()?;
            *rest = after;
            FieldValue::Number(u64::from_le_bytes(*own))
        }
        2 => {
            let length = usize::try_from(number(rest)?).ok()?;
            let (own, after) = rest.split_at_checked(length)?;
            *rest = after;
            FieldValue::Bytes(own)
        }
        5 => {
            let (own, after) = rest.split_first_chunk::<4>()?;
            *rest = after;
            FieldValue::Number(u32::from_le_bytes(*own).into())
        }
        _ => return None,
    };
    Some((key >> 3, value))
}

/// Reads a number of variable length: seven bits a byte, the lowest first.
fn number(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// Returns the numbers of a list, up to where it is damaged.
pub(super) fn numbers(list: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let mut rest = list;
    std::iter::from_fn(move || number(&mut rest))
}

/// Returns the numbers of a list of which each is the difference to the one before. Sums beyond the range start over, as in other
/// readers.
pub(super) fn summed(list: &[u8]) -> impl Iterator<Item = i64> + '_ {
    numbers(list).scan(0_i64, |sum, difference| {
        *sum = sum.wrapping_add(signed(difference));
        Some(*sum)
    })
}

/// Returns the signed number that `value` stands for: even ones are not negative, odd ones are.
pub(super) fn signed(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_damage_ends() {
        assert_eq!(numbers(&[1, 0x96, 1, 0xff]).collect::<Vec<_>>(), [1, 150]);
        assert_eq!(numbers(&[0xff; 20]).count(), 0);
        assert_eq!([0, 1, 2, 3, u64::MAX].map(signed), [0, -1, 1, -2, i64::MIN]);
        assert_eq!(summed(&[2, 2, 1]).collect::<Vec<_>>(), [1, 2, 1]);
        let fields: Vec<_> = Fields::of(&[0x08, 5, 0x12, 2, 7, 8, 0x1d, 1, 0, 0, 0]).collect();
        let expected =
            [Some((1, FieldValue::Number(5))), Some((2, FieldValue::Bytes(&[7, 8]))), Some((3, FieldValue::Number(1)))];
        assert_eq!(fields, expected);
        assert_eq!(Fields::of(&[0x12, 0xff, 0xff, 0xff, 0xff, 0x0f, 1]).collect::<Vec<_>>(), [None]);
        assert_eq!(Fields::of(&[0x0b, 1]).collect::<Vec<_>>(), [None]);
    }
}
