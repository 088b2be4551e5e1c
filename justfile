# Recipes are one or two lines; what needs more is a command of xtask. Run them with ./dev.

set shell := ["bash", "-euo", "pipefail", "-c"]
set positional-arguments

export CARGO_TARGET_DIR := env("CARGO_TARGET_DIR", justfile_directory() / "target")
cargo_tools := quote(justfile_directory() / ".tools/cargo")
xtask := "cargo run --quiet --package xtask --"

# Each language's own: LANG-build, LANG-lint, LANG-test, LANG-demo. Paths in them start at the root.
import? "packages/python/recipes.just"
import? "packages/typescript/recipes.just"
import? "packages/go/recipes.just"
import? "packages/swift/recipes.just"
import? "ffi-c/recipes.just"
import? "tests/recipes.just"

[private]
default:
    @just --list --unsorted

# everything: generated files, lints, builds, tests, conformance, demos; then the totals ([--keep-going])
[no-exit-message]
test *arguments:
    @{{xtask}} test "$@"

# a minute's tour of what the SDK does on failure (python, typescript, go, swift or rust; resume: a killed run pays once)
demo language="python":
    @just "$1-demo"

# every scenario in every language ([--scenarios DIR]… [--lang LIST] [--filter GLOB] [--json FILE])
conformance *arguments:
    @{{xtask}} conformance "$@"

# write every generated file
generate:
    @{{xtask}} generate

# fail if a generated file is stale
check-generated:
    @{{xtask}} check-generated

# every sequence of server behaviours × options through the engine: does anybody pay twice? ([--length N], 5 by default)
exhaustive *arguments:
    cargo run --quiet --release --package axonium-exhaustive -- "$@"

# the short ones of these sequences
exhaustive-quick:
    cargo run --quiet --package axonium-exhaustive -- --length 2

# does memory stay flat over 10,000 WebSocket turns on one connection, and over 10,000 connections?
soak:
    AXONIUM_SOAK=10000 cargo test --package axonium --features testing --test websocket_memory -- --nocapture

# bring every language's files into its format
format: generate
    cargo fmt --all
    for recipe in $(just --summary); do case $recipe in *-format) just "$recipe" ;; esac; done

# file lengths, READMEs, no path of this machine
check-tree:
    @{{xtask}} check-tree

# the README's code stands in code that is compiled
check-snippets:
    @{{xtask}} check-snippets

# which toolchains are there, and what to install
toolchains:
    @{{xtask}} toolchains

# build what is Rust alone, and the Rust conformance driver
rust-build:
    cargo build --package axonium --package axonium-gateway --package axonium-proxy --package axonium-cli --package axonium-bridge --package axonium-driver

# format and clippy of the whole workspace, and the documentation's links
rust-lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --all-features -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --all-features --package axonium --package axonium-gateway --package axonium-proxy --package axonium-bridge

# unit, property and documentation tests of the workspace
rust-test:
    cargo test --workspace --all-features --exclude axonium-swift-bindgen

[private]
rust-demo:
    @cargo run --quiet --package axonium --features testing --example tour

# compare what routes come to with what is locked; --write locks what is new, and what CHANGES.md gives a reason for
transcripts *arguments:
    @{{xtask}} transcripts "$@"

# change the decisions and the wire one operator at a time, then invert the rules of routes; fail if nothing notices ([--inversions-only | ARGUMENTS of cargo-mutants…])
mutants *arguments: (cargo-tool "mutants" "27.1.0")
    @{{xtask}} mutants "$@"

# licences, sources and bans of the dependencies; `deny advisories` for known faults, which needs the network
deny *checks="bans licenses sources": (cargo-tool "deny" "0.20.2")
    @{{cargo_tools}}/bin/cargo-deny check {{checks}}

[private]
cargo-tool name version:
    @[ -x {{cargo_tools}}/bin/cargo-$1 ] || cargo install --locked --root {{cargo_tools}} "cargo-$1@$2"
