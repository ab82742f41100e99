//! Data frame libraries, applied to the games of a playtest.

use std::process::Command;

use battlewright_tests::workspace::root;
use serde_json::Value;

use crate::PROGRAM;
use crate::peers::{python, succeed};

#[test]
fn games_are_data_frames() {
    let folder = tempfile::tempdir().unwrap();
    let [csv, parquet] = ["games.csv", "games.parquet"].map(|name| folder.path().join(name));
    for scenario in ["tutorial.toml", "pm-crisis-on-the-left.toml", "aac-first-orders.toml"] {
        let mut playtest = Command::new(PROGRAM);
        playtest.args(["playtest", &format!("scenarios/{scenario}"), "--games", "12", "--players", "greedy,greedy"]);
        playtest.args(["--format", "json", "--csv"]).arg(&csv).arg("--parquet").arg(&parquet).current_dir(root());
        let report: Value = serde_json::from_str(&succeed(&mut playtest)).unwrap();
        let read = succeed(python("python").arg(root().join("tests/interop/frames.py")).args([&csv, &parquet]));
        print!("DuckDB and Arrow: {scenario}: {read}");
        let read: Value = serde_json::from_str(&read).unwrap();
        assert_eq!(read["games"], 12);
        for side in [0, 1] {
            let name = report["sides"][side].as_str().unwrap();
            let won = read["won"].get(name).and_then(Value::as_f64).unwrap_or(0.0);
            assert!((report["wins"][side]["value"].as_f64().unwrap() - won / 12.0).abs() < 1e-9, "{name} won {won}");
        }
    }
}
