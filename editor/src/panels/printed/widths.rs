//! The widths of the columns of a chart.

/// The needs of a column, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ColumnWidths {
    /// The widest word.
    pub(super) least: f32,
    /// The widest cell on one line.
    pub(super) most: f32,
}

/// Returns the widths of columns that are `room` wide together. Columns whose words need more are wider together.
pub(super) fn widths(needs: &[ColumnWidths], room: f32, is_grid: bool) -> Vec<f32> {
    if is_grid && needs.len() > 1 {
        return grid(needs, room);
    }
    let most: f32 = needs.iter().map(|need| need.most).sum();
    if most <= room {
        // What is left goes to the columns by their widths, so that sentences have most of it.
        return needs.iter().map(|need| need.most * room / most.max(1.0)).collect();
    }
    let least: f32 = needs.iter().map(|need| need.least).sum();
    if least >= room {
        return needs.iter().map(|need| need.least).collect();
    }
    // Every column has what it needs, up to the same width for all that need more.
    let at = |cap: f32| -> Vec<f32> { needs.iter().map(|need| need.most.min(cap).max(need.least)).collect() };
    let (mut low, mut high) = (0.0_f32, room);
    for _ in 0..24 {
        let middle = f32::midpoint(low, high);
        if at(middle).iter().sum::<f32>() > room { high = middle } else { low = middle }
    }
    let mut widths = at(low);
    let spare = (room - widths.iter().sum::<f32>()).max(0.0);
    if let Some(widest) = widths.iter_mut().max_by(|a, b| a.total_cmp(b)) {
        *widest += spare;
    }
    widths
}

/// Returns the widths of a grid, whose columns but the first are equally wide.
fn grid(needs: &[ColumnWidths], room: f32) -> Vec<f32> {
    let (first, others) = needs.split_first().map_or((0.0, needs), |(first, others)| (first.most, others));
    let count = f32::from(u16::try_from(others.len()).unwrap_or(u16::MAX)).max(1.0);
    let widest = others.iter().map(|need| need.least).fold(0.0, f32::max);
    let each = widest.max((room - first) / count);
    // A head of numbers needs no more room than the numbers below it.
    let first = first.max(room - each * count);
    std::iter::once(first).chain(others.iter().map(|_| each)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(least: f32, most: f32) -> ColumnWidths {
        ColumnWidths { least, most }
    }

    #[test]
    fn columns_fill_the_room_and_no_word_is_broken() {
        let all = [need(20.0, 30.0), need(40.0, 400.0), need(40.0, 900.0)];
        for room in [110.0, 200.0, 500.0, 1600.0] {
            let found = widths(&all, room, false);
            assert!((found.iter().sum::<f32>() - room).abs() < 0.1, "{room}: {found:?}");
            assert!(found.iter().zip(&all).all(|(width, need)| *width >= need.least - 0.01), "{room}: {found:?}");
        }
        assert_eq!(widths(&all, 50.0, false), [20.0, 40.0, 40.0], "wider than the room");
        assert!(widths(&[], 100.0, false).is_empty());
    }

    #[test]
    fn the_columns_of_a_grid_are_equal() {
        let found = widths(&[need(30.0, 60.0), need(10.0, 10.0), need(24.0, 24.0)], 160.0, true);
        assert_eq!(found, [60.0, 50.0, 50.0]);
        let narrow = widths(&[need(30.0, 60.0), need(10.0, 10.0), need(24.0, 24.0)], 80.0, true);
        assert_eq!(narrow, [60.0, 24.0, 24.0]);
    }
}
