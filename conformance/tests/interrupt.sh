#!/bin/sh
# A run that is interrupted: by a signal to the runner alone, to its whole group as a terminal does,
# and twice; in both modes. Nothing is left, status 5, and a report that says it is incomplete.
# Run from the root of the repository; see tools/tap.sh.
# shellcheck disable=SC2016  # testees expand what stands between single quotes
set -eu
. tools/tap.sh
. conformance/tests/shared/cases.sh

case $build in /*) ;; *) build=$PWD/$build ;; esac
corpus=$tmp/corpus
make_cases "$corpus" 12
mkdir "$tmp/scratch"

# Hangs from the fifth case on, with processes that ignore signals, one of them out of its group.
make_program hangs 'read -r line || :
case $line in *" "[1234]"}") echo "$line" && exit ;; esac
trap "" INT TERM HUP
setsid sh -c "trap \"\" INT TERM HUP; sleep 300" </dev/null >/dev/null 2>&1 &
sleep 300 & wait; sleep 300'
cat >"$tmp/streamer" <<'PYTHON'
#!/usr/bin/env python3
import json, signal, sys, time
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
for line in sys.stdin:
    request = json.loads(line)
    answer = {"hello": {"contract": 1, "name": "hangs", "version": "1", "operations": ["extract"], "policy": {}}}
    if "reply" in request:
        answer = {"value": json.loads(request["reply"])}
        if answer["value"]["n"] > 4:
            time.sleep(300)
    print(json.dumps({"id": request["id"], **answer}), flush=True)
PYTHON
chmod +x "$tmp/streamer"

# interrupt SIGNALS TARGET COMMAND...: starts the command in a session of its own, and sends it, once
# it hangs, the signals, to it alone or to its group; prints its exit status and how long it took
interrupt() {
    python3 - "$@" <<'PYTHON'
import os, signal, subprocess, sys, time
signals, target, command = sys.argv[1].split(","), sys.argv[2], sys.argv[3:]
for name in ("SIGINT", "SIGTERM", "SIGHUP"):
    signal.signal(getattr(signal, name), signal.SIG_DFL)
child = subprocess.Popen(command, start_new_session=True)
time.sleep(1.2)
began = time.monotonic()
for name in signals:
    if target == "group":
        os.killpg(child.pid, getattr(signal, name))
    else:
        os.kill(child.pid, getattr(signal, name))
    time.sleep(0.01)
try:
    status = child.wait(timeout=30)
except subprocess.TimeoutExpired:
    os.killpg(child.pid, signal.SIGKILL)
    sys.exit("it goes on")
print(status, "soon" if time.monotonic() - began < 8 else "late")
PYTHON
}

round=0
# interrupted NAME SIGNALS TARGET OPTION... -- TESTEE
interrupted() {
    name=$1 signals=$2 target=$3
    shift 3
    round=$((round + 1))
    mark=interrupt-$$-$round
    JETS_TEST_MARK=$mark TMPDIR=$tmp/scratch interrupt "$signals" "$target" "$build/bin/jets" run \
        --corpus "$corpus" --timeout 300000 --format ndjson -o "$tmp/report" "$@" >"$tmp/out" 2>"$tmp/err"
    is "$name: status 5, soon" "$(cat "$tmp/out")" "5 soon"
    is "$name: the report has what was done, and says that it is incomplete" \
        "$(verdicts "$tmp/report")" "pass pass pass pass False"
    contains "$name: the reason is told" "$tmp/report" '"why":"interrupted"'
    contains "$name: in words too" "$tmp/err" "interrupted: the report is incomplete"
    is "$name: no process is left" "$(leftovers "JETS_TEST_MARK=$mark")" ""
    is "$name: no folder is left" "$(ls "$tmp/scratch")" ""
    is "$name: no half report is left" "$(find "$tmp" -maxdepth 1 -name 'report.*')" ""
    rm -f "$tmp/report"
}

interrupted "SIGTERM to the runner" SIGTERM runner -j 2 -- "$tmp/hangs"
interrupted "SIGINT to the group" SIGINT group -j 2 -- "$tmp/hangs"
interrupted "SIGHUP to the group, one worker" SIGHUP group -j 1 -- "$tmp/hangs"
interrupted "two signals to the runner" SIGINT,SIGTERM runner -j 3 -- "$tmp/hangs"
interrupted "three signals to the group" SIGINT,SIGINT,SIGTERM group -j 2 -- "$tmp/hangs"
interrupted "stream mode, SIGTERM to the runner" SIGTERM runner --mode stream -j 2 -- "$tmp/streamer"
interrupted "stream mode, SIGINT to the group" SIGINT,SIGINT group --mode stream -j 1 -- "$tmp/streamer"

finish
