//! Parallel work with ordered results, a few at a time to limit memory.

use rayon::prelude::*;

/// The most that are made at once, on however many cores.
const MOST: usize = 8;

/// Makes something of each of `items`, and hands it over with `take`. While some are handed over, the next are made.
pub(crate) fn in_order<I: Sync, T: Send, E>(
    items: &[I],
    make: impl Fn(&I) -> T + Sync,
    mut take: impl FnMut(&I, T) -> Result<(), E>,
) -> Result<(), E> {
    let mut before: (&[I], Vec<T>) = (&[], Vec::new());
    let at_once = rayon::current_num_threads().min(MOST);
    // One time more than there are, to hand over the last.
    for some in items.chunks(at_once).chain([&[][..]]) {
        let mut made = Vec::new();
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| made = some.par_iter().map(&make).collect());
            let (items, made) = std::mem::take(&mut before);
            items.iter().zip(made).try_for_each(|(item, made)| take(item, made))
        })?;
        before = (some, made);
    }
    Ok(())
}
