//! Pointer events, split into portions that widgets can tell apart.
//!
//! egui uses the position of the pointer at the end of a frame for presses. In a slow frame, the button may have been
//! pressed elsewhere, and a drag would be lost. Later events are therefore deferred to the next frame.

use egui::{Context, Event, Plugin, RawInput};

/// The plugin that defers events, and the events for the next frame.
#[derive(Debug, Default)]
pub(super) struct Steps {
    rest: Vec<Event>,
}

/// Returns the number of `events` that the current frame processes.
fn first(events: &[Event]) -> usize {
    let (mut button, mut moved) = (false, false);
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::PointerMoved(_) | Event::PointerGone if button => return at,
            Event::PointerMoved(_) => moved = true,
            // The movement to the position of the release is processed first.
            Event::PointerButton { pressed: false, .. } if moved => return at,
            Event::PointerButton { .. } => button = true,
            _ => {}
        }
    }
    events.len()
}

impl Plugin for Steps {
    fn debug_name(&self) -> &'static str {
        "Steps"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        if !self.rest.is_empty() {
            let new = std::mem::take(&mut input.events);
            input.events = std::mem::take(&mut self.rest);
            input.events.extend(new);
        }
        self.rest = input.events.split_off(first(&input.events));
        if !self.rest.is_empty() {
            ctx.request_repaint();
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Modifiers, PointerButton, Pos2, pos2};

    use super::*;

    const HERE: Pos2 = pos2(10.0, 10.0);
    const THERE: Pos2 = pos2(90.0, 10.0);

    fn button(pos: Pos2, pressed: bool) -> Event {
        Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
    }

    #[test]
    fn a_drag_within_one_frame_is_pressed_moved_and_let_go_in_three() {
        let drag = [Event::PointerMoved(HERE), button(HERE, true), Event::PointerMoved(THERE), button(THERE, false)];
        assert_eq!(first(&drag), 2);
        assert_eq!(first(&drag[2..]), 1);
        assert_eq!(first(&drag[3..]), 1);
    }

    #[test]
    fn a_click_is_one_frames() {
        let click = [button(HERE, true), button(HERE, false)];
        assert_eq!(first(&click), 2);
        assert_eq!(first(&[&click[..], &[Event::PointerGone]].concat()), 2, "it is where it was let go");
    }

    #[test]
    fn what_is_kept_comes_before_what_is_new() {
        let (ctx, mut steps) = (Context::default(), Steps::default());
        let mut input =
            RawInput { events: vec![button(HERE, true), Event::PointerMoved(THERE)], ..RawInput::default() };
        steps.input_hook(&ctx, &mut input);
        assert_eq!(input.events, [button(HERE, true)]);
        assert!(ctx.has_requested_repaint());
        input.events = vec![button(THERE, false)];
        steps.input_hook(&ctx, &mut input);
        assert_eq!(input.events, [Event::PointerMoved(THERE)]);
        input.events.clear();
        steps.input_hook(&ctx, &mut input);
        assert_eq!(input.events, [button(THERE, false)]);
    }
}
