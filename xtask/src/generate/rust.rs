//! `core/src/error_kind.rs`: the catalogue as one Rust enum.

use std::fmt::Write as _;

use super::formatted;
use crate::Failure;
use crate::catalogue::{CLIENT_ERROR, Catalogue, Kind, Origin, SERVER_ERROR};

const HEADER: &str = include_str!("rust_header.txt");
const METHODS: &str = include_str!("rust_methods.txt");
const FOOTER: &str = include_str!("rust_footer.txt");

/// The text of `core/src/error_kind.rs`.
pub(super) fn error_kind(catalogue: &Catalogue) -> Result<String, Failure> {
    let mut text = String::from(HEADER);
    let mut put = |part: String| text.push_str(&part);
    put(variants(catalogue));
    put("impl ErrorKind {".to_owned());
    put(all(catalogue));
    put(METHODS.to_owned());
    put(lookups(catalogue));
    put(facts(catalogue));
    put("}\n".to_owned());
    put(FOOTER.to_owned());
    formatted("rustfmt", &["--edition", "2024", "--emit", "stdout"], &text)
}

fn variants(catalogue: &Catalogue) -> String {
    let mut text = String::from(
        "/// What went wrong, as one name that is the same in every language. See the [module](self).\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[non_exhaustive]\npub enum ErrorKind {\n",
    );
    for kind in &catalogue.kinds {
        let _ = writeln!(text, "    /// {}", prose(&kind.meaning));
        if let Some(remedy) = &kind.remedy {
            let _ = writeln!(text, "    ///\n    /// {}", prose(remedy));
        }
        let _ = writeln!(text, "    {},", kind.identifier());
    }
    text + "}\n\n"
}

/// Words with an underscore or a call are code; rustdoc and clippy want them marked.
fn prose(text: &str) -> String {
    let is_code = |word: &str| {
        let stem = word.trim_matches(|c: char| ".,;:()".contains(c));
        word.contains(['_', '<']) || word.contains("()") || stem == "HTTP/2" || stem.contains('=')
    };
    let mark = |word: &str| {
        if !is_code(word) {
            return word.to_owned();
        }
        let tail = word.trim_end_matches(['.', ',', ';', ':']);
        format!("`{tail}`{}", &word[tail.len()..])
    };
    text.split(' ').map(mark).collect::<Vec<_>>().join(" ")
}

fn all(catalogue: &Catalogue) -> String {
    let names: Vec<String> = catalogue.kinds.iter().map(|kind| format!("Self::{}", kind.identifier())).collect();
    let names = names.join(", ");
    format!("/// Every kind, parents before their children.\npub const ALL: &[Self] = &[{names}];\n\n")
}

fn lookups(catalogue: &Catalogue) -> String {
    let by_name = arms(&catalogue.kinds, |kind| Some(&kind.name));
    let by_suffix = arms(&catalogue.kinds, |kind| match &kind.origin {
        Origin::Gateway { suffix, .. } => Some(suffix),
        _ => None,
    });
    let by_code = arms(&catalogue.kinds, |kind| match &kind.origin {
        Origin::OAuth { code, .. } => Some(code),
        _ => None,
    });
    let mut by_status = String::new();
    for (status, name) in &catalogue.by_status {
        let _ = writeln!(by_status, "{status} => Self::{name},");
    }
    format!(
        "/// The kind of that [`name`](Self::name).\n#[must_use]\n\
         pub fn from_name(name: &str) -> Option<Self> {{ Some(match name {{ {by_name} _ => return None }}) }}\n\n\
         /// The kind of a problem document, by the last path segment of its `type`.\n#[must_use]\n\
         pub fn from_problem_suffix(suffix: &str) -> Option<Self> {{ Some(match suffix {{ {by_suffix} _ => return None }}) }}\n\n\
         /// The kind of a token endpoint's refusal, by its `error` code (RFC 6749, section 5.2).\n#[must_use]\n\
         pub fn from_oauth_code(code: &str) -> Option<Self> {{ Some(match code {{ {by_code} _ => return None }}) }}\n\n\
         /// The kind of an answer of which nothing but the status is understood.\n#[must_use]\n\
         pub const fn from_status(status: u16) -> Self {{ match status {{ {by_status} 300..=499 => Self::{CLIENT_ERROR}, _ => Self::{SERVER_ERROR} }} }}\n\n"
    )
}

fn arms<'a>(kinds: &'a [Kind], key: impl Fn(&'a Kind) -> Option<&'a String>) -> String {
    let arm = |kind| key(kind).map(|key| format!("{key:?} => Self::{},\n", kind.identifier()));
    kinds.iter().filter_map(arm).collect()
}

fn facts(catalogue: &Catalogue) -> String {
    let identifier = |name: &String| catalogue.get(name).map(Kind::identifier);
    let mut arms = String::new();
    for kind in &catalogue.kinds {
        let parent = kind.parent.as_ref().and_then(identifier);
        let parent = parent.map_or("None".to_owned(), |parent| format!("Some(Self::{parent})"));
        let _ = writeln!(
            arms,
            "Self::{} => &Facts {{ name: {:?}, parent: {parent}, retry: RetryRule::{:?}, retryable: {}, \
             generation: Generation::{:?}, meaning: {:?}, remedy: {:?} }},",
            kind.identifier(),
            kind.name,
            kind.retry,
            kind.retryable,
            kind.generation,
            kind.meaning,
            kind.remedy
        );
    }
    format!(
        "#[expect(clippy::too_many_lines, reason = \"a table: one arm a row\")]\n\
         const fn facts(self) -> &'static Facts {{ match self {{ {arms} }} }}\n"
    )
}
