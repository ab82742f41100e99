//! The editor, driven through its accessibility tree, the pointer and the keyboard. One file per topic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly, its helpers too")]

mod accessibility;
mod advice;
mod arrivals;
mod artwork;
mod balance;
mod beside;
mod carry;
mod chits;
mod choices;
mod clicks;
mod clipboard;
mod desk;
mod details;
mod drawn_fire;
mod exporting;
mod form;
mod formations;
mod hand;
mod hex_menu;
mod importing;
mod labels;
#[path = "../../../schema/benches/large/mod.rs"]
mod large;
mod layers;
mod lines;
mod menus;
mod order_of_battle;
mod overlap;
mod panels;
mod phone;
mod play;
mod printed;
mod problems;
mod reader;
mod reshape;
mod resolver;
mod saved_games;
mod saving;
mod scan;
mod settings;
mod several;
mod size;
mod source;
mod start_page;
mod still;
mod table;
mod table_play;
mod table_units;
mod terrain;
mod thinking;
mod timeline;
mod tools;
mod window;
mod works;
