//! Reports of forty games of the tutorial.

use super::*;
use crate::Plan;
use crate::testing::{played, tutorial};

fn report(plan: &Plan) -> (Part, Report) {
    let part = Part { records: played(plan), ..Part::new(&plan.open().unwrap(), plan.clone(), None) };
    let report = Report::of(&plan.open().unwrap(), &part, Sampling::Fixed);
    (part, report)
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn figures_add_up() {
    let (part, report) = report(&tutorial());
    assert_eq!((report.games, report.broken.len(), report.first_turn), (40, 0, 1));
    near(report.wins[0].value + report.wins[1].value + report.draws.value, 1.0);
    near(report.score.value, report.wins[0].value + report.draws.value / 2.0);
    assert_eq!(report.verdicts.iter().map(|verdict| verdict.games).sum::<usize>(), 40);
    assert_eq!(report.margins.values().sum::<usize>(), 40);
    assert_eq!(report.lengths.values().sum::<usize>(), 40);
    for side in [0, 1] {
        near(report.sources.iter().map(|source| source.points[side]).sum(), report.points[side].mean);
    }
    near(report.margin.mean, report.points[0].mean - report.points[1].mean);
    let fought: u32 = part.records.iter().flat_map(|record| &record.fights).map(|(_, _, times)| times).sum();
    near(report.fights.iter().map(|line| line.fights).sum::<f64>(), f64::from(fought) / 40.0);
    near(report.units.iter().map(|unit| unit.attacked).sum(), f64::from(fought) / 40.0);
    assert!(report.fights.is_sorted_by(|a, b| a.fights >= b.fights));
    // Each elimination is a kill, unless the unit was pushed off or could not return.
    let [kills, lost] = [
        report.units.iter().map(|unit| unit.kills).sum::<f64>(),
        report.units.iter().map(|unit| unit.lost.value).sum(),
    ];
    assert!(kills > 0.0 && kills <= lost + 1e-9, "{kills} of {lost}");
    assert!(
        report.luck.by_turn.len() == 4
            && report.luck.dice.is_some_and(|part| (0.05..=1.0).contains(&part.value) && part.low < part.value)
    );
}

#[test]
fn what_matters_is_held_and_reinforcements_come() {
    let (_, report) = report(&tutorial());
    let [town, mill] = &report.grounds[..] else { panic!("{:?}", report.grounds) };
    assert_eq!((town.name.as_str(), town.place.as_deref()), ("0302", Some("Saint-Rémy")));
    assert_eq!((mill.name.as_str(), mill.place.as_deref()), ("0403", Some("Mill")));
    assert_eq!(town.held.len(), 4);
    assert!(town.held.iter().all(|[red, blue]| red + blue <= 1.0 + 1e-9));
    let lancers = report.units.iter().find(|unit| unit.id == "red-lancers").unwrap();
    let arrival = lancers.arrival.as_ref().unwrap();
    assert_eq!(arrival.due, 2);
    assert!(arrival.late + arrival.never <= 1.0 && arrival.mean.is_none_or(|turn| turn >= 2.0), "{arrival:?}");
    assert!(report.units.iter().filter(|unit| unit.id != "red-lancers").all(|unit| unit.arrival.is_none()));
}

#[test]
fn players_exchanged_tell_how_strong_they_are() {
    let (part, report) = report(&tutorial());
    let [random, greedy] = tutorial().players;
    let exchanged = Plan { players: [greedy, random], ..tutorial() };
    let exchanged = Part { plan: exchanged.clone(), records: played(&exchanged), ..part.clone() };
    let strength = report.with_strength(&part, &exchanged).strength.unwrap();
    assert_eq!((strength.player.as_str(), strength.against.as_str(), strength.games), ("random", "greedy", 80));
    assert!(strength.score.high < 0.5, "{strength:?}");
}

#[test]
fn games_that_are_watched_have_wider_intervals_and_say_so() {
    let (part, fixed) = report(&tutorial());
    let watched = Report::of(&tutorial().open().unwrap(), &part, Sampling::Sequential);
    let of =
        |report: &Report| [report.score, report.wins[0], report.draws, report.verdicts[0].rate, report.units[0].lost];
    for (narrow, wide) in of(&fixed).iter().zip(of(&watched)) {
        assert!(
            narrow.value == wide.value && wide.low <= narrow.low && narrow.high <= wide.high,
            "{narrow:?} {wide:?}"
        );
    }
    assert!(watched.margin.margin > 1.4 * fixed.margin.margin);
    for text in [watched.text(), watched.html(&tutorial().open().unwrap().scenario)] {
        assert!(text.contains("anytime 95 %") && text.contains("watch a run"), "{text}");
        assert!(text.contains("at least") && text.contains(Luck::NOTE), "{text}");
    }
    assert!(!fixed.text().contains("anytime"));
}

#[test]
fn the_report_is_honest_about_what_it_does_not_show() {
    let (_, report) = report(&tutorial());
    let said = report.caveats.join("\n");
    for needed in ["by \"random\"", "--swap", "without a plan", "fewer than 100", "One in twenty"] {
        assert!(said.contains(needed), "{needed}: {said}");
    }
    let text = report.text();
    assert!(report.caveats.iter().all(|caveat| text.contains(caveat)));
    let html = report.html(&tutorial().open().unwrap().scenario);
    assert!(html.contains("Limitations") && html.contains("class=\"heat\"") && !html.contains("http-equiv"));
    assert!(!html.contains("src=") && !html.contains("href="), "the page needs no other file");
}
