//! Makes a module for browsers of a program: `battlewright-bindgen PROGRAM NAME FOLDER`.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, name, folder] = &arguments[..] else {
        return Err("use: battlewright-bindgen PROGRAM NAME FOLDER".into());
    };
    Bindgen::new()
        .input_path(program)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    Ok(())
}
