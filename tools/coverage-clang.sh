# Compiles for tools/coverage: `sh tools/coverage-clang.sh CLANG ARGUMENT...`. A decision whose conditions clang
# cannot count (MC/DC) is an error here: left out, it would pass for reached. Clang warns of it, and not even
# -Werror makes more of that.
# shellcheck shell=sh
messages=$(mktemp) || exit 1
trap 'rm -f "$messages"' EXIT
trap 'exit 1' HUP INT TERM
status=0
"$@" 2>"$messages" || status=$?
cat "$messages" >&2
if grep -q 'unsupported MC/DC' "$messages"; then
    echo "tools/coverage-clang.sh: a decision is left out: write it as two" >&2
    status=1
fi
exit $status
