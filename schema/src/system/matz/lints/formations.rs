//! Formations: headquarters, attachments and support, and the two armies.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::matz::{Echelon, Kind, Matz, SlopeRule, TerrainClass};
use crate::system::lints::{earthworks, hq_with_enemy, nations, terrain_classes};
use crate::{DocPath, HexsideKind};

finding! {
    /// # What it finds
    /// A corps without a headquarters, or an air force with one.
    ///
    /// # Why it matters
    /// The units of a corps are in command by a line to its HQ (10.1). Aircraft have no command.
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// id = "fr-34"
    /// echelon = "corps"            # there is no [formation.hq]
    /// ```
    ///
    /// # Remedy
    /// Add `[formation.hq]`, or change the `echelon`.
    CORPS_WITHOUT_HQ = "corps-without-hq", Error
}

finding! {
    /// # What it finds
    /// An attachment that the rules do not know.
    ///
    /// # Why it matters
    /// Only tanks of an army are attached, and only to a corps of their side (6.1).
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// kind = "infantry"
    /// attached = "fr-34"           # only tanks are attached
    /// ```
    ///
    /// # Remedy
    /// Remove `attached`, or name a corps of the side.
    BAD_ATTACHMENT = "bad-attachment", Error
}

finding! {
    /// # What it finds
    /// A formation that is supported by artillery of its enemy, or by its own.
    ///
    /// # Why it matters
    /// `supported_by` names other formations of the side whose artillery may support the units of this one (14). Its own
    /// artillery and that of an army support it anyway.
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// id = "fr-38"
    /// side = "french"
    /// supported_by = ["de-ix"]     # a German corps
    /// ```
    ///
    /// # Remedy
    /// Name another formation of the side.
    BAD_SUPPORT = "bad-support", Warning
}

finding! {
    /// # What it finds
    /// Two sides with the same edge of the map.
    ///
    /// # Why it matters
    /// Units retreat toward their edge, and aircraft come from it (7.6, 11.3). If both sides have the same edge, they
    /// retreat through each other.
    ///
    /// # Example
    /// ```toml
    /// [side.german]
    /// edge = "north"
    ///
    /// [side.french]
    /// edge = "north"               # "south"
    /// ```
    ///
    /// # Remedy
    /// Set another edge for one of the sides.
    SAME_EDGE = "same-edge", Error
}

finding! {
    /// # What it finds
    /// Slopes that count uphill only, on a map without levels.
    ///
    /// # Why it matters
    /// Without levels, no side of a slope is the upper one, and no slope has an effect on combat.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// slopes = "uphill"            # the map has no `levels`
    /// ```
    ///
    /// # Remedy
    /// Add `levels` to the map, or let slopes count both ways.
    SLOPES_WITHOUT_LEVELS = "slopes-without-levels", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    nations::check(
        own.side.iter().map(|(id, side)| (id, side.nation)),
        "one side is \"german\", the other one \"french\"",
        found,
    );
    earthworks::check(cx, "trench", own.trench.iter().map(|row| &row.hexes), found);
    hq_with_enemy::check(cx, found);
    let terrain = own.map.terrain.iter().map(|(letter, terrain)| (*letter, terrain.classes.as_slice()));
    terrain_classes::check(cx, terrain, &TerrainClass::Open, found);
    edges(own, found);
    headquarters(own, found);
    attachments(own, found);
    let slopes = cx.hexsides.iter().any(|hexside| hexside.kind == HexsideKind::Slope);
    if own.rules.slopes == Some(SlopeRule::Uphill) && slopes && cx.map.levels.is_none() {
        let path = DocPath::root().key("rules").key("slopes");
        let finding = SLOPES_WITHOUT_LEVELS.at(path, "the map has no levels, so that no slope has an upper side");
        found.push(finding.help("add `levels` to the map, or set \"both-ways\""));
    }
}

fn edges(own: &Matz, found: &mut Vec<Diagnostic>) {
    let mut sides = own.side.iter();
    if let (Some((first, one)), Some((second, other))) = (sides.next(), sides.next())
        && one.edge == other.edge
    {
        let path = |side: &crate::SideId| DocPath::root().key("side").key(side.as_str()).key("edge");
        let finding = SAME_EDGE
            .at(path(second), format!("`{first}` and `{second}` have the same edge"))
            .related(path(first), "the other side");
        found.push(finding.help(format!("the edge opposite is \"{}\"", one.edge.opposite().name())));
    }
}

