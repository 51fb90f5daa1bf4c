#!/bin/sh
# Extractions take the instructions that tools/bench/instructions.txt says, give or take 3 %; and the
# check of it tells a slow library from the right one.
set -u
. tools/tap.sh

cc=${CC:-cc}
for kind in portable vector; do
    count=$build/bench/counted-$kind/bench/count
    if ! command -v valgrind >/dev/null || [ ! -x "$count" ]; then
        echo "ok 1 - instructions # SKIP no valgrind, or no $count"
        exit 0
    fi
    run tools/bench/instructions check "$count" "$kind" "$cc"
    if [ "$status" = 3 ]; then
        tap_count=$((tap_count + 1))
        echo "ok $tap_count - instructions, $kind # SKIP $(cat "$tmp/out")"
    elif [ "$status" -gt 1 ]; then
        fail "instructions, $kind" "$(cat "$tmp/err")"
    else
        sed -n 's/^ok [0-9]* - //p' "$tmp/out" >"$tmp/good"
        while read -r name; do
            pass "$name"
        done <"$tmp/good"
        [ "$status" = 0 ] || fail "instructions, $kind" "$(grep -A 1 '^not ok' "$tmp/out")"
        # and no family of hostile replies costs more a byte than its mark
        run tools/bench/instructions growth --kind "$kind" --length 20000 "$count"
        grep '\*\*' "$tmp/out" >"$tmp/missed"
        is "every family meets its marks, $kind" "$status $(cat "$tmp/missed")" "0 "
    fi
done

# What it says of a table that has other figures: with a valgrind that says what it is told, since only
# the comparing is looked at.
mkdir "$tmp/bin"
cat >"$tmp/bin/valgrind" <<'SCRIPT'
#!/bin/sh
for word in "$@"; do
    case $word in --callgrind-out-file=*) out=${word#*=} ;; esac
done
n=0
for sum in 10 20 1010 100010; do
    n=$((n + 1))
    echo "summary: $sum" >"$out.$n"
done
printf 'chat\twhole\t1000\tvalue\npretty\twhole\t1000000\tvalue\n'
SCRIPT
chmod +x "$tmp/bin/valgrind"
table=$tmp/table
with_figures() {
    PATH="$tmp/bin:$PATH" run tools/bench/instructions "$@" count vector "$cc"
}
with_figures accept --table "$table"
exited "a table is written" 0
contains "with all that a reply takes, be it for its length or not" "$table" "/vector pretty 100010"
changed() {
    sed "s/pretty 100010/pretty $1/" "$table" >"$tmp/changed"
}
changed 96000
with_figures check --table "$tmp/changed"
exited "a reply that takes 4 % more fails" 1
contains "and is named" "$tmp/out" "not ok 2 - instructions, vector: pretty"
contains "and so is another that does not fail" "$tmp/out" "ok 1 - instructions, vector: chat"
changed 104000
with_figures check --table "$tmp/changed"
exited "one that takes 4 % less fails too, so that the table stays true" 1
changed 102000
with_figures check --table "$tmp/changed"
exited "one that takes 2 % less does not" 0
sed '/pretty/d' "$table" >"$tmp/changed"
with_figures check --table "$tmp/changed"
exited "a reply that the table does not have fails" 1
sed 's/^gcc/tcc/; s/^clang/tcc/' "$table" >"$tmp/changed"
with_figures check --table "$tmp/changed"
exited "another compiler's figures are not compared" 3
echo 'gcc pretty many' >"$tmp/changed"
with_figures check --table "$tmp/changed"
exited "a table that cannot be read is an error" 1
contains "which says where" "$tmp/err" "changed:1: a line is"

finish
