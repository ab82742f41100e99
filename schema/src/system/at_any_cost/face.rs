//! The sides of counters: a unit's Fresh and Battleworn side (3.1), a headquarters' two pairs of orders (3.6), and the
//! Mitrailleuse marker (3.7).

use super::{Hq, HqOrder, HqSide, Kind, Mitrailleuse, Unit, Weight};
use crate::common::face::{Face, FaceMovement, FaceValue, main_figures};

/// The Fresh or the Battleworn side of a unit's counter.
pub fn strength_face(printed: &str, points: u8, worn: bool) -> Face {
    Face {
        name: Some(if worn { "Battleworn" } else { "Fresh" }),
        back: worn,
        value: FaceValue::Text(printed.to_owned()),
        movement: Some(FaceMovement::plain(points)),
        worn,
        // TCR and SP.
        short: Some(main_figures(printed)),
        ..Face::default()
    }
}

/// The Fresh or the Battleworn side of a Mitrailleuse marker, which moves with its battery (3.7).
pub fn mitrailleuse_face(marker: &Mitrailleuse, worn: bool) -> Face {
    Face { movement: None, ..strength_face(&marker.printed(worn), 0, worn) }
}

/// A side of a headquarters: its two orders, with the Command Rating for them (3.6).
pub fn order_face(side: &HqSide, points: u8, back: bool) -> Face {
    Face {
        name: Some(pair_name(side.orders)),
        back,
        value: FaceValue::Text(side.rating.to_string()),
        movement: Some(FaceMovement::plain(points)),
        orders: true,
        ..Face::default()
    }
}

/// The name of a pair of orders, such as `"Attack/March"`.
fn pair_name([first, second]: [HqOrder; 2]) -> &'static str {
    let [attack, defend, march, regroup] = match first {
        HqOrder::Attack => ["Attack", "Attack/Defend", "Attack/March", "Attack/Regroup"],
        HqOrder::Defend => ["Defend/Attack", "Defend", "Defend/March", "Defend/Regroup"],
        HqOrder::March => ["March/Attack", "March/Defend", "March", "March/Regroup"],
        HqOrder::Regroup => ["Regroup/Attack", "Regroup/Defend", "Regroup/March", "Regroup"],
    };
    match second {
        HqOrder::Attack => attack,
        HqOrder::Defend => defend,
        HqOrder::March => march,
        HqOrder::Regroup => regroup,
    }
}

/// The two ranges as counters print them, such as `3(6)`.
fn ranges([effective, extreme]: [u8; 2]) -> String {
    format!("{effective}({extreme})")
}

impl Mitrailleuse {
    /// Returns what the marker prints on its Fresh or its Battleworn side, such as `4m 3(4)`: SP and ranges.
    pub fn printed(&self, worn: bool) -> String {
        format!("{}m {}", self.sp[usize::from(worn)], ranges(self.range))
    }
}

impl Unit {
    /// Returns what the counter prints on its Fresh or its Battleworn side, such as `6 7m 3(6)`: TCR, SP and ranges.
    ///
    /// A letter behind the SP takes the place of a color of the printed counter or of a word on it: `L`, `M` and `H` for
    /// the weight of cavalry, `H` for heavy artillery, `h` for horse artillery, `m` for a battery with a Mitrailleuse
    /// marker. A Small Unit has the figures of its Battleworn side on both (3.4).
    pub fn printed(&self, worn: bool) -> String {
        let side = usize::from(worn || self.small);
        let letter = match self.kind {
            Kind::Cavalry => match self.weight.unwrap_or_default() {
                Weight::Light => "L",
                Weight::Medium => "M",
                Weight::Heavy => "H",
            },
            Kind::HeavyArtillery => "H",
            Kind::HorseArtillery => "h",
            Kind::Infantry | Kind::FieldArtillery => "",
        };
        let mitrailleuse = if self.mitrailleuse.is_some() { "m" } else { "" };
        let range = self.range.map_or_else(String::new, |range| format!(" {}", ranges(range)));
        format!("{} {}{letter}{mitrailleuse}{range}", self.tcr[side], self.sp[side])
    }

    /// Returns `true` if its Battleworn side is up at the start.
    pub fn starts_worn(&self) -> bool {
        self.battleworn || self.small
    }

    /// The sides of its counter.
    pub(super) fn faces(&self) -> [Face; 2] {
        // A Small Unit has no Fresh side: its front is Battleworn.
        let side = |worn| Face { back: worn, ..strength_face(&self.printed(worn), self.movement, worn || self.small) };
        [side(false), side(true)]
    }
}

impl Hq {
    /// The sides of its counter.
    pub(super) fn faces(&self) -> [Face; 2] {
        [order_face(&self.front, self.movement, false), order_face(&self.back, self.movement, true)]
    }
}
