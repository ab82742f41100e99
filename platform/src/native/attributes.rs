//! Extended attributes of files: what users and programs have added and, on Linux, access lists and security labels.

#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(super) use system::are_preserved;

/// Extended attributes as Linux and macOS have them.
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod system {
    use std::collections::BTreeMap;
    use std::fs::File;

    use rustix::buffer::spare_capacity;
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
    use rustix::io::Errno;

    /// The most bytes of a list of names, and of a value. Linux has none that are longer.
    const MOST: usize = 64 << 10;

    /// The attributes with hashes of the contents, which belong to no other contents.
    const OF_CONTENTS: [&[u8]; 2] = [b"security.ima", b"security.evm"];

    /// Returns `true` if `new` has or now gets the attributes of `old`, and no others.
    pub(crate) fn are_preserved(new: &File, old: &File) -> bool {
        let (Some(own), Some(wanted)) = (all(new), all(old)) else { return false };
        if OF_CONTENTS.iter().any(|name| wanted.contains_key(*name)) {
            return false;
        }
        let mut excess = own.keys().filter(|name| !wanted.contains_key(*name));
        let mut missing = wanted.iter().filter(|(name, value)| own.get(*name) != Some(*value));
        excess.all(|name| fremovexattr(new, name.as_slice()).is_ok())
            && missing.all(|(name, value)| fsetxattr(new, name.as_slice(), value, XattrFlags::empty()).is_ok())
    }

    /// Returns the attributes of `file` by their names; `None` if one cannot be read.
    fn all(file: &File) -> Option<BTreeMap<Vec<u8>, Vec<u8>>> {
        let mut names = Vec::with_capacity(MOST);
        match flistxattr(file, spare_capacity(&mut names)) {
            // The disk has none.
            Err(Errno::NOTSUP) => return Some(BTreeMap::new()),
            listed => listed.ok()?,
        };
        let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        let read = |name: &[u8]| {
            let mut value = Vec::with_capacity(MOST);
            fgetxattr(file, name, spare_capacity(&mut value)).ok()?;
            Some((name.to_owned(), value))
        };
        names.map(read).collect()
    }
}

/// Returns `true`: the system keeps no attributes that could be read.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(super) fn are_preserved(_: &std::fs::File, _: &std::fs::File) -> bool {
    true
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use rustix::buffer::spare_capacity;
    use rustix::fs::{XattrFlags, getxattr, setxattr};

    use crate::fs::{replace_atomic, write_atomic};

    /// An access list: the owner reads and writes, the user 1234 and the group read.
    fn access_list() -> Vec<u8> {
        let entries: [(u16, u16, u32); 5] =
            [(1, 6, u32::MAX), (2, 4, 1234), (4, 4, u32::MAX), (16, 4, u32::MAX), (32, 0, u32::MAX)];
        let mut list = 2_u32.to_le_bytes().to_vec();
        for (tag, rights, id) in entries {
            list.extend([tag.to_le_bytes(), rights.to_le_bytes()].concat());
            list.extend(id.to_le_bytes());
        }
        list
    }

    #[test]
    fn a_file_keeps_its_attributes_and_its_access_list() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let list = access_list();
        for (name, value) in [("user.origin", b"archive".as_slice()), ("system.posix_acl_access", list.as_slice())] {
            fs::write(&path, "one").unwrap();
            // Not every disk has them.
            if setxattr(&path, name, value, XattrFlags::empty()).is_err() {
                continue;
            }
            let mode = path.metadata().unwrap().permissions().mode();
            write_atomic(&path, "two").unwrap();
            replace_atomic(&path, b"two", "three").unwrap();
            let mut kept = Vec::with_capacity(value.len() + 1);
            getxattr(&path, name, spare_capacity(&mut kept)).unwrap();
            assert_eq!((kept.as_slice(), fs::read(&path).unwrap().as_slice()), (value, b"three".as_slice()), "{name}");
            assert_eq!(path.metadata().unwrap().permissions().mode(), mode);
        }
    }

    #[test]
    fn a_file_gets_no_access_list_of_its_folder_that_it_did_not_have() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        fs::write(&path, "one").unwrap();
        if setxattr(folder.path(), "system.posix_acl_default", &access_list(), XattrFlags::empty()).is_err() {
            return;
        }
        write_atomic(&path, "two").unwrap();
        let mut list = Vec::with_capacity(256);
        assert!(getxattr(&path, "system.posix_acl_access", spare_capacity(&mut list)).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"two");
    }
}