fn headquarters(own: &Matz, found: &mut Vec<Diagnostic>) {
    for (row, formation) in own.formation.iter().enumerate() {
        let path = DocPath::root().key("formation").index(row);
        match (formation.echelon, &formation.hq) {
            (Echelon::Corps, None) => {
                let finding = CORPS_WITHOUT_HQ.at(path.clone(), format!("`{}` has no headquarters", formation.id));
                found.push(finding.help("add [formation.hq], or another `echelon`"));
            }
            (Echelon::Air, Some(_)) => {
                let finding = CORPS_WITHOUT_HQ.at(path.clone().key("hq"), "an air force has no headquarters");
                found.push(finding.help("remove it, or set another `echelon`"));
            }
            _ => {}
        }
        for (index, id) in formation.supported_by.iter().enumerate() {
            let is_other_side = own.formation(id).is_some_and(|other| other.side != formation.side);
            if *id == formation.id || is_other_side {
                let path = path.clone().key("supported_by").index(index);
                let whose = if is_other_side { "the enemy" } else { "itself" };
                let finding = BAD_SUPPORT.at(path, format!("`{}` is supported by {whose}", formation.id));
                found.push(finding.help("name another formation of the side"));
            }
        }
    }
}

fn attachments(own: &Matz, found: &mut Vec<Diagnostic>) {
    for (row, unit) in own.unit.iter().enumerate() {
        let Some(to) = &unit.attached else { continue };
        let (Some(home), Some(corps)) = (own.formation(&unit.formation), own.formation(to)) else { continue };
        let message = if unit.kind != Kind::Tank || home.echelon != Echelon::Army {
            format!("`{}` is no tank unit of an army", unit.id)
        } else if corps.echelon != Echelon::Corps || corps.side != home.side {
            format!("`{to}` is no corps of the side of `{}`", unit.id)
        } else {
            continue;
        };
        let path = DocPath::root().key("unit").index(row).key("attached");
        found.push(BAD_ATTACHMENT.at(path, message).help("tanks of an army are attached to a corps of their side"));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_matz as shown;

    #[test]
    fn the_sides_differ_in_army_and_edge() {
        assert_eq!(shown(&[("nation = \"french\"", "nation = \"german\"")]), ["same-nation \"german\""]);
        assert_eq!(shown(&[("edge = \"south\"", "edge = \"north\"")]), ["same-edge \"north\""]);
    }

    #[test]
    fn a_hex_has_one_trench() {
        let twice = ("[\"0405\", \"0505\", \"0605\"]", "[\"0405\", \"0505\", \"0405\"]");
        assert_eq!(shown(&[twice]), ["earthworks-twice \"0405\""]);
    }

    #[test]
    fn a_hex_has_each_feature_once() {
        let with = |classes: &str| shown(&[("classes = [\"village\"]", &format!("classes = [{classes}]"))]);
        assert_eq!(with("\"village\", \"woods\""), [] as [&str; 0]);
        assert_eq!(with("\"village\", \"village\""), ["terrain-classes \"village\""]);
        assert_eq!(with("\"open\", \"village\""), ["terrain-classes \"open\""]);
    }

    #[test]
    fn corps_have_headquarters() {
        let army = ("echelon = \"army\"", "echelon = \"corps\"");
        assert_eq!(shown(&[army]), ["corps-without-hq [[formation]]"]);
    }

    #[test]
    fn tanks_of_an_army_are_attached_to_a_corps() {
        let with = |to: &str| shown(&[("combat = [4, 3, 2]", &format!("combat = [4, 3, 2]\nattached = \"{to}\""))]);
        assert_eq!(with("blue-corps"), [] as [&str; 0]);
        assert_eq!(with("red-corps"), ["bad-attachment \"red-corps\""]);
        assert_eq!(with("blue-army"), ["bad-attachment \"blue-army\""]);
        let foot = shown(&[(
            "combat = [4, 2]\nmovement = 6\nat",
            "combat = [4, 2]\nmovement = 6\nattached = \"blue-corps\"\nat",
        )]);
        assert_eq!(foot, ["bad-attachment \"blue-corps\""]);
    }

    #[test]
    fn support_comes_from_others_of_the_side() {
        let army = "always_in_command = true";
        let with = |by: &str| shown(&[(army, &format!("{army}\nsupported_by = [\"{by}\"]"))]);
        assert_eq!(with("blue-corps"), [] as [&str; 0]);
        assert_eq!(with("red-corps"), ["bad-support \"red-corps\""]);
        assert_eq!(with("blue-army"), ["bad-support \"blue-army\""]);
    }

    #[test]
    fn slopes_that_count_uphill_need_levels() {
        let rule = ("[victory]", "[rules]\nslopes = \"uphill\"\n\n[victory]");
        assert_eq!(shown(&[rule]), [] as [&str; 0], "there is no slope");
        let slope = ("kind = \"stream\"", "kind = \"slope\"");
        assert_eq!(shown(&[slope, rule]), ["slopes-without-levels \"uphill\""]);
    }
}
