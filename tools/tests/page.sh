#!/bin/sh
# tools/page: the page is one file that loads nothing, and works in a real browser, for those too who use no
# mouse, no colour or no eyes, with 60 implementations and the whole corpus.
set -eu
. tools/tap.sh
validators=${JETS_VALIDATORS:-build/validators}

run tools/page/build --build "$build" --results "$tmp" --out "$tmp/none.html"
exited "without results there is no page" 1
contains "and it says how to get them" "$tmp/err" "make matrix"
is "nor a file" "$(find "$tmp" -name none.html)" ""

python3 tools/tests/page_sample.py "$tmp/results" 60
for file in "$tmp"/results/*/*.ndjson; do
    python3 tools/tests/peers_check.py --results "$file" | grep -v 'larger than' || true
done >"$tmp/amiss"
is "the sample is as results are" "$(cat "$tmp/amiss")" ""
run tools/page/build --build "$build" --results "$tmp/results" --out "$tmp/page.html"
exited "the page is made" 0
cp "$tmp/page.html" "$tmp/before.html"
run tools/page/build --build "$build" --results "$tmp/results" --out "$tmp/page.html"
is "and is the same each time" "$(cmp "$tmp/before.html" "$tmp/page.html" 2>&1)" ""
is "it has less than 2 MB" "$(find "$tmp/page.html" -size -1953k | wc -l | tr -d ' ')" 1
is "nothing in it asks for another file" "$(python3 - "$tmp/page.html" <<'PY'
import html.parser
import re
import sys

class Page(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("src", "srcset", "data", "action", "background") or name == "href" and not value.startswith("#"):
                print(tag, name, value)

text = open(sys.argv[1], encoding="utf-8").read()
Page().feed(text)
print(*re.findall(r"@import|url\(", text[text.index("<style>"):text.index("</style>")]), end="")
PY
)" ""

# A case that is no case of the corpus comes from results of another one.
mkdir -p "$tmp/wrong/$(cat corpus/VERSION)"
for file in "$tmp"/results/*/sample-4-*; do
    { cat "$file"; echo '{"case":"fence/of-another-corpus","verdict":"crash","detail":""}'; } >"$tmp/wrong/$(cat corpus/VERSION)/sample-4.ndjson"
done
run tools/page/build --build "$build" --results "$tmp/wrong" --out "$tmp/none.html"
exited "results that name an unknown case are refused" 1
contains "and the case is named" "$tmp/err" "fence/of-another-corpus is no case"

# What was measured, where it is there.
if [ -d "conformance/results/$(cat corpus/VERSION)" ]; then
    run tools/page/build --build "$build" --out "$tmp/real.html"
    exited "the page of what was measured is made" 0
fi

chromium=$(command -v chromium || command -v chromium-browser || echo)
if [ -z "$chromium" ]; then
    skip "the page in a browser" "no chromium here; tools/install-deps page installs it"
elif ! tools/validators "$validators" >"$tmp/log" 2>&1; then
    skip "the page in a browser" "the validators could not be installed: $(tail -n 1 "$tmp/log")"
else
    # Each line of it is a result of this test.
    if command -v java >/dev/null; then
        run java -jar "$validators/node_modules/vnu-jar/build/dist/vnu.jar" "$tmp/page.html"
        exited "the checker of the W3C finds nothing" 0
    else
        skip "the checker of the W3C" "it needs Java"
    fi
    status=0
    node tools/tests/page_browser.mjs "$validators" "$chromium" "$tmp/page.html" >"$tmp/browser" 2>"$tmp/browser.err" || status=$?
    while IFS= read -r line; do
        case $line in
        "ok "*) pass "${line#ok * - }" ;;
        "not ok "*) fail "${line#not ok * - }" "see what it got below" ;;
        "# "*) echo "$line" ;;
        esac
    done <"$tmp/browser"
    is "the browser was asked to the end" "$status$(grep -c 'nothing was loaded but the page' "$tmp/browser")" 01
    [ $status = 0 ] || sed 's/^/# /' "$tmp/browser.err"
fi
finish
