//! Groups of published settings, each of which a scenario can override.

/// Declares a group of settings and makes two types of it: one with all values, and one in which every value is optional.
macro_rules! settings {
    (
        $(#[$complete_doc:meta])* complete $complete:ident;
        $(#[$changes_doc:meta])* changes $changes:ident;
        $($(#[doc = $doc:literal])* $(#[limits($($limits:tt)*)])? $name:ident: $type:ty,)*
    ) => {
        $(#[$complete_doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $complete {
            $($(#[doc = $doc])* pub $name: <$type as $crate::system::settings::Setting>::Complete,)*
        }

        $(#[$changes_doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $changes {
            $(
                $(#[doc = $doc])*
                $(#[schemars(range($($limits)*))])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub $name: Option<$type>,
            )*
        }

        impl $changes {
            /// Returns `true` if no setting is changed.
            pub fn is_empty(&self) -> bool {
                true $(&& self.$name.is_none())*
            }

            /// Returns `base` with these changes applied.
            pub fn over(&self, base: &$complete) -> $complete {
                $complete {
                    $($name: match &self.$name {
                        Some(change) => $crate::system::settings::Setting::onto(change, &base.$name),
                        None => base.$name.clone(),
                    },)*
                }
            }
        }

        impl $crate::system::settings::Setting for $changes {
            type Complete = $complete;
            fn onto(&self, base: &$complete) -> $complete {
                self.over(base)
            }
        }
    };
}

/// A value that a scenario can use in place of the published one.
pub trait Setting {
    /// The type of the published value.
    type Complete: Clone;
    /// Returns the value in force if `base` is the published value.
    fn onto(&self, base: &Self::Complete) -> Self::Complete;
}

macro_rules! whole {
    ($($type:ty),*) => {$(
        impl $crate::system::settings::Setting for $type {
            type Complete = Self;
            fn onto(&self, _: &Self) -> Self {
                self.clone()
            }
        }
    )*};
}

whole!(u8, i8, bool);

/// Reads the published rules of a system from its file in `rulesets`.
#[expect(clippy::expect_used, reason = "the text is part of this crate and a test reads it")]
pub(crate) fn read_bundled<R: serde::de::DeserializeOwned>(text: &str) -> R {
    toml::from_str(text).expect("the bundled ruleset is complete")
}

pub(crate) use {settings, whole};
