//! Reading and checking the text of a theme.

use crate::common::scan::ArtPath;
use crate::common::view::Common;
use crate::diagnostic::{Diagnostic, Finding, finding, shown};
use crate::fix::MeantWord;
use crate::lint::rules::scan::outside;
use crate::load::head::UNKNOWN_FORMAT;
use crate::load::tree::{Arena, Table, Value, span};
use crate::load::{bytes, finish, shape, syntax};
use crate::path::DocPath;
use crate::place::Places;
use crate::schema_json::FileKind;
use crate::theme::{Arms, Looks, TerrainStyle, Theme, ThemeStyle, VERSION};

finding! {
    /// # What it finds
    /// A theme, or a picture of a theme, that cannot be used.
    ///
    /// # Why it matters
    /// The file is missing, is not an SVG or PNG, or exceeds a limit; the message says which. Limits protect the
    /// reader, because pictures come from other people: 8 MB per file, 16 million pixels, and 20,000 parts of an SVG,
    /// where repeated references count each time. An SVG must be self-contained: links to other files, entities,
    /// scripts and embedded pictures are refused. The scenario is drawn without the picture.
    ///
    /// # Example
    /// ```toml
    /// [arm.infantry]
    /// front = "art/lien.svg"       # art/line.svg
    /// ```
    ///
    /// # Remedy
    /// Correct the path, or simplify the picture.
    UNREADABLE_ART = "unreadable-art", Warning
}

finding! {
    /// # What it finds
    /// An unknown placeholder in the picture of a counter.
    ///
    /// # Why it matters
    /// Names in braces in an SVG are replaced by values of the counter: `{name}`, `{label}`, `{er}`, `{field}` and
    /// others, which docs/guide/artwork.md lists. An unknown name is printed unchanged.
    ///
    /// # Example
    /// ```xml
    /// <text>{nmae}</text>          <!-- {name} -->
    /// ```
    ///
    /// # Remedy
    /// Correct the name of the placeholder.
    UNKNOWN_PLACEHOLDER = "unknown-placeholder", Warning
}

finding! {
    /// # What it finds
    /// A theme that refers to something that the scenario does not have.
    ///
    /// # Why it matters
    /// The entry has no effect. Usually its name is mistyped.
    ///
    /// # Example
    /// ```toml
    /// [terrain.Vinyards]           # the scenario calls it "Vineyards"
    /// pattern = "stripes"
    /// ```
    ///
    /// # Remedy
    /// Correct the name. If the theme serves several scenarios, write `theme-mismatch = "allow"` in the `[lints]` of
    /// their collection.
    THEME_MISMATCH = "theme-mismatch", Warning
}

/// The kinds of finding that only themes have.
pub(crate) const FINDINGS: &[Finding] = &[UNREADABLE_ART, UNKNOWN_PLACEHOLDER, THEME_MISMATCH];

/// The result of reading a theme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadTheme {
    /// The readable part of the theme; everything else has the default values.
    pub theme: Theme,
    /// The findings in the text, in reading order.
    pub diagnostics: Vec<Diagnostic>,
}

/// The reason that a file of a theme cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThemeProblem {
    /// The picture is unreadable; the text is the reason.
    Unreadable(String),
    /// The picture contains an unknown placeholder; the list has the known ones.
    Placeholder(String, &'static [&'static str]),
}

/// Returns `true` if `root` is a theme rather than a scenario.
pub(crate) fn is(root: &Table<'_>) -> bool {
    root.get("system").is_none() && root.get("theme").is_some_and(|item| matches!(item.value(), Value::Integer(_)))
}

/// Reads the theme in `text`, which was parsed to `root`. The findings have no line and column numbers yet.
pub(crate) fn of(text: &str, root: &Table<'_>) -> ReadTheme {
    if let Some(version) = root.get("theme")
        && let Value::Integer(number) = version.value()
        && number.as_i128() != i128::from(VERSION)
    {
        let span = span(text, version);
        let message = format!(
            "unsupported version {} of themes; this program reads version {VERSION}",
            shown(text.get(span.clone()).unwrap_or(""))
        );
        let finding = UNKNOWN_FORMAT.at(DocPath::root().key("theme"), message);
        let finding = finding.help("a higher number needs a newer version of Battlewright").span(Some(span));
        return ReadTheme { theme: Theme::default(), diagnostics: vec![finding] };
    }
    let shaped = shape::read::<Theme>(text, root, FileKind::Theme);
    let (theme, mut diagnostics) = (shaped.value.unwrap_or_default(), shaped.findings);
    let arena = Arena::new();
    let places = Places::new(text, &arena);
    let mut paths: Vec<Diagnostic> =
        theme.files().into_iter().filter_map(|(path, file)| outside(path, file, Some(&places))).collect();
    places.locate(&mut paths);
    diagnostics.extend(paths);
    ReadTheme { theme, diagnostics }
}

impl Theme {
    /// Reads a theme file from its bytes.
    ///
    /// ```
    /// use battlewright_schema::Theme;
    /// let read = Theme::read(b"theme = 1\n[map]\nwater = \"#3366aa\"\nroads = \"#ffffff\"\n");
    /// assert!(read.theme.map.water.is_some());
    /// assert_eq!(read.diagnostics[0].to_string(), "4:1: error[unknown-key]: unknown key `roads` in `map`");
    /// assert_eq!(read.diagnostics[0].help.as_deref(), Some("did you mean `road`?"));
    /// ```
    pub fn read(bytes: &[u8]) -> ReadTheme {
        let text = match bytes::text(bytes) {
            Ok(text) => text,
            Err(finding) => return ReadTheme { diagnostics: vec![*finding], ..ReadTheme::default() },
        };
        let arena = Arena::new();
        let mut read = match syntax::parse(text, &arena) {
            Ok(root) => of(text, &root),
            Err(diagnostics) => ReadTheme { diagnostics, ..ReadTheme::default() },
        };
        finish(text, &mut read.diagnostics);
        read
    }

