//! The cost of painting a drawing, computed in advance: painted pixels, and pixels in memory. It follows the painter's
//! handling of groups, masks, patterns and filters.

use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{self, ClipPath, Group, Mask, Node, Paint, Path, Pattern, Rect, Tree, filter};

use super::DrawingLimit;
use super::picture::LARGEST;

/// The most effort, in pixels painted: ten seconds on a slow core.
const MOST_EFFORT: f64 = 2e9;

/// The most pixels in memory at a time: half a gigabyte.
const MOST_PIXELS: f64 = 128e6;

/// The effort of a dash or a path segment, in pixels painted.
const LINE: f64 = 300.0;

/// Refuses a drawing that takes too much time or memory to paint at the largest size.
pub(super) fn within_limits(tree: &Tree) -> Result<(), DrawingLimit> {
    let side = f64::from(LARGEST);
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let scale = Transform::from_scale(LARGEST as f32 / tree.size().width(), LARGEST as f32 / tree.size().height());
    let mut effort = Effort { side, spent: 0.0, kept: 0.0, most_kept: 0.0 };
    effort.nodes(tree.root(), scale);
    if effort.most_kept > MOST_PIXELS {
        return Err(DrawingLimit::Memory);
    }
    if effort.spent > MOST_EFFORT {
        return Err(DrawingLimit::Time);
    }
    Ok(())
}

struct Effort {
    /// The width and height of the picture, in pixels.
    side: f64,
    spent: f64,
    kept: f64,
    most_kept: f64,
}

impl Effort {
    fn nodes(&mut self, group: &Group, to: Transform) {
        for node in group.children() {
            // The limit is exceeded already.
            if self.spent > MOST_EFFORT || self.most_kept > MOST_PIXELS {
                return;
            }
            match node {
                Node::Group(group) => self.group(group, to),
                Node::Path(path) => self.path(path, to),
                Node::Text(text) => self.group(text.flattened(), to),
                Node::Image(_) => {}
            }
        }
    }

    fn group(&mut self, group: &Group, to: Transform) {
        let to = to.pre_concat(group.transform());
        if !group.should_isolate() {
            return self.nodes(group, to);
        }
        let bounds = group.layer_bounding_box();
        let area = bounds.transform(to).map_or(0.0, |bounds| self.layer(bounds.to_rect()));
        self.with_pixels(area, |effort| {
            effort.nodes(group, to);
            for filter in group.filters() {
                effort.filter(filter, to, area);
            }
            if let Some(clip) = group.clip_path() {
                effort.clip(clip, to, area);
            }
            if let Some(mask) = group.mask() {
                effort.mask(mask, to, area);
            }
        });
        self.spent += 2.0 * area;
    }

    /// Runs `more` with this number of additional pixels in memory.
    fn with_pixels(&mut self, pixels: f64, more: impl FnOnce(&mut Self)) {
        self.kept += pixels;
        self.most_kept = self.most_kept.max(self.kept);
        more(self);
        self.kept -= pixels;
    }

    fn clip(&mut self, clip: &ClipPath, to: Transform, area: f64) {
        self.with_pixels(1.25 * area, |effort| {
            effort.nodes(clip.root(), to.pre_concat(clip.transform()));
            if let Some(clip) = clip.clip_path() {
                effort.clip(clip, to, area);
            }
        });
        self.spent += 3.0 * area;
    }

    fn mask(&mut self, mask: &Mask, to: Transform, area: f64) {
        self.with_pixels(1.25 * area, |effort| {
            effort.nodes(mask.root(), to);
            if let Some(mask) = mask.mask() {
                effort.mask(mask, to, area);
            }
        });
        self.spent += 4.0 * area;
    }

