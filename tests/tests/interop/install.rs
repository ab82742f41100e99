//! `.github/install.sh`, which the action runs, against releases that `pack.sh` packs and this machine serves: sound ones,
//! and all that can be wrong.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use battlewright_tests::workspace::root;
use tempfile::TempDir;

use crate::peers::{run, succeed};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const LINUX: &str = "x86_64-unknown-linux-gnu";

/// The content that the server has at a path.
#[derive(Clone)]
enum Answer {
    Whole(Vec<u8>),
    /// Says that there is more than it sends.
    Broken(Vec<u8>),
    Failure,
}

/// A release of this version, which is served until the test ends.
struct Release {
    files: BTreeMap<String, Answer>,
    work: TempDir,
}

impl Release {
    /// Packs programs that tell their target, as a release does, and lists the hashes.
    fn new() -> Self {
        let work = tempfile::tempdir().unwrap();
        let mut files = BTreeMap::new();
        let mut sums = String::new();
        let web = work.path().join("web-programs");
        fs::create_dir_all(web.join("app")).unwrap();
        fs::write(web.join("app/editor-0123456789ab.js"), "0").unwrap();
        for target in [LINUX, "x86_64-pc-windows-msvc"] {
            let programs = work.path().join(target);
            fs::create_dir(&programs).unwrap();
            for name in ["battlewright", "battlewright-editor"] {
                let name = if target == LINUX { name.to_owned() } else { format!("{name}.exe") };
                write_program(&programs.join(name), &format!("#!/bin/sh\necho {target}\n"));
            }
            let mut pack = Command::new(root().join(".github/pack.sh"));
            let archive =
                succeed(pack.arg(target).args([&programs, &web]).current_dir(work.path())).trim_end().to_owned();
            sums.push_str(&succeed(Command::new("sha256sum").arg(&archive).current_dir(work.path())));
            let bytes = fs::read(work.path().join(&archive)).unwrap();
            files.insert(archive, Answer::Whole(bytes));
        }
        files.insert("SHA256SUMS".to_owned(), Answer::Whole(sums.into_bytes()));
        Self { files, work }
    }

    fn archive() -> String {
        format!("battlewright-{VERSION}-{LINUX}.tar.gz")
    }

    fn bytes(&self, file: &str) -> Vec<u8> {
        match &self.files[file] {
            Answer::Whole(bytes) => bytes.clone(),
            _ => panic!("{file} is not whole"),
        }
    }

    /// Serves the files and returns the address. The thread ends with the process.
    fn serve(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let files: BTreeMap<String, Answer> =
            self.files.iter().map(|(name, answer)| (format!("/v{VERSION}/{name}"), answer.clone())).collect();
        thread::spawn(move || listener.incoming().flatten().for_each(|stream| answer(stream, &files)));
        address
    }

    /// Runs the script, with a cargo that only leaves a mark.
    fn install(&self, version: &str, system: [&str; 2]) -> Installed {
        self.install_with(version, system, |_| {})
    }

    /// Runs the script as changed by `with`.
    fn install_with(&self, version: &str, system: [&str; 2], with: impl FnOnce(&mut Command)) -> Installed {
        let folder = self.work.path().join("installed");
        let programs = self.work.path().join("programs");
        fs::create_dir_all(&programs).unwrap();
        write_program(
            &programs.join("cargo"),
            "#!/bin/bash\nmkdir -p \"${@: -1}/bin\"\nprintf '#!/bin/sh\\necho built\\n' >\"${@: -1}/bin/battlewright\"\n\
             chmod 755 \"${@: -1}/bin/battlewright\"\n",
        );
        let later = self.work.path().join("later");
        fs::write(&later, "").unwrap();
        let mut command = Command::new(root().join(".github/install.sh"));
        command.arg(&folder).arg(version);
        command.env("PATH", format!("{}:{}", programs.display(), std::env::var("PATH").unwrap()));
        command.env("BATTLEWRIGHT_TEST_RELEASES", self.serve()).env("BATTLEWRIGHT_TEST_PROTOCOLS", "=http");
        command.env("RUNNER_OS", system[0]).env("RUNNER_ARCH", system[1]);
        command.env("GITHUB_ACTIONS", "true").env("GITHUB_PATH", &later);
        command.env_remove("GH_TOKEN");
        with(&mut command);
        let output = run(&mut command);
        Installed { output, later: fs::read_to_string(later).unwrap() }
    }
}

/// Writes a script that can be run.
fn write_program(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Answers one request.
fn answer(mut stream: TcpStream, files: &BTreeMap<String, Answer>) {
    let mut request = Vec::new();
    let mut part = [0; 1024];
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut part) {
            Ok(0) | Err(_) => return,
            Ok(read) => request.extend_from_slice(&part[..read]),
        }
    }
    let request = String::from_utf8_lossy(&request);
    let path = request.split(' ').nth(1).unwrap_or_default();
    let (status, length, body) = match files.get(path) {
        Some(Answer::Whole(body)) => ("200 OK", body.len(), body.as_slice()),
        Some(Answer::Broken(body)) => ("200 OK", body.len(), &body[..body.len() / 2]),
        Some(Answer::Failure) => ("403 Forbidden", 0, &[][..]),
        None => ("404 Not Found", 0, &[][..]),
    };
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    // curl may have gone; then its own message tells why.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

