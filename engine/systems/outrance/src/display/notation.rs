//! The notation of actions in replays: any action can be written and read back, also one that no menu offers.

use battlewright_schema::Inches;
use battlewright_schema::common::inches::TablePoint;
use battlewright_schema::outrance::Posture;
use serde::de::DeserializeOwned;

use crate::Outrance;
use crate::action::{Action, BaseTurns, OrderKind};
use crate::state::UnitIx;
use battlewright_core::kit::plane::{Direction, Point};

/// Returns a point in the notation of replays, such as `"12.5/3"`.
fn spelled_point(point: Point) -> String {
    TablePoint(Inches::from(point)).to_string().replace(',', "/")
}

/// Returns a number of tenths as a decimal number, such as `"-12.5"`.
pub(crate) fn spelled_tenths(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

fn spelled_facing(facing: Direction) -> String {
    spelled_tenths(facing.tenths().into())
}

/// Returns the value with this name in a scenario.
fn named<T: DeserializeOwned>(name: &str) -> Option<T> {
    serde_json::from_value(name.into()).ok()
}

/// Reads a point, such as `"12.5/3"`.
fn read_point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once('/').filter(|_| !text.contains([',', ' ']))?;
    named::<TablePoint>(&format!("{x},{y}")).map(|point| Point::from(point.0))
}

/// Reads a number of tenths, such as `"-12.5"`.
fn read_tenths(text: &str) -> Option<i32> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (whole, tenth) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(tenth) || tenth.len() != 1 {
        return None;
    }
    let tenths = whole.parse::<i32>().ok()?.checked_mul(10)?.checked_add(tenth.parse().ok()?)?;
    Some(sign * tenths)
}

/// Reads a facing, such as `"90"`.
fn read_facing(text: &str) -> Option<Direction> {
    read_tenths(text).filter(|tenths| (0..3600).contains(tenths)).map(Direction::from_tenths)
}

impl Outrance {
    /// Returns the notation of an action in replays.
    pub(crate) fn notation(&self, action: &Action) -> String {
        let id = |unit: UnitIx| self.board.unit(unit).id.as_str();
        match *action {
            Action::Select(unit) => format!("select {}", id(unit)),
            Action::Hold => "hold".to_owned(),
            Action::Order(OrderKind::Deploy) => "order deploy".to_owned(),
            Action::Order(OrderKind::Maneuver) => "order maneuver".to_owned(),
            Action::Order(OrderKind::March) => "order march".to_owned(),
            Action::Order(OrderKind::Assault(target)) => format!("assault {}", id(target)),
            Action::RouteMarch => "route-march".to_owned(),
            Action::MoveGeneral => "move".to_owned(),
            Action::Fire { target, facing } => format!("fire {} {}", id(target), spelled_facing(facing)),
            Action::Regroup => "regroup".to_owned(),
            Action::Front(front) => format!("front {front}"),
            Action::Leg { to, facing } => format!("go {} {}", spelled_point(to), spelled_facing(facing)),
            Action::AlongRoad { road, to } => format!("road {} {}", usize::from(road) + 1, spelled_point(to)),
            Action::Place { at, facing, posture, front, turns } => {
                let mut text = format!("place {} {} {}", spelled_point(at), spelled_facing(facing), posture.name());
                if posture == Posture::Maneuver {
                    text.push_str(&format!(" front {front}"));
                }
                let last = turns.0.iter().rposition(|turn| *turn != 0);
                if let Some(bent) = last.and_then(|last| turns.0.get(..=last)) {
                    let turns: Vec<String> = bent.iter().map(|turn| spelled_tenths((*turn).into())).collect();
                    text.push_str(&format!(" bend {}", turns.join("/")));
                }
                text
            }
            Action::Withdraw(to) => format!("withdraw {}", spelled_point(to)),
            Action::Stop => "stop".to_owned(),
            Action::Back => "back".to_owned(),
        }
    }

