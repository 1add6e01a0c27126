//! The licences of what is linked into the program.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use spdx::{Expression, ParseMode};

/// Licences that ask for no more than to be named.
const ALLOWED: [&str; 8] = [
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "MPL-2.0",
    // For the tables of characters in a crate that is MIT or Apache-2.0.
    "Unicode-3.0",
    "Zlib",
];

/// What cargo knows of the project and all it depends on.
pub fn metadata(root: &Path) -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--all-features", "--locked"])
        .current_dir(root)
        .output()
        .expect("cargo describes the project");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo writes JSON")
}

/// Packages that the program is linked from whose licence is not allowed.
pub fn complaints(metadata: &Value) -> Vec<String> {
    let linked = linked(metadata);
    let packages = list(&metadata["packages"]).filter(|package| linked.contains(id(package)));
    let complain = |package: &Value| {
        let licence = package["license"].as_str().unwrap_or("no licence");
        (!is_allowed(licence)).then(|| format!("{}: {licence}", package["name"]))
    };
    packages.filter_map(complain).collect()
}

/// The packages reached from the project's own by ordinary dependencies, on any platform.
fn linked(metadata: &Value) -> BTreeSet<&str> {
    let nodes = &metadata["resolve"]["nodes"];
    let mut linked = BTreeSet::new();
    let mut open: Vec<_> = metadata["resolve"]["root"].as_str().into_iter().collect();
    while let Some(next) = open.pop() {
        if linked.insert(next) {
            let node = list(nodes).find(|node| id(node) == next);
            let ordinary = |dependency: &&Value| {
                list(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null())
            };
            let dependencies = node.into_iter().flat_map(|node| list(&node["deps"]));
            open.extend(dependencies.filter(ordinary).filter_map(|to| to["pkg"].as_str()));
        }
    }
    linked
}

fn is_allowed(licence: &str) -> bool {
    let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else { return false };
    expression.evaluate(|wanted| {
        let plain = wanted.license.id().is_some_and(|id| ALLOWED.contains(&id.name));
        plain && wanted.addition.is_none()
    })
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn id(value: &Value) -> &str {
    value["id"].as_str().unwrap_or_default()
}

#[test]
fn licences_are_read() {
    for good in ["MIT", "Apache-2.0/MIT", "(MIT OR Apache-2.0) AND Unicode-3.0", "GPL-3.0 OR MIT"] {
        assert!(is_allowed(good), "{good}");
    }
    for bad in ["GPL-3.0-or-later", "MIT AND LGPL-3.0-only", "no licence", "Unlicense"] {
        assert!(!is_allowed(bad), "{bad}");
    }
}

#[test]
fn what_is_linked_through_others_is_found() {
    let package = |id: &str, licence: &str| json!({"id": id, "name": id, "license": licence});
    let to = |id: &str, kind: Option<&str>| json!({"pkg": id, "dep_kinds": [{"kind": kind}]});
    let metadata = json!({
        "packages": [
            package("us", "MIT"),
            package("near", "MIT"),
            package("far", "GPL-3.0-only"),
            package("test", "GPL-3.0-only"),
        ],
        "resolve": {"root": "us", "nodes": [
            {"id": "us", "deps": [to("near", None), to("test", Some("dev"))]},
            {"id": "near", "deps": [to("far", None)]},
        ]},
    });
    assert_eq!(complaints(&metadata), ["\"far\": GPL-3.0-only"]);
}
