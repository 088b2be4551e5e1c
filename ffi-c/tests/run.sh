#!/usr/bin/env bash
# Builds the C test program and runs it three ways: run.sh ARCHIVE FOLDER
set -euo pipefail
archive=$1
folder=$2
here=$(dirname "$0")
mkdir -p "$folder"

flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -g -Wall -Wextra -Wpedantic -Werror -I"$here/../include" -pthread)
sources=("$here"/*.c)
libraries=("$archive" -lm -ldl)
compiler=${CC:-cc}

if ! command -v valgrind > /dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
        apt-get install --yes --no-install-recommends valgrind > /dev/null ||
            { apt-get update > /dev/null && apt-get install --yes --no-install-recommends valgrind > /dev/null; }
    else
        echo "valgrind is missing: install it with the system's package manager" >&2
        exit 1
    fi
fi

"$compiler" "${flags[@]}" -o "$folder/plain" "${sources[@]}" "${libraries[@]}"
"$compiler" "${flags[@]}" -fsanitize=address,undefined -fno-sanitize-recover=all -o "$folder/asan" "${sources[@]}" "${libraries[@]}"

echo "── plain"
"$folder/plain"
echo "── AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer"
"$folder/asan"
echo "── valgrind"
valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect "$folder/plain"
