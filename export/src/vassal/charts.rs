//! The charts of a module: the sheets of the player's aid as pictures.
//!
//! VASSAL shows HTML with an old renderer, whose letters and lines differ between systems and which draws no hexes. A picture looks the
//! same everywhere, holds the pictures of the ground, and a player sees a whole page with its charts side by side.

use super::error::ModuleError;
use crate::escaped;
use crate::pdf;
use crate::scene::Scene;

/// The pixels of a picture per point of the sheet. The text of charts, 8 points, gets 14 pixels, the size of text in windows.
const SCALE: f32 = 1.75;

/// A sheet of charts: its title, the name of its picture and the picture.
pub(super) struct ChartSheet {
    pub(super) title: String,
    pub(super) file: String,
    pub(super) picture: Vec<u8>,
}

/// Returns the sheets of the scenario of `scene`, in their order.
///
/// # Errors
/// A sheet cannot be painted.
pub(super) fn all(scene: &Scene<'_>) -> Result<Vec<ChartSheet>, ModuleError> {
    let sheets = pdf::aid_pictures(scene, SCALE)?.into_iter().enumerate();
    Ok(sheets
        .map(|(at, (title, picture))| ChartSheet { title, file: format!("chart-{}.png", at + 1), picture })
        .collect())
}

/// Returns an HTML page, simple enough for VASSAL's viewer.
pub(super) fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\"><title>{title}</title></head>\n\
         <body><h1>{title}</h1>\n{body}</body></html>\n"
    )
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;
    use crate::scene::Options;

    fn sheets(text: &str) -> Vec<ChartSheet> {
        let scenario = load(text).readable.unwrap();
        let scene = Scene::new(&scenario, Options { units: false, ..Options::default() }).unwrap();
        all(&scene).unwrap()
    }

    #[test]
    fn every_sheet_is_a_picture_with_a_name_of_its_own() {
        for system in System::ALL {
            let sheets = sheets(template(system));
            let mut files: Vec<&str> = sheets.iter().map(|sheet| sheet.file.as_str()).collect();
            files.dedup();
            assert!(!files.is_empty() && files.len() == sheets.len(), "{system:?}: {files:?}");
            for sheet in &sheets {
                let read = png::Decoder::new(std::io::Cursor::new(&sheet.picture)).read_info().unwrap();
                let size = (read.info().width, read.info().height);
                // A4 at 126 pixels an inch.
                assert_eq!(size, (1042, 1474), "{system:?}: {}", sheet.title);
            }
        }
    }

    /// The pictures are those of the printed sheets, whose tests find every fact on them. This tells that they are of this scenario.
    #[test]
    fn a_changed_rule_changes_a_picture() {
        let text = template(System::MarsLaTour);
        let changed = text.replacen("[turns]", "[rules]\nretreat_hexes = 2\n\n[turns]", 1);
        let [one, same, other] = [text, text, &changed].map(sheets);
        let pictures = |sheets: &[ChartSheet]| sheets.iter().map(|sheet| sheet.picture.clone()).collect::<Vec<_>>();
        assert!(pictures(&one) == pictures(&same));
        assert!(pictures(&one) != pictures(&other));
    }

    #[test]
    fn a_page_escapes_its_title() {
        let page = page("<b>&", "<p>words</p>").replace("charset=UTF-8\">", "charset=UTF-8\"/>");
        let page = roxmltree::Document::parse(&page).unwrap();
        let title = page.descendants().find(|node| node.has_tag_name("h1")).unwrap();
        assert_eq!(title.text(), Some("<b>&"));
    }
}