    fn path(&mut self, path: &Path, to: Transform) {
        let area = path.stroke_bounding_box().transform(to).map_or(0.0, |bounds| self.shown(bounds));
        #[expect(clippy::cast_precision_loss, reason = "a rough number")]
        let pieces = path.data().len() as f64;
        let paints = [path.fill().map(usvg::Fill::paint), path.stroke().map(usvg::Stroke::paint)];
        for paint in paints.into_iter().flatten() {
            self.spent += LINE * pieces
                + area
                    * match paint {
                        Paint::Color(_) => 0.5,
                        Paint::LinearGradient(_) | Paint::RadialGradient(_) => 4.0,
                        Paint::Pattern(_) => 8.0,
                    };
            if let Paint::Pattern(pattern) = paint {
                self.pattern(pattern, to);
            }
        }
        if let Some(dashes) = path.stroke().and_then(usvg::Stroke::dasharray) {
            let period: f64 = dashes.iter().map(|dash| f64::from(dash.abs())).sum();
            let count = length(path) / period.max(1e-9);
            #[expect(clippy::cast_precision_loss, reason = "a rough number")]
            let each = count * dashes.len() as f64;
            self.spent += LINE * each;
        }
    }

    fn pattern(&mut self, pattern: &Pattern, to: Transform) {
        let (x, y) = to.pre_concat(pattern.transform()).get_scale();
        let rect = pattern.rect();
        let area = f64::from(rect.width()) * f64::from(x) * f64::from(rect.height()) * f64::from(y);
        self.with_pixels(area, |effort| effort.nodes(pattern.root(), Transform::from_scale(x, y)));
        self.spent += 2.0 * area;
    }

    fn filter(&mut self, filter: &filter::Filter, to: Transform, area: f64) {
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let count = filter.primitives().len() as f64;
        // Each primitive keeps its result until the last, and needs two more buffers while it runs.
        self.with_pixels((count + 2.0) * area, |effort| {
            for primitive in filter.primitives() {
                effort.spent += area * per_pixel(primitive.kind(), to, effort.side);
            }
        });
    }

    /// Returns the pixels of a layer, which the painter clips to the picture plus twice its size on every side.
    fn layer(&self, bounds: Rect) -> f64 {
        let side = self.side;
        within(bounds, -2.0 * side, 3.0 * side)
    }

    /// Returns the pixels of `bounds` within the picture.
    fn shown(&self, bounds: Rect) -> f64 {
        within(bounds, 0.0, self.side)
    }
}

/// Returns the pixels of `bounds` clipped to `from`..`to` in both directions.
fn within(bounds: Rect, from: f64, to: f64) -> f64 {
    let length = |start: f32, end: f32| (f64::from(end).min(to) - f64::from(start).max(from)).max(0.0) + 1.0;
    length(bounds.left(), bounds.right()) * length(bounds.top(), bounds.bottom())
}

/// Returns the effort per pixel of a filter primitive. Those with a kernel cost its area for each pixel.
fn per_pixel(kind: &filter::Kind, to: Transform, side: f64) -> f64 {
    use filter::Kind;
    match kind {
        Kind::Turbulence(turbulence) => 40.0 * (f64::from(turbulence.num_octaves()) + 1.0),
        Kind::Morphology(morphology) => {
            let (x, y) = to.get_scale();
            let reach = |radius: f32, scale: f32| (2.0 * f64::from(radius) * f64::from(scale) + 1.0).min(side * 5.0);
            2.0 * reach(morphology.radius_x().get(), x) * reach(morphology.radius_y().get(), y)
        }
        Kind::ConvolveMatrix(convolve) => {
            let matrix = convolve.matrix();
            4.0 * f64::from(matrix.columns()) * f64::from(matrix.rows())
        }
        Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => 60.0,
        Kind::GaussianBlur(_) | Kind::DropShadow(_) => 30.0,
        Kind::Merge(merge) => {
            #[expect(clippy::cast_precision_loss, reason = "a rough number")]
            let inputs = merge.inputs().len() as f64;
            6.0 * (inputs + 1.0)
        }
        _ => 12.0,
    }
}