    /// Reads an action in the notation of replays, be it legal or not.
    pub(crate) fn read_notation(&self, text: &str) -> Option<Action> {
        let words: Vec<&str> = text.split(' ').collect();
        Some(match *words.as_slice() {
            ["select", id] => Action::Select(self.find(id)?),
            ["hold"] => Action::Hold,
            ["order", "deploy"] => Action::Order(OrderKind::Deploy),
            ["order", "maneuver"] => Action::Order(OrderKind::Maneuver),
            ["order", "march"] => Action::Order(OrderKind::March),
            ["assault", id] => Action::Order(OrderKind::Assault(self.find(id)?)),
            ["route-march"] => Action::RouteMarch,
            ["move"] => Action::MoveGeneral,
            ["fire", id, facing] => Action::Fire { target: self.find(id)?, facing: read_facing(facing)? },
            ["regroup"] => Action::Regroup,
            ["front", front] => Action::Front(front.parse().ok()?),
            ["go", to, facing] => Action::Leg { to: read_point(to)?, facing: read_facing(facing)? },
            ["road", number, to] => {
                Action::AlongRoad { road: number.parse::<u16>().ok()?.checked_sub(1)?, to: read_point(to)? }
            }
            ["place", at, facing, posture, ref rest @ ..] => {
                let (front, rest) = match rest {
                    ["front", front, rest @ ..] => (front.parse().ok()?, rest),
                    rest => (1, rest),
                };
                let turns = match rest {
                    [] => BaseTurns::default(),
                    ["bend", turns] => read_turns(turns)?,
                    _ => return None,
                };
                let (at, facing) = (read_point(at)?, read_facing(facing)?);
                Action::Place { at, facing, posture: named(posture)?, front, turns }
            }
            ["withdraw", to] => Action::Withdraw(read_point(to)?),
            ["stop"] => Action::Stop,
            ["back"] => Action::Back,
            _ => return None,
        })
    }
}

/// Reads the turns of bases, such as `"-30/-10/10/30"`.
fn read_turns(text: &str) -> Option<BaseTurns> {
    let mut turns = BaseTurns::default();
    let all: Vec<i16> = text.split('/').map(|turn| i16::try_from(read_tenths(turn)?).ok()).collect::<Option<_>>()?;
    turns.0.get_mut(..all.len())?.copy_from_slice(&all);
    Some(turns)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tests::position::position;
    use battlewright_core::show::Show as _;
    use battlewright_testkit::random_cases;

    fn point() -> impl Strategy<Value = Point> {
        (-1_000_i32..99_999, -1_000_i32..99_999).prop_map(|(x, y)| Point::new(x, y))
    }

    fn action() -> impl Strategy<Value = Action> {
        let facing = || (0_i32..3600).prop_map(Direction::from_tenths);
        let unit = || (0_u16..2).prop_map(UnitIx);
        let posture = prop::sample::select(vec![Posture::Deployed, Posture::Maneuver, Posture::March]);
        let place = (point(), facing(), posture, 1_u8..6, prop::array::uniform12(-1800_i16..1800)).prop_map(
            |(at, facing, posture, front, turns)| {
                let front = if posture == Posture::Maneuver { front } else { 1 };
                Action::Place { at, facing, posture, front, turns: BaseTurns(turns) }
            },
        );
        prop_oneof![
            unit().prop_map(Action::Select),
            unit().prop_map(|unit| Action::Order(OrderKind::Assault(unit))),
            (unit(), facing()).prop_map(|(target, facing)| Action::Fire { target, facing }),
            any::<u8>().prop_map(Action::Front),
            (point(), facing()).prop_map(|(to, facing)| Action::Leg { to, facing }),
            (0_u16..100, point()).prop_map(|(road, to)| Action::AlongRoad { road, to }),
            place,
            point().prop_map(Action::Withdraw),
            prop::sample::select(vec![
                Action::Hold,
                Action::Order(OrderKind::Deploy),
                Action::Order(OrderKind::Maneuver),
                Action::Order(OrderKind::March),
                Action::RouteMarch,
                Action::MoveGeneral,
                Action::Regroup,
                Action::Stop,
                Action::Back,
            ]),
        ]
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn any_action_is_read_as_it_is_written(action in action()) {
            let game = position("prussian infantry p1 4 at 20,20\nfrench infantry f1 4 at 20,5 facing 180").start().game;
            let text = game.label(&action).notation;
            prop_assert_eq!(game.parse_action(&text), Some(action), "{}", text);
        }
    }

    #[test]
    fn other_texts_are_no_actions() {
        let game = position("prussian infantry p1 4 at 20,20\nfrench infantry f1 4 at 20,5 facing 180").start().game;
        for text in [
            "",
            "select",
            "select nobody",
            "go 1/2",
            "go 1,2 0",
            "go 1/2 360",
            "go 1/2 0.55",
            "go 1/2 -1",
            "road 0 1/2",
            "front 300",
            "place 1/2 0 square",
            "place 1/2 0 deployed bend",
            "place 1/2 0 deployed bend 1/2/3/4/5/6/7/8/9/1/2/3/4",
            "place 1/2 0 deployed bend 9999999999",
            "withdraw 1",
            " hold",
            "hold ",
        ] {
            assert_eq!(game.parse_action(text), None, "{text:?}");
        }
    }
}
