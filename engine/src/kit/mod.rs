//! Mechanisms that systems share. Rules never live here.

pub mod hex_map;