    /// Returns `true` if `bytes` are a theme file rather than a scenario.
    pub fn is(bytes: &[u8]) -> bool {
        let arena = Arena::new();
        bytes::text(bytes).is_ok_and(|text| syntax::parse(text, &arena).is_ok_and(|root| is(&root)))
    }

    /// Returns the files that the theme refers to, each with its path in the theme.
    pub fn files(&self) -> Vec<(DocPath, &ArtPath)> {
        let mut files = Vec::new();
        for (path, ground) in self.grounds() {
            files.extend(ground.picture.as_ref().map(|file| (path.key("picture"), file)));
        }
        for (path, dress) in self.dresses() {
            files.extend(dress.front.as_ref().map(|file| (path.clone().key("front"), file)));
            files.extend(dress.back.as_ref().map(|file| (path.key("back"), file)));
        }
        files
    }

    /// Returns the styles of terrain, each with its path in the theme.
    fn grounds(&self) -> Vec<(DocPath, &TerrainStyle)> {
        let (look, terrain) = (DocPath::root().key("look"), DocPath::root().key("terrain"));
        let Looks { clear, woods, town, village, farm, hill, rough, marsh, water, fort } = &self.look;
        let looks = [
            ("clear", clear),
            ("woods", woods),
            ("town", town),
            ("village", village),
            ("farm", farm),
            ("hill", hill),
            ("rough", rough),
            ("marsh", marsh),
            ("water", water),
            ("fort", fort),
        ];
        let looks = looks.into_iter().map(|(name, ground)| (look.clone().key(name), ground));
        looks.chain(self.terrain.iter().map(|(name, ground)| (terrain.clone().key(name), ground))).collect()
    }

    /// Returns the styles of counters, each with its path in the theme.
    fn dresses(&self) -> Vec<(DocPath, &ThemeStyle)> {
        let root = DocPath::root;
        let mut dresses = vec![(root().key("counters"), &self.counters)];
        let Arms { infantry, cavalry, artillery, tank, aircraft, headquarters } = &self.arm;
        let arms = [
            ("infantry", infantry),
            ("cavalry", cavalry),
            ("artillery", artillery),
            ("tank", tank),
            ("aircraft", aircraft),
            ("headquarters", headquarters),
        ];
        dresses.extend(arms.map(|(name, dress)| (root().key("arm").key(name), dress)));
        dresses.extend(self.side.iter().map(|(id, dress)| (root().key("side").key(id.as_str()), dress)));
        for (side, formations) in &self.formation {
            let path = root().key("formation").key(side.as_str());
            dresses.extend(formations.iter().map(|(name, dress)| (path.clone().key(name), dress)));
        }
        dresses.extend(self.unit.iter().map(|(id, dress)| (root().key("unit").key(id.as_str()), dress)));
        dresses
    }
}

impl ThemeProblem {
    /// Returns the finding at `path`; its position in the text is set later by [`placed`](crate::placed).
    pub fn at(&self, path: DocPath) -> Diagnostic {
        match self {
            Self::Unreadable(why) => UNREADABLE_ART.at(path, why.as_str()).help("the scenario is drawn without it"),
            Self::Placeholder(name, known) => {
                let meant = MeantWord::by(name, known.iter().copied());
                let help = meant.map_or_else(
                    || {
                        format!(
                            "the placeholders are {}",
                            known.iter().map(|one| format!("{{{one}}}")).collect::<Vec<_>>().join(", ")
                        )
                    },
                    |meant| format!("did you mean `{{{}}}`?", meant.word),
                );
                UNKNOWN_PLACEHOLDER.at(path, format!("unknown placeholder `{{{name}}}`")).help(help)
            }
        }
    }
}

/// Returns a finding for each name in `theme` that `scenario` does not have. The findings are at the key `theme` of the
/// scenario.
pub fn mismatched(theme: &Theme, scenario: &dyn Common) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut look_for = |what: &str, name: &str, known: &[&str]| {
        if known.contains(&name) {
            return;
        }
        let finding = THEME_MISMATCH.at(
            DocPath::root().key("theme"),
            format!("the theme refers to {what} {}, which does not exist", shown(name)),
        );
        found.push(finding.maybe_help(MeantWord::by(name, known.iter().copied()).map(MeantWord::help)));
    };
    let (terrain, sides, formations) = (scenario.terrain(), scenario.sides(), scenario.formations());
    let names: Vec<&str> = terrain.iter().map(|terrain| terrain.name).collect();
    theme.terrain.keys().for_each(|name| look_for("terrain", name, &names));
    let ids: Vec<&str> = sides.iter().map(|side| side.id.as_str()).collect();
    theme.side.keys().chain(theme.formation.keys()).for_each(|id| look_for("side", id.as_str(), &ids));
    let units: Vec<_> = scenario.counters().into_iter().filter_map(|counter| scenario.counter(counter)).collect();
    for (side, own) in &theme.formation {
        let of_units = units.iter().filter(|unit| unit.side == side).filter_map(|unit| unit.formation);
        let named = formations.iter().filter(|formation| formation.side == side).map(|formation| formation.name);
        let known: Vec<&str> = of_units.chain(named).collect();
        own.keys().for_each(|name| look_for("formation", name, &known));
    }
    let ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
    theme.unit.keys().for_each(|id| look_for("unit", id.as_str(), &ids));
    found
}
