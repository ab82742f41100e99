//! The words for every choice, and its notation in replays.

use battlewright_schema::at_any_cost::{Earthwork, Event as Chance, Nation};

use crate::action::{Loss, Recombination, Shot, Weapon};
use crate::board::ChitFacts;
use crate::rules::r06_chits::ChitTask;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::AssaultTask;
use crate::rules::r14_rally::RallyTask;
use crate::rules::r20_command_events::ROLL_TRACK;
use crate::rules::r21_events::EventTask;
use crate::state::Task;
use crate::{Action, AtAnyCost, Bonus, ChitIx, FormationIx, GroupIx, MovingPiece, UnitIx};
use battlewright_core::kit::grammar::does;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::Label;

impl AtAnyCost {
    /// The words for `action` as the game stands, and its notation.
    pub(crate) fn label_of(&self, action: &Action) -> Label {
        Label { text: self.action_text(action), ..self.wordless_label(action) }
    }

    /// The notation of `action`, and the piece and the hex that it is about.
    fn wordless_label(&self, action: &Action) -> Label {
        let label = |notation: String| Label { text: String::new(), notation, piece: None, place: None };
        let of_unit = |label: Label, unit: UnitIx| Label { piece: Some(self.board.unit(unit).id.clone()), ..label };
        let in_hex = |label: Label, hex: HexIx| Label { place: Some(self.board.map.place(hex)), ..label };
        let unit_id = |unit: UnitIx| self.board.unit(unit).id.as_str();
        let formation_id = |formation: FormationIx| self.board.formation(formation).id.as_str();
        let of_hq = |label: Label, formation| Label { piece: Some(self.piece_id(MovingPiece::Hq(formation))), ..label };
        // An order to a unit, or what it does where it stands.
        let about =
            |verb: &str, unit: UnitIx, more: &str| of_unit(label(format!("{verb} {}{more}", unit_id(unit))), unit);
        let side_up = |battleworn: bool| if battleworn { " battleworn" } else { "" };
        match *action {
            Action::Chit(chit) => label(format!("chit-{}", chit.index())),
            Action::Play => label("play".to_owned()),
            Action::Hold => label("hold".to_owned()),
            Action::Track(track) => label(format!("track {track}")),
            Action::Bonus(bonus) => label(format!("bonus {}", bonus_name(bonus))),
            Action::Order(order) => label(format!("order {}", order.name().to_lowercase())),
            Action::Hex(hex) => in_hex(label(format!("hex {}", self.board.map.name(hex))), hex),
            Action::Unit(unit) => {
                let label = about("unit", unit, "");
                match self.hex_of(unit) {
                    Some(hex) => in_hex(label, hex),
                    None => label,
                }
            }
            Action::Formation(formation) => of_hq(label(format!("formation {}", formation_id(formation))), formation),
            Action::Fire(shot) => self.shot_label(label(self.shot_notation(&shot)), &shot),
            Action::FireWith { chit, shot, option } => {
                let option = if option { " option" } else { "" };
                let notation = format!("chit-{} {}{option}", chit.index(), self.shot_notation(&shot));
                self.shot_label(label(notation), &shot)
            }
            Action::Move(piece) => {
                let id = self.piece_id(piece);
                Label { piece: Some(id.clone()), ..label(format!("move {id}")) }
            }
            Action::Charge { unit, target } => {
                let label = about("charge", unit, &format!(" {}", unit_id(target)));
                match self.hex_of(target) {
                    Some(hex) => in_hex(label, hex),
                    None => label,
                }
            }
            Action::Exchange(hex) => in_hex(label(format!("exchange {}", self.board.map.name(hex))), hex),
            Action::BreakDown(unit) => about("break-down", unit, ""),
            Action::Detach { unit, battleworn } => about("detach", unit, side_up(battleworn)),
            Action::Recombine(Recombination { unit, battleworn, without }) => {
                let without = without.map_or(String::new(), |out| format!(" without {}", unit_id(out)));
                about("recombine", unit, &format!("{}{without}", side_up(battleworn)))
            }
            Action::Stop => label("stop".to_owned()),
            Action::Begin => label("begin".to_owned()),
            Action::Lose { unit, loss } => {
                let form = match loss {
                    Loss::Retreat => " retreat",
                    Loss::Elan => " elan",
                    Loss::Casualty => " casualty",
                };
                about("lose", unit, form)
            }
            Action::Evade => label("evade".to_owned()),
            Action::Rally(unit) => about("rally", unit, ""),
            Action::Resupply(unit) => about("resupply", unit, ""),
            Action::Rebuild(unit) => about("rebuild", unit, ""),
            Action::Dig(unit) => about("dig", unit, ""),
            Action::Refresh(unit) => about("refresh", unit, ""),
            Action::Advance(formation) => of_hq(label(format!("advance {}", formation_id(formation))), formation),
            Action::Hurry(group) => label(format!("hurry {}", self.group_called(group))),
            Action::Detour { group, from, to } => {
                let [from, to] = [from, to].map(|entry| self.entry_id(entry));
                label(format!("detour {} {from} {to}", self.group_called(group)))
            }
            Action::Roll => label("roll".to_owned()),
            Action::Pass => label("pass".to_owned()),
        }
    }

