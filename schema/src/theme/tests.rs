use super::*;
use crate::path::DocPath;
use crate::{LintLevels, load, placed, validate};

/// A theme with every section.
const WHOLE: &str = r##"
theme = 1
name = "Sepia"

[map]
grid = "#5a4a38"
road_edge = "#000000"

[look.woods]
color = "#c0b090"
pattern = "dots"
picture = "art/woods.svg"

[terrain.Vineyards]
pattern = "hatching"

[counters]
symbols = "silhouettes"

[arm.cavalry]
front = "art/horse.png"
over = ["label", "movement"]

[side.french]
field = "#2f5d9b"

[formation.french."III Corps"]
band = "#ffcc00"

[unit.de-iii-5]
back = "art/back.svg"
"##;

fn found(text: &str) -> Vec<String> {
    Theme::read(text.as_bytes()).diagnostics.iter().map(ToString::to_string).collect()
}

#[test]
fn a_theme_is_read_whole() {
    let read = Theme::read(WHOLE.as_bytes());
    assert_eq!(read.diagnostics, []);
    let theme = read.theme;
    assert_eq!(theme.look.of(Look::Woods).pattern, Some(Pattern::Dots));
    assert_eq!(theme.arm.of(Arm::Cavalry).over, Some(vec![CounterPart::Label, CounterPart::Movement]));
    assert_eq!(theme.formation[&SideId::from("french")]["III Corps"].band, Color::parse("#ffcc00"));
    let files: Vec<String> = theme.files().iter().map(|(path, file)| format!("{path} {file}")).collect();
    assert_eq!(
        files,
        ["look.woods.picture art/woods.svg", "arm.cavalry.front art/horse.png", "unit.de-iii-5.back art/back.svg",]
    );
}

#[test]
fn everything_that_is_wrong_with_a_theme_is_told_at_once() {
    let broken = WHOLE
        .replace("grid", "gird")
        .replace("\"dots\"", "\"dotts\"")
        .replace("\"#2f5d9b\"", "\"blue\"")
        .replace("art/horse.png", "../horse.png")
        .replace("[\"label\", \"movement\"]", "\"label\"");
    assert_eq!(
        found(&broken),
        [
            "6:1: error[unknown-key]: unknown key `gird` in `map`",
            "11:11: error[unknown-word]: `pattern` must be `plain`, `fields`, `trees`, `houses`, `hamlet`, `farm`, \
             `hachures`, `stones`, `reeds`, `waves`, `bastion`, `dots` … (14 in all), not `dotts`",
            "21:9: error[art-outside-folder]: `../horse.png` is refused: it leads out of the folder of the scenario",
            "22:8: error[wrong-type]: `over` must be a list, not text",
            "25:9: error[bad-value]: `blue` is not a color; write colors as \"#rrggbb\"",
        ]
    );
    // The valid parts are used.
    let theme = Theme::read(broken.as_bytes()).theme;
    assert_eq!(theme.counters.symbols, Some(Symbols::Silhouettes));
    assert_eq!(theme.formation[&SideId::from("french")]["III Corps"].band, Color::parse("#ffcc00"));
}

#[test]
fn a_theme_is_known_from_a_scenario() {
    assert_eq!(validate(WHOLE.as_bytes(), &LintLevels::default()), (None, Vec::new()), "it is sound");
    assert_eq!(load(WHOLE).diagnostics[0].message, "this is a theme, not a scenario");
    assert_eq!(load("theme = 1\nxyzzy = 2").diagnostics[0].code.as_str(), "unknown-key");
    assert_eq!(load("theme = \"art.toml\"").diagnostics[0].code.as_str(), "unknown-system");
    assert_eq!(
        found("theme = 2\n")[0],
        "1:9: error[unknown-format]: unsupported version `2` of themes; this program reads version 1"
    );
    assert_eq!(found("[map]\n").len(), 1, "without its version");
    assert_eq!(found("theme = ").len(), 1);
    assert!(Theme::read(b"\xff").diagnostics[0].to_string().contains("not UTF-8"));
}

#[test]
fn what_the_scenario_does_not_have_is_told() {
    let theme = Theme::read(WHOLE.as_bytes()).theme;
    let scenario = load(crate::template(crate::System::MarsLaTour)).scenario.unwrap();
    let found = mismatched(&theme, scenario.common());
    let told: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
    assert!(told.contains(&"the theme refers to terrain `Vineyards`, which does not exist"), "{told:?}");
    assert!(found.iter().all(|finding| finding.path.to_string() == "theme"));
    let fitting = Theme::read(b"theme = 1\n[terrain.Wods]\npattern = \"dots\"\n").theme;
    assert_eq!(mismatched(&fitting, scenario.common())[0].help.as_deref(), Some("did you mean `Woods`?"));
    assert_eq!(mismatched(&Theme::default(), scenario.common()), []);
}

#[test]
fn troubles_stand_where_their_pictures_are_named() {
    let path = DocPath::root().key("arm").key("cavalry").key("front");
    let known: &[&str] = &["name", "er"];
    let troubles = [
        ThemeProblem::Unreadable("art/horse.png is not there".to_owned()),
        ThemeProblem::Placeholder("nmae".to_owned(), known),
    ];
    let found = placed(WHOLE, troubles.iter().map(|trouble| trouble.at(path.clone())).collect());
    assert_eq!(found[0].to_string(), "21:9: warning[unknown-placeholder]: unknown placeholder `{nmae}`");
    assert_eq!(found[1].to_string(), "21:9: warning[unreadable-art]: art/horse.png is not there");
    assert_eq!(found[0].help.as_deref(), Some("did you mean `{name}`?"));
}
