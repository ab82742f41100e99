//! The widths of the columns of a table.

/// The needs of a column.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::pdf) struct ColumnNeed {
    /// The widest word.
    pub(in crate::pdf) least: f32,
    /// The widest cell on one line.
    pub(in crate::pdf) most: f32,
    /// `true` for sentences, which take the room that is left.
    pub(in crate::pdf) is_text: bool,
    /// `true` for pictures, which need no more room than they have.
    pub(in crate::pdf) is_fixed: bool,
}

/// The most rows whose heights are estimated.
const MOST_ROWS: usize = 120;

/// Returns the widths of columns that are `room` wide together. `cells` holds the rows, with the width of each cell on one line;
/// the widths are chosen so that the rows are as low as possible.
pub(in crate::pdf) fn widths(needs: &[ColumnNeed], cells: &[Vec<f32>], room: f32) -> Vec<f32> {
    let most: f32 = needs.iter().map(|need| need.most).sum();
    if most <= room {
        return spread(needs, room - most);
    }
    let least: f32 = needs.iter().map(|need| need.least).sum();
    if least >= room {
        // Words are broken.
        return needs.iter().map(|need| need.least * room / least.max(1.0)).collect();
    }
    let cells = cells.get(..MOST_ROWS).unwrap_or(cells);
    let mut widths = filled(needs, room);
    let mut cost = height(&widths, cells);
    for step in [48.0_f32, 24.0, 12.0, 6.0, 3.0] {
        // A few rounds find what moving room from one column to another can save.
        for _ in 0..6 {
            let mut is_better = false;
            for from in 0..widths.len() {
                for to in 0..widths.len() {
                    let (Some(narrow), Some(wide)) = (needs.get(from), needs.get(to)) else { continue };
                    let mut tried = widths.clone();
                    let [Some(less), Some(more)] = [tried.get(from).copied(), tried.get(to).copied()] else { continue };
                    let step = step.min(less - narrow.least).min(wide.most - more);
                    if from == to || step < 0.5 {
                        continue;
                    }
                    set(&mut tried, from, less - step);
                    set(&mut tried, to, more + step);
                    let after = height(&tried, cells);
                    if after < cost - 1e-4 {
                        (widths, cost, is_better) = (tried, after, true);
                    }
                }
            }
            if !is_better {
                break;
            }
        }
    }
    widths
}

fn set(widths: &mut [f32], at: usize, width: f32) {
    if let Some(place) = widths.get_mut(at) {
        *place = width;
    }
}

/// Returns the widths on one line, with the room that is left given to sentences, or evenly.
fn spread(needs: &[ColumnNeed], spare: f32) -> Vec<f32> {
    let text: f32 = needs.iter().filter(|need| need.is_text).map(|need| need.most).sum();
    let all = needs.iter().filter(|need| !need.is_fixed).count();
    let all = f32::from(u16::try_from(all).unwrap_or(u16::MAX)).max(1.0);
    let more = |need: &ColumnNeed| match need.is_text {
        true => spare * need.most / text,
        false if text > 0.0 || need.is_fixed => 0.0,
        false => spare / all,
    };
    needs.iter().map(|need| need.most + more(need)).collect()
}

/// Returns widths that give every column what it needs, up to the same width for all that need more.
fn filled(needs: &[ColumnNeed], room: f32) -> Vec<f32> {
    let (mut low, mut high) = (0.0_f32, room);
    let at = |cap: f32| -> Vec<f32> { needs.iter().map(|need| need.most.min(cap).max(need.least)).collect() };
    for _ in 0..24 {
        let middle = f32::midpoint(low, high);
        if at(middle).iter().sum::<f32>() > room { high = middle } else { low = middle }
    }
    let mut widths = at(low);
    let spare = room - widths.iter().sum::<f32>();
    if let Some(widest) = widths.iter_mut().max_by(|a, b| a.total_cmp(b)) {
        *widest += spare.max(0.0);
    }
    widths
}

/// Estimates the height of the rows in lines. A part of a line is lost at the end of each.
fn height(widths: &[f32], cells: &[Vec<f32>]) -> f32 {
    let lines = |cell: &f32, width: &f32| if cell <= width { 1.0 } else { (cell * 1.07 / width.max(1.0)).ceil() };
    let row = |row: &Vec<f32>| {
        let cells = row.iter().zip(widths);
        let (most, sum) = cells.fold((1.0_f32, 0.0), |(most, sum), (cell, width)| {
            (most.max(lines(cell, width)), sum + (cell / width.max(1.0)).powi(2))
        });
        most + sum * 0.002
    };
    cells.iter().map(row).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(least: f32, most: f32, is_text: bool) -> ColumnNeed {
        ColumnNeed { least, most, is_text, is_fixed: false }
    }

    #[test]
    fn columns_fill_the_room_and_sentences_take_what_is_left() {
        let needs = [need(20.0, 40.0, false), need(30.0, 200.0, true)];
        let cells = [vec![40.0, 200.0]];
        assert_eq!(widths(&needs, &cells, 400.0), [40.0, 360.0]);
        let narrow = widths(&needs, &cells, 140.0);
        assert!((narrow.iter().sum::<f32>() - 140.0).abs() < 0.1, "{narrow:?}");
        assert!(narrow[0] >= 20.0 && narrow[1] >= 90.0, "{narrow:?}");
        assert!((widths(&needs, &cells, 25.0).iter().sum::<f32>() - 25.0).abs() < 0.1);
    }

    #[test]
    fn long_sentences_get_more_room_than_short_ones() {
        let needs = [need(30.0, 300.0, true), need(30.0, 900.0, true)];
        let found = widths(&needs, &[vec![300.0, 900.0], vec![250.0, 800.0]], 400.0);
        assert!(found[1] > 1.8 * found[0], "{found:?}");
    }
}