/// The result of a run of the script.
struct Installed {
    output: Output,
    /// The folders in which later steps find programs.
    later: String,
}

impl Installed {
    fn said(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    /// Returns what the installed program says. Its folder is told, and is the one for later steps.
    fn program(&self, name: &str) -> String {
        assert!(self.output.status.success(), "{}", self.said());
        let folder = String::from_utf8(self.output.stdout.clone()).unwrap();
        assert_eq!(folder, self.later);
        let folder = Path::new(folder.trim_end());
        assert_eq!(folder.join("web/app/editor-0123456789ab.js").exists(), !folder.ends_with("bin"));
        succeed(&mut Command::new(folder.join(name))).trim_end().to_owned()
    }

    /// Checks that nothing was installed or built, with an error that contains each of `words`.
    fn fails(&self, words: &[&str]) {
        let said = self.said();
        assert_eq!(self.output.status.code(), Some(1), "{said}");
        assert!(self.output.stdout.is_empty() && self.later.is_empty(), "{said}");
        assert!(said.contains("::error title=Battlewright::"), "{said}");
        for word in words {
            assert!(said.contains(word), "{word}: {said}");
        }
    }
}

#[test]
fn a_released_program_is_installed_with_its_web_programs() {
    let release = Release::new();
    for version in ["", VERSION, &format!("v{VERSION}")] {
        let installed = release.install(version, ["Linux", "X64"]);
        assert_eq!(installed.program("battlewright"), LINUX);
        assert!(!installed.said().contains("::error"), "{}", installed.said());
    }
    let installed = release.install("", ["Windows", "X64"]);
    assert!(installed.output.status.success(), "{}", installed.said());
    let folder = installed.later.trim_end().to_owned();
    assert!(Path::new(&folder).join("battlewright.exe").is_file() && Path::new(&folder).join("web/app").is_dir());
}

#[test]
fn a_second_installation_leaves_no_web_programs_of_the_first() {
    let release = Release::new();
    release.install("", ["Linux", "X64"]).program("battlewright");
    let old = release.work.path().join("installed/web/app/old-ba9876543210.js");
    fs::write(&old, "").unwrap();
    release.install("", ["Linux", "X64"]).program("battlewright");
    assert!(!old.exists());
}

#[test]
fn what_was_not_released_is_built_from_source() {
    let mut missing = Release::new();
    missing.files.clear();
    let mut other = Release::new();
    other.files.insert("SHA256SUMS".to_owned(), Answer::Whole(b"00  other.tar.gz\n".to_vec()));
    for (release, system, why) in [
        (&missing, ["Linux", "X64"], "there is no release of version"),
        (&other, ["Linux", "X64"], "has no program for x86_64-unknown-linux-gnu"),
        (&Release::new(), ["macOS", "ARM64"], "has no program for aarch64-apple-darwin"),
        (&Release::new(), ["Linux", "ARM"], "there is no released program for Linux ARM"),
    ] {
        let built = release.install("", system);
        assert_eq!(built.program("battlewright"), "built");
        assert!(
            built.said().contains("::notice title=Battlewright::") && built.said().contains(why),
            "{}",
            built.said()
        );
    }
}

#[test]
fn another_version_than_that_of_the_source_is_never_built_in_its_place() {
    Release::new().install("99.0.0", ["Linux", "X64"]).fails(&["there is no release of version 99.0.0", "at v99.0.0"]);
    Release::new().install("latest", ["Linux", "X64"]).fails(&["`latest` is no version"]);
}

#[test]
fn a_version_of_several_lines_gives_the_runner_no_command() {
    let installed = Release::new().install("0.1.0\n::error file=x::INJECTED\r100%", ["Linux", "X64"]);
    installed.fails(&["`0.1.0%0A::error file=x::INJECTED%0D100%25` is no version"]);
    assert_eq!(installed.said().lines().count(), 1, "{}", installed.said());
}

#[test]
fn a_wrong_hash_is_an_error() {
    let mut changed = Release::new();
    let mut bytes = changed.bytes(&Release::archive());
    *bytes.last_mut().unwrap() ^= 1;
    changed.files.insert(Release::archive(), Answer::Whole(bytes));
    changed.install("", ["Linux", "X64"]).fails(&["instead of", "is not run"]);
    let mut malformed = Release::new();
    let sums = format!("0123  {}\n", Release::archive());
    malformed.files.insert("SHA256SUMS".to_owned(), Answer::Whole(sums.into_bytes()));
    malformed.install("", ["Linux", "X64"]).fails(&["is malformed"]);
}

/// A thief of a release can write its hashes, but not attest for its workflow.
#[test]
fn a_program_that_its_workflow_does_not_attest_is_not_installed() {
    let release = Release::new();
    let gh = tempfile::tempdir().unwrap();
    let install = |status: u8, token: bool, server: &str| {
        write_program(&gh.path().join("gh"), &format!("#!/bin/sh\necho \"gh $@\"\nexit {status}\n"));
        release.install_with("", ["Linux", "X64"], |command| {
            let path = command.get_envs().find(|(name, _)| *name == "PATH").and_then(|(_, path)| path).unwrap();
            let path = format!("{}:{}", gh.path().display(), path.to_str().unwrap());
            command
                .env("PATH", path)
                .env("GITHUB_SERVER_URL", server)
                .env("BATTLEWRIGHT_REPOSITORY", "maker/battlewright");
            command.env_remove("GITHUB_ACTION_PATH");
            if token {
                command.env("GH_TOKEN", "x");
            }
        })
    };
    let asked = "--repo maker/battlewright --signer-workflow maker/battlewright/.github/workflows/release.yml";
    let attested = install(0, true, "https://github.com");
    assert_eq!(attested.program("battlewright"), LINUX);
    assert!(attested.said().contains(&format!("{} {asked}", Release::archive())), "{}", attested.said());
    let installed = release.work.path().join("installed");
    fs::remove_dir_all(&installed).unwrap();
    install(1, true, "https://github.com").fails(&["is not attested by the release workflow of maker/battlewright"]);
    assert!(!installed.join("battlewright").exists());
    // Nobody can ask without a token, and no other server attests. A notice says so.
    for (token, server, why) in [
        (false, "https://github.com", "GH_TOKEN is not set"),
        (true, "https://git.example.org", "https://git.example.org attests no files"),
    ] {
        let unasked = install(1, token, server);
        assert_eq!(unasked.program("battlewright"), LINUX);
        let notice =
            format!("{} has the hash of its release; its attestation was not asked for: {why}", Release::archive());
        let said = unasked.said();
        assert!(said.contains(&format!("::notice title=Battlewright::{notice}\n")), "{said}");
    }
}

#[test]
fn a_broken_download_is_an_error() {
    let mut broken = Release::new();
    broken.files.insert(Release::archive(), Answer::Broken(broken.bytes(&Release::archive())));
    broken.install("", ["Linux", "X64"]).fails(&["did not arrive whole"]);
    let mut sums = Release::new();
    sums.files.insert("SHA256SUMS".to_owned(), Answer::Broken(sums.bytes("SHA256SUMS")));
    sums.install("", ["Linux", "X64"]).fails(&["SHA256SUMS cannot be downloaded"]);
    let mut gone = Release::new();
    gone.files.remove(&Release::archive());
    gone.install("", ["Linux", "X64"]).fails(&["status 404, though SHA256SUMS lists the file"]);
    let mut refused = Release::new();
    refused.files.insert("SHA256SUMS".to_owned(), Answer::Failure);
    refused.install("", ["Linux", "X64"]).fails(&["status 403"]);
}

/// The address of a release is HTTPS, whatever a server answers; only tests change that.
#[test]
fn nothing_comes_over_http() {
    let release = Release::new();
    let mut command = Command::new(root().join(".github/install.sh"));
    command.arg(release.work.path().join("installed")).env("BATTLEWRIGHT_TEST_RELEASES", release.serve());
    command.env("RUNNER_OS", "Linux").env("RUNNER_ARCH", "X64").env_remove("GITHUB_PATH");
    let output = run(&mut command);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("SHA256SUMS cannot be downloaded"), "{said}");
}

