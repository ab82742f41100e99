//! The files of one scenario: its text, pictures, prints and a sample game.

use battlewright_charts::{Chart, ChartKind, Picture, Span};
use battlewright_engine::play::replay::Header;
use battlewright_engine::play::{Match, Replay};
use battlewright_engine::players::Kind;
use battlewright_engine::show::Show as _;
use battlewright_export::{ChartPictures, Format, Order, Scene, Stamp, write_export};
use battlewright_schema::System;

use super::check::PlayableFile;
use super::file::SiteFile;
use crate::console::Failure;
use crate::contestants::Contender;
use crate::files::slashed;
use crate::{artwork, game, story};

/// The seed of the sample game.
pub(super) const SEED: u64 = 1;

/// The width of the small picture, in pixels: somewhat more than a card has on a phone.
const SMALL: f32 = 440.0;

/// The height of hexes and counters within charts, in pixels.
const PICTURE: f32 = 32.0;

/// The files of a scenario, and the words about it.
pub(super) struct BuiltScenario {
    /// The name of its folder.
    pub(super) name: String,
    /// The rules.
    pub(super) system: System,
    /// The title.
    pub(super) title: String,
    /// The second line of the title.
    pub(super) subtitle: Option<String>,
    /// The paragraphs of the description.
    pub(super) description: Vec<String>,
    /// The books, maps and papers that the scenario is based on.
    pub(super) sources: Vec<String>,
    /// The facts, each with its name.
    pub(super) facts: Vec<(&'static str, String)>,
    /// The page in Markdown, without the charts, which have a page of their own.
    pub(super) markdown: String,
    /// The stamp for programs.
    pub(super) stamp: String,
    /// The stamp for people.
    pub(super) foot: String,
    /// The charts of the printed sheets.
    pub(super) charts: Vec<Chart>,
    /// The pictures within the charts, as SVG.
    pub(super) pictures: Vec<(Picture, String)>,
    /// The scenario itself.
    pub(super) text: SiteFile,
    /// The picture of the map.
    pub(super) picture: MapImage,
    /// A small picture of the map.
    pub(super) small: MapImage,
    /// The pages to print.
    pub(super) print: SiteFile,
    /// A game between two computer players.
    pub(super) game: Result<SampleGame, String>,
}

/// A picture of the map and its size in pixels.
pub(super) struct MapImage {
    /// The file.
    pub(super) file: SiteFile,
    /// The width.
    pub(super) width: u32,
    /// The height.
    pub(super) height: u32,
}

/// A recorded game and its end.
pub(super) struct SampleGame {
    /// The recorded game.
    pub(super) file: SiteFile,
    /// The number of inputs.
    pub(super) inputs: usize,
    /// The result in words.
    pub(super) verdict: String,
}

/// Makes the files of `playable`.
///
/// # Errors
/// The map cannot be drawn or printed.
pub(super) fn build(playable: &PlayableFile) -> Result<BuiltScenario, Failure> {
    let scenario = &playable.scenario;
    let about = scenario.common().about();
    let name = &playable.name;
    let folder = format!("{name}/");
    let art = artwork::of_scenario(scenario, &playable.path)?;
    let exported = |format: Format, hex: Option<f32>| -> Result<Vec<u8>, Failure> {
        let mut order = Order::new(format);
        order.options.art = art.clone();
        if let Some(hex) = hex {
            // At this size, numbers and lines between hexes are only noise.
            (order.hex, order.options.numbers, order.options.grid) = (Some(hex), false, false);
        }
        let mut bytes = Vec::new();
        write_export(scenario, &order, &mut bytes)
            .map_err(|error| Failure::new(format!("{} cannot be published: {error}", slashed(&playable.path))))?;
        Ok(bytes)
    };
    let picture = exported(Format::Svg, None)?;
    let mut options = Order::new(Format::Svg).options;
    options.art = art.clone();
    let inch = options.radius * 3.0_f32.sqrt();
    let scene = Scene::new(scenario, options).map_err(|error| Failure::new(error.to_string()))?;
    let size = scene.size();
    let charts = battlewright_charts::charts(scenario);
    let small = exported(Format::Png, Some((SMALL / size.x.max(1.0) * inch).clamp(2.0, 2.0 * inch)))?;
    let (small_width, small_height) = png_size(&small);
    let stamp = Stamp::of(scenario);
    Ok(BuiltScenario {
        stamp: format!("{} {}", stamp.hash(), stamp.rules()),
        foot: stamp.foot(),
        system: scenario.system(),
        title: about.title,
        subtitle: about.subtitle,
        description: paragraphs(about.description.as_deref().unwrap_or_default()),
        sources: about.sources,
        facts: battlewright_export::markdown::facts(scenario),
        markdown: battlewright_export::markdown::without_charts(scenario),
        pictures: pictures(&charts, &ChartPictures::new(&scene)),
        charts,
        text: SiteFile::named(&folder, name, "toml", playable.text.as_bytes()),
        picture: MapImage {
            file: SiteFile::named(&folder, name, "svg", picture),
            width: whole(size.x),
            height: whole(size.y),
        },
        small: MapImage {
            file: SiteFile::hashed(&folder, "small", "png", small),
            width: small_width,
            height: small_height,
        },
        print: SiteFile::named(&folder, name, "pdf", exported(Format::Pdf, None)?),
        game: sample(playable, &folder),
        name: name.clone(),
    })
}

impl BuiltScenario {
    /// Returns all files but the page.
    pub(super) fn files(&self) -> impl Iterator<Item = &SiteFile> {
        let game = self.game.as_ref().ok().map(|game| &game.file);
        [&self.text, &self.picture.file, &self.small.file, &self.print].into_iter().chain(game)
    }
}

/// Plays a game between two greedy players, and returns the reason if it does not end.
fn sample(playable: &PlayableFile, folder: &str) -> Result<SampleGame, String> {
    let mut game = Match::seeded(playable.start.clone(), SEED);
    let players = [Kind::Greedy, Kind::Greedy];
    let (outcome, _) = game::finish(&mut game, &players.map(Contender::Kind), SEED)?;
    let [first, second] = game.now().sides();
    let [a, b] = outcome.points;
    let verdict = story::verdict(&outcome, game.now().degree(&outcome), [&first, &second]);
    let names = players.map(|player| player.to_string());
    let scenario = &playable.scenario;
    let header = Header::new(scenario.system().name(), scenario.title(), names, Some(SEED), playable.text.as_str());
    let text = Replay::of(header, &game).write();
    Ok(SampleGame {
        file: SiteFile::named(folder, &playable.name, "jsonl", text),
        inputs: game.len(),
        verdict: format!("{verdict}; victory points: {first} {a}, {second} {b}"),
    })
}

/// Returns the pictures of the charts, each once.
fn pictures(charts: &[Chart], drawn: &ChartPictures<'_>) -> Vec<(Picture, String)> {
    let mut all: Vec<(Picture, String)> = Vec::new();
    let in_words = charts.iter().flat_map(Chart::phrases).flat_map(|phrase| &phrase.0).filter_map(|span| match span {
        Span::Picture(picture) => Some(picture),
        _ => None,
    });
    let in_rows = charts.iter().filter_map(|chart| match &chart.kind {
        ChartKind::Terrain(terrain) => Some(&terrain.rows),
        _ => None,
    });
    for picture in in_rows.flatten().filter_map(|row| row.picture.as_ref()).chain(in_words) {
        if !all.iter().any(|(known, _)| known == picture) {
            all.extend(drawn.svg(picture, PICTURE).map(|svg| (picture.clone(), svg)));
        }
    }
    all
}

/// Returns the paragraphs of `text`.
fn paragraphs(text: &str) -> Vec<String> {
    text.split("\n\n")
        .map(|words| words.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|words| !words.is_empty())
        .collect()
}

/// Returns a length of a picture in whole pixels.
fn whole(length: f32) -> u32 {
    length.clamp(1.0, 1e6) as u32
}

/// Returns the width and height of a PNG, which its first chunk tells.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    let at =
        |start: usize| bytes.get(start..start + 4).and_then(|four| four.try_into().ok()).map_or(1, u32::from_be_bytes);
    (at(16), at(20))
}