    fn shot_notation(&self, shot: &Shot) -> String {
        let [firer, target] = [shot.firer, shot.target].map(|unit| self.board.unit(unit).id.as_str());
        let weapon = match shot.weapon {
            Weapon::Own => "",
            Weapon::Mitrailleuse => "-mitrailleuse",
        };
        format!("fire {firer}{weapon} {target}{}", if shot.half { " half" } else { "" })
    }

    /// `label` about the unit that fires `shot`, at the hex of its target.
    fn shot_label(&self, label: Label, shot: &Shot) -> Label {
        Label {
            piece: Some(self.board.unit(shot.firer).id.clone()),
            place: self.hex_of(shot.target).map(|hex| self.board.map.place(hex)),
            ..label
        }
    }

    /// The words for `action`.
    fn action_text(&self, action: &Action) -> String {
        let unit = |unit: UnitIx| self.board.unit(unit).name.as_str();
        let formation = |formation: FormationIx| self.board.formation(formation).name.as_str();
        let side_up = |battleworn: bool| if battleworn { "Battleworn" } else { "Fresh" };
        match *action {
            Action::Chit(chit) => self.chit_text(chit),
            Action::Play => format!("Play {} now", self.drawn_event()),
            Action::Hold => format!("Hold {} for later", self.drawn_event()),
            Action::Track(track) => format!("Command Event: {}", self.describe_track(track)),
            Action::Bonus(bonus) => self.describe_bonus(bonus),
            Action::Order(order) => format!("{} orders", order.name()),
            Action::Hex(hex) => self.hex_text(hex),
            Action::Unit(of) => self.unit_text(of),
            Action::Formation(of) => formation(of).to_owned(),
            Action::Fire(shot) => self.describe_shot(&shot),
            Action::FireWith { chit, shot, option } => {
                let ChitFacts { event, .. } = *self.chit(chit);
                let option = if option { format!(", {}", option_name(event)) } else { String::new() };
                format!("{}{option}: {}", event.name(), self.describe_shot(&shot))
            }
            Action::Move(piece)
                if matches!(
                    self.state.stack.last(),
                    Some(Task::Assault(AssaultTask::Follow { .. } | AssaultTask::Escort(_)))
                ) =>
            {
                does(self.piece_name(piece), "goes along")
            }
            Action::Move(piece) => format!("Move {}", self.piece_name(piece)),
            Action::Charge { unit: of, target } => format!("{} {}", does(unit(of), "charges"), unit(target)),
            Action::Exchange(hex) => format!("Exchange the lines in {}", self.board.map.name(hex)),
            Action::BreakDown(of) => format!("Break {} down", unit(of)),
            Action::Detach { unit: of, battleworn } => format!("Take {}, {}", unit(of), side_up(battleworn)),
            Action::Recombine(Recombination { unit: of, battleworn, without }) => {
                let without = without.map_or(String::new(), |out| format!(", without {}", unit(out)));
                format!("Recombine in {}, {}{without}", unit(of), side_up(battleworn))
            }
            Action::Stop => self.stop_text().to_owned(),
            Action::Begin => match self.state.stack.last() {
                Some(Task::Chit(ChitTask::WhoFirst(_))) => "Go first".to_owned(),
                _ => "Begin the assault".to_owned(),
            },
            Action::Lose { unit: of, loss } => match loss {
                Loss::Retreat => format!("{} {} hexes", does(unit(of), "retreats"), self.board.rules.loss_retreat),
                Loss::Elan => does(unit(of), "takes an Elan Hit"),
                Loss::Casualty => does(unit(of), "takes a Casualty Hit"),
            },
            Action::Evade => "Retreat before combat".to_owned(),
            Action::Rally(of) => format!("Rally {}", unit(of)),
            Action::Resupply(of) => format!("Resupply {}", unit(of)),
            Action::Rebuild(of) => format!("Rebuild {}", unit(of)),
            Action::Dig(of) => match self.may_dig(of) {
                Ok(Earthwork::Entrenchments) => does(unit(of), "builds Entrenchments"),
                _ => does(unit(of), "builds Fieldworks"),
            },
            Action::Refresh(of) => format!("{} to the Fresh side", does(unit(of), "turns")),
            Action::Advance(of) => format!("Bring the chit of {} on a turn earlier", formation(of)),
            Action::Hurry(group) => format!("Bring group {} on a turn earlier", self.group_title(group)),
            Action::Detour { group, from, to } => {
                let [from, to] = [from, to].map(|entry| self.entry_title(entry));
                format!("Bring group {} on at {to} instead of {from}", self.group_title(group))
            }
            Action::Roll => "Roll".to_owned(),
            Action::Pass => self.pass_text().to_owned(),
        }
    }