/// The repository is that of the action, which the runner has put into a folder of its name.
#[test]
fn the_releases_are_those_of_the_repository_of_the_action() {
    let folder = tempfile::tempdir().unwrap();
    write_program(&folder.path().join("curl"), "#!/bin/sh\necho \"$@\" >&2\nexit 7\n");
    for (path, repository, expected) in [
        ("/home/runner/work/_actions/maker/battlewright/v0.1.0", "player/battles", "maker/battlewright"),
        (r"D:\a\_actions\maker\battlewright\v0.1.0", "player/battles", "maker/battlewright"),
        ("/home/runner/work/battles/battles/", "player/battles", "player/battles"),
    ] {
        let mut command = Command::new(root().join(".github/install.sh"));
        command.arg(folder.path().join("installed"));
        command.env("PATH", format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap()));
        command.env("RUNNER_OS", "Linux").env("RUNNER_ARCH", "X64").env("GITHUB_ACTION_PATH", path);
        command.env("GITHUB_REPOSITORY", repository).env("GITHUB_SERVER_URL", "https://github.com");
        let output = run(&mut command);
        let said = String::from_utf8_lossy(&output.stderr);
        let address = format!("https://github.com/{expected}/releases/download/v{VERSION}/SHA256SUMS");
        assert!(!output.status.success() && said.contains(&address), "{said}");
    }
}
