//! The Balance tab: many games in the background, with results during the run and comparisons.

use battlewright_balance::stats::Sampling;
use battlewright_balance::{
    DefaultPlayer, Part, Plan, PlayersLine, Report, pair_name, run, single_changes, suggest, usual,
};
use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::balance::{BalanceAct as Do, BalanceLab, GameSettings, View};
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::layout::BottomTab;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::panels::{PanelContext, balance};
use battlewright_editor::tools::{ToolKind, ToolOptions};
use battlewright_engine::players::Kind;
use battlewright_schema::DocPath;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::accessibility::nameless;
use crate::desk::{Editor, ask, bundled, command, common, editor, press, push, says, show, type_path};

/// A number of games that gives every view some content.
const GAMES: u64 = 24;

/// The players of the games.
const KINDS: [Kind; 2] = [Kind::Greedy, Kind::Random];

fn settings(games: u64) -> GameSettings {
    GameSettings { players: KINDS.map(Some), games, seed: 1 }
}

/// Returns the editor with the tutorial, set to `games` games.
fn ready(games: u64) -> Editor {
    ready_with(bundled("tutorial.toml"), games)
}

/// Returns the editor with `document`, set to `games` games.
fn ready_with(document: Document, games: u64) -> Editor {
    let mut editor = editor(document);
    ask(&mut editor, Act::Tab(BottomTab::Balance));
    ask(&mut editor, Act::Balance(Do::Set(settings(games))));
    editor
}

/// Waits for the end of the games, and draws their results.
fn finish(editor: &mut Editor) {
    editor.state_mut().wait_for_games();
    editor.run();
}

/// Returns the editor after `games` games.
fn played(games: u64) -> Editor {
    let mut editor = ready(games);
    push(&mut editor, "Play games");
    finish(&mut editor);
    editor
}

fn lab(editor: &Editor) -> &BalanceLab {
    editor.state().lab()
}

fn data(editor: &Editor) -> balance::BalanceData {
    let options = ToolOptions::default();
    let (document, selection) = (editor.state().document(), editor.state().selection());
    balance::data(
        lab(editor),
        &PanelContext { document, selection, options: &options, tool: ToolKind::SELECT, writing: None },
    )
}

fn view(editor: &mut Editor, view: View) {
    ask(editor, Act::Balance(Do::View(view)));
}

/// Returns an edit that sets the ER of unit `id`.
fn rated(editor: &Editor, id: &str, er: u8) -> Act {
    let at = (0..common(editor).unit_count()).find(|at| common(editor).unit(*at).unwrap().id.as_str() == id).unwrap();
    Act::edit("Rate", Edit::Put(DocPath::root().key("unit").index(at).key("er"), Some(er.into())))
}

#[test]
fn the_games_of_the_tab_say_what_those_of_the_command_line_do() {
    let editor = played(GAMES);
    let plan = Plan::new(editor.state().document().text(), KINDS, 1, GAMES);
    let opened = plan.open().unwrap();
    let mut records = Vec::new();
    let (seeds, never) = (plan.seeds(None), std::sync::atomic::AtomicBool::new(false));
    let each = |record| {
        records.push(record);
        Ok::<(), ()>(())
    };
    run(&opened.game, &opened.players, seeds, |_| false, 1, &never, each).unwrap();
    let part = Part { records, ..Part::new(&opened, plan, None) };
    let games = lab(&editor).games().unwrap();
    assert_eq!(games.report, Report::of(&opened, &part, Sampling::Sequential));
    assert_eq!(games.part.as_deref(), Some(&part));
    assert!(says(&editor, "Wins, with anytime-valid 95 % intervals"));
    let data = data(&editor);
    assert_eq!((data.progress, data.failed, data.unplayable, data.stale), (None, None, None, false));
    assert_eq!(data.played.as_deref(), Some("24 games, seeds 1 to 24  ·  greedy against random"));
    let wins = data.wins.unwrap();
    assert_eq!(wins.winners[0].share, games.report.wins[0]);
    assert!(wins.luck.is_some_and(|luck| luck.starts_with("The dice explain at least ") && says(&editor, &luck)));
    assert!(data.caveats.iter().any(|caveat| caveat.contains("true value after every game")));
    assert_eq!(wins.winners[1].name, games.report.sides[1]);
    assert_eq!(games.settling.last().unwrap().1, games.report.score);
}

