//! Files within `.gz` and `.zip`, unpacked while they are read, so that memory does not depend on what they grow to.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};

use flate2::bufread::{DeflateDecoder, MultiGzDecoder};
use zip::ZipArchive;
use zip::result::ZipError;

use super::ReadError;
use super::kind::FileKind;
use crate::limits::{MOST_PACKED_FILES, MOST_UNPACKED};

/// The most bytes that are read for the listing of an archive.
const MOST_LISTING: u64 = 16 << 20;
/// The most bytes that a step forward unpacks at once.
const STEP: u64 = 1 << 16;

/// The packing of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Deflate,
    Stored,
}

/// The position of a packed file within another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackedFile {
    /// The name of the file within, which tells what it is.
    pub(super) name: String,
    pub(super) packing: Packing,
    /// The first byte, and the number of bytes.
    pub(super) start: u64,
    pub(super) length: u64,
}

/// Bytes of which only some may be read, so that a listing stays small.
struct Rationed<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Rationed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other("its listing is too long"));
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.inner.read(&mut buffer[..most])?;
        self.left -= read as u64;
        Ok(read)
    }
}

impl<R: Seek> Seek for Rationed<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

impl From<ZipError> for ReadError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) => Self::Io(error),
            other => Self::Archive(crate::names::cleaned(&other.to_string())),
        }
    }
}

/// Returns the only file of an archive that can be read, by its name.
///
/// # Errors
/// The archive is damaged, too large or locked, or has none or several such files.
pub(super) fn file_of_zip<R: Read + Seek>(input: R) -> Result<PackedFile, ReadError> {
    let mut zip = ZipArchive::new(Rationed { inner: input, left: MOST_LISTING })?;
    if zip.len() > MOST_PACKED_FILES {
        return Err(ReadError::TooManyFiles(zip.len()));
    }
    let mut usable = Vec::new();
    for index in 0..zip.len() {
        let file = zip.by_index_raw(index)?;
        let name = file.name()?.into_owned();
        // What macOS adds beside each file has its name, too.
        let own = name.rsplit('/').next().unwrap_or_default();
        if file.is_file() && !own.starts_with('.') && FileKind::of_name(own).is_some() {
            usable.push((index, own.to_owned()));
        }
    }
    let [(index, name)] = usable.as_slice() else { return Err(ReadError::FilesWithin(usable.len())) };
    let file = zip.by_index_raw(*index)?;
    if file.encrypted() {
        return Err(ReadError::Archive("the file in it is locked with a password".to_owned()));
    }
    let packing = match file.compression() {
        zip::CompressionMethod::Stored => Packing::Stored,
        zip::CompressionMethod::Deflated => Packing::Deflate,
        _ => return Err(ReadError::Archive("the file in it is packed in a way that is not read".to_owned())),
    };
    let start = file.data_start().ok_or_else(|| ReadError::Archive("it is damaged".to_owned()))?;
    Ok(PackedFile { name: name.clone(), packing, start, length: file.compressed_size() })
}

/// The unpacking of a file, without a way back.
enum Unpacker<R> {
    Gzip(MultiGzDecoder<Take<R>>),
    Deflate(DeflateDecoder<Take<R>>),
    Stored(Take<R>),
}

impl<R: BufRead> Unpacker<R> {
    fn into_input(self) -> R {
        match self {
            Self::Gzip(decoder) => decoder.into_inner().into_inner(),
            Self::Deflate(decoder) => decoder.into_inner().into_inner(),
            Self::Stored(input) => input.into_inner(),
        }
    }
}

impl<R: BufRead> Read for Unpacker<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Gzip(decoder) => decoder.read(buffer),
            Self::Deflate(decoder) => decoder.read(buffer),
            Self::Stored(input) => input.read(buffer),
        }
    }
}

/// A packed file as if it were not packed. A step back unpacks it again from its start, since readers read from the start several times.
pub(super) struct Unpacked<R> {
    /// `None` only after the input failed to go back to the start.
    inner: Option<BufReader<Unpacker<R>>>,
    file: PackedFile,
    /// The number of bytes that were read since the start.
    at: u64,
    /// `true` once the limit has stopped the reading.
    is_over: bool,
}

impl<R: BufRead + Seek> Unpacked<R> {
    /// Returns the content of `file`, which lies in `input`.
    ///
    /// # Errors
    /// The input cannot be read.
    pub(super) fn new(input: R, file: PackedFile) -> io::Result<Self> {
        let mut own = Self { inner: None, file, at: 0, is_over: false };
        own.begin(input)?;
        Ok(own)
    }

