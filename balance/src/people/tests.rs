//! Tables of results, sound, damaged and hostile, beside a report on forty games of the tutorial.

use super::*;
use crate::testing::{played, tutorial};
use crate::{Part, Report};

const HEAD: &str = "game,scenario,system,title,engine,first,second,why,winner,degree,first_points,second_points,turn,inputs,minutes,result";
const TITLE: &str = "The Crossing at Saint-Rémy";

/// The most faults that are listed.
const MOST: usize = 20;

fn hash(letter: char) -> String {
    letter.to_string().repeat(64)
}

/// Returns a row of game number `n` on the scenario with the hash of `letter`.
fn row(n: usize, letter: char, ended: &str) -> String {
    format!("{n:016x},{},tutorial,{TITLE},0.1.0,person,person,{ended},4,80,90,told", hash(letter))
}

fn read(rows: &[String]) -> Result<PeopleGames, PeopleFaults> {
    PeopleGames::read(format!("{HEAD}\n{}\n", rows.join("\n")).as_bytes())
}

fn report() -> Report {
    let plan = tutorial();
    let part = Part { records: played(&plan), ..Part::new(&plan.open().unwrap(), plan.clone(), None) };
    Report::of(&plan.open().unwrap(), &part, Sampling::Fixed)
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn people_stand_beside_the_computer_with_their_own_interval() {
    let mut rows: Vec<String> = (0..9).map(|n| row(n, 'a', "played,first,minor victory,5,2")).collect();
    rows.push(row(9, 'a', "resigned,second,,,"));
    rows.push(row(10, 'a', "agreed,none,,,").replace(",90,", ",3000,"));
    rows.push(row(11, 'a', "abandoned,none,,,"));
    rows.push(row(12, 'a', "played,first,victory,3,0").replace("person,person", "person,greedy"));
    rows.push(row(13, 'a', "out-of-time,second,,,").replace("0.1.0", "0.0.9"));
    let before = report();
    let report = before.clone().with_people(&read(&rows).unwrap(), &[hash('a')]);
    let people = report.people.as_ref().unwrap();
    let [both, alone] = &people.lines[..] else { panic!("{people:?}") };
    assert_eq!((both.games, alone.games, people.abandoned, people.other_engine), (12, 1, 1, 1));
    near(both.wins[0].value, 0.75);
    near(both.wins[1].value, 2.0 / 12.0);
    near(both.score.value, 9.5 / 12.0);
    let fixed = Sampling::Fixed.rate(9.5, 12);
    assert!(both.score.low < fixed.low && fixed.high < both.score.high, "people watch: {both:?}");
    assert_eq!((both.points, both.turn, both.minutes), (Some([5.0, 2.0]), 4.0, 90.0));
    assert_eq!(both.ends.values().sum::<usize>(), 12);
    assert_eq!(alone.name(), "person against greedy");
    // A player at random seldom beats the greedy one.
    let told = people.sentences(&report).join("\n");
    assert!(
        told.contains("differ: Red wins 79.2 %") && told.contains("9 by the rules, 1 by resignation, 1 by the clock"),
        "{told}"
    );
    assert!(
        told.contains("1 game ended without a result") && told.contains("1 game was begun with another version"),
        "{told}"
    );
    // The figures of the computer are as before.
    assert_eq!(Report { people: None, ..report.clone() }, before);
    let scenario = tutorial().open().unwrap().scenario;
    for told in [report.text(), report.html(&scenario), serde_json::to_string(&report).unwrap()] {
        assert!(told.contains("person against greedy") || told.contains("\"person\",\"greedy\""), "{told}");
    }
    assert!(!serde_json::to_string(&before).unwrap().contains("\"people\":"));
}

#[test]
fn games_of_other_versions_are_counted_and_left_out() {
    let mut rows = vec![row(1, 'b', "played,first,victory,3,0"), row(2, 'b', "agreed,none,,,")];
    rows.push(row(3, 'c', "played,first,victory,3,0").replace(TITLE, "'=1+1"));
    rows.push(row(1, 'b', "played,first,victory,3,0"));
    let games = read(&rows).unwrap();
    assert_eq!(games.all()[2].title, "=1+1");
    let report = report();
    let people = People::of(&games, TITLE, &[hash('a')], "0.1.0");
    assert_eq!((people.lines.len(), people.other_version, people.other_scenario, people.repeated), (0, 2, 1, 1));
    let told = people.sentences(&report);
    assert_eq!(told[0], "There is no result of people on this version of the scenario.");
    assert!(told.contains(&"2 games of other versions of this scenario are left out.".to_owned()), "{told:?}");
    assert!(Report { people: Some(people), ..report }.text().contains("\n\nThere is no result of people"));
    let both = People::of(&games, TITLE, &[hash('a'), hash('c')], "0.1.0");
    assert_eq!((both.lines.len(), both.other_version), (1, 2));
}

#[test]
fn damaged_rows_are_told_at_once_with_line_cause_and_remedy() {
    let sound = row(1, 'a', "played,first,victory,3,0");
    let rows = [
        sound.clone(),
        sound.replace(",first,", ",thrid,").replace(",80,90,", ",80,-4,"),
        format!("{sound},more"),
        sound.replace("0.1.0", "\u{1b}[2J"),
        sound.replace("person,person", "person,\"<b>\""),
        sound.replace(",3,0,", ",3,,"),
        sound.replace("played,first", "agreed,first"),
        sound.replace("person,person", "greedy,greedy"),
        sound.replace(&hash('a'), "abc"),
        "\"\n\n".to_owned(),
    ];
    let faults = read(&rows).unwrap_err();
    let told = faults.to_string();
    let lines: Vec<u64> = faults.listed.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [3, 3, 4, 5, 6, 7, 8, 9, 10, 11], "{told}");
    assert!(
        told.starts_with("line 3: winner is \"thrid\"; write first, second or none\nline 3: minutes is \"-4\"; "),
        "{told}"
    );
    assert!(told.contains("line 4: the row has 17 cells, and the first line 16; "), "{told}");
    assert!(!told.contains('\u{1b}'), "{told}");
    let many = read(&vec![sound.replace("played", "won"); 5000]).unwrap_err();
    assert_eq!((many.listed.len(), many.more), (MOST, 4980));
    assert!(many.to_string().ends_with("\nand 4980 more"));
}

#[test]
fn what_is_no_table_is_refused() {
    for (text, why) in [
        ("", "line 1: the file is empty"),
        ("seed,winner\n1,first\n", "line 1: the first line lacks the columns game, scenario, title"),
        (&HEAD.replace(',', ";"), "line 1: the first line lacks the columns game, scenario, title"),
        (&HEAD.replace("degree", "winner"), "line 1: the column \"winner\" stands twice"),
    ] {
        let told = PeopleGames::read(text.as_bytes()).unwrap_err().to_string();
        assert!(told.starts_with(why), "{told}");
    }
    assert!(PeopleGames::read(&[0xff, 0, 0x22].repeat(9999)).is_err());
    // Of spreadsheets: a mark of the encoding, other line ends, other columns, another order.
    let head = "minutes,turn,second_points,first_points,winner,why,second,first,engine,title,scenario,game,mine";
    let row = format!("5,4,1,2,first,played,person,person,0.1.0,\"A, \"\"B\"\"\",{},{},x", hash('a'), "0".repeat(16));
    let games = PeopleGames::read(format!("\u{feff}{head}\r\n{row}\r\n").as_bytes()).unwrap();
    assert_eq!((games.all().len(), games.all()[0].title.as_str()), (1, "A, \"B\""));
    assert_eq!(read(&[]).unwrap(), PeopleGames::default());
}
