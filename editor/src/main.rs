//! Opens the editor's window.

use std::process::ExitCode;

use battlewright_editor::app::startup::{self, Order};
use battlewright_editor::desktop;

fn main() -> ExitCode {
    let file = match startup::order(std::env::args_os().skip(1)) {
        Order::Run(file) => file,
        Order::Print(text) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Order::Wrong(why) => {
            eprintln!("battlewright-editor: {why}");
            return ExitCode::from(2);
        }
    };
    let opening = match startup::opening(file.as_deref()) {
        Ok(opening) => opening,
        Err(why) => {
            eprintln!("battlewright-editor: {why}");
            return ExitCode::from(2);
        }
    };
    match desktop::window(opening) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprint!("{}", startup::remedy(&why));
            ExitCode::from(2)
        }
    }
}
