//! The list of faults.

use battlewright_schema::System::{
    self, AtAnyCost as Aac, MarsLaTour as Mars, Matz, Outrance, PositionMagnifique as Pm,
};

/// The kind of the file that is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Medium {
    Pdf,
    MapPng,
    CountersPng,
    MapSvg,
    CountersSvg,
    Module,
    /// A page of a published site.
    Page,
    /// A whole published site.
    Site,
    /// A whole kit.
    Kit,
    /// The scenario of a kit.
    Text,
}

use Medium::{CountersPng, CountersSvg, Kit, MapPng, MapSvg, Module, Page, Pdf, Site, Text};

/// A fault.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seed {
    /// The scenario went on after the file was made: the first words of its text became the second.
    Later(&'static str, &'static str),
    /// The file is of an earlier edition of the rules, in which the second words stood for the first.
    Edition(&'static str, &'static str),
    /// The scenario within the file was changed, and its stamp was not.
    Within(&'static str, &'static str),
    /// The pieces of the module were changed in VASSAL's editor.
    Pieces(&'static str, &'static str),
    /// A file of the folder is missing.
    Missing(&'static str),
    /// A file of the folder has more at its end than was written.
    Longer(&'static str),
    /// A sheet of an earlier scenario stands among the others; in it, the second words stood for the first.
    OldSheet(&'static str, &'static str),
}

use Seed::{Edition, Later, Longer, Missing, OldSheet, Pieces, Within};

/// A system whose template is the scenario, the kind of the file, the fault, and all that is told.
pub(super) type SeededFault = (System, Medium, Seed, &'static [&'static str]);

/// The words about a file of an earlier edition.
const EDITION: &str = "made with the published rules mars-la-tour@0, now mars-la-tour@1";
/// The words about a file in a folder that differs from the list of the folder.
const CHANGED: &str = "it was changed after the folder was written";
/// The words about a missing file.
const GONE: &str = "there is no such file";

