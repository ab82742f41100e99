//! The Play panel: whose decision it is, what can be chosen, why not, and at what odds.

use battlewright_engine::game::Side;
use battlewright_engine::players::Kind;
use battlewright_engine::show::{Label, Odds, OddsCase};
use battlewright_schema::Scenario;
use egui::{Button, Color32, ComboBox, Rect, RichText, ScrollArea, Sense, Ui, vec2};

use super::field;
use crate::act::Act;
use crate::canvas::ink;
use crate::command::Command;
use crate::play::{self, Session};

/// How many choices are listed without being asked for.
const FEW: usize = 14;

/// What the panel shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    /// The turn and its time, such as `"Turn 2 of 6 · 11:30"`.
    pub turn: String,
    /// The phase.
    pub phase: String,
    /// What is asked, of whom.
    pub prompt: String,
    /// The rule by which it is asked.
    pub rule: String,
    /// Why the last click was refused, with its rule.
    pub refusal: Option<String>,
    /// The tracks, by side.
    pub tracks: [Vec<(&'static str, i32)>; 2],
    /// The choices shown as buttons: their place among the legal ones, and how they read.
    pub buttons: Vec<(usize, String)>,
    /// The choices shown when all are asked for.
    pub all: Vec<(usize, String)>,
    /// How the game ended.
    pub outcome: Option<String>,
}

/// What the panel shows.
pub fn data(session: &Session) -> Data {
    let seen = session.seen();
    let status = &seen.status;
    let clock = status.clock.as_ref().map_or_else(String::new, |clock| format!("  ·  {clock}"));
    let tracks = Side::BOTH.map(|side| {
        let own = seen.tracks.iter().filter(|track| track.side == side);
        own.map(|track| (track.name, track.value)).collect()
    });
    let legal = || seen.legal.iter().enumerate().map(|(n, (_, label))| (n, label));
    let text = |(n, label): (usize, &Label)| (n, label.text.clone());
    let hand = !session.computer_to_move();
    let plain = |label: &Label| label.piece.is_none() && label.cell.is_none();
    let of_chosen = |label: &Label| label.piece.is_some() && label.piece.as_deref() == session.chosen();
    let mut buttons: Vec<_> =
        legal().filter(|(_, label)| hand && (plain(label) || of_chosen(label))).map(text).collect();
    if hand && seen.legal.len() <= FEW {
        buttons = legal().map(text).collect();
    }
    let all = if hand && buttons.len() < seen.legal.len() { legal().map(text).collect() } else { Vec::new() };
    Data {
        turn: format!("Turn {} of {}{clock}", status.turn, status.turns),
        phase: status.phase.clone(),
        prompt: status.prompt.clone(),
        rule: status.rule.to_string(),
        refusal: session.refusal().map(ToString::to_string),
        tracks,
        buttons,
        all,
        outcome: seen.outcome.map(|_| status.prompt.clone()),
    }
}

/// Draws the panel.
pub fn ui(ui: &mut Ui, session: &Session, scenario: &Scenario, acts: &mut Vec<Act>) {
    let data = data(session);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // Room for the scroll bar.
        ui.set_max_width(ui.available_width() - 8.0);
        field::heading(ui, "Sides");
        for side in Side::BOTH {
            seat(ui, session, scenario, side, &data, acts);
        }
        computer(ui, session, acts);
        ui.add_space(4.0);
        ui.separator();
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new(data.turn.to_uppercase()).small().strong().color(ui.visuals().weak_text_color()));
        });
        ui.label(RichText::new(&data.phase).heading());
        prompt(ui, session, scenario, &data);
        if let Some(refusal) = &data.refusal {
            refused(ui, refusal);
        }
        ui.add_space(4.0);
        choices(ui, session, &data, acts);
        marks(ui, session);
        field::heading(ui, "Dice");
        again(ui, session, acts);
        ui.add_space(6.0);
        ui.separator();
        ui.horizontal(|ui| {
            let undo =
                ui.add_enabled(session.can_undo(), Button::new("Undo")).on_hover_text("Take the last choice back");
            if undo.clicked() {
                acts.push(Act::Command(Command::Undo));
            }
            let redo = ui.add_enabled(session.can_redo(), Button::new("Redo")).on_hover_text("Do it again, same dice");
            if redo.clicked() {
                acts.push(Act::Command(Command::Redo));
            }
            if ui.button("Return to edit").on_hover_text("The scenario is as it was (Shift+F5)").clicked() {
                acts.push(Act::Command(Command::Edit));
            }
        });
    });
}

