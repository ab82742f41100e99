//! Cases of a game in the window.
