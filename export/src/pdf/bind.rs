//! Documents bound into one. What krilla has finished, part by part, is copied into the file as it comes, so that no
//! more than a few parts are ever in memory. Only numbers of objects are changed; all else stays as krilla wrote it.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};
use std::ops::Range;

use xxhash_rust::xxh3::Xxh3;

/// The number of an object.
pub(super) type Id = usize;

/// A finished document, whose objects can be looked at.
pub(super) struct Finished<'b> {
    bytes: &'b [u8],
    /// The place where each object begins, in the order of their numbers; the first has none.
    places: Vec<usize>,
    /// The same in the order of the file, and where the last ends.
    ends: Vec<usize>,
    trailer: &'b [u8],
}

/// Bytes of a row in the table of places.
const ROW: usize = 20;

impl<'b> Finished<'b> {
    /// The document in `bytes`, as krilla writes it: with a table of places at its end.
    pub(super) fn read(bytes: &'b [u8]) -> Result<Self, String> {
        let read = || {
            let tail = bytes.get(bytes.len().saturating_sub(64)..)?;
            let end = number(after(tail, b"startxref\n")?)?;
            let table = after(bytes.get(end..)?, b"xref\n0 ")?;
            let rows = after(table, b"\n")?;
            let (rows, rest) = rows.split_at_checked(number(table)?.checked_mul(ROW)?)?;
            let places: Vec<usize> = rows.chunks_exact(ROW).map(number).collect::<Option<_>>()?;
            let trailer = before(after(rest, b"trailer\n")?, b"startxref")?;
            let mut ends = places.clone();
            ends.push(end);
            ends.sort_unstable();
            (places.len() > 1).then_some(Self { bytes, places, ends, trailer })
        };
        read().ok_or_else(|| "a part of the document cannot be read again".to_owned())
    }

    /// The bytes between the number of an object and that of the next.
    fn object(&self, id: Id) -> &'b [u8] {
        let whole = self.places.get(id).and_then(|start| {
            let end = self.ends.get(self.ends.partition_point(|place| place <= start))?;
            self.bytes.get(*start..*end)
        });
        whole.and_then(|object| after(object, b" obj\n")).unwrap_or_default()
    }

    /// The objects that are named under `key` of an object: one, or those of a list or dictionary, in order.
    pub(super) fn named(&self, id: Id, key: &str) -> Vec<Id> {
        named(self.object(id), key)
    }

    /// The objects that are named under `key` at the end of the document.
    pub(super) fn ending(&self, key: &str) -> Vec<Id> {
        named(self.trailer, key)
    }

    /// The node that all pages hang from, and the pages.
    pub(super) fn pages(&self) -> (Id, Vec<Id>) {
        let catalog = self.ending("/Root").first().copied().unwrap_or_default();
        let root = self.named(catalog, "/Pages").first().copied().unwrap_or_default();
        (root, self.named(root, "/Kids"))
    }

    /// The drawings that the content of a page names, in the order in which they come there first.
    pub(super) fn drawings(&self, page: Id) -> Vec<Id> {
        self.named(page, "/Resources").first().map_or_else(Vec::new, |resources| self.named(*resources, "/XObject"))
    }
}

/// Writes a document that is made of the objects of others.
pub(super) struct Binder<'w> {
    to: &'w mut dyn Write,
    written: u64,
    /// The place where each object begins, from number 1 on; none yet for those that are to come.
    places: Vec<Option<u64>>,
    hash: Xxh3,
}

impl<'w> Binder<'w> {
    pub(super) fn new(to: &'w mut dyn Write) -> Self {
        Self { to, written: 0, places: Vec::new(), hash: Xxh3::new() }
    }

    /// A number for an object that is to come.
    pub(super) fn reserve(&mut self) -> Id {
        self.places.push(None);
        self.places.len()
    }

    /// The hash that tells this document from others, of all that is written so far.
    pub(super) fn hash(&self) -> u64 {
        self.hash.digest()
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.written += bytes.len() as u64;
        self.to.write_all(bytes)
    }

    /// Copies the objects `roots` of `from`, and all that they name. Which number an object has here is in `known`:
    /// objects that are in it beforehand are here already, or will be, and are not copied.
    pub(super) fn copy(&mut self, from: &Finished<'_>, roots: &[Id], known: &mut BTreeMap<Id, Id>) -> io::Result<()> {
        if self.written == 0 {
            self.put(from.ends.get(1).and_then(|first| from.bytes.get(..*first)).unwrap_or_default())?;
        }
        let mut waiting: VecDeque<Id> = roots.iter().copied().collect();
        while let Some(id) = waiting.pop_front() {
            let here = *known.entry(id).or_insert_with(|| self.reserve());
            if let Some(place) = self.places.get_mut(here - 1) {
                *place = Some(self.written);
            }
            self.put(format!("{here} 0 obj\n").as_bytes())?;
            self.renumbered(from.object(id), &mut |binder, named| {
                *known.entry(named).or_insert_with(|| {
                    waiting.push_back(named);
                    binder.reserve()
                })
            })?;
        }
        Ok(())
    }

