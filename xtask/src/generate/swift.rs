//! `packages/swift/Sources/Axonium/Errors/ErrorKind.swift`: the catalogue as one Swift enum.

use std::fmt::Write as _;

use crate::Failure;
use crate::catalogue::{API, Catalogue, Kind, OAUTH};

const HEADER: &str = include_str!("swift_header.txt");
const FOOTER: &str = include_str!("swift_footer.txt");

/// The text of `ErrorKind.swift`.
#[allow(clippy::unnecessary_wraps, reason = "the signature all generators share")]
pub(super) fn error_kind(catalogue: &Catalogue) -> Result<String, Failure> {
    let mut text = String::from(HEADER);
    for kind in &catalogue.kinds {
        let _ = writeln!(text, "    /// {}", kind.meaning);
        if let Some(remedy) = &kind.remedy {
            let _ = writeln!(text, "    ///\n    /// {remedy}");
        }
        let _ = writeln!(text, "    case {} = {:?}", declared(kind), kind.name);
    }
    text += "}\n\nextension ErrorKind {\n";
    text += &property(
        catalogue,
        "The kind this one is a special case of; nil for those directly under ``AxoniumError``.",
        "parent: ErrorKind?",
        |kind| {
            let parent = catalogue.get(kind.parent.as_ref()?)?;
            Some(format!(".{}", identifier(parent)))
        },
        "nil",
    );
    text += &property(
        catalogue,
        "Whether the same call may succeed later: advice to the caller.",
        "isRetryable: Bool",
        |kind| kind.retryable.then(|| "true".to_owned()),
        "false",
    );
    text += &property(catalogue, "What it means.", "meaning: String", |kind| Some(format!("{:?}", kind.meaning)), "");
    text += &property(
        catalogue,
        "What the caller can do about it, where that is known.",
        "remedy: String?",
        |kind| kind.remedy.as_ref().map(|remedy| format!("{remedy:?}")),
        "nil",
    );
    Ok(text.trim_end().to_owned() + "\n}\n" + FOOTER)
}

/// A computed property: one line for each kind that `value` knows, and one for all others if there are any.
fn property(
    catalogue: &Catalogue,
    about: &str,
    declaration: &str,
    value: impl Fn(&Kind) -> Option<String>,
    otherwise: &str,
) -> String {
    let mut text = format!("    /// {about}\n    public var {declaration} {{\n        switch self {{\n");
    let mut is_exhaustive = true;
    for kind in &catalogue.kinds {
        match value(kind) {
            Some(value) => {
                let _ = writeln!(text, "        case .{}: {value}", identifier(kind));
            }
            None => is_exhaustive = false,
        }
    }
    if !is_exhaustive {
        let _ = writeln!(text, "        default: {otherwise}");
    }
    text + "        }\n    }\n\n"
}

/// The name in lower camel case; the two that begin with an abbreviation are written small.
fn identifier(kind: &Kind) -> String {
    if kind.name == API || kind.name == OAUTH {
        return kind.name.to_lowercase();
    }
    let mut letters = kind.name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// The name where a keyword of the language needs quotes.
fn declared(kind: &Kind) -> String {
    let identifier = identifier(kind);
    if identifier == "internal" {
        return format!("`{identifier}`");
    }
    identifier
}
