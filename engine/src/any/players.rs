//! The players of a game of any system: its appraisal, its plans and its weights.

/// Generates what players need of any system, for the list of [`systems!`].
macro_rules! any_players {
    ($($system:ident in $module:ident $(if $feature:literal)?;)*) => {
        /// The scratch buffers of the players of any game.
        #[derive(Default)]
        pub struct AnyScratch {
            $($(#[cfg(feature = $feature)])? $module: (Vec<$module::Action>, <$module::$system as Appraise>::Scratch),)*
        }

        /// The weights of the players of any game.
        #[derive(Clone, Copy, Default)]
        pub struct AnyWeights {
            $($(#[cfg(feature = $feature)])? $module: <$module::$system as Appraise>::Weights,)*
        }

        impl WeightSet for AnyWeights {
            fn shipped() -> &'static WeightTable {
                <()>::shipped()
            }

            fn of(table: &WeightTable) -> Self {
                Self { $($(#[cfg(feature = $feature)])? $module: WeightSet::of(table),)* }
            }
        }

        /// Returns the weights with which the players of `system` come.
        pub fn shipped_weights(system: System) -> &'static WeightTable {
            match system {
                $($(#[cfg(feature = $feature)])? System::$system => <$module::$system as Appraise>::Weights::shipped(),)*
            }
        }

        impl Appraise for AnyGame {
            type Scratch = AnyScratch;
            type Weights = AnyWeights;

            fn scratch_with(weights: AnyWeights) -> AnyScratch {
                AnyScratch {
                    $($(#[cfg(feature = $feature)])? $module: (
                        Vec::new(),
                        <$module::$system as Appraise>::scratch_with(weights.$module),
                    ),)*
                }
            }

            fn appraise(&self, action: &AnyAction) -> i32 {
                match (self, action) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), AnyAction::$system(action)) => game.appraise(action),)*
                    _ => i32::MIN,
                }
            }

            fn appraise_all(&self, actions: &[AnyAction], scratch: &mut AnyScratch, worths: &mut Vec<i32>) {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => {
                        let own = actions.iter().filter_map(|action| match action {
                            AnyAction::$system(action) => Some(*action),
                            _ => None,
                        });
                        let (list, scratch) = &mut scratch.$module;
                        list.clear();
                        list.extend(own);
                        if list.len() == actions.len() {
                            game.appraise_all(list, scratch, worths);
                        } else {
                            worths.clear();
                            worths.extend(actions.iter().map(|action| self.appraise(action)));
                        }
                    })*
                }
            }

            fn rest_of_move(&self, choice: &AnyAction, scratch: &mut AnyScratch, route: &mut Vec<AnyAction>) -> u64 {
                route.clear();
                match (self, choice) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), AnyAction::$system(choice)) => {
                        let (list, scratch) = &mut scratch.$module;
                        let mark = game.rest_of_move(choice, scratch, list);
                        route.extend(list.drain(..).map(AnyAction::$system));
                        mark
                    })*
                    _ => 0,
                }
            }

            fn route_mark(&self) -> u64 {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.route_mark(),)*
                }
            }

            fn value(&self, side: Side) -> i32 {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.value(side),)*
                }
            }

            fn value_with(&self, side: Side, weights: &AnyWeights) -> i32 {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.value_with(side, &weights.$module),)*
                }
            }

            fn imagine(&self, side: Side, dice: &mut Dice) -> Option<Self> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.imagine(side, dice).map(Self::$system),)*
                }
            }

            fn kind_of_roll(&self, picks: &[u16]) -> Option<u32> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.kind_of_roll(picks),)*
                }
            }

            fn kinds_of_rolls(&self, chance: Chance, kinds: &mut Vec<Option<u32>>) {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.kinds_of_rolls(chance, kinds),)*
                }
            }

            fn is_quiet(&self) -> bool {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.is_quiet(),)*
                }
            }

            fn is_searched(&self) -> bool {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.is_searched(),)*
                }
            }
        }

        impl Command for AnyGame {
            fn groups(&self, side: Side) -> usize {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.groups(side),)* }
            }

            fn group_name(&self, side: Side, group: usize) -> String {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.group_name(side, group),)* }
            }

            fn objectives(&self, into: &mut Vec<Objective>) {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.objectives(into),)* }
            }

            fn advice(&self) -> &ScenarioAdvice {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.advice(),)* }
            }

            fn worth_of_point(&self) -> i32 {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.worth_of_point(),)* }
            }

            fn controller(&self, place: Place) -> Option<Side> {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.controller(place),)* }
            }

            fn way_of_group(&self, side: Side, group: usize, to: Place) -> Option<i32> {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.way_of_group(side, group, to),)* }
            }

            fn can_reach(&self, side: Side, place: Place) -> bool {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.can_reach(side, place),)* }
            }

            fn order_point(&self) -> Option<OrderPoint> {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.order_point(),)* }
            }

            fn turn_number(&self) -> u16 {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.turn_number(),)* }
            }

            fn horizon(&self) -> Option<u16> {
                match self { $($(#[cfg(feature = $feature)])? Self::$system(game) => game.horizon(),)* }
            }

            fn appraise_under(&self, plan: &Plan, actions: &[AnyAction], scratch: &mut AnyScratch, worths: &mut Vec<i32>) {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => {
                        let (list, scratch) = &mut scratch.$module;
                        list.clear();
                        list.extend(actions.iter().filter_map(|action| match action {
                            AnyAction::$system(action) => Some(*action),
                            _ => None,
                        }));
                        game.appraise_under(plan, list, scratch, worths);
                    })*
                }
            }
        }
    };
}
