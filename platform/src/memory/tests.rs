use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};

use proptest::prelude::*;

use super::*;

/// An operation on one of a few paths.
#[derive(Clone, Debug)]
enum Step {
    Write(usize, Vec<u8>),
    Append(usize, Vec<u8>),
    Create(usize, Vec<u8>),
    Overwrite(usize, u64, Vec<u8>),
    Cut(usize, u64),
    Folder(usize),
    Rename(usize, usize),
    RemoveFile(usize),
    RemoveFolder(usize),
    /// Opens the first file, renames the second over it and writes into the first.
    Replaced(usize, usize),
    Store,
}

const PATHS: [&str; 6] = ["a", "b", "f", "f/a", "f/g", "f/g/b"];

fn step() -> impl Strategy<Value = Step> {
    let bytes = || proptest::collection::vec(any::<u8>(), 0..6);
    let path = || 0..PATHS.len();
    prop_oneof![
        (path(), bytes()).prop_map(|(at, bytes)| Step::Write(at, bytes)),
        (path(), bytes()).prop_map(|(at, bytes)| Step::Append(at, bytes)),
        (path(), bytes()).prop_map(|(at, bytes)| Step::Create(at, bytes)),
        (path(), 0_u64..9, bytes()).prop_map(|(at, offset, bytes)| Step::Overwrite(at, offset, bytes)),
        (path(), 0_u64..9).prop_map(|(at, length)| Step::Cut(at, length)),
        path().prop_map(Step::Folder),
        (path(), path()).prop_map(|(from, to)| Step::Rename(from, to)),
        path().prop_map(Step::RemoveFile),
        path().prop_map(Step::RemoveFolder),
        (path(), path()).prop_map(|(first, second)| Step::Replaced(first, second)),
        Just(Step::Store),
    ]
}

fn on_disk(root: &Path, step: &Step) -> io::Result<Vec<u8>> {
    let path = |at: &usize| root.join(PATHS[*at]);
    let writing = |at: &usize| OpenOptions::new().write(true).open(path(at));
    match step {
        Step::Write(at, bytes) => fs::write(path(at), bytes)?,
        Step::Append(at, bytes) => {
            let mut file = writing(at)?;
            file.seek(SeekFrom::End(0))?;
            file.write_all(bytes)?;
        }
        Step::Create(at, bytes) => File::create_new(path(at))?.write_all(bytes)?,
        Step::Overwrite(at, offset, bytes) => {
            let mut file = writing(at)?;
            file.seek(SeekFrom::Start(*offset))?;
            file.write_all(bytes)?;
        }
        Step::Cut(at, length) => writing(at)?.set_len(*length)?,
        Step::Folder(at) => fs::create_dir_all(path(at))?,
        Step::Rename(from, to) => match path(from).is_dir() {
            true => return Err(io::ErrorKind::IsADirectory.into()),
            false => fs::rename(path(from), path(to))?,
        },
        Step::RemoveFile(at) => fs::remove_file(path(at))?,
        Step::RemoveFolder(at) => fs::remove_dir(path(at))?,
        Step::Replaced(first, second) => {
            let mut file = OpenOptions::new().read(true).write(true).open(path(first))?;
            if !path(second).is_dir() {
                fs::rename(path(second), path(first))?;
            }
            return written_and_read(&mut file);
        }
        Step::Store => {}
    }
    Ok(Vec::new())
}

/// Writes to an open file, and reads it from its beginning.
fn written_and_read(file: &mut (impl Read + Write + Seek)) -> io::Result<Vec<u8>> {
    file.write_all(b"old")?;
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn in_memory(tree: &SharedTree, step: &Step) -> io::Result<Vec<u8>> {
    let path = |at: &usize| Path::new(PATHS[*at]);
    let open = |at: &usize| MemoryFile::open_in(tree, path(at), OpenMode::Write);
    let inside = || locked(tree);
    match step {
        Step::Write(at, bytes) => inside().write(path(at), bytes)?,
        Step::Append(at, bytes) => {
            let mut file = open(at)?;
            file.seek(SeekFrom::End(0))?;
            file.write_all(bytes)?;
        }
        Step::Create(at, bytes) => MemoryFile::open_in(tree, path(at), OpenMode::Create)?.write_all(bytes)?,
        Step::Overwrite(at, offset, bytes) => {
            let mut file = open(at)?;
            file.seek(SeekFrom::Start(*offset))?;
            file.write_all(bytes)?;
        }
        Step::Cut(at, length) => open(at)?.set_len(*length)?,
        Step::Folder(at) => inside().create_dir_all(path(at))?,
        Step::Rename(from, to) => inside().rename(path(from), path(to))?,
        Step::RemoveFile(at) => inside().remove_file(path(at))?,
        Step::RemoveFolder(at) => inside().remove_dir(path(at))?,
        Step::Replaced(first, second) => {
            let mut file = open(first)?;
            let is_folder = inside().metadata(path(second)).is_ok_and(|about| about.is_dir());
            if !is_folder {
                inside().rename(path(second), path(first))?;
            }
            return written_and_read(&mut file);
        }
        Step::Store => {}
    }
    Ok(Vec::new())
}

/// Returns the content of all paths that exist; `None` is a folder.
fn content(read: impl Fn(&str) -> Option<Option<Vec<u8>>>) -> BTreeMap<&'static str, Option<Vec<u8>>> {
    PATHS.into_iter().filter_map(|path| Some((path, read(path)?))).collect()
}

