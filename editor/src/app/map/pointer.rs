//! Pointer gestures on the map, from the events of the window.
//!
//! A click can begin and end within one slow frame. The events of a frame are therefore processed one by one, instead
//! of the button state at its end.

use egui::{Event, Modifiers, PointerButton, Pos2};

use crate::tools::PointerGesture;

/// The state of the pointer at the end of a frame.
pub(super) struct PointerState {
    /// The last known position.
    pub(super) pos: Option<Pos2>,
    /// `true` if the pointer is over the map.
    pub(super) over: bool,
    /// `true` if the primary button is held.
    pub(super) held: bool,
    /// The modifier keys that are held.
    pub(super) modifiers: Modifiers,
}

/// Returns the pointer gestures on the map within a frame, in order, with the modifier keys of each. `down` is `true`
/// while a press that began on the map lasts. `is_map` returns `true` for a position at which the map is the topmost
/// widget.
pub(super) fn gestures(
    events: &[Event],
    now: &PointerState,
    down: &mut bool,
    is_map: impl Fn(Pos2) -> bool,
) -> Vec<(PointerGesture, Modifiers)> {
    let mut found = Vec::new();
    let mut clicked = false;
    for event in events {
        match event {
            Event::PointerMoved(pos) if *down => found.push((PointerGesture::Drag(*pos), now.modifiers)),
            // Widgets report hits only for the final position, so other positions are tested with `is_map`.
            Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, modifiers }
                if if Some(*pos) == now.pos { now.over } else { is_map(*pos) } =>
            {
                *down = true;
                clicked = true;
                found.push((PointerGesture::Press(*pos), *modifiers | now.modifiers));
            }
            Event::PointerButton { pos, button: PointerButton::Primary, pressed: false, modifiers } if *down => {
                *down = false;
                clicked = true;
                found.push((PointerGesture::Release(*pos), *modifiers | now.modifiers));
            }
            _ => {}
        }
    }
    if *down && !now.held {
        // The window lost the release of the button.
        *down = false;
        clicked = true;
        found.extend(now.pos.map(|pos| (PointerGesture::Release(pos), now.modifiers)));
    }
    let rest = match now.pos {
        Some(pos) if *down => found.is_empty().then_some(PointerGesture::Drag(pos)),
        Some(pos) if now.over => (!clicked && !now.held).then_some(PointerGesture::Hover(pos)),
        _ => Some(PointerGesture::Gone),
    };
    found.extend(rest.map(|pointer| (pointer, now.modifiers)));
    found
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    const HERE: Pos2 = pos2(10.0, 10.0);
    const THERE: Pos2 = pos2(20.0, 10.0);
    const BESIDE: Pos2 = pos2(-5.0, 10.0);

    fn button(pos: Pos2, pressed: bool) -> Event {
        Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::SHIFT }
    }

    fn gestures_at(events: &[Event], pos: Pos2, held: bool, down: &mut bool) -> Vec<PointerGesture> {
        let now = PointerState { pos: Some(pos), over: pos.x > 0.0, held, modifiers: Modifiers::NONE };
        gestures(events, &now, down, |pos| pos.x > 0.0).into_iter().map(|(pointer, _)| pointer).collect()
    }

    #[test]
    fn a_click_within_one_frame_is_heard_even_if_the_pointer_has_left_since() {
        let mut down = false;
        let click = [button(HERE, true), button(HERE, false)];
        assert_eq!(
            gestures_at(&click, HERE, false, &mut down),
            [PointerGesture::Press(HERE), PointerGesture::Release(HERE)]
        );
        let gone = [click.as_slice(), &[Event::PointerMoved(BESIDE)]].concat();
        let heard = gestures_at(&gone, BESIDE, false, &mut down);
        assert_eq!(heard, [PointerGesture::Press(HERE), PointerGesture::Release(HERE), PointerGesture::Gone]);
        assert!(!down);
        let two = [click.as_slice(), &[button(THERE, true), button(THERE, false)]].concat();
        assert_eq!(gestures_at(&two, THERE, false, &mut down).len(), 4, "and two of them");
    }

    #[test]
    fn a_whole_drag_within_one_frame_keeps_its_way_and_its_modifiers() {
        let mut down = false;
        let drag = [button(HERE, true), Event::PointerMoved(THERE), button(THERE, false)];
        let now = PointerState { pos: Some(THERE), over: true, held: false, modifiers: Modifiers::NONE };
        let heard = gestures(&drag, &now, &mut down, |_| true);
        let pointers: Vec<PointerGesture> = heard.iter().map(|(pointer, _)| *pointer).collect();
        assert_eq!(
            pointers,
            [PointerGesture::Press(HERE), PointerGesture::Drag(THERE), PointerGesture::Release(THERE)]
        );
        assert!(heard[0].1.shift && heard[2].1.shift);
    }

    #[test]
    fn what_goes_down_beside_the_map_is_not_the_maps() {
        let mut down = false;
        assert_eq!(gestures_at(&[button(BESIDE, true)], BESIDE, true, &mut down), [PointerGesture::Gone]);
        assert_eq!(gestures_at(&[Event::PointerMoved(HERE)], HERE, true, &mut down), [], "it is held for another");
        assert_eq!(gestures_at(&[button(HERE, false)], HERE, false, &mut down), [PointerGesture::Hover(HERE)]);
        assert!(!down);
    }

    #[test]
    fn a_drag_goes_on_beside_the_map_and_ends_when_the_button_is_lost() {
        let mut down = false;
        assert_eq!(gestures_at(&[button(HERE, true)], HERE, true, &mut down), [PointerGesture::Press(HERE)]);
        assert_eq!(
            gestures_at(&[Event::PointerMoved(BESIDE)], BESIDE, true, &mut down),
            [PointerGesture::Drag(BESIDE)]
        );
        assert_eq!(
            gestures_at(&[], BESIDE, true, &mut down),
            [PointerGesture::Drag(BESIDE)],
            "the map may move under it"
        );
        let ended = [PointerGesture::Release(BESIDE), PointerGesture::Gone];
        assert_eq!(gestures_at(&[], BESIDE, false, &mut down), ended);
        assert!(!down);
        assert_eq!(gestures_at(&[Event::PointerMoved(HERE)], HERE, false, &mut down), [PointerGesture::Hover(HERE)]);
    }
}
