//! Finds scenario files.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::vec::Vec;

/// Why no files were found.
#[derive(Debug)]
pub enum NotFound {
    /// The path cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The folder holds no scenario file.
    NoScenarios(PathBuf),
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            Self::NoScenarios(path) => {
                write!(f, "{}: no scenarios (*.ron) in this folder", path.display())
            }
        }
    }
}

impl std::error::Error for NotFound {}

/// The files that these paths name, in their order: a file itself, and all `*.ron` in a folder and
/// the folders in it, sorted. Each file once; links to folders are not followed.
///
/// # Errors
///
/// [`NotFound`] for the first path that names no file.
pub fn find<P: AsRef<Path>>(paths: &[P]) -> Result<Vec<PathBuf>, NotFound> {
    let mut files = Vec::new();
    for path in paths {
        let path = path.as_ref();
        let unreadable = |error| NotFound::Unreadable(path.into(), error);
        if !fs::metadata(path).map_err(unreadable)?.is_dir() {
            files.push(path.into());
            continue;
        }
        let before = files.len();
        add_folder(path, &mut files)?;
        if files.len() == before {
            return Err(NotFound::NoScenarios(path.into()));
        }
    }
    if paths.len() > 1 {
        let mut seen = HashSet::new();
        files.retain(|file| seen.insert(file.clone()));
    }
    Ok(files)
}

fn add_folder(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), NotFound> {
    let unreadable = |error| NotFound::Unreadable(folder.into(), error);
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    entries.sort_by_cached_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type().map_err(unreadable)?;
        if kind.is_dir() {
            add_folder(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            // A link to nowhere is kept: reading it tells what is wrong.
            if kind.is_file() || fs::metadata(&path).map_or(true, |found| found.is_file()) {
                files.push(path);
            }
        }
    }
    Ok(())
}