    /// Writes `text` with what it names under other numbers.
    fn renumbered(&mut self, text: &[u8], number: &mut dyn FnMut(&mut Self, Id) -> Id) -> io::Result<()> {
        let mut done = 0;
        for (place, named) in references(text) {
            let here = number(self, named);
            self.put(text.get(done..place.start).unwrap_or_default())?;
            self.put(format!("{here} 0 R").as_bytes())?;
            done = place.end;
        }
        self.put(text.get(done..).unwrap_or_default())
    }

    /// Writes where everything is, and ends as `last` does, whose objects are `known`.
    pub(super) fn finish(mut self, last: &Finished<'_>, known: &BTreeMap<Id, Id>) -> io::Result<()> {
        let (table, count) = (self.written, self.places.len() + 1);
        self.put(format!("xref\n0 {count}\n0000000000 65535 f\r\n").as_bytes())?;
        for place in std::mem::take(&mut self.places) {
            let place = place.ok_or_else(|| io::Error::other("an object is missing in the document"))?;
            self.put(format!("{place:010} 00000 n\r\n").as_bytes())?;
        }
        let (before, size) = halves(last.trailer, b"/Size ").unwrap_or_default();
        self.put(b"trailer\n")?;
        self.put(before)?;
        self.put(format!("/Size {count}").as_bytes())?;
        let rest = size.trim_ascii_start();
        let rest = rest.get(digits(rest)..).unwrap_or_default();
        self.renumbered(rest, &mut |_, named| known.get(&named).copied().unwrap_or_default())?;
        self.put(format!("startxref\n{table}\n%%EOF").as_bytes())
    }
}

/// The bytes before and after the first `key` of `text`.
fn halves<'t>(text: &'t [u8], key: &[u8]) -> Option<(&'t [u8], &'t [u8])> {
    let at = text.windows(key.len()).position(|here| here == key)?;
    Some((text.get(..at)?, text.get(at + key.len()..)?))
}

fn after<'t>(text: &'t [u8], key: &[u8]) -> Option<&'t [u8]> {
    halves(text, key).map(|(_, after)| after)
}

fn before<'t>(text: &'t [u8], key: &[u8]) -> Option<&'t [u8]> {
    halves(text, key).map(|(before, _)| before)
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// The number that `text` begins with.
fn number(text: &[u8]) -> Option<usize> {
    std::str::from_utf8(text.get(..digits(text))?).ok()?.parse().ok()
}

/// The number that `text` is.
fn whole(text: &[u8]) -> Option<usize> {
    number(text).filter(|_| digits(text) == text.len())
}

fn named(text: &[u8], key: &str) -> Vec<Id> {
    let Some(value) = after(text, key.as_bytes()).map(<[u8]>::trim_ascii_start) else { return Vec::new() };
    let last = match value.first() {
        Some(b'[') => b']',
        Some(b'<') => b'>',
        _ => b'R',
    };
    let end = value.iter().position(|byte| *byte == last).map_or(0, |at| at + 1);
    references(value.get(..end).unwrap_or_default()).into_iter().map(|(_, id)| id).collect()
}

/// The places where `text` names objects, and which. What is in its strings and its stream names none.
fn references(text: &[u8]) -> Vec<(Range<usize>, Id)> {
    let mut found = Vec::new();
    // The last two words, if nothing but space is between them, and what stands before them.
    let mut words: [Option<Range<usize>>; 2] = [None, None];
    let mut mark = 0;
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let rest = text.get(at..).unwrap_or_default();
        match byte {
            byte if byte.is_ascii_whitespace() => at += 1,
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'/' => {
                at += if *byte == b'(' { string(rest) } else { 1 };
                (words, mark) = ([None, None], *byte);
            }
            _ => {
                let word = rest.iter().take_while(|byte| !(byte.is_ascii_whitespace() || b"()<>[]/".contains(byte)));
                let word = at..at + word.count();
                match text.get(word.clone()).unwrap_or_default() {
                    b"stream" if mark == b'>' => return found,
                    b"R" => {
                        let of = |word: &Option<Range<usize>>| whole(text.get(word.clone()?)?);
                        if let (Some(id), Some(0), Some(first)) = (of(&words[0]), of(&words[1]), &words[0]) {
                            found.push((first.start..word.end, id));
                        }
                    }
                    _ => {}
                }
                at = word.end;
                words = [words[1].take(), Some(word)];
            }
        }
    }
    found
}

