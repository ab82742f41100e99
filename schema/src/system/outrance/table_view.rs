//! The ground and the units as pictures of the table need them.

use super::{ChokeKind, ObstacleKind, Outrance, Terrain, TerrainKind};
use crate::common::inches::TablePoint;
use crate::common::table_view::{
    AreaLook, AreaView, LineLook, LineView, ListRow, PointKind, PointView, TableView, UnitFootprint,
};
use crate::common::tabletop::Inches;

impl Terrain {
    /// Returns the drawing style. A hill without a level has the lowest one.
    pub fn look(&self) -> AreaLook {
        match self.kind {
            TerrainKind::Hill => AreaLook::Hill { level: self.level.unwrap_or(1).max(1), stepped: self.stepped },
            TerrainKind::Woods => AreaLook::Woods,
            TerrainKind::Town => AreaLook::Town,
            TerrainKind::Village => AreaLook::Village,
            TerrainKind::Rough => AreaLook::Rough,
            TerrainKind::Marsh => AreaLook::Marsh,
            TerrainKind::Steep => AreaLook::Steep,
            TerrainKind::Vineyard => AreaLook::Vineyard,
            TerrainKind::Fields => AreaLook::Fields,
            TerrainKind::Water => AreaLook::Water,
            TerrainKind::Fortification => AreaLook::Fort,
        }
    }
}

impl ObstacleKind {
    /// Returns the drawing style.
    pub fn look(self) -> LineLook {
        match self {
            Self::Stream => LineLook::Stream,
            Self::River => LineLook::River,
            Self::Wall => LineLook::Wall,
            Self::Hedge => LineLook::Hedge,
            Self::Embankment => LineLook::Embankment,
            Self::Trench => LineLook::Trench,
            Self::Cliff => LineLook::Cliff,
        }
    }
}

fn row(list: &'static str, index: usize, points: &'static str) -> ListRow {
    ListRow { list, index, points }
}

fn points(line: &[TablePoint]) -> Vec<Inches> {
    line.iter().map(|point| point.0).collect()
}

/// Returns the view of `scenario`. Units of options that are not used, and units that cannot form up, are left out.
pub(super) fn of(scenario: &Outrance) -> TableView<'_> {
    let areas = scenario.terrain.iter().enumerate().map(|(index, terrain)| AreaView {
        row: row("terrain", index, "outline"),
        name: terrain.name.as_deref(),
        look: terrain.look(),
        outline: points(&terrain.outline),
    });
    let obstacles = scenario.obstacle.iter().enumerate().map(|(index, obstacle)| LineView {
        row: row("obstacle", index, "line"),
        name: obstacle.name.as_deref(),
        look: obstacle.kind.look(),
        line: points(&obstacle.line),
    });
    let roads = scenario.road.iter().enumerate().map(|(index, road)| LineView {
        row: row("road", index, "line"),
        name: road.name.as_deref(),
        look: LineLook::Road,
        line: points(&road.line),
    });
    let crossings = scenario.choke_point.iter().enumerate().map(|(index, choke)| PointView {
        row: row("choke_point", index, "at"),
        name: choke.name.as_deref(),
        kind: match choke.kind {
            ChokeKind::Bridge => PointKind::Bridge,
            ChokeKind::Ford => PointKind::Ford,
            ChokeKind::Gate => PointKind::Gate,
        },
        at: choke.at.0,
    });
    let objectives = scenario.objective.iter().enumerate().map(|(index, objective)| PointView {
        row: row("objective", index, "at"),
        name: Some(objective.name.as_str()),
        kind: PointKind::Objective(&objective.id),
        at: objective.at.0,
    });
    let entries = scenario.entry.iter().enumerate().map(|(index, entry)| PointView {
        row: row("entry", index, "at"),
        name: entry.name.as_deref(),
        kind: PointKind::Entry(&entry.id, &entry.side),
        at: entry.at.0,
    });
    TableView {
        table: scenario.table,
        areas: areas.collect(),
        lines: obstacles.chain(roads).collect(),
        points: crossings.chain(objectives).chain(entries).collect(),
        units: units(scenario),
    }
}

fn units(scenario: &Outrance) -> Vec<UnitFootprint> {
    let rules = scenario.ruleset();
    let units = scenario.unit.iter().enumerate().filter(|(index, _)| scenario.takes_part(*index));
    units.filter_map(|(index, unit)| unit.view(index, &rules.tables.base_sizes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arm, Scenario, load};

    fn lesson(change: (&str, &str)) -> Scenario {
        let text = include_str!("../../../../scenarios/outrance-first-assault.toml");
        load(&text.replacen(change.0, change.1, 1)).readable.unwrap()
    }

    #[test]
    fn a_picture_of_the_table_shows_all_that_lies_on_it() {
        let scenario = lesson(("at = \"11,11.8\"", "at = \"11,11.8\"\nstatus = \"demoralized\""));
        let view = scenario.common().table_view().unwrap();
        assert_eq!((view.table.width, view.table.depth), (24, 20));
        let looks: Vec<AreaLook> = view.areas.iter().map(|area| area.look).collect();
        assert_eq!(looks, [AreaLook::Hill { level: 1, stepped: false }, AreaLook::Woods]);
        assert_eq!((view.areas[1].name, view.areas[1].outline.len()), (Some("Wood"), 4));
        assert_eq!(view.lines.iter().map(|line| line.look).collect::<Vec<_>>(), [LineLook::Road]);
        assert!(matches!(view.points[0].kind, PointKind::Objective(id) if id.as_str() == "hill"));
        assert_eq!(view.units.len(), 10);
        let brigade = view.units.iter().find(|unit| unit.marker.is_some()).unwrap();
        assert_eq!((brigade.arm, brigade.facing, brigade.bases.len()), (Arm::Infantry, Some(0), 4));
        assert_eq!(brigade.at, Inches { x: 11_000, y: 11_800 });
        assert_eq!(brigade.marker, Some(("Demoralized", 2)));
        let [left, right, ..] = brigade.bases[0].corners;
        assert_eq!((left, right), (Inches { x: 9_000, y: 11_800 }, Inches { x: 10_000, y: 11_800 }));
        let general = view.units.iter().find(|unit| unit.arm == Arm::Headquarters).unwrap();
        assert_eq!((general.facing, general.bases.len()), (None, 1));
    }

    #[test]
    fn units_of_options_that_are_not_used_are_not_on_the_table() {
        let option = "[[option]]\nname = \"Hussars\"\nunits = [\"pr-horse\"]\n\n[victory]";
        let shown = |scenario: &Scenario| scenario.common().table_view().map(|view| view.units.len());
        assert_eq!(shown(&lesson(("[victory]", option))), Some(9));
        let used = option.replace("]\n\n", "]\nused = true\n\n");
        assert_eq!(shown(&lesson(("[victory]", &used))), Some(10));
    }

    #[test]
    fn each_kind_of_ground_has_a_look_of_its_own() {
        let looks = TerrainKind::ALL.map(|kind| Terrain { kind, ..Terrain::default() }.look());
        assert!((0..looks.len()).all(|at| !looks[..at].contains(&looks[at])), "{looks:?}");
        let looks = ObstacleKind::ALL.map(ObstacleKind::look);
        assert!((0..looks.len()).all(|at| !looks[..at].contains(&looks[at])), "{looks:?}");
    }
}