/// The seed of the dice, and a new game with it.
fn again(ui: &mut Ui, session: &Session, acts: &mut Vec<Act>) {
    ui.horizontal(|ui| {
        let key = ui.scope_id().with("seed");
        let mut seed = ui.data(|data| data.get_temp(key)).unwrap_or(session.seed());
        let label = ui.label("Seed");
        let drag = egui::DragValue::new(&mut seed).range(0..=u64::from(u32::MAX)).speed(0.1);
        let help = "The number that decides the dice: the same seed and the same choices give the same game.";
        if ui.add(drag).labelled_by(label.id).on_hover_text(help).changed() {
            ui.data_mut(|data| data.insert_temp(key, seed));
        }
        if ui.button("Start again").on_hover_text("Begin the game anew with this seed").clicked() {
            acts.push(Act::Play(play::Act::Restart(seed)));
        }
    });
}

/// What the signs on the map mean, if there are any now.
fn marks(ui: &mut Ui, session: &Session) {
    use battlewright_engine::show::MarkKind;
    let seen = session.seen();
    let any = |kind: MarkKind| seen.marks.iter().any(|mark| mark.kind == kind);
    let mut lines: Vec<(Color32, &str)> = Vec::new();
    if !seen.reach.is_empty() && !session.computer_to_move() {
        lines.push((ink::ACCENT, "where the unit can get to"));
    }
    if any(MarkKind::Command) {
        lines.push((ink::SELECTED, "line: the limit of command"));
    }
    if any(MarkKind::Ezoc) || any(MarkKind::Ezoi) {
        lines.push((ink::WRONG, "dense hatching: EZOC; wide: EZOI"));
    }
    if any(MarkKind::Combat) {
        lines.push((ink::WRONG, "red: the fight at hand"));
    }
    if lines.is_empty() {
        return;
    }
    field::heading(ui, "On the map");
    for (color, text) in lines {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 10.0), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, color.gamma_multiply(0.8));
            ui.label(RichText::new(text).small());
        });
    }
}

fn side_color(scenario: &Scenario, side: Side) -> Color32 {
    let sides = scenario.common().sides();
    sides.get(side.index()).and_then(|side| side.color).map_or_else(|| ink::side(side.index()), ink::color)
}

/// Who is asked what, in the color of the side.
fn prompt(ui: &mut Ui, session: &Session, scenario: &Scenario, data: &Data) {
    let winner = session.seen().outcome.and_then(|outcome| outcome.winner);
    let side = session.seen().turn.or(winner);
    let color = side.map_or(ui.visuals().weak_text_color(), |side| side_color(scenario, side));
    let frame = egui::Frame::new().fill(color).corner_radius(6).inner_margin(egui::Margin::symmetric(10, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let text = ink::on(color);
        ui.label(RichText::new(&data.prompt).size(15.0).color(text));
        ui.label(RichText::new(format!("Rule {}", data.rule)).small().color(text.gamma_multiply(0.8)));
    });
}

fn refused(ui: &mut Ui, refusal: &str) {
    let color = ui.visuals().error_fg_color;
    let frame = egui::Frame::new().stroke(egui::Stroke::new(1.0, color)).fill(color.gamma_multiply(0.08));
    ui.add_space(2.0);
    frame.corner_radius(6).inner_margin(egui::Margin::symmetric(10, 6)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new("Not allowed").strong().color(color));
        ui.label(refusal);
    });
}

