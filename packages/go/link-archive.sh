#!/usr/bin/env bash
# Puts the engine's archive where cgo finds it: link-archive.sh ARCHIVE
#
# All of it is linked into one object whose only global names are ax_*. Rust's own names would clash with those of
# another Rust archive in the same program; and what no ax_ function needs is left out.
set -euo pipefail
cd "$(dirname "$0")"
archive=$1
folder=lib/$(go env GOOS)_$(go env GOARCH)
mkdir -p "$folder"

# What was linked already is not linked again.
inputs=$(cat "$archive" link-archive.sh internal/native/axonium.h | cksum)
[ ! -e "$folder/libaxonium.a" ] || [ "$inputs" != "$(cat "$folder/inputs" 2>/dev/null)" ] || exit 0
work=$(mktemp -d "$folder/link.XXXXXX")
trap 'rm -rf "$work"' EXIT

if [ "$(go env GOOS)" = linux ]; then
    roots=$(sed -n 's/.*\b\(ax_[a-z_]*\)(.*/-u \1/p' internal/native/axonium.h)
    # shellcheck disable=SC2086 # one word a flag
    ld -r --gc-sections $roots -o "$work/axonium.o" "$archive"
    # The bitcode that Rust's own libraries carry besides their code confuses binutils once it is joined.
    objcopy --wildcard --keep-global-symbol='ax_*' --remove-section=.llvmbc --remove-section=.llvmcmd "$work/axonium.o"
    ar rcs "$work/libaxonium.a" "$work/axonium.o"
else
    # Other linkers' flags differ; here the archive stays as it is, and does not share a program with a second one.
    cp "$archive" "$work/libaxonium.a"
fi

mv "$work/libaxonium.a" "$folder/libaxonium.a"
echo "$inputs" >"$folder/inputs"
