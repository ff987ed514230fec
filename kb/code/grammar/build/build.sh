#!/bin/sh
# Builds the modules of kb/code/grammar from pinned sources with a pinned compiler, which it fetches
# with cargo and pip, both by sum. Needs Linux on amd64, cargo, python3, gzip and sha256sum; takes a
# few minutes and 600 MB below the folder of temporary files, which it removes. Whatever it is built
# in and whenever, the modules are the same, byte by byte: grammars.lock has their sums.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../modules
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export ZIG_GLOBAL_CACHE_DIR=$work/zig ZIG_LOCAL_CACHE_DIR=$work/zig

cp "$here/Cargo.toml" "$here/Cargo.lock" "$work"
touch "$work/none.rs"
(cd "$work" && cargo vendor --quiet --locked vendor >/dev/null)
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r "$here/compiler.txt"
cp "$here/shim.c" "$here/nostdio.h" "$work"
cd "$work" # relative names, so that no path of this machine can reach the modules

cc() { "$work/python/bin/python" -m ziglang cc -target wasm32-wasi -O2 -g0 "$@"; }
compile() {
  cc -std=gnu11 -D_GNU_SOURCE -DNDEBUG -include nostdio.h -fvisibility=hidden -ffunction-sections -fdata-sections \
    -mbulk-memory -msign-ext -mmutable-globals -mnontrapping-fptoint "$@"
}

module() { # module LANGUAGE FOLDER-OF-ITS-SOURCES
  objects=$1-shim.o
  compile "-DLANGUAGE=tree_sitter_$1" -Ivendor/tree-sitter/include -Ivendor/tree-sitter/src -c shim.c -o "$1-shim.o"
  for part in parser scanner; do
    if [ -f "vendor/$2/$part.c" ]; then
      compile "-Ivendor/$2" -c "vendor/$2/$part.c" -o "$1-$part.o"
      objects="$objects $1-$part.o"
    fi
  done
  cc -mexec-model=reactor $objects -Wl,--gc-sections -Wl,--strip-all -Wl,-z,stack-size=1048576 -o "$1.wasm"
}

module c tree-sitter-c/src
module cpp tree-sitter-cpp/src
module java tree-sitter-java/src
module javascript tree-sitter-javascript/src
module python tree-sitter-python/src
module rust tree-sitter-rust/src
module tsx tree-sitter-typescript/tsx/src
module typescript tree-sitter-typescript/typescript/src

{
  echo "# What the modules were made of and their SHA-256, written by make grammars."
  grep -v '^#' "$here/compiler.txt" | sed 's/ --hash=/ /; s/^/compiler /'
  sed -n '/^name = "tree-sitter/{s/name = "\(.*\)"/source \1/;N;s/\nversion = "\(.*\)"/ \1/;N;N;s/\n.*checksum = "\(.*\)"/ sha256:\1/;p}' Cargo.lock
  sha256sum shim.c nostdio.h | sed 's/^\([^ ]*\) *\(.*\)/source \2 sha256:\1/'
  sha256sum ./*.wasm | sed 's/^\([^ ]*\) *\.\/\(.*\)/module \2 sha256:\1/'
} >grammars.lock

mkdir -p "$out"
for f in *.wasm; do gzip -9nc "$f" >"$out/$f.gz"; done
cp grammars.lock "$out/grammars.lock"
