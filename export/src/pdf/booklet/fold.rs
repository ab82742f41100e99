//! The imposition of small pages on sheets that are folded once.

use emath::{Vec2, vec2};

use super::super::page::{Item, PdfPage};

/// Returns the numbers of the pages on each side of the sheets, left and right, from 0, for a number of pages that is a multiple of
/// four: the front and the back of each sheet in turn.
pub(super) fn order(count: usize) -> Vec<[usize; 2]> {
    (0..count / 4)
        .flat_map(|sheet| {
            let (low, high) = (2 * sheet, count - 1 - 2 * sheet);
            [[high, low], [low + 1, high - 1]]
        })
        .collect()
}

/// Puts pages of this size on sheets, filled up with empty pages.
pub(super) fn folded(pages: Vec<PdfPage>, size: Vec2) -> Vec<PdfPage> {
    let count = pages.len().next_multiple_of(4);
    let mut pages: Vec<Option<PdfPage>> = pages.into_iter().map(Some).collect();
    pages.resize_with(count, || None);
    let mut sides = Vec::new();
    for (n, numbers) in order(count).into_iter().enumerate() {
        let face = if n % 2 == 0 { "front" } else { "back" };
        let mut side = PdfPage::new(format!("Sheet {}, {face}", n / 2 + 1), vec2(2.0 * size.x, size.y));
        for (at, number) in numbers.into_iter().enumerate() {
            let Some(page) = pages.get_mut(number).and_then(Option::take) else { continue };
            let by = if at == 0 { Vec2::ZERO } else { vec2(size.x, 0.0) };
            for item in page.items {
                if let Item::Shapes(shapes) = item {
                    let moved = shapes.into_iter().map(|shape| shape.mapped(1.0, by)).collect();
                    side.items.push(Item::Shapes(moved));
                }
            }
            side.anchors.extend(page.anchors.into_iter().map(|(anchor, at)| (anchor, at + by)));
            side.links.extend(page.links.into_iter().map(|mut link| {
                link.rect = link.rect.translate(by);
                link
            }));
        }
        sides.push(side);
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_sheets_lie_in_order() {
        assert_eq!(order(4), [[3, 0], [1, 2]]);
        assert_eq!(order(8), [[7, 0], [1, 6], [5, 2], [3, 4]]);
        for count in (4..60).step_by(4) {
            let sides = order(count);
            // Sheets within each other: the right half of a front has its next page on the left half of its back.
            let mut read: Vec<usize> = Vec::new();
            for sheet in sides.chunks(2) {
                read.extend([sheet[0][1], sheet[1][0]]);
            }
            for sheet in sides.chunks(2).rev() {
                read.extend([sheet[1][1], sheet[0][0]]);
            }
            assert_eq!(read, (0..count).collect::<Vec<_>>());
        }
    }
}