/// Returns an upper bound of the length of `path`, in its own units: curves count as their control polygon.
fn length(path: &Path) -> f64 {
    let (mut length, mut start, mut last) = (0.0, Point::zero(), Point::zero());
    for segment in path.data().segments() {
        let points = match segment {
            PathSegment::MoveTo(to) => {
                (start, last) = (to, to);
                continue;
            }
            PathSegment::LineTo(to) => [to, to, to],
            PathSegment::QuadTo(over, to) => [over, to, to],
            PathSegment::CubicTo(first, second, to) => [first, second, to],
            PathSegment::Close => [start, start, start],
        };
        for to in points {
            length += f64::from(last.distance(to));
            last = to;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::super::ArtPicture;

    fn refused(inside: &str, why: &str) {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{inside}</svg>");
        let refused = ArtPicture::svg(&svg).unwrap_err().to_string();
        assert!(refused.contains(why), "{}: {refused}", inside.chars().take(200).collect::<String>());
    }

    const ALL: &str = "width=\"100\" height=\"100\"";

    #[test]
    fn filters_have_an_end() {
        for part in [
            "<feTurbulence baseFrequency=\"0.1\" numOctaves=\"1000000\"/>",
            "<feMorphology operator=\"dilate\" radius=\"50\"/>",
            "<feConvolveMatrix order=\"50\" kernelMatrix=\"MATRIX\"/>",
            &"<feGaussianBlur stdDeviation=\"3\"/>".repeat(200),
        ] {
            let part = part.replace("MATRIX", &"1 ".repeat(2500));
            refused(&format!("<filter id=\"f\">{part}</filter><rect filter=\"url(#f)\" {ALL}/>"), "it takes too");
        }
        let few = "<filter id=\"f\"><feTurbulence baseFrequency=\"0.1\" numOctaves=\"3\"/></filter>";
        refused(&format!("{few}{}", format!("<rect filter=\"url(#f)\" {ALL}/>").repeat(100)), "it takes too long");
    }

    #[test]
    fn layers_and_patterns_have_an_end() {
        let part = format!("<rect {ALL}/>");
        let nested = format!("{}{part}{}", "<g opacity=\"0.9\">".repeat(50), "</g>".repeat(50));
        refused(&nested, "too much memory");
        let many = format!("<g opacity=\"0.9\">{part}{part}</g>").repeat(2000);
        refused(&many, "too long");
        let large =
            "<pattern id=\"p\" patternUnits=\"userSpaceOnUse\" width=\"9000\" height=\"9000\"><rect/></pattern>";
        refused(&format!("{large}<rect fill=\"url(#p)\" {ALL}/>").replace("<rect/>", &part), "too much memory");
        refused(&format!("<rect fill=\"#123\" opacity=\"0.5\" {ALL}/>").repeat(9000), "too long");
    }

    #[test]
    fn dashes_have_an_end() {
        let line = "<path d=\"M0 0L100 100\" stroke=\"#000\" stroke-dasharray=\"0.001\"/>".repeat(300);
        refused(&line, "too long");
    }

    #[test]
    fn ordinary_effects_are_taken() {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"><filter id=\"s\"><feDropShadow dx=\"1\" \
             dy=\"1\" stdDeviation=\"1\"/></filter><filter id=\"t\"><feTurbulence baseFrequency=\"0.05\" numOctaves=\"4\"/>\
             </filter><pattern id=\"p\" width=\"0.1\" height=\"0.1\"><circle r=\"2\"/></pattern><rect filter=\"url(#t)\" \
             {ALL}/><rect filter=\"url(#s)\" fill=\"url(#p)\" {ALL}/><g opacity=\"0.5\"><path d=\"M0 0L100 100\" \
             stroke-dasharray=\"1\"/></g>{}</svg>",
            "<circle r=\"9\" opacity=\"0.5\" fill=\"#123\"/>".repeat(1000)
        );
        assert!(ArtPicture::svg(&svg).is_ok(), "{svg}");
    }
}
