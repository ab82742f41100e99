//! The convergence of a share of wins during a run.

use battlewright_engine::game::Side;

use crate::estimate::Estimate;
use crate::record::Record;
use crate::stats::Sampling;

/// Returns the first side's share of wins after growing numbers of finished games, a draw counted as half a win: at about
/// `most` equally spaced numbers, and after the last. The intervals are a confidence sequence.
pub fn settling(records: &[Record], most: usize) -> Vec<(usize, Estimate)> {
    let ended = records.iter().filter(|record| record.outcome().is_some()).count();
    let step = ended.div_ceil(most.max(1)).max(1);
    let (mut halves, mut games, mut found) = (0, 0, Vec::new());
    for score in records.iter().filter_map(|record| record.score(Side::First)) {
        halves += score;
        games += 1;
        if games % step == 0 || games == ended {
            found.push((games, Sampling::Sequential.rate(f64::from(halves) / 2.0, games)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{played, record, tutorial};

    #[test]
    fn the_line_ends_where_the_report_stands() {
        let plan = tutorial();
        let mut records = played(&plan);
        records.push(record(1000));
        let opened = plan.open().unwrap();
        let part = crate::Part { records, ..crate::Part::new(&opened, plan, None) };
        let report = crate::Report::of(&opened, &part, Sampling::Sequential);
        for most in [0, 1, 7, 40, 1000] {
            let line = settling(&part.records, most);
            assert_eq!(line.last(), Some(&(40, report.score)), "{most}");
            assert!(line.len() <= most.max(1) + 1, "{most}: {}", line.len());
            assert!(line.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
        assert_eq!(settling(&part.records, 40).len(), 40);
        assert!(settling(&[record(1)], 10).is_empty());
    }
}
