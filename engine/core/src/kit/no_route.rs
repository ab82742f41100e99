//! The reason why no route leads a piece in motion to a hex: one of the way as a whole, and not of a single step.

use super::hex_map::{HexIx, HexMap};
use super::reach;
use crate::game::{Illegal, Rule};
use crate::show::Movement;

/// The reason why a piece in motion cannot end its move in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoute<E> {
    /// The cheapest way there costs this, in half movement points.
    TooFar(u16),
    /// The last step, or the end of the move there, is refused.
    Refused(E),
    /// No way leads there.
    NoWay,
}

impl<E> NoRoute<E> {
    /// Finds the reason for `goal`. `start` is the motion with as much movement as any way needs; `at` is where a motion is and
    /// the movement that it has spent, `step` the motion after a step, and `stop` whether it may end.
    pub fn find<M: Copy>(
        map: &HexMap,
        start: M,
        goal: HexIx,
        at: impl Fn(&M) -> (Option<HexIx>, u16),
        step: impl Fn(&M, HexIx) -> Result<M, E>,
        stop: impl Fn(&M) -> Result<(), E>,
    ) -> Self {
        let mut cost: Option<u16> = None;
        let mut refused = None;
        reach::spread(map, start, &at, |motion, _, to| match step(motion, to) {
            Ok(further) if to == goal => {
                match stop(&further) {
                    Ok(()) => {
                        let (_, spent) = at(&further);
                        cost = Some(cost.map_or(spent, |cost| cost.min(spent)));
                    }
                    Err(why) => refused = Some(why),
                }
                Some(further)
            }
            Ok(further) => Some(further),
            Err(why) => {
                if to == goal && refused.is_none() {
                    refused = Some(why);
                }
                None
            }
        });
        match (cost, refused) {
            (Some(cost), _) => Self::TooFar(cost),
            (None, Some(why)) => Self::Refused(why),
            (None, None) => Self::NoWay,
        }
    }

    /// Returns the refusal of `goal` by `rule` for a piece with this allowance, in half movement points; `None` if the allowance
    /// suffices. `refused` explains what the last step or the end of the move there is refused for.
    pub fn refusal(
        self,
        map: &HexMap,
        rule: Rule,
        goal: HexIx,
        allowance: u16,
        refused: impl FnOnce(E) -> Illegal,
    ) -> Option<Illegal> {
        let name = map.name(goal);
        match self {
            Self::TooFar(spent) if spent <= allowance => None,
            Self::TooFar(spent) => {
                let movement = Movement { spent, allowance }.of_allowance();
                Some(Illegal::new(rule, format!("hex {name} is too far: {movement}")))
            }
            Self::Refused(why) => Some(refused(why)),
            Self::NoWay => Some(Illegal::new(rule, format!("no way leads to hex {name}"))),
        }
    }
}

/// Returns the refusal of `goal`, in which units with these names are, so that the moving piece cannot end its move there.
pub fn held_by(map: &HexMap, rule: Rule, goal: HexIx, holders: &[String]) -> Illegal {
    Illegal::new(rule, format!("hex {} is held by {}", map.name(goal), holders.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::hex_map::tests::map;

    #[test]
    fn the_reason_is_the_cost_of_the_whole_way_or_what_is_at_its_end() {
        let map = map(". . . . .\n. _ . . .\n_ . _ . .", &[]);
        let hex = |name: &str| map.find(&name.into()).unwrap();
        let held = hex("0501");
        // Each hex costs a point and a half; nobody ends a move in 0501.
        let find = |goal: &str| {
            NoRoute::find(
                &map,
                (hex("0101"), 0_u16),
                hex(goal),
                |(hex, spent)| (Some(*hex), *spent),
                |(_, spent), to| Ok((to, spent + 3)),
                |(at, _)| if *at == held { Err("held") } else { Ok(()) },
            )
        };
        assert_eq!(find("0401"), NoRoute::TooFar(9));
        assert_eq!(find("0501"), NoRoute::Refused("held"));
        assert_eq!(find("0203"), NoRoute::NoWay);
        let rule = Rule { number: "1", title: "Moves" };
        let told = |goal: &str, allowance: u16| {
            let refused = |why| held_by(&map, rule, hex(goal), &[String::from(why)]);
            find(goal).refusal(&map, rule, hex(goal), allowance, refused).map(|refusal| refusal.reason)
        };
        assert_eq!(told("0401", 6).as_deref(), Some("hex 0401 is too far: 4½ of 3 MP"));
        assert_eq!(told("0401", 9), None);
        assert_eq!(told("0501", 6).as_deref(), Some("hex 0501 is held by held"));
        assert_eq!(told("0203", 6).as_deref(), Some("no way leads to hex 0203"));
    }
}