    /// The name of the event of the chit that has been drawn.
    fn drawn_event(&self) -> &'static str {
        match self.state.stack.last() {
            Some(Task::Chit(ChitTask::Use(chit))) => self.chit(*chit).event.name(),
            _ => "the chit",
        }
    }

    /// The words for playing or choosing `chit`.
    fn chit_text(&self, chit: ChitIx) -> String {
        let name = self.chit(chit).event.name();
        match self.state.stack.last() {
            Some(Task::Chit(ChitTask::Choose { .. })) => format!("Choose {name} for the cup"),
            // Its fires are listed for themselves.
            _ if self.chit(chit).event == Chance::KruppsGuns => {
                format!("{name}: an {}", option_name(Chance::KruppsGuns))
            }
            _ => format!("Play {name}"),
        }
    }

    /// The name of the track on which a chit is about to be put.
    fn describe_track(&self, track: u8) -> &'static str {
        match self.track_side() {
            Some(side) => self.track_name(side, track),
            None if track == ROLL_TRACK => "first track",
            None => "second track",
        }
    }

    /// The bonus of an enhanced chit in words.
    pub(crate) fn describe_bonus(&self, bonus: Bonus) -> String {
        let tables = &self.board.rules.tables;
        match bonus {
            Bonus::Movement => "1 MP more for all units".to_owned(),
            Bonus::Fire => format!("Column shift of {:+} for all fire", tables.fire_shifts.enhanced),
            Bonus::Assault => format!("Column shift of {:+} for all assaults", tables.assault_shifts.enhanced),
        }
    }

    /// A fire in words.
    pub(crate) fn describe_shot(&self, shot: &Shot) -> String {
        let [firer, target] = [shot.firer, shot.target].map(|unit| self.board.unit(unit).name.as_str());
        let weapon = match shot.weapon {
            Weapon::Own => "",
            Weapon::Mitrailleuse => " with mitrailleuses",
        };
        let half = if shot.half { " with half the SP" } else { "" };
        format!("{} {target}{weapon}{half}", does(firer, "fires at"))
    }

    /// The words for choosing a hex at the moment.
    fn hex_text(&self, hex: HexIx) -> String {
        let verb = match self.state.stack.last() {
            Some(Task::Assault(AssaultTask::Step) | Task::Event(EventTask::Assault(_) | EventTask::Attack(_))) => {
                "Assault"
            }
            Some(Task::Assault(AssaultTask::Retreat(_))) => "Retreat to",
            Some(Task::Assault(AssaultTask::Breakthrough(_))) => "Ride on to",
            Some(Task::Rally(RallyTask::RebuildAt(_))) => "Place it in",
            _ => "Go to",
        };
        format!("{verb} {}", self.board.map.name(hex))
    }

    /// The words for stopping at the moment.
    fn stop_text(&self) -> &'static str {
        match self.state.stack.last() {
            Some(Task::Assault(AssaultTask::Retreat(retreat))) if retreat.shelter_at(self).is_some() => {
                "Take shelter: a hex less"
            }
            _ => "Stop here",
        }
    }

    /// The words for choosing a unit at the moment.
    fn unit_text(&self, unit: UnitIx) -> String {
        let name = &self.board.unit(unit).name;
        match self.state.stack.last() {
            Some(Task::Move(MoveTask::Contact { .. })) => does(name, "countercharges"),
            Some(Task::Move(MoveTask::Opportunity(_))) => does(name, "charges"),
            Some(Task::Assault(AssaultTask::Plan(_)) | Task::Event(EventTask::Join(_))) => does(name, "joins in"),
            Some(Task::Assault(AssaultTask::ToughChoice(_))) => does(name, "takes a Casualty Hit"),
            Some(Task::Assault(AssaultTask::Breakthrough(_))) => does(name, "advances"),
            Some(Task::Event(EventTask::ChargeBattery(_))) => {
                format!("{} an {}", does(name, "makes"), option_name(Chance::KruppsGuns))
            }
            Some(Task::Event(EventTask::Choose(chit))) => match self.chit(*chit).event {
                Chance::PrussianOfficers => format!("Activate {}", self.describe_division(unit)),
                Chance::MarshalBazaine => format!("Activate {name}"),
                Chance::ACloudOfSkirmishers => format!("Harass {name}"),
                Chance::PrussianAggressiveTactics => format!("Lure {name}"),
                _ => name.clone(),
            },
            _ => name.clone(),
        }
    }

    /// The division of `unit`, such as `"division 5 of III Corps"`.
    pub(crate) fn describe_division(&self, unit: UnitIx) -> String {
        let facts = self.board.unit(unit);
        let formation = self.formation_log_name(facts.formation);
        match &facts.division {
            _ if facts.breakdown && self.is_infantry(unit) => format!("the detachments of {formation}"),
            Some(division) => format!("division {division} of {formation}"),
            None => formation,
        }
    }

    /// The id of the entry with this number.
    pub(crate) fn entry_id(&self, entry: u16) -> &str {
        self.board.entries.get(usize::from(entry)).map_or("", |entry| entry.id.as_str())
    }

    /// The name of the entry with this number and its id, or the id alone.
    pub(crate) fn entry_title(&self, entry: u16) -> &str {
        self.board.entries.get(usize::from(entry)).map_or("", |entry| entry.title.as_str())
    }

    /// The name of `group` for the players.
    pub(crate) fn group_title(&self, group: GroupIx) -> &str {
        self.board.groups.get(group.index()).map_or("", |group| group.title.as_str())
    }

    /// The name of `group` in the file.
    pub(crate) fn group_called(&self, group: GroupIx) -> &str {
        self.board.groups.get(group.index()).map_or("", |group| group.name.as_str())
    }

    /// The id of `piece`.
    pub(crate) fn piece_id(&self, piece: MovingPiece) -> String {
        match piece {
            MovingPiece::Unit(unit) => self.board.unit(unit).id.clone(),
            MovingPiece::Hq(formation) => self.board.formation(formation).hq_id.clone(),
        }
    }

    /// The name of `piece`.
    pub(crate) fn piece_name(&self, piece: MovingPiece) -> &str {
        match piece {
            MovingPiece::Unit(unit) => &self.board.unit(unit).name,
            MovingPiece::Hq(formation) => &self.board.formation(formation).hq_name,
        }
    }

    /// The piece with this id.
    pub(crate) fn find(&self, id: &str) -> Option<MovingPiece> {
        let unit = self.board.all_units().find(|unit| self.board.unit(*unit).id == id).map(MovingPiece::Unit);
        let hq = || self.board.all_formations().find(|formation| self.board.formation(*formation).hq_id == id);
        unit.or_else(|| hq().map(MovingPiece::Hq))
    }
}

