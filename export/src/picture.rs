//! Pictures of others: what they are and how large, before a pixel of them is decoded.

/// What sort of picture a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Portable Network Graphics.
    Png,
    /// Joint Photographic Experts Group.
    Jpeg,
    /// Graphics Interchange Format.
    Gif,
}

impl Kind {
    /// How its files' names end.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
        }
    }
}

/// The most pixels that a picture is wide or high.
pub const MOST_SIDE: u32 = 30_000;

/// The most pixels of a picture.
pub const MOST_PIXELS: u64 = 100_000_000;

/// What sort of picture `bytes` are, and how many pixels wide and high, as its head says.
///
/// # Errors
/// It is none of the known sorts, or its head is damaged, or it has too many pixels.
pub fn measure(bytes: &[u8]) -> Result<(Kind, u32, u32), String> {
    let (kind, size) = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        (Kind::Png, png(bytes))
    } else if bytes.starts_with(b"\xff\xd8") {
        (Kind::Jpeg, jpeg(bytes))
    } else if bytes.starts_with(b"GIF8") {
        (Kind::Gif, gif(bytes))
    } else {
        return Err("it is neither PNG nor JPEG nor GIF".to_owned());
    };
    let (width, height) = size.filter(|(w, h)| *w > 0 && *h > 0).ok_or("its head is damaged")?;
    if width > MOST_SIDE || height > MOST_SIDE || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(format!("{width} by {height} pixels are too many"));
    }
    Ok((kind, width, height))
}

fn png(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    (bytes.get(12..16)? == b"IHDR").then_some(())?;
    Some((number(16)?, number(20)?))
}

fn gif(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    Some((number(6)?, number(8)?))
}

/// Of a JPEG, the first segment that begins a frame has them.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let mut at = 2;
    loop {
        (*bytes.get(at)? == 0xff).then_some(())?;
        match *bytes.get(at + 1)? {
            0xff => at += 1,
            0x01 | 0xd0..=0xd8 => at += 2,
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => return Some((number(at + 7)?, number(at + 5)?)),
            _ => at += 2 + usize::try_from(number(at + 2)?).ok()?.max(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_tell_sizes() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x00\0\0\x01\x00".to_vec();
        assert_eq!(measure(&png), Ok((Kind::Png, 512, 256)));
        assert_eq!(measure(b"GIF89a\x02\x01\x03\x00"), Ok((Kind::Gif, 258, 3)));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc2\0\x11\x08\x00\x20\x00\x40\x03";
        assert_eq!(measure(jpeg), Ok((Kind::Jpeg, 64, 32)));
        png[16..20].copy_from_slice(&[0, 0, 0x75, 0x30]);
        png[20..24].copy_from_slice(&[0, 0, 0x75, 0x30]);
        assert!(measure(&png).unwrap_err().contains("30000 by 30000 pixels are too many"));
        png[16] = 0xff;
        assert!(measure(&png).unwrap_err().contains("too many"));
    }

    #[test]
    fn damaged_heads_are_refused() {
        for bytes in [
            &b""[..],
            b"<svg/>",
            b"\x89PNG\r\n\x1a\n",
            b"GIF89a\x02",
            b"GIF89a\0\0\0\0",
            b"\xff\xd8",
            b"\xff\xd8\xff\xe0\xff\xff",
            b"\xff\xd8abc",
            b"\xff\xd8\xff\xff\xff\xff",
        ] {
            assert!(measure(bytes).is_err(), "{bytes:?}");
        }
    }
}