    /// Returns `true` if there is more than the most that is unpacked.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    fn begin(&mut self, mut input: R) -> io::Result<()> {
        input.seek(SeekFrom::Start(self.file.start))?;
        let input = input.take(self.file.length);
        let unpacker = match self.file.packing {
            Packing::Gzip => Unpacker::Gzip(MultiGzDecoder::new(input)),
            Packing::Deflate => Unpacker::Deflate(DeflateDecoder::new(input)),
            Packing::Stored => Unpacker::Stored(input),
        };
        self.inner = Some(BufReader::with_capacity(STEP as usize, unpacker));
        self.at = 0;
        Ok(())
    }

    fn inner(&mut self) -> io::Result<&mut BufReader<Unpacker<R>>> {
        self.is_over |= self.at >= MOST_UNPACKED;
        if self.is_over {
            return Err(io::Error::other("it is too long unpacked"));
        }
        self.inner.as_mut().ok_or_else(|| io::Error::other("its start is lost"))
    }
}

impl<R: BufRead + Seek> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner()?.read(buffer)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl<R: BufRead + Seek> BufRead for Unpacked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner()?.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount as u64;
        if let Some(inner) = &mut self.inner {
            inner.consume(amount);
        }
    }
}

impl<R: BufRead + Seek> Seek for Unpacked<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let to = match to {
            SeekFrom::Start(to) => to,
            SeekFrom::Current(by) => {
                self.at.checked_add_signed(by).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?
            }
            SeekFrom::End(_) => return Err(io::Error::from(io::ErrorKind::Unsupported)),
        };
        if to < self.at
            && let Some(inner) = self.inner.take()
        {
            self.begin(inner.into_inner().into_input())?;
        }
        while self.at < to {
            let most = (to - self.at).min(STEP);
            if io::copy(&mut self.by_ref().take(most), &mut io::sink())? == 0 {
                break;
            }
        }
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn archive(files: &[(&str, &[u8], zip::CompressionMethod)]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes, method) in files {
            zip.start_file(*name, SimpleFileOptions::default().compression_method(*method)).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn packed_files_are_read_again_from_any_place() {
        let content: Vec<u8> = (0..300_000_u32).flat_map(|n| n.to_le_bytes()).collect();
        for method in [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated] {
            let bytes = archive(&[("readme.txt", b"x", method), ("a/relief.asc", &content, method)]);
            let file = file_of_zip(Cursor::new(&bytes)).unwrap();
            assert_eq!(file.name, "relief.asc");
            try_places(&content, Cursor::new(&bytes), file);
        }
        // Two packed parts in a row are one file, as gzip has it.
        let bytes = [gzip(&content[..500_000]), gzip(&content[500_000..])].concat();
        let length = bytes.len() as u64;
        let file = PackedFile { name: String::new(), packing: Packing::Gzip, start: 0, length };
        try_places(&content, Cursor::new(&bytes), file);
    }

    fn try_places(content: &[u8], input: Cursor<&Vec<u8>>, file: PackedFile) {
        let mut own = Unpacked::new(input, file).unwrap();
        for at in [0, 999_999, 7, 1_199_999, 0, 1_200_000] {
            assert_eq!(own.seek(SeekFrom::Start(at)).unwrap(), at);
            let mut rest = Vec::new();
            own.read_to_end(&mut rest).unwrap();
            assert_eq!(rest, content[at as usize..]);
        }
        assert_eq!(own.seek(SeekFrom::Start(2_000_000)).unwrap(), 1_200_000, "it ends before");
        assert_eq!(own.seek(SeekFrom::Current(-1_199_999)).unwrap(), 1);
        assert_eq!(own.fill_buf().unwrap().first(), Some(&content[1]));
        assert!(own.seek(SeekFrom::End(0)).is_err());
    }

    #[test]
    fn archives_have_one_file_to_read() {
        let stored = zip::CompressionMethod::Stored;
        let error = |files: &[(&str, &[u8], zip::CompressionMethod)]| {
            file_of_zip(Cursor::new(archive(files))).unwrap_err().to_string()
        };
        assert!(error(&[]).contains("none"));
        assert!(error(&[("a.txt", b"", stored), ("._a.hgt", b"", stored)]).contains("none"));
        assert!(error(&[("a.tif", b"", stored), ("b.tif", b"", stored)]).contains("2 files"));
        let many: Vec<String> = (0..=MOST_PACKED_FILES).map(|n| n.to_string()).collect();
        let many: Vec<_> = many.iter().map(|name| (name.as_str(), &b""[..], stored)).collect();
        assert!(error(&many).contains("files"));
        assert!(file_of_zip(Cursor::new(b"PK\x03\x04".repeat(10_000))).is_err());
        let whole = archive(&[("a.tif", b"abc", stored)]);
        for at in 0..whole.len() {
            for bit in [1, 0x80] {
                let mut bytes = whole.clone();
                bytes[at] ^= bit;
                // Whatever it says, it ends.
                let _ = file_of_zip(Cursor::new(bytes)).map(|file| file.length);
            }
            assert!(file_of_zip(Cursor::new(&whole[..at])).is_err(), "{at}");
        }
    }
}
