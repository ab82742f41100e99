//! A virtual display, on which tests drive the program with mouse and keyboard. It needs Xvfb and xdotool.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use egui::Pos2;

/// The looks at the screen before the test gives up: for a minute, and for longer on a busy
/// machine. Looks are counted and no clock is read, which goes on while a virtual machine stands still.
pub(crate) const LOOKS: u32 = 30_000;

/// The time between two looks.
pub(crate) const LOOK: Duration = Duration::from_millis(2);

/// The looks that make a second.
pub(crate) const SECOND: u32 = 500;

/// Presses a key with a modifier: a modifier that goes down in the same moment as its key may be
/// heard after it.
pub(crate) fn with(modifier: &str, key: &str) -> String {
    format!("keydown {modifier} sleep 0.04 key {key} sleep 0.04 keyup ctrl")
}

/// A virtual display whose picture can be read.
pub(crate) struct Display {
    server: Child,
    pub(crate) number: String,
    picture: std::fs::File,
}

impl Display {
    /// A display that keeps its picture in `folder`.
    pub(crate) fn new(folder: &Path) -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-noreset", "-fbdir"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is installed");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let picture = std::fs::File::open(folder.join("Xvfb_screen0")).unwrap();
        Self { server, number: format!(":{}", number.trim()), picture }
    }

    /// The color at `point`. The picture is a file in the format of xwd: a header of 32-bit numbers,
    /// a table of colors, and the rows.
    pub(crate) fn color(&self, point: Pos2) -> u32 {
        let word = |n: u64, at: u64| {
            let mut bytes = [0; 4];
            self.picture.read_exact_at(&mut bytes, at + n * 4).unwrap();
            u32::from_be_bytes(bytes)
        };
        let (header, row, colors) = (word(0, 0), word(12, 0), word(19, 0));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a point on the screen")]
        let (x, y) = (point.x as u64, point.y as u64);
        word(x, u64::from(header) + u64::from(colors) * 12 + y * u64::from(row))
    }

    /// Moves, clicks and types.
    pub(crate) fn input(&self, script: &str) {
        let words = script.split_whitespace();
        let status = Command::new("xdotool").args(words).env("DISPLAY", &self.number).stderr(Stdio::null()).status();
        status.expect("xdotool is installed");
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