#[test]
fn without_a_choice_the_lab_chooses_the_players() {
    let mut editor = ready(3);
    let plans = DefaultPlayer::PLANS.to_string();
    for (players, names) in [([None; 2], ["plan:48", "plan:48"]), ([None, Some(Kind::Greedy)], ["plan:48", "greedy"])] {
        ask(&mut editor, Act::Balance(Do::Set(GameSettings { players, games: 3, seed: 1 })));
        push(&mut editor, "Play games");
        finish(&mut editor);
        let report = lab(&editor).games().unwrap().report.clone();
        assert_eq!((report.players.each_ref().map(String::as_str), report.games), (names, 3));
        assert!(says(&editor, &format!("Players: {}", pair_name(&report.players))));
        match report.default_player {
            Some(player) => assert!(players == [None; 2] && says(&editor, &player.reason())),
            None => assert_eq!(players[1], Some(Kind::Greedy), "a player was named"),
        }
        assert!(data(&editor).played.unwrap().contains(&plans));
    }
    // So do versions, for all of them.
    ask(&mut editor, Act::Balance(Do::Set(GameSettings { players: [None; 2], games: 3, seed: 1 })));
    view(&mut editor, View::Versions);
    ask(&mut editor, Act::Balance(Do::Type("unit.red-lancers.er=2".to_owned())));
    push(&mut editor, "Play versions");
    finish(&mut editor);
    let sweep = lab(&editor).versions().unwrap().sweep.clone();
    assert_eq!(sweep.default_player.unwrap().versions, 2);
    assert!(says(&editor, &format!("Players: plan:48. {}", sweep.default_player.unwrap().reason())));
}

#[test]
fn players_of_other_strength_play_the_same_games() {
    let mut editor = played(5);
    assert!(data(&editor).wins.unwrap().agreement.is_none());
    push(&mut editor, "Check with other players");
    assert!(lab(&editor).is_busy());
    finish(&mut editor);
    assert_eq!(lab(&editor).failed(), None);
    let report = lab(&editor).games().unwrap().report.clone();
    let agreement = report.agreement.unwrap();
    let names: Vec<String> = agreement.players.iter().map(PlayersLine::name).collect();
    assert_eq!(names, ["greedy against random", "greedy", "plan:48", "plan:400"]);
    assert!(agreement.players.iter().all(|line| line.games == 5));
    assert!(says(&editor, &agreement.text()), "{}", agreement.text());
    let wins = data(&editor).wins.unwrap();
    assert_eq!((wins.players[1].share, wins.agreement), (agreement.players[1].score, Some(agreement.text())));
    // New games have not been checked.
    push(&mut editor, "Play games");
    finish(&mut editor);
    assert!(data(&editor).wins.unwrap().agreement.is_none());
}

