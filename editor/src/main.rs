//! Opens the editor's window.

mod desktop;

use std::process::ExitCode;

use battlewright_editor::app::startup::{self, Opening, Order};

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
    let document = match startup::document(file.as_deref()) {
        Ok(document) => document,
        Err(why) => {
            eprintln!("battlewright-editor: {why}");
            return ExitCode::from(2);
        }
    };
    let opening = if file.is_none() { Opening::StartPage(document) } else { Opening::Edit(document) };
    match desktop::window(opening) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprint!("{}", startup::remedy(&why));
            ExitCode::from(2)
        }
    }
}