fn choices(ui: &mut Ui, session: &Session, data: &Data, acts: &mut Vec<Act>) {
    if session.computer_to_move() {
        ui.horizontal(|ui| {
            ui.label("The computer is to choose.");
            if ui.button("Step").on_hover_text("Let it make its next choice (.)").clicked() {
                acts.push(Act::Play(play::Act::Step));
            }
        });
        return;
    }
    for (n, text) in &data.buttons {
        choice(ui, session, *n, text, acts);
    }
    if data.all.is_empty() {
        return;
    }
    if session.chosen().is_none() {
        ui.weak("Click a lit counter or hex on the map.");
    }
    ui.collapsing(format!("All {} choices", data.all.len()), |ui| {
        for (n, text) in &data.all {
            ui.push_id(n, |ui| choice(ui, session, *n, text, acts));
        }
    });
}

fn choice(ui: &mut Ui, session: &Session, n: usize, text: &str, acts: &mut Vec<Act>) {
    let button = Button::new(text).wrap().min_size(vec2(ui.available_width(), 26.0));
    let response = ui.add(button);
    if response.clicked() {
        acts.push(Act::Play(play::Act::Choose(n)));
    }
    let fight = session.seen().legal.get(n).and_then(|(action, _)| session.odds(action));
    if let Some(fight) = fight {
        // All cases for the attacker in hand; of many, the first of each will do.
        if session.chosen().is_some() || session.seen().legal.len() <= 3 {
            odds(ui, &fight);
        } else {
            brief(ui, &fight);
        }
    }
}

/// The results of all cases together, best for the attacker first.
fn ranked(odds: &Odds) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for case in &odds.cases {
        let mut after = 0;
        for (name, _) in &case.results {
            match names.iter().position(|known| known == name) {
                Some(at) => after = at + 1,
                None => {
                    names.insert(after, name);
                    after += 1;
                }
            }
        }
    }
    names
}

/// The odds of a fight: modifiers in words, results as a bar for every case.
pub fn odds(ui: &mut Ui, odds: &Odds) {
    let names = ranked(odds);
    let modifiers: Vec<String> = odds.modifiers.iter().map(|(name, plus)| format!("{name} {plus:+}")).collect();
    if !modifiers.is_empty() {
        ui.label(RichText::new(modifiers.join(",  ")).small().color(ui.visuals().weak_text_color()));
    }
    for case in &odds.cases {
        ui.label(RichText::new(&case.name).small());
        bar(ui, case, &names);
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 1.0);
        for (n, name) in names.iter().enumerate() {
            let color = result_color(n, names.len());
            let color = if ui.visuals().dark_mode { ink::shade(color, 1.2) } else { ink::shade(color, 0.72) };
            ui.label(RichText::new(*name).small().strong().color(color));
            ui.add_space(4.0);
        }
    });
    ui.add_space(4.0);
}

/// The odds of a fight in one line; the rest on hovering.
fn brief(ui: &mut Ui, fight: &Odds) {
    let Some(case) = fight.cases.first() else { return };
    let response = bar(ui, case, &ranked(fight));
    response.on_hover_ui(|ui| {
        ui.set_width(270.0);
        odds(ui, fight);
    });
    ui.add_space(4.0);
}

/// One case as a bar; its text tells the shares.
fn bar(ui: &mut Ui, case: &OddsCase, names: &[&str]) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    let mut left = rect.left();
    let mut words = Vec::new();
    for (name, ways) in &case.results {
        let share = share(*ways, case.of);
        words.push(format!("{name} {:.1} %", share * 100.0));
        let part = Rect::from_min_size(egui::pos2(left, rect.top()), vec2(rect.width() * share, rect.height()));
        let rank = names.iter().position(|known| known == name).unwrap_or(0);
        let color = result_color(rank, names.len());
        ui.painter().rect_filled(part.shrink2(vec2(0.5, 0.0)), 2.0, color);
        if part.width() > 26.0 {
            let text = format!("{:.0}%", share * 100.0);
            let font = egui::FontId::proportional(10.5);
            ui.painter().text(part.center(), egui::Align2::CENTER_CENTER, text, font, ink::on(color));
        }
        left = part.right();
    }
    let told = format!("{}: {}", case.name, words.join(", "));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &told));
    response
}