#[test]
fn all_views_are_drawn_with_names_in_a_large_and_a_small_window() {
    let mut wrong = Vec::new();
    for size in [[1440.0, 900.0], [640.0, 480.0]] {
        let mut editor = show(size, bundled("tutorial.toml"), |app| app);
        ask(&mut editor, Act::Balance(Do::Set(settings(GAMES))));
        command(&mut editor, Command::Playtest);
        assert!(editor.state().layout().is_shown(battlewright_editor::model::layout::Pane::Tab(BottomTab::Balance)));
        finish(&mut editor);
        for view in View::ALL {
            push(&mut editor, view.name());
            assert_eq!(lab(&editor).view, view);
            wrong.extend(nameless(&editor, &format!("{view:?} at {size:?}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rules_of_the_scenario_are_told_with_those_that_had_no_effect() {
    let frost = "\n[[rules.modifier]]\nid = \"frost\"\nname = \"Frost\"\nrule = \"H4\"\nto = \"attack.defender\"\nadd = 1\n\
                 when = \"defender has guard and attacker has guard\"\n";
    let text = format!("{}{frost}", include_str!("../../../docs/guide/change-a-rule.toml"));
    let mut editor = ready_with(Document::from_text("rules.toml", text), GAMES);
    push(&mut editor, "Play games");
    finish(&mut editor);
    let rules = data(&editor).rules;
    let supply = rules.rows.iter().find(|row| row[0] == "H3 An ammunition column arrives").unwrap();
    assert_eq!(supply[1..], ["happened", "100.0 %", "1.00"]);
    let idle = rules.idle.unwrap();
    assert!(idle.contains("H4 Frost") && says(&editor, &idle), "{idle}");
    assert!(says(&editor, "Rules of the scenario") && says(&editor, "H3 An ammunition column arrives"));
    let plain = played(GAMES);
    assert_eq!(data(&plain).rules, balance::RuleUse::default());
    assert!(!says(&plain, "Rules of the scenario"));
}

#[test]
fn what_the_plots_show_is_told_in_words() {
    let mut editor = played(GAMES);
    let report = lab(&editor).games().unwrap().report.clone();
    for part in ["Share of wins of", "Margin: points of"] {
        let found = editor
            .query_all_by_role(Role::Image)
            .filter(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(part)));
        assert_eq!(found.count(), 1, "{part}");
    }
    view(&mut editor, View::Ground);
    let ground = data(&editor).grounds[0].clone();
    assert_eq!(ground.held.len(), report.grounds[0].held.len());
    assert!(says(&editor, &format!("{}, turn {}: ", ground.name, ground.held[0].turn)));
    view(&mut editor, View::Caveats);
    assert!(says(&editor, "With fewer than 100 games"));
}

#[test]
fn cancelled_games_are_kept_and_written_to_files() {
    let mut editor = ready(1_000_000);
    push(&mut editor, "Play games");
    while lab(&editor).progress().is_some_and(|progress| progress.played < 30) {
        editor.step();
    }
    assert!(data(&editor).progress.unwrap().contains("of 1000000 games"));
    // A second run is refused during the first.
    command(&mut editor, Command::CompareSaved);
    assert!(editor.state().status_message().unwrap().contains("already"));
    push(&mut editor, "Cancel the games");
    finish(&mut editor);
    let games = lab(&editor).games().unwrap().clone();
    let count = games.report.games;
    assert!((30..1_000_000).contains(&count), "{count}");
    assert!(data(&editor).played.unwrap().starts_with(&format!("{count} of 1000000 games")));

    let folder = tempfile::tempdir().unwrap();
    for (order, file) in [(Command::ExportGames, "games.csv"), (Command::ExportReport, "report.html")] {
        command(&mut editor, order);
        type_path(&mut editor, &folder.path().join(file));
        press(&mut editor, Modifiers::NONE, Key::Enter);
        finish(&mut editor);
        assert!(
            editor.state().status_message().unwrap().starts_with("Wrote "),
            "{:?}",
            editor.state().status_message()
        );
    }
    let rows = std::fs::read_to_string(folder.path().join("games.csv")).unwrap();
    assert_eq!(rows.lines().count(), count + 1);
    let page = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert_eq!(page, games.report.html(&games.opened.scenario));
}

#[test]
fn the_map_shows_where_was_fought_while_the_tab_is_in_front() {
    let mut editor = played(GAMES);
    let shows = |editor: &Editor| editor.state().shows_heat().is_some();
    assert!(shows(&editor));
    press(&mut editor, Modifiers::SHIFT, Key::F12);
    assert!(!shows(&editor));
    push(&mut editor, "Show heat map");
    assert!(shows(&editor));
    ask(&mut editor, Act::Tab(BottomTab::Units));
    editor.run_steps(2);
    assert!(!shows(&editor));
}

#[test]
fn the_units_are_sorted_by_a_column_and_selected() {
    let mut editor = played(GAMES);
    push(&mut editor, "Units");
    let sheet = data(&editor).units;
    let attacks = sheet.columns.iter().position(|column| column.title == "Attacks").unwrap();
    let numbers = |editor: &Editor| data(editor).units.rows.iter().map(|row| row.cells[attacks].1).collect::<Vec<_>>();
    let plain = numbers(&editor);
    let mut sorted = plain.clone();
    sorted.sort_by(f64::total_cmp);
    push(&mut editor, "Attacks");
    assert!(numbers(&editor).iter().eq(sorted.iter().rev()));
    push(&mut editor, "Attacks, sorted descending");
    assert_eq!(numbers(&editor), sorted);
    push(&mut editor, "Attacks, sorted ascending");
    assert_eq!(numbers(&editor), plain);
    let name = sheet.rows[0].name.clone();
    editor.get_by_role_and_label(Role::RowHeader, &format!("Unit {name}")).click();
    editor.run();
    let Selection::Unit(at) = editor.state().selection() else { panic!("{:?}", editor.state().selection()) };
    assert_eq!(common(&editor).unit(at).unwrap().name, name);
}

#[test]
fn a_number_in_the_inspector_offers_to_try_others() {
    let mut editor = ready(GAMES);
    let unit =
        (0..common(&editor).unit_count()).find(|at| common(&editor).unit(*at).unwrap().id.as_str() == "red-lancers");
    ask(&mut editor, Act::Tab(BottomTab::Problems));
    ask(&mut editor, Act::Select(Selection::Unit(unit.unwrap())));
    editor.get_by_label_contains("Try other values: ER").click();
    editor.run();
    assert_eq!((lab(&editor).view, lab(&editor).tries.as_str()), (View::Versions, "unit.red-lancers.er=0,2"));
    let field = editor.get_by_role_and_label(Role::TextInput, "Try");
    assert!(field.accesskit_node().is_focused(), "Enter plays them");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    finish(&mut editor);
    let lines = data(&editor).versions;
    let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(names, ["unchanged", "unit.red-lancers.er 1 to 0", "unit.red-lancers.er 1 to 2"]);
    assert!(lines[0].change.is_none() && lines[1].change.as_ref().unwrap().contains("points"));
    let sweep = &lab(&editor).versions().unwrap().sweep;
    assert!(sweep.versions.iter().all(|line| line.games == 24));
    assert!(says(&editor, "unit.red-lancers.er 1 to 2: "));
    // An invalid field is reported.
    ask(&mut editor, Act::Balance(Do::Type("unit.nobody.er=2".to_owned())));
    push(&mut editor, "Play versions");
    finish(&mut editor);
    assert!(lab(&editor).failed().unwrap().contains("no such row"));
}

#[test]
fn a_change_that_makes_a_scenario_even_is_found_and_made() {
    let mut editor = ready(20);
    view(&mut editor, View::Versions);
    assert!(says(&editor, "Compare values") && says(&editor, "Balance the sides") && says(&editor, "Target for Red"));
    ask(&mut editor, Act::Balance(Do::Wanted(40)));
    push(&mut editor, "Find a change");
    finish(&mut editor);
    assert_eq!(lab(&editor).failed(), None);
    let even_suggestions = lab(&editor).even_suggestions().unwrap().clone();
    let plan = Plan::new(editor.state().document().text(), KINDS, 1, 20);
    let varied = usual(&plan.open().unwrap().scenario);
    let tried = single_changes(&plan, &varied).unwrap();
    let found = suggest(&plan, "Red", 0.4, tried, |variant, _| {
        let (opened, mut records) = (variant.plan.open().unwrap(), Vec::new());
        let never = std::sync::atomic::AtomicBool::new(false);
        let seeds = variant.plan.seeds(None);
        run(
            &opened.game,
            &opened.players,
            seeds,
            |_| false,
            1,
            &never,
            |record| {
                records.push(record);
                Ok::<(), String>(())
            },
        )?;
        Ok::<_, String>(records)
    });
    assert_eq!(even_suggestions.suggestions, found.unwrap(), "what the command line suggests");
    assert_eq!(data(&editor).even_suggestions.len(), even_suggestions.suggestions.best.len());
    let best = &even_suggestions.suggestions.best[0];
    let before = editor.state().document().text();
    let button = format!("Apply change: {}", best.name);
    editor.get_by_label(&button).scroll_to_me();
    editor.run();
    push(&mut editor, &button);
    let value = editor.state().document().scenario().get(&best.changes[0].path);
    assert_eq!(value.as_ref(), Some(&best.changes[0].to));
    assert!(data(&editor).stale && editor.get_by_label(&button).accesskit_node().is_disabled());
    command(&mut editor, Command::Undo);
    assert_eq!(editor.state().document().text(), before);
    // After a cancellation, a message reports it.
    ask(&mut editor, Act::Balance(Do::Set(settings(100_000))));
    push(&mut editor, "Find a change");
    while lab(&editor).progress().is_none_or(|progress| progress.played < 5) {
        editor.step();
    }
    assert!(lab(&editor).progress().unwrap().wanted > 1_000_000);
    push(&mut editor, "Cancel the games");
    finish(&mut editor);
    assert!(lab(&editor).failed().unwrap().contains("Canceled"));
}

#[test]
fn what_was_changed_is_compared_with_what_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.toml");
    std::fs::write(&path, bundled("tutorial.toml").text()).unwrap();
    for (document, saved) in [(Document::open(&path).unwrap(), true), (bundled("tutorial.toml"), false)] {
        let mut editor = editor(document);
        ask(&mut editor, Act::Balance(Do::Set(settings(GAMES))));
        command(&mut editor, Command::CompareSaved);
        finish(&mut editor);
        assert!(lab(&editor).failed().unwrap().contains("has not changed"));
        let rate = rated(&editor, "red-1", 1);
        ask(&mut editor, rate);
        push(&mut editor, "Compare with last save");
        finish(&mut editor);
        let names: Vec<String> = data(&editor).versions.into_iter().map(|line| line.name).collect();
        assert_eq!(names, ["as last saved", "current version"]);
        assert_eq!(lab(&editor).failed(), None);
        if saved {
            command(&mut editor, Command::Save);
            command(&mut editor, Command::CompareSaved);
            finish(&mut editor);
            assert!(lab(&editor).failed().unwrap().contains("has not changed"));
        }
    }
}

#[test]
fn figures_of_a_version_before_are_marked_until_it_is_back() {
    let mut editor = played(GAMES);
    let since = "from the previous version";
    assert!(!says(&editor, since));
    let rate = rated(&editor, "red-1", 1);
    ask(&mut editor, rate);
    assert!(data(&editor).stale && says(&editor, since));
    command(&mut editor, Command::Undo);
    assert!(!data(&editor).stale && !says(&editor, since));
    // Another scenario clears the results.
    ask(&mut editor, Act::Command(Command::OpenBundled));
    push(&mut editor, "Mars-la-Tour");
    assert!(lab(&editor).games().is_none());
    assert_eq!(lab(&editor).settings, settings(GAMES));
}

#[test]
fn a_scenario_with_errors_is_not_played_and_leads_to_its_problems() {
    let mut editor = ready(GAMES);
    let rate = rated(&editor, "red-1", 77);
    ask(&mut editor, rate);
    assert!(editor.state().document().is_broken());
    assert!(data(&editor).unplayable.unwrap().contains("an error"));
    assert!(editor.get_by_role_and_label(Role::Button, "Play games").accesskit_node().is_disabled());
    command(&mut editor, Command::Playtest);
    finish(&mut editor);
    assert!(lab(&editor).games().is_none() && !lab(&editor).is_busy());
    push(&mut editor, "Show problems");
    assert!(editor.state().layout().is_shown(battlewright_editor::model::layout::Pane::Tab(BottomTab::Problems)));
}