/// The name of a bonus in the notation.
fn bonus_name(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::Movement => "movement",
        Bonus::Fire => "fire",
        Bonus::Assault => "assault",
    }
}

/// The name of the option of the chit of an event that lets units fire (21.0).
fn option_name(event: Chance) -> &'static str {
    match event.nation() {
        Some(Nation::Prussian) => "Artillery Charge",
        _ => "Moulin à Café",
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r05_sequence::SequenceTask;
    use crate::stage::Part;
    use crate::tests::testing::{Table, position};
    use battlewright_core::game::Game as _;
    use battlewright_core::show::Show as _;

    /// The texts of the legal actions whose notations begin with `verb`, in their order.
    fn texts(table: &Table, verb: &str) -> Vec<String> {
        let mut legal = Vec::new();
        table.game.actions(&mut legal);
        let labels = legal.iter().map(|action| table.game.label(action));
        labels.filter(|label| label.notation.starts_with(verb)).map(|label| label.text).collect()
    }

    #[test]
    fn r6_3_the_uses_of_a_drawn_chit_are_called_by_their_names() {
        let mut table = position(
            "french infantry f1 5/3 at 0404
            prussian field p1 6/3 at 0406
            chit prussian krupps-guns",
        )
        .cup();
        table.draws("krupps-guns");
        assert_eq!(
            texts(&table, ""),
            [
                "Play Krupp's Guns now",
                "Hold Krupp's Guns for later",
                "Command Event: Prussian Reinforcements",
                "Command Event: Prussian Aggressiveness",
            ]
        );
        table.does("hold");
        assert_eq!(
            texts(&table, "chit"),
            ["Krupp's Guns: p1 fires at f1", "Krupp's Guns: an Artillery Charge"],
            "by the chit that is held"
        );
        assert_eq!(texts(&table, "pass"), ["Play none"]);
    }

    #[test]
    fn r8_2_a_fire_names_its_weapon_and_half_its_sp() {
        let table = position(
            "french field f1 7/4 mitrailleuse 4/2 at 0404
            french horse f2 3/2 at 0304
            prussian infantry p1 8/4 at 0407",
        )
        .fires("french");
        assert_eq!(
            texts(&table, "fire"),
            [
                "f1 fires at p1",
                "f1 fires at p1 with mitrailleuses",
                "f2 fires at p1",
                "f2 fires at p1 with half the SP"
            ]
        );
        let label = table.game.label(&table.action("fire f1-mitrailleuse p1"));
        assert_eq!((label.piece.as_deref(), label.notation.as_str()), (Some("f1"), "fire f1-mitrailleuse p1"));
        assert_eq!(label.cell(), Some(table.game.board.map.cell(table.hex("0407"))));
    }

    #[test]
    fn r13_2_what_is_chosen_is_called_by_what_it_does() {
        let mut table = position(
            "prussian infantry p1 5/3 at 0405
            prussian infantry p2 4/2 at 0304
            french infantry f1 3/2 tcr 7/6 at 0404",
        )
        .assaults("prussian");
        assert_eq!(texts(&table, "hex"), ["Assault 0404"]);
        table.does("hex 0404");
        assert_eq!(texts(&table, "unit"), ["p1 joins in", "p2 joins in"]);
        table.does("unit p1, unit p2");
        assert_eq!(texts(&table, ""), ["Begin the assault"]);
        table.does("begin").rolls(&[6]);
        assert_eq!(texts(&table, "lose"), ["f1 retreats 2 hexes", "f1 takes an Elan Hit", "f1 takes a Casualty Hit"]);
        table.does("lose f1 casualty, lose f1 retreat");
        assert!(texts(&table, "hex").iter().all(|text| text.starts_with("Retreat to ")), "{}", table.prompt());
    }

    #[test]
    fn r14_1_what_an_hq_does_for_its_units_is_called_by_its_name() {
        let table = position(
            "corps ii french at 0405 rating 9 9
            french infantry f1 5/3 at 0404 of ii shaken low
            french infantry f2 5/3 broken 1 of ii",
        )
        .rallies("ii", "regroup");
        assert_eq!(texts(&table, ""), ["Rally f1", "Resupply f1", "Rebuild f2", "Rally no more"]);
        let mut table = position(
            "corps ii french at 0405 rating 9 9
            french infantry f1 5/3 at 0404 of ii",
        )
        .orders("ii", "defend");
        table.skip_to(Part::Rally);
        assert_eq!(texts(&table, "dig"), ["f1 builds Fieldworks"]);
    }

    #[test]
    fn r7_1_orders_are_called_by_their_names() {
        let table = position("french infantry f1 5/3 at 0404").activate("french");
        assert_eq!(texts(&table, "order"), ["Attack orders", "Defend orders", "March orders", "Regroup orders"]);
    }

    #[test]
    fn r20_1_groups_and_entries_are_called_by_their_names() {
        let mut table = position(
            "entry N prussian 0809
            corps x prussian at 0801 rating 4 4
            prussian infantry p1 8/4 at 0707 of x
            prussian infantry p2 8/4 enters 4 by N group C of x
            track prussian 0 1",
        )
        .table();
        table.run(|game, _| game.state.stack = vec![SequenceTask::EndTurn.into()]);
        table.does("roll").rolls(&[9]);
        assert_eq!(texts(&table, ""), ["Bring group C on a turn earlier", "No more"]);
    }
}
