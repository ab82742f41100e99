//! Combat results tables: shifted columns, named shifts in words, and rows for the total of two dice.

/// Returns the column `shifts` away from column `start`, limited to the first and the last of `columns` columns.
pub fn shifted(start: usize, shifts: impl IntoIterator<Item = i8>, columns: usize) -> usize {
    let shift: i64 = shifts.into_iter().map(i64::from).sum();
    let start = i64::try_from(start).unwrap_or(i64::MAX);
    let last = i64::try_from(columns).unwrap_or(i64::MAX).saturating_sub(1).max(0);
    usize::try_from(start.saturating_add(shift).clamp(0, last)).unwrap_or(0)
}

/// Shifts by name, such as `"shifts: extended range -1, soft target +1"`.
pub fn describe_shifts(shifts: &[(&str, i8)]) -> String {
    if shifts.is_empty() {
        return "no shifts".to_owned();
    }
    let told: Vec<String> = shifts.iter().map(|(name, shift)| format!("{name} {shift:+}")).collect();
    format!("shifts: {}", told.join(", "))
}

/// A column shift as it is listed among the modifiers of [`Odds`](crate::show::Odds).
pub fn listed_shift((name, shift): (&'static str, i8)) -> (String, i32) {
    (format!("Shift: {name}"), i32::from(shift))
}

/// Returns the result in `column` for `total`. The first row is for a total of 2, the last for 12; totals outside are clamped.
/// `None` if the table has no such row or column.
pub fn result<R: Copy>(rows: &[Vec<R>], total: i16, column: usize) -> Option<R> {
    let row = usize::try_from(total.clamp(2, 12) - 2).ok()?;
    rows.get(row)?.get(column).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_end_at_the_edges_of_the_table() {
        assert_eq!(shifted(3, [2, -1], 9), 4);
        assert_eq!((shifted(3, [-9], 9), shifted(3, [9], 9), shifted(0, [], 0)), (0, 8, 0));
        let rows: Vec<Vec<u8>> = (2..=12).map(|total| vec![total, 100 + total]).collect();
        assert_eq!((result(&rows, 7, 1), result(&rows, -3, 0), result(&rows, 14, 0)), (Some(107), Some(2), Some(12)));
        assert_eq!(result(&rows, 7, 2), None);
    }

    #[test]
    fn shifts_are_told_by_name_and_direction() {
        assert_eq!(describe_shifts(&[]), "no shifts");
        assert_eq!(describe_shifts(&[("woods", -1), ("Plunging Fire", 2)]), "shifts: woods -1, Plunging Fire +2");
        assert_eq!(listed_shift(("woods", -1)), ("Shift: woods".to_owned(), -1));
    }
}
