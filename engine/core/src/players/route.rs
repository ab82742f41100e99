//! The rest of a move that is found choice by choice, as the greedy player would make it.

/// A choice on the way of a move.
#[derive(Clone, Copy, Debug)]
pub struct RouteChoice<A, M> {
    /// The choice.
    pub action: A,
    /// The worth of the choice to the side that moves.
    pub worth: i32,
    /// The motion after it; `None` if the move ends with it, or if the player must look again after it.
    pub then: Option<M>,
}

/// The maximum number of choices of a route.
const LONGEST: usize = 64;

/// Adds the best choices from `start` on to `route`, one after the other, up to the first without a motion after it. `choices`
/// passes on the choices of a motion. `luck` decides between equally good ones, as no player is there to draw.
pub fn climb<A, M: Copy>(
    start: M,
    luck: u64,
    route: &mut Vec<A>,
    mut choices: impl FnMut(&M, &mut dyn FnMut(RouteChoice<A, M>)),
) {
    let mut motion = start;
    while route.len() < LONGEST {
        let mut best: Option<RouteChoice<A, M>> = None;
        let mut ties = Ties::new(luck, route.len());
        choices(&motion, &mut |choice| {
            if ties.accept(best.as_ref().map(|best| best.worth), choice.worth) {
                best = Some(choice);
            }
        });
        let Some(RouteChoice { action, then, .. }) = best else { return };
        route.push(action);
        match then {
            Some(next) => motion = next,
            None => return,
        }
    }
}

/// A choice among equals that come one after the other, without dice.
#[derive(Clone, Copy, Debug)]
pub struct Ties {
    mark: u64,
    equals: u64,
}

impl Ties {
    /// Creates the choice of number `nth` by `luck`.
    pub fn new(luck: u64, nth: usize) -> Self {
        Self { mark: mix(luck, nth as u64), equals: 0 }
    }

    /// Returns `true` if `worth` replaces the `best` so far: it is more, or as much and picked among all equals so far with the
    /// same probability.
    pub fn accept(&mut self, best: Option<i32>, worth: i32) -> bool {
        self.equals = match best {
            Some(best) if worth < best => return false,
            Some(best) if worth == best => self.equals + 1,
            _ => 1,
        };
        self.mark = mix(self.mark, self.equals);
        self.mark.is_multiple_of(self.equals)
    }
}

/// Mixes `part` into a [mark](super::Appraise::route_mark); the result is the same on every machine.
#[inline]
pub fn mix(mark: u64, part: u64) -> u64 {
    let mixed = (mark.rotate_left(5) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes up a slope whose top is at 7, two steps of which are worth a look of their own.
    fn up(luck: u64, looks: &[i32]) -> Vec<i32> {
        let mut route = Vec::new();
        climb(0, luck, &mut route, |at: &i32, offer| {
            for to in [at - 1, at + 1] {
                let then = Some(to).filter(|to| !looks.contains(to));
                offer(RouteChoice { action: to, worth: -(to - 7).abs(), then });
            }
            offer(RouteChoice { action: *at, worth: -(at - 7).abs(), then: None });
        });
        route
    }

    #[test]
    fn a_route_goes_on_as_long_as_it_gets_better_and_stops_where_it_must_look() {
        assert_eq!(up(1, &[]), [1, 2, 3, 4, 5, 6, 7, 7]);
        assert_eq!(up(1, &[3]), [1, 2, 3]);
    }

    #[test]
    fn a_route_without_an_end_is_cut() {
        let mut route = Vec::new();
        climb((), 0, &mut route, |(), offer| offer(RouteChoice { action: 1, worth: 0, then: Some(()) }));
        assert_eq!(route.len(), LONGEST);
        climb((), 0, &mut route, |(), _| panic!("nobody asks"));
        route.clear();
        climb((), 0, &mut route, |(), _| {});
        assert_eq!(route, [] as [i32; 0]);
    }

    #[test]
    fn equals_are_picked_equally_often() {
        let mut picked = [0; 3];
        for luck in 0..3000 {
            let (mut ties, mut best) = (Ties::new(luck, 5), None);
            for (nth, worth) in [1, 2, 2, 0, 2].into_iter().enumerate() {
                if ties.accept(best.map(|(_, worth)| worth), worth) {
                    best = Some((nth, worth));
                }
            }
            match best {
                Some((1, _)) => picked[0] += 1,
                Some((2, _)) => picked[1] += 1,
                Some((4, _)) => picked[2] += 1,
                other => panic!("{other:?}"),
            }
        }
        assert!(picked.iter().all(|times| (900..1100).contains(times)), "{picked:?}");
    }
}
