//! Roads that repeat other roads.

use crate::HexId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::lookup::{Lookup, lookup};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A road that only repeats the steps of other roads.
    ///
    /// # Why it matters
    /// It has no effect. Two named roads may share a part, but a complete repetition is usually an unfinished copy.
    ///
    /// # Example
    /// ```toml
    /// [[road]]
    /// path = ["0107", "0207", "0308"]
    ///
    /// [[road]]
    /// path = ["0107", "0207"]      # perhaps with "0206"
    /// ```
    ///
    /// # Remedy
    /// Extend the road to its destination, or remove it.
    ROAD_TWICE = "road-twice", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.joined().each_once {
        return;
    }
    let path = |(row, index): (usize, usize)| DocPath::root().key("road").index(row).key("path").index(index);
    // The road and the path index of the first occurrence of each step.
    let mut first: Lookup<(&HexId, &HexId), (usize, usize)> = lookup(cx.roads.iter().map(|road| road.path.len()).sum());
    for (row, road) in cx.roads.iter().enumerate() {
        let steps = road.path.windows(2).filter_map(|step| match step {
            [from, to] if from != to => Some((from.min(to), from.max(to))),
            _ => None,
        });
        let mut adds = false;
        let mut earlier = None;
        for (index, step) in steps.enumerate() {
            let here = (row, index + 1);
            match *first.entry(step).or_insert(here) {
                there if there == here => adds = true,
                there if there.0 == row => {
                    let finding = ROAD_TWICE
                        .at(path(here), "the road returns on the same path")
                        .related(path(there), "the first time");
                    found.push(finding.help("end it at the turning point, or extend it"));
                    adds = true;
                    break;
                }
                there => {
                    earlier.get_or_insert(there);
                }
            }
        }
        if let Some(earlier) = earlier.filter(|_| !adds) {
            let finding = ROAD_TWICE
                .at(DocPath::root().key("road").index(row).key("path"), "the road only repeats other roads")
                .related(path(earlier), "for example here");
            let fix = cx.take_out("remove the road", &DocPath::root().key("road").index(row));
            found.push(finding.help("extend it to its destination, or remove it").fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    fn with(path: &str) -> Vec<String> {
        shown(&[("[[place]]", &format!("[[road]]\npath = [{path}]\n[[place]]"))])
    }

    #[test]
    fn a_road_adds_something() {
        assert_eq!(with("\"0303\", \"0203\", \"0103\", \"0102\""), [] as [&str; 0], "a shared stretch");
        assert_eq!(with("\"0303\", \"0203\", \"0103\""), ["road-twice [\"0303\", \"0203\", \"0103\"]"]);
        assert_eq!(with("\"0303\", \"0304\", \"0303\""), ["road-twice \"0303\""]);
        assert_eq!(with("\"0303\", \"0304\", \"0404\", \"0403\""), [] as [&str; 0]);
    }
}