/// The faults.
pub(super) const FAULTS: [SeededFault; 60] = [
    // An old order of battle.
    (Mars, Pdf, Later("er = 3", "er = 4"), &["unit red-1: ER 3 to 4"]),
    (Mars, Page, Later("turn = 2", "turn = 3"), &["unit red-2: enters turn 2 to 3"]),
    (Mars, CountersSvg, Later("kind = \"cavalry\"", "kind = \"infantry\""), &["unit red-2: kind cavalry to infantry"]),
    (Mars, Module, Later("id = \"blue-2\"", "id = \"blue-3\""), &["unit blue-2 removed", "unit blue-3 added"]),
    (
        Mars,
        Kit,
        Later("name = \"1st Division\"", "name = \"2nd Division\""),
        &["unit red-1: name 1st Division to 2nd Division"],
    ),
    (Pm, CountersPng, Later("combat = [5, 3]", "combat = [6, 3]"), &["unit red-1: combat 5, 3 to 6, 3"]),
    (Pm, Module, Later("range = [2, 3]", "range = [2, 4]"), &["unit red-1: range 2, 3 to 2, 4"]),
    (Pm, Pdf, Later("attack = 4, defend = 5", "attack = 3, defend = 5"), &["formation blue-corps: HQ attack 4 to 3"]),
    (Matz, CountersSvg, Later("combat = [5, 3]", "combat = [5, 2]"), &["unit red-1: combat 5, 3 to 5, 2"]),
    (Matz, Pdf, Later("bombardment = 5 ", "bombardment = 4 "), &["unit red-guns: bombardment 5 to 4"]),
    (
        Matz,
        Page,
        Later("{ turn = 2, at = \"B\" }", "{ turn = 3, at = \"B\" }"),
        &["unit blue-tanks: enters turn 2 to 3"],
    ),
    (Outrance, CountersPng, Later("bases = 4\nposture", "bases = 3\nposture"), &["unit red-1: bases 4 to 3"]),
    (Outrance, CountersSvg, Later("quality = \"guard\"\n", ""), &["unit blue-zouaves: quality guard removed"]),
    // One counter stands elsewhere.
    (Mars, MapPng, Later("at = \"0704\"", "at = \"0705\""), &["unit blue-2: at 0704 to 0705"]),
    (
        Matz,
        Module,
        Later("at = \"0507\"\n\n[[unit]]\nid = \"blue-guns\"", "at = \"0508\"\n\n[[unit]]\nid = \"blue-guns\""),
        &["unit blue-division-guns: at 0507 to 0508"],
    ),
    (Outrance, Pdf, Later("at = \"10,8\"", "at = \"10,7\""), &["unit red-1: moved from 10\", 8\" to 10\", 7\""]),
    // One hex, hexside, road or piece of ground.
    (Mars, MapSvg, Later(". . w . .", ". . T . ."), &["hex 0302: Woods to Town"]),
    (
        Mars,
        Pdf,
        Later("[[place]]", "[[hexside]]\nkind = \"stream\"\nbetween = [\"0304/0404\"]\n\n[[place]]"),
        &["stream 0304/0404 added"],
    ),
    (
        Mars,
        Module,
        Later("\"0603\", \"0703\", \"0803\"]", "\"0603\", \"0703\"]"),
        &["road 0103 to 0703: path 0103 0203 0303 0403 0503 0603 0703 0803 to 0103 0203 0303 0403 0503 0603 0703"],
    ),
    (Pm, MapSvg, Later("levels = \"\"\"\n2 2", "levels = \"\"\"\n2 3"), &["hex 0201: level 2 to 3"]),
    (
        Pm,
        MapPng,
        Later("kind = \"bridge\"\nbetween = [\"0404/0503\"]", "kind = \"bridge\"\nbetween = [\"0403/0503\"]"),
        &["bridge 0403/0503 added", "bridge 0404/0503 removed"],
    ),
    (Aac, MapPng, Later(". . . r . . f .", ". . . r . . . ."), &["hex 0704: Woods to Clear"]),
    (Aac, MapSvg, Later("kind = \"major\"\npath", "path"), &["road 0104 to 0803: kind major to road"]),
    (
        Aac,
        Module,
        Later("between = [\"0504/0605\"]", "between = [\"0504/0605\", \"0504/0604\"]"),
        &["slope 0504/0604 added"],
    ),
    (Matz, MapSvg, Later(". . w . . v . . . .", ". . . . . v . . . ."), &["hex 0303: Woods to Open"]),
    (
        Matz,
        MapPng,
        Later("between = [\"0105/0106\", \"0106/0206\"]", "between = [\"0105/0106\"]"),
        &["stream 0106/0206 removed"],
    ),
    (
        Matz,
        Pdf,
        Later("[\"0405\", \"0505\", \"0605\"]", "[\"0405\", \"0505\"]"),
        &["trench First position: hexes 0605 removed"],
    ),
    (
        Outrance,
        MapSvg,
        Later("\"3,12\", \"9,12\"", "\"3,11\", \"9,12\""),
        &["terrain Hill: outline point 1 moved from 3\", 12\" to 3\", 11\""],
    ),
    (
        Outrance,
        MapPng,
        Later("line = [\"12,0\", \"12,24\"]", "line = [\"12,0\", \"13,24\"]"),
        &["road High road: line point 2 moved from 12\", 24\" to 13\", 24\""],
    ),
    (Mars, CountersPng, Later("hexes = [\"0803\"]", "hexes = [\"0802\"]"), &["exit X: hexes 0802 added, 0803 removed"]),
    // One cell of a table, or another number of the rules.
    (
        Matz,
        Pdf,
        Later("[turns]", "[[rules.cell]]\ntable = \"combat\"\nrow = \"3\"\ncolumn = \"2:1\"\nbe = \"DR\"\n\n[turns]"),
        &["combat 3, 2:1: A/D1 to DR"],
    ),
    (
        Matz,
        Module,
        Later("[turns]", "[[rules.cell]]\ntable = \"terrain\"\nrow = \"woods\"\ncolumn = \"cost\"\nbe = 3\n\n[turns]"),
        &["terrain woods, cost: 2 to 3"],
    ),
    (
        Aac,
        Pdf,
        Later(
            "[turns]",
            "[[rules.cell]]\ntable = \"fire_inferior\"\nrow = \"8\"\ncolumn = \"4\"\nbe = \"2+RT\"\n\n[turns]",
        ),
        &["fire_inferior 8, 4: TT to 2+RT"],
    ),
    (
        Pm,
        MapSvg,
        Later("[turns]", "[[rules.cell]]\ntable = \"fire\"\nrow = \"8\"\ncolumn = \"4\"\nbe = \"SL\"\n\n[turns]"),
        &["fire 8, 4: MT to SL"],
    ),
    (
        Matz,
        CountersPng,
        Later("[turns]", "[rules.tables.tank_losses]\ngerman = 4\n\n[turns]"),
        &["rules: tables tank losses german 2 to 4"],
    ),
    (
        Mars,
        Pdf,
        Later("[turns]", "[rules.tables.modifiers]\nflank_support = 2\n\n[turns]"),
        &["rules: tables modifiers flank support 1 to 2"],
    ),
    (Mars, MapSvg, Later("[turns]", "[rules]\nzoi = 3\n\n[turns]"), &["rules: zoi 2 to 3"]),
    (Outrance, Pdf, Later("[turns]", "[rules]\ncommand_radius = \"8\"\n\n[turns]"), &["rules: command radius 6 to 8"]),
    (
        Matz,
        Site,
        Later("[turns]", "[[rules.cell]]\ntable = \"terrain\"\nrow = \"woods\"\ncolumn = \"cost\"\nbe = 3\n\n[turns]"),
        &["terrain woods, cost: 2 to 3"],
    ),
    // Victory, turns, sides and all else that is played with.
    (Mars, Page, Later("points_per_hex = 2", "points_per_hex = 1"), &["victory hold village: points per hex 2 to 1"]),
    (Mars, Site, Later("count = 4", "count = 5"), &["turns: count 4 to 5"]),
    (Mars, CountersPng, Later("ammunition = 4", "ammunition = 6"), &["side red: ammunition 4 to 6"]),
    (
        Mars,
        Module,
        Later("hq = { name = \"Red HQ\", range = 6 }", "hq = { name = \"Red HQ\", range = 8 }"),
        &["side red: HQ range 6 to 8"],
    ),
    (
        Pm,
        Pdf,
        Later("front = \"krupp-guns\"", "front = \"needlegun-fire\""),
        &["chit blue needlegun-fire battlefield-conditions: front krupp-guns to needlegun-fire"],
    ),
    (Aac, CountersSvg, Later("minutes = 60 ", "minutes = 30 "), &["turns: minutes 60 to 30"]),
    (Matz, Page, Later("half_points = -2", "half_points = -3"), &["reserve Third Regiment: half points -2 to -3"]),
    (Outrance, CountersPng, Later("points = 3", "points = 2"), &["victory hold hill: points 3 to 2"]),
    // Another edition of the rules.
    (Mars, Text, Edition("\"zoi\":2", "\"zoi\":1"), &[EDITION, "rules: zoi 1 to 2"]),
    (
        Mars,
        Pdf,
        Edition("\"flank_support\":1", "\"flank_support\":3"),
        &[EDITION, "rules: tables modifiers flank support 3 to 1"],
    ),
    (Mars, Module, Edition("\"zoi\":2", "\"zoi\":3"), &[EDITION, "rules: zoi 3 to 2"]),
    (Mars, Page, Edition("", ""), &[EDITION]),
    // Files that were changed by hand.
    (
        Mars,
        Text,
        Within("er = 3", "er = 4"),
        &["its stamp e70355d does not fit the scenario in it", "unit red-1: ER 4 to 3"],
    ),
    (
        Mars,
        Pdf,
        Within("at = \"0704\"", "at = \"0705\""),
        &["its stamp e70355d does not fit the scenario in it", "unit blue-2: at 0705 to 0704"],
    ),
    (
        Mars,
        Module,
        Pieces("location=\"0704\"", "location=\"0706\""),
        &[
            "piece 2nd Brigade (blue-2): at 0706 of Map, where the scenario has none",
            "piece 2nd Brigade (blue-2): missing at 0704 of Map",
        ],
    ),
    (
        Pm,
        Module,
        Pieces("entryName=\"1st Brigade (red-1)\" gpid=\"1\"", "entryName=\"3rd Brigade\" gpid=\"1\""),
        &[
            "piece 1st Brigade (red-1): missing at 0202 of Map",
            "piece 3rd Brigade: at 0202 of Map, where the scenario has none",
        ],
    ),
    // Kits that are not whole.
    (Mars, Kit, Missing("track.pdf"), &[GONE]),
    (Mars, Kit, Longer("print-me.txt"), &[CHANGED]),
    (Mars, Kit, Longer("map.pdf"), &[CHANGED]),
    (Mars, Kit, OldSheet("count = 4", "count = 5"), &["turns: count 5 to 4"]),
    (Mars, Site, Longer("index.html"), &[CHANGED]),
];
