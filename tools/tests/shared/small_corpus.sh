# shellcheck shell=sh disable=SC2034,SC2154  # the tests use what is set here, and tap.sh sets the rest
# A small corpus for tests of tools/corpus, which source this behind tap.sh.

# A sound corpus of two cases, without a manifest. edit and its kin break it.
new_corpus() {
    rm -rf "${tmp:?}/c"
    mkdir -p "$tmp/c/cases/fence"
    echo 0.1.0 >"$tmp/c/VERSION"
    echo '* -text' >"$tmp/c/.gitattributes"
    printf 'See: {"a": 1, "a2": [1]} and [7].\n' >"$tmp/c/cases/fence/given.reply"
    printf 'See: {"a": 1} or {"a": 2}.\n' >"$tmp/c/cases/fence/refused.reply"
    write_case given '{"value": {"a": 1.0, "a2": [1]}, "span": [5, 19]}' '[[1]]' '{}'
    write_case refused '{"none": "ambiguous"}' '[{"a": 3}]' \
        '{"select": {"first": {"value": {"a": 1}}, "last": {"text": "{\"a\": 2}"}}}'
    given=$tmp/c/cases/fence/given.json
    refused=$tmp/c/cases/fence/refused.json
}

write_case() {
    cat >"$tmp/c/cases/fence/$1.json" <<EOF
{
  "id": "fence/$1",
  "title": "A title",
  "operation": "extract",
  "options": {},
  "result": $2,
  "acceptable": [{"value": {"b": 2}, "why": "Because."}],
  "decoys": $3,
  "by_policy": $4,
  "rules": ["R5.3"],
  "severity": "integrity",
  "why": "A reason.",
  "source": {"kind": "public-report", "url": "https://example.test/1", "system": "x", "text": "synthetic"},
  "since": "0.1"
}
EOF
}

edit() {
    sed "$1" "$2" >"$tmp/edited"
    if cmp -s "$tmp/edited" "$2"; then
        fail "the edit changes ${2##*/}" "not so: $1"
    fi
    cp "$tmp/edited" "$2"
}

lint() {
    run tools/corpus lint --corpus "$tmp/c" --no-run
}

# finds WHAT FINDING: the lint of the broken corpus exits with 1 and has a line that ends in FINDING.
finds() {
    lint
    if [ "$status" = 1 ] && grep -qF -e "$2" "$tmp/out"; then
        pass "found: $1"
    else
        fail "found: $1" "status $status, want 1 and: $2
$(cat "$tmp/out" "$tmp/err")"
    fi
    new_corpus
}

# broken WHAT SED FINDING: the same after an edit of the case that is given.
broken() {
    edit "$2" "$given"
    finds "$1" "$3"
}