fn content_of(tree: &Tree) -> BTreeMap<&'static str, Option<Vec<u8>>> {
    content(|path| {
        let about = tree.metadata(Path::new(path)).ok()?;
        assert_eq!(about.len(), tree.read(Path::new(path)).map_or(0, |bytes| bytes.len() as u64));
        Some(about.is_file().then(|| tree.read(Path::new(path)).unwrap()))
    })
}

proptest! {
    /// The tree does what the disk does, and so does a tree that is read from the storage.
    #[test]
    fn files_in_memory_behave_like_those_on_disk(steps in proptest::collection::vec(step(), 1..60)) {
        let root = tempfile::tempdir().unwrap();
        let tree = SharedTree::default();
        let mut storage: BTreeMap<PathBuf, Option<Vec<u8>>> = BTreeMap::new();
        for step in steps.iter().chain([&Step::Store]) {
            let (disk, memory) = (on_disk(root.path(), step), in_memory(&tree, step));
            prop_assert_eq!(disk.is_ok(), memory.is_ok(), "{:?}: {:?}, {:?}", step, disk, memory);
            let kinds = (disk.as_ref().err().map(io::Error::kind), memory.as_ref().err().map(io::Error::kind));
            if kinds.0 == Some(io::ErrorKind::NotFound) {
                prop_assert_eq!(kinds.0, kinds.1, "{:?}", step);
            }
            prop_assert_eq!(disk.unwrap_or_default(), memory.unwrap_or_default());
            let on_disk = content(|path| {
                let path = root.path().join(path);
                if path.is_dir() { Some(None) } else { fs::read(path).ok().map(Some) }
            });
            prop_assert_eq!(&on_disk, &content_of(&locked(&tree)), "{:?}", step);
            if matches!(step, Step::Store) {
                for Change { path, now } in locked(&tree).take_changes() {
                    match now {
                        Stored::Nothing => drop(storage.remove(&path)),
                        Stored::Folder => drop(storage.insert(path, None)),
                        Stored::File { from, bytes, .. } => {
                            let kept = storage.entry(path).or_default().get_or_insert_default();
                            prop_assert!(from <= kept.len());
                            kept.truncate(from);
                            kept.extend(bytes);
                        }
                    }
                }
                let mut again = Tree::default();
                for (path, kept) in &storage {
                    let modified = SystemTime::now();
                    again.put_back(path, match kept.clone() {
                        None => Stored::Folder,
                        Some(bytes) => Stored::File { from: 0, bytes, modified },
                    });
                }
                prop_assert_eq!(&on_disk, &content_of(&again));
                prop_assert!(again.take_changes().is_empty());
            }
        }
    }
}

#[test]
fn a_lock_ends_with_the_last_handle() {
    let tree = SharedTree::default();
    locked(&tree).write(Path::new("/a"), b"one").unwrap();
    let open = || MemoryFile::open_in(&tree, Path::new("/a"), OpenMode::Write).unwrap();
    let first = open();
    first.try_lock().unwrap();
    first.try_lock().unwrap();
    let clone = first.try_clone().unwrap();
    drop(first);
    assert!(open().try_lock().is_err() && open().try_lock_shared().is_err());
    drop(clone);
    assert!(open().try_lock_shared().is_ok());
    open().try_lock().unwrap();
}

#[test]
fn growth_is_stored_as_growth() {
    let tree = SharedTree::default();
    locked(&tree).write(Path::new("/a"), b"one").unwrap();
    assert_eq!(locked(&tree).take_changes().len(), 1);
    let mut file = MemoryFile::open_in(&tree, Path::new("a"), OpenMode::Write).unwrap();
    file.seek(SeekFrom::End(0)).unwrap();
    file.write_all(b", two").unwrap();
    let changes = locked(&tree).take_changes();
    let [Change { path, now: Stored::File { from: 3, bytes, .. } }] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!((path.as_path(), bytes.as_slice()), (Path::new("/a"), &b", two"[..]));
    // A file that replaces another is stored as a whole.
    let mut new = locked(&tree);
    new.write(Path::new("/b"), b"longer than before").unwrap();
    new.rename(Path::new("/b"), Path::new("/a")).unwrap();
    let changes = new.take_changes();
    assert!(matches!(&changes[0].now, Stored::File { from: 0, .. }) && changes[1].now == Stored::Nothing);
}

#[test]
fn paths_are_resolved_by_name() {
    for (path, whole) in [("a/../b", "/b"), ("/../a/./b", "/a/b"), ("", "/"), ("a//b/", "/a/b")] {
        assert_eq!(absolute(Path::new(path)), Path::new(whole));
    }
}

#[test]
fn the_first_change_is_told() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static TOLD: AtomicUsize = AtomicUsize::new(0);
    let mut tree = Tree::default();
    tree.on_change(|| {
        TOLD.fetch_add(1, Ordering::Relaxed);
    });
    tree.write(Path::new("/a"), b"1").unwrap();
    tree.write(Path::new("/b"), b"2").unwrap();
    assert_eq!((TOLD.load(Ordering::Relaxed), tree.take_changes().len()), (1, 2));
    tree.change_again(Path::new("/a"));
    assert_eq!(tree.take_changes().len(), 1);
    tree.remove_file(Path::new("/a")).unwrap();
    assert_eq!(TOLD.load(Ordering::Relaxed), 2);
}