/// The length of the string that `text` begins with.
fn string(text: &[u8]) -> usize {
    let (mut depth, mut escaped) = (0, false);
    let end = text.iter().position(|byte| {
        match byte {
            _ if escaped => {
                escaped = false;
                return false;
            }
            b'\\' => escaped = true,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map_or(text.len(), |end| end + 1)
}

#[cfg(test)]
impl Finished<'_> {
    /// The size of each page, and of the list of contents each title with the page it leads to.
    pub(super) fn contents(&self) -> Vec<String> {
        let text = |id: Id, key: &str| {
            let value = after(self.object(id), key.as_bytes()).unwrap();
            let end = value.iter().position(|byte| b")>]".contains(byte)).unwrap();
            String::from_utf8_lossy(value[..end].trim_ascii()).into_owned()
        };
        let one = |id: Id, key: &str| self.named(id, key).first().copied();
        let (_, pages) = self.pages();
        let mut contents: Vec<String> = pages.iter().map(|page| text(*page, "/MediaBox")).collect();
        let outline = one(self.ending("/Root")[0], "/Outlines").unwrap();
        let mut next = one(outline, "/First");
        while let Some(id) = next {
            let page = one(id, "/Dest");
            let at = pages.iter().position(|id| Some(*id) == page);
            contents.push(format!("{}: {at:?}", text(id, "/Title")));
            next = one(id, "/Next");
        }
        contents
    }
}

#[cfg(test)]
mod tests {
    use krilla::Document;
    use krilla::page::PageSettings;

    use super::*;

    fn document(widths: &[f32]) -> Vec<u8> {
        let mut document = Document::new();
        for width in widths {
            document.start_page_with(PageSettings::from_wh(*width, 50.0).unwrap());
        }
        document.finish().unwrap()
    }

    #[test]
    fn references_are_found_and_nothing_else() {
        let found = |text: &str| -> Vec<String> {
            references(text.as_bytes()).into_iter().map(|(place, _)| text[place].to_owned()).collect()
        };
        assert_eq!(found("<</A 1 0 R/B[2 0 R 3\n0  R]/C 4 0 R>>"), ["1 0 R", "2 0 R", "3\n0  R", "4 0 R"]);
        assert_eq!(found("<</A(5 0 R)/B((6 0 R)\\) 7 0 R)/C 8 0 R>>"), ["8 0 R"]);
        assert_eq!(found("<</A<1 0>/stream 9 0 R/R 1 0/B 1 0 Rx/C 1 0.5 R/D 2 1 R>>"), ["9 0 R"]);
        assert_eq!(found("<</A 1 0 R>>\nstream\n2 0 R\nendstream"), ["1 0 R"]);
    }

    #[test]
    fn documents_are_bound_in_order_and_every_object_is_where_the_table_says() {
        let (first, second, frame) = (document(&[10.0, 20.0]), document(&[30.0]), document(&[1.0, 1.0, 1.0]));
        let mut bound = Vec::new();
        let mut binder = Binder::new(&mut bound);
        let root = binder.reserve();
        let mut pages = Vec::new();
        for part in [&first, &second] {
            let part = Finished::read(part).unwrap();
            let (own_root, own_pages) = part.pages();
            let mut known = BTreeMap::from([(own_root, root)]);
            binder.copy(&part, &own_pages, &mut known).unwrap();
            pages.extend(own_pages.iter().map(|page| known[page]));
        }
        let last = Finished::read(&frame).unwrap();
        let (own_root, own_pages) = last.pages();
        let mut known: BTreeMap<Id, Id> = own_pages.into_iter().zip(pages).chain([(own_root, root)]).collect();
        binder.copy(&last, &[vec![own_root], last.ending("/Root")].concat(), &mut known).unwrap();
        binder.finish(&last, &known).unwrap();

        let read = Finished::read(&bound).unwrap_or_else(|why| panic!("{why}: {}", String::from_utf8_lossy(&bound)));
        for (id, place) in read.places.iter().enumerate().skip(1) {
            assert!(bound[*place..].starts_with(format!("{id} 0 obj\n").as_bytes()), "{id}");
        }
        let (root, pages) = read.pages();
        let text = |id: Id| String::from_utf8_lossy(read.object(id)).into_owned();
        let widths = pages.iter().map(|page| text(*page).split_once("/MediaBox").unwrap().1.to_owned());
        let widths: Vec<String> = widths.map(|rest| rest[..rest.find(']').unwrap()].trim().to_owned()).collect();
        assert_eq!(widths, ["[0 0 10 50", "[0 0 20 50", "[0 0 30 50"]);
        assert!(text(root).contains("/Count 3"));
        assert!(pages.iter().all(|page| read.named(*page, "/Parent") == [root]));
        assert!(bound.ends_with(b"%%EOF"));
    }

    #[test]
    fn an_object_that_never_came_is_not_concealed() {
        let part = document(&[10.0]);
        let part = Finished::read(&part).unwrap();
        let mut to = Vec::new();
        let mut binder = Binder::new(&mut to);
        let mut known = BTreeMap::from([(part.pages().0, binder.reserve())]);
        binder.copy(&part, &part.pages().1, &mut known).unwrap();
        assert!(binder.finish(&part, &known).is_err());
        assert!(Finished::read(b"%PDF-1.7").is_err());
    }
}
