//! The implementation of [`Common`](super::view::Common) that all systems share.

/// Implements the methods of [`Common`](super::view::Common) that are the same for every system whose root type has the shared fields. `hexless`
/// names the field with the sections for hexes in a system that is only played on a table.
macro_rules! shared_sections {
    ($($hexless:ident)?) => {
        fn system(&self) -> $crate::System {
            <Self as $crate::system::ScenarioRoot>::SYSTEM
        }

        fn about(&self) -> $crate::ScenarioTexts {
            $crate::ScenarioTexts {
                title: self.title.clone(),
                subtitle: self.subtitle.clone(),
                description: self.description.clone(),
                authors: self.authors.clone(),
                license: self.license.clone(),
                sources: self.sources.clone(),
            }
        }

        fn set_about(&mut self, about: $crate::ScenarioTexts) {
            self.title = about.title;
            self.subtitle = about.subtitle;
            self.description = about.description;
            self.authors = about.authors;
            self.license = about.license;
            self.sources = about.sources;
        }

        fn turns(&self) -> &$crate::Turns {
            &self.turns
        }

        fn turns_mut(&mut self) -> &mut $crate::Turns {
            &mut self.turns
        }

        fn grid(&self) -> Result<$crate::Grid, $crate::NumberingProblem> {
            match $crate::Common::table(self) {
                Some(_) => Err($crate::NumberingProblem::NoHexes),
                None => $crate::Grid::new(&self$(.$hexless)?.map),
            }
        }

        fn frame(&self) -> $crate::MapFrame<'_> {
            self$(.$hexless)?.map.frame()
        }

        fn theme(&self) -> Option<&$crate::ArtPath> {
            self.theme.as_ref()
        }

        fn scan(&self) -> Option<&$crate::Scan> {
            self$(.$hexless)?.map.scan.as_ref()
        }

        fn scan_mut(&mut self) -> &mut Option<$crate::Scan> {
            &mut self$(.$hexless)?.map.scan
        }

        fn hexes(&self) -> &$crate::HexRows {
            &self$(.$hexless)?.map.hexes
        }

        fn levels(&self) -> Option<&$crate::HexRows> {
            self$(.$hexless)?.map.levels.as_ref()
        }

        fn levels_mut(&mut self) -> &mut Option<$crate::HexRows> {
            &mut self$(.$hexless)?.map.levels
        }

        fn hexes_mut(&mut self) -> &mut $crate::HexRows {
            &mut self$(.$hexless)?.map.hexes
        }

        fn has(&self, cell: $crate::Cell) -> bool {
            self$(.$hexless)?.map.has(cell)
        }

        fn size(&self) -> (u16, u16) {
            (self$(.$hexless)?.map.columns, self$(.$hexless)?.map.rows)
        }

        fn set_size(&mut self, columns: u16, rows: u16) {
            self$(.$hexless)?.map.columns = columns;
            self$(.$hexless)?.map.rows = rows;
        }

        fn hex_metres(&self) -> Option<u32> {
            self$(.$hexless)?.map.hex_metres
        }

        fn terrain(&self) -> Vec<$crate::TerrainView<'_>> {
            $crate::common::view::terrain_of(&self$(.$hexless)?.map)
        }

        fn roads(&self) -> &Vec<$crate::Road> {
            &self$(.$hexless)?.road
        }

        fn roads_mut(&mut self) -> &mut Vec<$crate::Road> {
            &mut self$(.$hexless)?.road
        }

        fn hexsides(&self) -> &Vec<$crate::Hexside> {
            &self$(.$hexless)?.hexside
        }

        fn hexsides_mut(&mut self) -> &mut Vec<$crate::Hexside> {
            &mut self$(.$hexless)?.hexside
        }

        fn places(&self) -> &Vec<$crate::Place> {
            &self$(.$hexless)?.place
        }

        fn places_mut(&mut self) -> &mut Vec<$crate::Place> {
            &mut self$(.$hexless)?.place
        }

        fn labels(&self) -> &Vec<$crate::Label> {
            &self$(.$hexless)?.label
        }

        fn entries(&self) -> &Vec<$crate::Entry> {
            &self$(.$hexless)?.entry
        }

        fn entries_mut(&mut self) -> &mut Vec<$crate::Entry> {
            &mut self$(.$hexless)?.entry
        }

        fn sides(&self) -> Vec<$crate::SideView<'_>> {
            self.side.iter().map(|(id, side)| $crate::SideView { id, name: &side.name, color: side.color }).collect()
        }

        fn advice(&self) -> Vec<$crate::AdviceView<'_>> {
            self.computer.iter().map(|row| row.view()).collect()
        }

        fn clear_advice(&mut self) {
            self.computer.clear();
        }

        fn keep_advice(&mut self, left: &$crate::AdviceLeft) {
            left.keep(&mut self.computer);
        }

        fn keep_rules(&mut self, left: &$crate::rule::RulesLeft) -> Vec<String> {
            let mut rows = $crate::rule::rows_in_force(self);
            if rows.lists().is_empty() {
                return Vec::new();
            }
            let lost = left.keep(&mut rows, self);
            $crate::ruleset::RuleSection::set_rows(&mut self.rules, rows);
            lost
        }

        fn tags(&self, index: usize) -> &[smol_str::SmolStr] {
            self.unit.get(index).map_or(&[], |unit| &unit.tags)
        }

        fn counter_numbers(&self, of: $crate::rule::CounterOwner, index: usize) -> Option<&$crate::CounterNumbers> {
            match of {
                $crate::rule::CounterOwner::Game => None,
                $crate::rule::CounterOwner::Side => self.side.values().nth(index).map(|side| &side.counters),
                $crate::rule::CounterOwner::Unit => match index.checked_sub(self.unit.len()) {
                    None => self.unit.get(index).map(|unit| &unit.counters),
                    Some(further) => self.counters_of_further_unit(further),
                },
                $crate::rule::CounterOwner::Place => self.counters_of_place(index),
            }
        }

        fn counter_numbers_mut(
            &mut self,
            of: $crate::rule::CounterOwner,
            index: usize,
        ) -> Option<&mut $crate::CounterNumbers> {
            match of {
                $crate::rule::CounterOwner::Game => None,
                $crate::rule::CounterOwner::Side => self.side.values_mut().nth(index).map(|side| &mut side.counters),
                $crate::rule::CounterOwner::Unit => match index.checked_sub(self.unit.len()) {
                    None => self.unit.get_mut(index).map(|unit| &mut unit.counters),
                    Some(further) => self.counters_of_further_unit_mut(further),
                },
                $crate::rule::CounterOwner::Place => self.counters_of_place_mut(index),
            }
        }

        fn gone(&self) -> &$crate::rule::GoneNames {
            &self.rules.gone
        }

        fn unit_count(&self) -> usize {
            self.unit.len()
        }
    };
}

pub(crate) use shared_sections;
