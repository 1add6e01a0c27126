//! One test for every scenario: the rulings are as expected.

use std::path::Path;
use std::process::ExitCode;

use annotate_snippets::Renderer;
use libtest_mimic::{Arguments, Failed, Trial};
use touch_move::scenario::files::find;
use touch_move::scenario::run::{Runner, Status};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = find(&[root.join("scenarios")]).expect("the folder holds scenarios");
    let test = |file: std::path::PathBuf| {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        Trial::test(name, move || play(&file))
    };
    let tests = files.into_iter().map(test).collect();
    libtest_mimic::run(&arguments, tests).exit_code()
}

fn play(file: &Path) -> Result<(), Failed> {
    let outcome = Runner::default().run(file);
    let renderer = Renderer::plain();
    match outcome.status() {
        Status::AsExpected if outcome.source.lacks_closing() => {
            Err(outcome.note().unwrap_or_default().into())
        }
        Status::AsExpected => Ok(()),
        Status::Differs => Err(outcome.show_differences(&renderer).into()),
        Status::Mistaken => Err(outcome.show_mistakes(&renderer).into()),
    }
}
