#!/bin/sh
# The examples of reference/examples, built and run: in each language they print the same, which is what
# jets-extract prints; and the structs that two of them describe are those of jets.h.
set -u
. tools/tap.sh
examples=reference/examples
extract=$build/bin/jets-extract
# An unsanitized library is one that Python can load; `make check` builds it too.
plain=${build%/check-*}
case $plain in /*) ;; *) plain=$(pwd)/$plain ;; esac
export JETS_LIBRARY="$plain/lib/libjets.so"
case ${CC:-cc} in *clang*) cxx=clang++ ;; *) cxx=${CXX:-c++} ;; esac
# no folder of the interpreter's own beside the example
export PYTHONDONTWRITEBYTECODE=1

# What is asked: an operation, the reply as printf takes it, what is printed, the exit status.
cat >"$tmp/asked" <<'ASKED'
extract|Sure: {"ok": true}. As said in [1].|{"ok": true}|0
extract|{"ok": true} or {"ok": false}|none: ambiguous|20
extract|[1, "a"]|none: shape|20
extract||none: empty|20
extract|a\000b {"x": "\303\251 and more than one part"}\n|{"x": "\303\251 and more than one part"}|0
complete|{"a": [1, 2, 3]}|complete after 16 bytes|0
complete|{"a": [1, 2, 3, 4, 5], "b": {}}\n and more than a part of it|complete after 32 bytes|0
complete|{"a": "}"|not complete after 9 bytes|0
complete||not complete after 0 bytes|0
strings|Tags: [" red", "green", "red", ""]|["red","green"]|0
strings|[1]|none: shape|20
strings||none: empty|20
ASKED

# answers NAME COMMAND...: an example is asked all of it
answers() {
    name=$1
    shift
    while IFS='|' read -r operation reply printed status_wanted; do
        printf '%b' "$reply" >"$tmp/reply"
        run "$@" "$operation" <"$tmp/reply"
        is "$name: $operation of '$reply'" "$(cat "$tmp/out" "$tmp/err") $status" "$(printf '%b' "$printed") $status_wanted"
        [ "$operation $status" != "extract 0" ] || is "$name: as jets-extract has it" "$(cat "$tmp/out")" \
            "$("$extract" --expect=object "$tmp/reply")"
    done <"$tmp/asked"
    run "$@" none-such </dev/null
    exited "$name: another operation is 2" 2
    contains "$name: which is told" "$tmp/err" "usage: "
}

run "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror -fsanitize=address,undefined -Ireference/include -o "$tmp/c" $examples/example.c "$plain/lib/libjets.a"
exited "C: it compiles" 0
answers C "$tmp/c"

run "$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsanitize=address,undefined -Ireference/include -o "$tmp/c++" $examples/example.cc "$plain/lib/libjets.a"
exited "C++: it compiles" 0
answers C++ "$tmp/c++"

answers Python python3 $examples/example.py
# Sizes, places and numbers, as assertions in C.
python3 - $examples >"$tmp/layout.c" <<'PYTHON'
import ctypes
import sys

sys.path.insert(0, sys.argv[1])
import example

print("#include <jets.h>")
structs = {"options": example.Options, "result": example.Result, "value": example.Value, "completion": example.CompletionState}
for name, struct in structs.items():
    print(f'_Static_assert(sizeof(struct jets_{name}) == {ctypes.sizeof(struct)}, "{name}");')
    for field, kind in struct._fields_:
        print(f'_Static_assert(offsetof(struct jets_{name}, {field}) == {getattr(struct, field).offset}, "{name}.{field}");')
        print(f'_Static_assert(sizeof(((struct jets_{name} *)0)->{field}) == {ctypes.sizeof(kind)}, "{name}.{field}");')
for constant in "DEPTH_MAX", "VALUE", "EXPECT_OBJECT":
    print(f'_Static_assert(JETS_{constant} == {getattr(example, constant)}, "{constant}");')
PYTHON
run "${CC:-cc}" -std=c11 -Ireference/include -fsyntax-only "$tmp/layout.c"
exited "Python: the structs are those of jets.h" 0
is "Python: all of them were looked at" "$(grep -c 'Static_assert' "$tmp/layout.c")" 67

# The build for WebAssembly is the same with any compiler for the rest.
case $build in */check-gcc) skip "Node" "done with check-clang" && finish ;; esac
for tool in clang wasm-ld node; do
    command -v $tool >/dev/null || { skip "Node" "no $tool here" && finish; }
done
if ! printf '#include <string.h>\n' | clang --target=wasm32-wasi -E -x c - >/dev/null 2>&1; then
    skip "Node" "no wasi-libc here"
    finish
fi
run make --no-print-directory wasm BUILD="$tmp/build" WERROR=-Werror
exited "Node: the library compiles" 0
export JETS_WASM="$tmp/build/wasm/jets.wasm"
answers Node node $examples/example.mjs
node --input-type=module - "$(pwd)/$examples/example.mjs" >"$tmp/layout.c" <<'NODE'
const { LAYOUT } = await import(process.argv[2]);
console.log("#include <jets.h>");
for (const [name, { size, ...places }] of Object.entries(LAYOUT)) {
  console.log(`_Static_assert(sizeof(struct ${name}) == ${size}, "${name}");`);
  for (const [member, at] of Object.entries(places))
    console.log(`_Static_assert(offsetof(struct ${name}, ${member}) == ${at}, "${name}.${member}");`);
}
NODE
run clang --target=wasm32-wasi -std=c11 -Ireference/include -fsyntax-only "$tmp/layout.c"
exited "Node: the structs are those of jets.h" 0
is "Node: all of them were looked at" "$(grep -c 'Static_assert' "$tmp/layout.c")" 8
printf 'const m = new WebAssembly.Module(require("fs").readFileSync(process.env.JETS_WASM));
console.log(WebAssembly.Module.imports(m).length);\n' >"$tmp/imports.js"
run node "$tmp/imports.js"
out_is "Node: the module imports nothing" 0
printf '{"a": "%s"}' "$(printf '%0200000d' 0)" >"$tmp/large"
run node $examples/example.mjs extract <"$tmp/large"
is "Node: memory grows where a reply needs it" "$(cksum <"$tmp/out")" "$("$extract" "$tmp/large" | cksum)"
finish