/// Green for what the attacker likes best, through to red.
fn result_color(n: usize, count: usize) -> Color32 {
    let at = |n: usize| f32::from(u8::try_from(n).unwrap_or(u8::MAX));
    let t = if count > 1 { at(n) / at(count - 1) } else { 0.0 };
    let mix = |a: f32, b: f32| a + (b - a) * t;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
    let byte = |x: f32| x as u8;
    if t < 0.5 {
        Color32::from_rgb(byte(mix(76.0, 350.0)), byte(mix(150.0, 190.0)), 84)
    } else {
        Color32::from_rgb(byte(mix(238.0, 186.0)), byte(mix(320.0, 60.0).clamp(0.0, 255.0)), byte(mix(112.0, 52.0)))
    }
}

/// `part` of `whole`, from 0 to 1.
pub fn share(part: u32, whole: u32) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "a share needs no more digits than that")]
    let share = (f64::from(part) / f64::from(whole.max(1))) as f32;
    share
}

fn seat(ui: &mut Ui, session: &Session, scenario: &Scenario, side: Side, data: &Data, acts: &mut Vec<Act>) {
    let name = session.sides()[side.index()].clone();
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
        ui.painter().rect_filled(rect, if side == Side::First { 5.0 } else { 0.0 }, side_color(scenario, side));
        let left = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(vec2(84.0, 20.0), left, |ui| {
            ui.set_min_width(84.0);
            ui.add(egui::Label::new(RichText::new(&name).strong()).truncate());
        });
        let seats = [(None, "By hand"), (Some(Kind::Random), "Random"), (Some(Kind::Greedy), "Greedy computer")];
        let now = session.seat(side);
        let mut chosen = now;
        let shown = seats.iter().find(|(seat, _)| *seat == now).map_or("", |(_, name)| name);
        let combo = ComboBox::from_id_salt(("seat", side.index())).selected_text(shown).width(128.0);
        let response = combo.show_ui(ui, |ui| {
            for (seat, name) in seats {
                ui.selectable_value(&mut chosen, seat, name);
            }
        });
        response.response.accessible_name(format!("Who plays the {name}")).on_hover_text("Who plays this side");
        if chosen != now {
            acts.push(Act::Play(play::Act::Seat(side, chosen)));
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (name, value) in data.tracks.get(side.index()).into_iter().flatten() {
            ui.label(RichText::new(value.to_string()).strong());
            ui.label(RichText::new(name.to_lowercase()).small().color(ui.visuals().weak_text_color()));
        }
    });
}

fn computer(ui: &mut Ui, session: &Session, acts: &mut Vec<Act>) {
    if Side::BOTH.iter().all(|side| session.seat(*side).is_none()) {
        return;
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let run = if session.is_running() { "Stop" } else { "Run" };
        if ui.button(run).on_hover_text("Let the computer play on by itself (,)").clicked() {
            acts.push(Act::Play(play::Act::Run));
        }
        let ready = session.computer_to_move() && !session.is_busy();
        let turn = ui.add_enabled(ready, Button::new("To next turn"));
        if turn.on_hover_text("Let the computer play until the turn ends or a person must choose").clicked() {
            acts.push(Act::Play(play::Act::Turn));
        }
        let end = ui.add_enabled(ready, Button::new("To the end"));
        if end.on_hover_text("Let the computer play until the game ends or a person must choose").clicked() {
            acts.push(Act::Play(play::Act::End));
        }
    });
}
