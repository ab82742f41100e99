//! Unique ids for new objects.

/// Returns the first id of `stem`, `stem-2`, `stem-3` … that is not `taken`.
pub fn free_id(stem: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(stem) {
        return stem.to_owned();
    }
    let mut n = 2_u32;
    loop {
        let id = format!("{stem}-{n}");
        if !taken(&id) {
            return id;
        }
        n += 1;
    }
}
