//! `touch-move replay`: plays scenario files, compares the rulings, accepts them.

use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::format;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::vec::Vec;

use annotate_snippets::Renderer;
use clap::{ArgAction, Args, ValueEnum, value_parser};
use indicatif::{ProgressBar, ProgressDrawTarget};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde_json::{Value as Json, json};

use crate::cli::failure::{BAD_INPUT, DIFFERS, DONE, Failure, InputError};
use crate::scenario::bless::{Refusal, bless, save};
use crate::scenario::compare::{Field, Unlike, Value};
use crate::scenario::files::{NotFound, find};
use crate::scenario::report::{Summary, count};
use crate::scenario::run::{Difference, DifferenceKind, Outcome, Runner, Status};
use crate::scenario::source::Mistake;

/// Play scenario files and compare the rulings with the expected ones
#[derive(Args, Clone, Debug)]
pub struct ReplayArgs {
    /// Files, and folders in which every *.ron is played [default: scenarios]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Accept the rulings as they are, rewriting the files named; give it twice to overwrite
    /// rulings that have a source
    #[arg(long, action = ArgAction::Count, conflicts_with = "format")]
    pub bless: u8,
    /// How many files are played at a time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// How the outcome is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// How the outcome is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// A JUnit report
    Junit,
}

/// Why nothing was played, or nothing could be told.
#[derive(Debug)]
pub enum ReplayError {
    /// A path names no scenario.
    NotFound(NotFound),
    /// `--bless` was given without paths.
    BlessWithoutPaths,
    /// `--bless` was given on a build server.
    BlessUnderCi,
    /// The output cannot be written.
    Output(io::Error),
    /// A blessed file cannot be written.
    Save(PathBuf, io::Error),
    /// The report cannot be written as JUnit has it.
    Junit(quick_junit::SerializeError),
    /// The threads cannot be started.
    Threads(rayon::ThreadPoolBuildError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(error) => error.fmt(f),
            Self::BlessWithoutPaths => {
                f.write_str("--bless rewrites files: name those that it may rewrite")
            }
            Self::BlessUnderCi => {
                f.write_str("--bless is for people: the variable CI is set, so nothing is accepted")
            }
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
            Self::Save(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Junit(error) => error.fmt(f),
            Self::Threads(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<io::Error> for ReplayError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::Output(error) => Self::Output(error),
            error => InputError::new(error.to_string()).into(),
        }
    }
}

/// Plays the files; results go to `out`, everything else to `err`. Answers with the exit code.
///
/// # Errors
///
/// [`ReplayError`]; the exit code is then [`BAD_INPUT`].
pub fn run(args: &ReplayArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<u8, ReplayError> {
    if args.bless > 0 {
        if args.paths.is_empty() {
            return Err(ReplayError::BlessWithoutPaths);
        }
        if env::var_os("CI").is_some_and(|value| !value.is_empty()) {
            return Err(ReplayError::BlessUnderCi);
        }
    }
    let default = [PathBuf::from("scenarios")];
    let paths = if args.paths.is_empty() { &default[..] } else { &args.paths };
    let files = find(paths).map_err(ReplayError::NotFound)?;
    let start = Instant::now();
    let outcomes = play(&files, args.jobs)?;
    let elapsed = start.elapsed();
    outcomes.iter().try_for_each(|outcome| tell_mistakes(outcome, err))?;
    if args.bless > 0 {
        return bless_all(&outcomes, args.bless > 1, out, err);
    }
    let summary: Summary = outcomes.iter().collect();
    match args.format {
        Format::Text => text(&outcomes, &summary, elapsed, out)?,
        Format::Json => writeln!(out, "{:#}", as_json(&outcomes, &summary, elapsed))?,
        Format::Junit => {
            let report = junit(&outcomes, elapsed);
            out.write_all(report.to_string().map_err(ReplayError::Junit)?.as_bytes())?;
        }
    }
    Ok(match summary {
        Summary { mistaken: 1.., .. } => BAD_INPUT,
        Summary { different: 1.., .. } => DIFFERS,
        _ => DONE,
    })
}

/// Says what cannot be in a file, and what is to be said of it although nothing is wrong.
pub fn tell_mistakes(outcome: &Outcome, err: &mut dyn Write) -> io::Result<()> {
    err.write_all(outcome.show_mistakes(&Renderer::styled()).as_bytes())?;
    outcome.note().map_or(Ok(()), |note| writeln!(err, "{note}"))
}

/// The outcomes, in the order of the files.
fn play(files: &[PathBuf], jobs: Option<u16>) -> Result<Vec<Outcome>, ReplayError> {
    let runner = Runner::default();
    let progress = Progress::new(files.len());
    let play = |file: &PathBuf| {
        let outcome = runner.run(file);
        progress.one_more();
        outcome
    };
    let outcomes = match jobs {
        None => files.par_iter().map(play).collect(),
        Some(jobs) => {
            let jobs = usize::from(jobs).min(files.len());
            let pool = ThreadPoolBuilder::new().num_threads(jobs).build();
            let pool = pool.map_err(ReplayError::Threads)?;
            pool.install(|| files.par_iter().map(play).collect())
        }
    };
    progress.bar.finish_and_clear();
    Ok(outcomes)
}

/// A bar on the terminal, once it has taken a while.
struct Progress {
    bar: ProgressBar,
    /// How many files are done. The threads wait for each other at the bar, but not here.
    done: AtomicUsize,
    start: Instant,
}

impl Progress {
    const HIDDEN: Duration = Duration::from_secs(1);

    fn new(files: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::hidden());
        Self { bar, done: AtomicUsize::new(0), start: Instant::now() }
    }

    fn one_more(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.start.elapsed() <= Self::HIDDEN {
            return;
        }
        if self.bar.is_hidden() && io::stderr().is_terminal() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(done as u64);
    }
}

fn text(
    outcomes: &[Outcome],
    summary: &Summary,
    elapsed: Duration,
    out: &mut dyn Write,
) -> io::Result<()> {
    for outcome in outcomes {
        out.write_all(outcome.show_differences(&Renderer::styled()).as_bytes())?;
    }
    writeln!(out, "Summary [{:.2}s] {summary}", elapsed.as_secs_f64())?;
    let differing = |outcome: &&Outcome| outcome.status() == Status::Differs;
    for (cited, option) in [(false, "--bless"), (true, "--bless --bless")] {
        let files: Vec<_> = (outcomes.iter())
            .filter(differing)
            .filter(|outcome| outcome.found.cited.is_some() == cited)
            .map(|outcome| quoted(outcome.source.path()))
            .collect();
        if !files.is_empty() {
            let files = files.join(" ");
            writeln!(out, "to accept what was ruled: touch-move replay {option} {files}")?;
        }
    }
    Ok(())
}

/// A path as it can be pasted into a shell.
fn quoted(path: &Path) -> String {
    let path = path.to_string_lossy();
    let plain = |sign: char| sign.is_alphanumeric() || "/._-+,:@%".contains(sign);
    if path.chars().all(plain) { path.into() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

fn bless_all(
    outcomes: &[Outcome],
    cited_too: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, ReplayError> {
    let mut code = DONE;
    let mut files = 0;
    let mut fields: BTreeMap<Field, usize> = BTreeMap::new();
    for outcome in outcomes.iter().filter(|outcome| outcome.status() != Status::AsExpected) {
        let path = outcome.source.path();
        let blessed = match bless(outcome, cited_too, &Runner::default()) {
            Ok(blessed) => blessed,
            Err(refusal) => {
                code = BAD_INPUT;
                if refusal != Refusal::Mistaken {
                    writeln!(err, "error: {}: {refusal}", path.display())?;
                }
                continue;
            }
        };
        save(path, &blessed.text).map_err(|error| ReplayError::Save(path.into(), error))?;
        for difference in &outcome.found.differences {
            writeln!(
                out,
                "{}",
                outcome.show(difference, "blessed", &Renderer::styled()).trim_end()
            )?;
        }
        files += 1;
        for (field, number) in blessed.fields {
            *fields.entry(field).or_default() += number;
        }
    }
    let kinds: Vec<_> = fields.iter().map(|(field, n)| format!("{n} {}", field.name())).collect();
    let kinds = if kinds.is_empty() { "nothing differs".into() } else { kinds.join(", ") };
    writeln!(out, "Blessed {}: {kinds}", count(files, "file"))?;
    Ok(code)
}

fn as_json(outcomes: &[Outcome], summary: &Summary, elapsed: Duration) -> Json {
    json!({
        "files": outcomes.iter().map(file_json).collect::<Vec<_>>(),
        "summary": {
            "files": summary.files,
            "rulings": summary.rulings,
            "as_expected": summary.rulings - summary.different,
            "different": summary.different,
            "mistaken": summary.mistaken,
            "elapsed_ms": u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
        },
    })
}

fn file_json(outcome: &Outcome) -> Json {
    let found = &outcome.found;
    json!({
        "path": outcome.source.path().to_string_lossy(),
        "title": found.title,
        "rules": found.rules.id(),
        "source": found.cited,
        "status": status(outcome.status()),
        "rulings": found.rulings,
        "lacks_closing": outcome.source.lacks_closing(),
        "differences":
            found.differences.iter().map(|it| difference_json(outcome, it)).collect::<Vec<_>>(),
        "mistakes": found.mistakes.iter().map(|it| mistake_json(outcome, it)).collect::<Vec<_>>(),
    })
}

const fn status(status: Status) -> &'static str {
    match status {
        Status::AsExpected => "as_expected",
        Status::Differs => "differs",
        Status::Mistaken => "mistaken",
    }
}

fn difference_json(outcome: &Outcome, difference: &Difference) -> Json {
    let (line, column) = outcome.place(difference);
    let field = |unlike: &Unlike| {
        json!({
            "field": unlike.field.name(),
            "expected": codes(unlike.field, &unlike.expected),
            "ruled": codes(unlike.field, &unlike.ruled),
        })
    };
    let fields: Vec<_> = match &difference.kind {
        DifferenceKind::Unlike(unlike) => unlike.iter().map(field).collect(),
        DifferenceKind::Unstated(_) => Vec::new(),
    };
    let after = &difference.after;
    json!({ "line": line, "column": column, "after": after, "fields": fields })
}

/// One value, or null for none; or a list, moves in the order of their UCI.
fn codes(field: Field, values: &[Value]) -> Json {
    let mut codes: Vec<_> = values.iter().map(|value| value.code.as_str()).collect();
    match codes.as_slice() {
        ["none"] if field.is_single() => Json::Null,
        [one] if field.is_single() => Json::from(*one),
        _ => {
            if field == Field::Allowed {
                codes.sort_unstable();
            }
            Json::from(codes)
        }
    }
}

fn mistake_json(outcome: &Outcome, mistake: &Mistake) -> Json {
    let (line, column) = outcome.source.line_and_column(mistake.span.start);
    json!({
        "line": line,
        "column": column,
        "message": mistake.wrong.what(),
        "hint": mistake.wrong.right(),
        "more": mistake.wrong.more(),
    })
}

fn junit(outcomes: &[Outcome], elapsed: Duration) -> Report {
    let mut suite = TestSuite::new("scenarios");
    suite.add_test_cases(outcomes.iter().map(|outcome| {
        let (kind, message, text) = match outcome.status() {
            Status::AsExpected => return case(outcome, TestCaseStatus::success()),
            Status::Differs => {
                let number = count(outcome.found.differences.len(), "ruling");
                let message = format!("{number} not as expected");
                (NonSuccessKind::Failure, message, outcome.show_differences(&Renderer::plain()))
            }
            Status::Mistaken => {
                let number = count(outcome.found.mistakes.len(), "mistake");
                (NonSuccessKind::Error, number, outcome.show_mistakes(&Renderer::plain()))
            }
        };
        let mut status = TestCaseStatus::non_success(kind);
        status.set_message(message).set_description(text);
        case(outcome, status)
    }));
    let mut report = Report::new("touch-move replay");
    report.set_time(elapsed).add_test_suite(suite);
    report
}

fn case(outcome: &Outcome, status: TestCaseStatus) -> TestCase {
    TestCase::new(outcome.source.path().to_string_lossy().to_string(), status)
}
