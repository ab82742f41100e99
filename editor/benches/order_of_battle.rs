//! The order of battle of 10,000 units: what is done when a unit changes, and when a filter does. A
//! frame draws only the rows in sight and costs none of this.

use std::sync::LazyLock;

use battlewright_editor::panels::order_of_battle::{filter::Filter, sheet};
use battlewright_schema::table::{Import, columns, read, unit, write};
use battlewright_schema::{Scenario, System, load, template};
use divan::{Bencher, black_box};

const UNITS: usize = 10_000;

fn main() {
    divan::main();
}

static LARGE: LazyLock<Scenario> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a bench may fail loudly")]
    let mut scenario = load(template(System::PositionMagnifique)).scenario.expect("the template is sound");
    let first = scenario.get(&unit(0)).unwrap_or_default();
    for n in scenario.common().unit_count()..UNITS {
        let mut row = first.clone();
        row["id"] = format!("unit-{n}").into();
        row["name"] = format!("Brigade {}", n * 7_919 % UNITS).into();
        let _ = scenario.put(&unit(n), Some(row));
    }
    scenario
});

#[divan::bench]
fn cells_after_a_change(bencher: Bencher<'_, '_>) {
    let scenario = &*LARGE;
    bencher.bench(|| sheet(black_box(scenario), None));
}

#[divan::bench]
fn filter(bencher: Bencher<'_, '_>) {
    let sheet = sheet(&LARGE, None);
    bencher.bench(|| {
        let filter = Filter::parse(black_box("brigade combat>2 -kind:cavalry"), &sheet);
        (0..UNITS).filter(|line| filter.meets(&sheet, *line)).count()
    });
}

#[divan::bench]
fn sort_by_name(bencher: Bencher<'_, '_>) {
    let sheet = sheet(&LARGE, None);
    bencher.bench(|| {
        let mut order: Vec<usize> = (0..UNITS).collect();
        order.sort_by(|a, b| sheet.compared(*a, *b, black_box(1)));
        order
    });
}

#[divan::bench]
fn export_and_import(bencher: Bencher<'_, '_>) {
    let columns = columns(LARGE.system());
    bencher.bench(|| {
        let text = write(&LARGE, &columns, None);
        let sheet = read(text.as_bytes(), None).ok()?;
        Some(Import::new(sheet, &columns, &[]).plan(&LARGE, &columns).left)
    });
}
