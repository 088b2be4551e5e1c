//! `packages/go/errors_generated.go`: every kind as a constant, and its parent.

use std::fmt::Write as _;

use super::formatted;
use crate::Failure;
use crate::catalogue::{Catalogue, Kind};

const HEADER: &str = "// Code generated from core/contract/errors.json by ./dev generate (@generated). DO NOT EDIT.

package axonium

// The kinds of errors, each under the kind it is a special case of. Use them with errors.Is.
";

/// The text of `packages/go/errors_generated.go`.
pub(super) fn errors(catalogue: &Catalogue) -> Result<String, Failure> {
    let text = format!("{HEADER}{}{}", constants(catalogue), parent_method(catalogue));
    formatted("gofmt", &[], &text)
}

fn constants(catalogue: &Catalogue) -> String {
    let mut text = String::from("const (\n");
    for kind in &catalogue.kinds {
        let _ = writeln!(text, "\t// {}: {}", sentinel(&kind.name), kind.meaning);
        if let Some(remedy) = &kind.remedy {
            let _ = writeln!(text, "\t// {remedy}");
        }
        let _ = writeln!(text, "\t{} Kind = \"{}\"", sentinel(&kind.name), kind.name);
    }
    text + ")\n\n"
}

fn parent_method(catalogue: &Catalogue) -> String {
    let mut text = String::from(
        "// Parent is the kind that k is a special case of; empty for a kind that is none.\n\
         func (k Kind) Parent() Kind {\n\tswitch k {\n",
    );
    for parent in &catalogue.kinds {
        let children: Vec<String> = catalogue
            .kinds
            .iter()
            .filter(|kind| kind.parent.as_ref() == Some(&parent.name))
            .map(|Kind { name, .. }| sentinel(name))
            .collect();
        if !children.is_empty() {
            let _ = writeln!(text, "\tcase {}:\n\t\treturn {}", children.join(",\n\t\t"), sentinel(&parent.name));
        }
    }
    text + "\t}\n\treturn \"\"\n}\n"
}

fn sentinel(name: &str) -> String {
    format!("Err{name}")
}
