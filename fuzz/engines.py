"""What the scripts of fuzz/ share: one engine at work on one harness, its figures and findings.

A work folder has, for each harness,

    corpus/     the queue: libFuzzer writes it, AFL++ reads it, and what AFL++ finds is copied there
    afl/        AFL++'s own output, an instance a build (main: plain and CmpLog; asan: sanitized)
    findings/   inputs on which a property fails, a sanitizer speaks up, or time runs out
    *.log       what the engines said
"""
import base64
import hashlib
import os
import re
import shutil
import signal
import subprocess
import time

LONGEST = 4096
INPUT_SECONDS = 10
LIBFUZZER_LINE = re.compile(rb"^#(\d+)\s+(\w+)\s+cov: (\d+) ft: (\d+) corp: (\d+)/", re.M)
LIBFUZZER_TOTAL = re.compile(rb"stat::number_of_executed_units:\s+(\d+)")
AFL_SETTINGS = {
    "AFL_NO_UI": "1",
    "AFL_NO_AFFINITY": "1",
    "AFL_SKIP_CPUFREQ": "1",
    "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1",
    "AFL_FAST_CAL": "1",
    "AFL_AUTORESUME": "1",
    "AFL_NO_COLOR": "1",
    "AFL_FORKSRV_INIT_TMOUT": "60000",
}


def sanitizers(names=False, leaks=True):
    """Environment under which a sanitizer's finding ends the process; `names`: of functions, in its report."""
    shared = f"abort_on_error=1:halt_on_error=1:symbolize={int(names)}"
    return {"ASAN_OPTIONS": f"{shared}:detect_leaks={int(leaks)}:allocator_may_return_null=1",
            "UBSAN_OPTIONS": f"{shared}:print_stacktrace=1"}


class Place:
    """Where the programs of a build are, and where the work is kept."""

    def __init__(self, build, work):
        self.fuzz = os.path.abspath(os.path.join(build, "fuzz"))
        self.work = os.path.abspath(work)

    def program(self, engine, harness):
        return os.path.join(self.fuzz, engine, harness)

    def seeds(self, harness):
        return os.path.join(self.fuzz, "seeds", harness)

    def folder(self, harness, *names):
        path = os.path.join(self.work, harness, *names)
        os.makedirs(path, exist_ok=True)
        return path

    def dictionary(self):
        return os.path.join(self.fuzz, "replies.dict")

    def mutator(self):
        """AFL++ loads it; None where none was built."""
        path = os.path.join(self.fuzz, "mutator.so")
        return path if os.path.exists(path) else None


def read(path, most=None):
    """The file's bytes, or its last `most`; none where it is not there."""
    try:
        with open(path, "rb") as file:
            if most is not None:
                file.seek(max(0, os.path.getsize(path) - most))
            return file.read()
    except OSError:
        return b""


def tail(path):
    """The end of a log, without what is meant for terminals."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", read(path, 1500).decode(errors="replace"))


def copy_new(source, names, folder):
    """Copies inputs under the names libFuzzer gives, each content once."""
    for name in names:
        data = read(os.path.join(source, name))
        target = os.path.join(folder, hashlib.sha1(data).hexdigest())
        if data and len(data) <= LONGEST and not os.path.exists(target):
            with open(target, "wb") as file:
                file.write(data)


class Run:
    """One engine on one harness, for some seconds."""

    kind = None

    def __init__(self, place, harness, seconds, seed=None):
        self.place = place
        self.harness = harness
        self.seed = seed  # an engine without one takes another each time
        self.seconds = max(1, int(seconds))
        self.process = None
        self.began = self.sampled = 0.0
        self.ticks = {}
        self.log = os.path.join(place.folder(harness), f"{self.kind}.log")

    def start(self):
        self.prepare()
        environment = {**os.environ, **self.settings()}
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["nice", "-n", "10", *self.command()], stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, env=environment, start_new_session=True)
        self.began = time.monotonic()

    def prepare(self):
        """Makes what the command needs."""

    def settings(self):
        return sanitizers(names=True)

    def is_over(self):
        """Also ends what did not end by itself."""
        if time.monotonic() - self.sampled > 0.2:
            self.sample()
        if self.process.poll() is not None:
            self.sweep()
            return True
        if time.monotonic() - self.began > self.seconds + 60 + INPUT_SECONDS:
            self.stop()
        return self.process.poll() is not None

    def stop(self):
        for number, patience in ((signal.SIGINT, 15), (signal.SIGKILL, 15)):
            if self.process.poll() is not None:
                break
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(patience)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass
        self.sweep()

    def share(self):
        """Gives what it found to the queue, where it does not do so by itself."""

    def collect(self):
        """Copies inputs on which a property failed to the findings, where it does not do so by itself."""

    def elapsed(self):
        return time.monotonic() - self.began

    def sample(self):
        """Notes the processor time of each process of the run: AFL++ gives its own sessions to those it starts."""
        self.sampled = time.monotonic()
        ours = {str(self.process.pid)}
        for pid in sorted((n for n in os.listdir("/proc") if n.isdigit()), key=int) if os.path.isdir("/proc") else ():
            # behind the command's name, which may hold anything: state, parent, group, session, ...
            fields = read(f"/proc/{pid}/stat").rpartition(b") ")[2].split()
            if len(fields) > 12 and (pid in ours or fields[1].decode() in ours or pid in self.ticks):
                ours.add(pid)
                self.ticks[pid] = int(fields[11]) + int(fields[12])

    def sweep(self):
        """Ends what a run that is over left behind: AFL++ forgets its CmpLog process."""
        for pid in self.ticks:
            if read(f"/proc/{pid}/cmdline").startswith(self.place.fuzz.encode() + b"/"):
                try:
                    os.kill(int(pid), signal.SIGKILL)
                except ProcessLookupError:
                    pass

    def seconds_used(self):
        """Of a processor, as far as the system tells; else of the clock. For rates that other load does not spoil."""
        used = sum(self.ticks.values()) / os.sysconf("SC_CLK_TCK")
        return used if used > 0 else max(self.elapsed(), 0.001)


class Generated(Run):
    """The blind generator, run by the replay. It tells its figures at its end alone."""

    kind = "generated"

    def command(self):
        return [self.place.program("replay", self.harness), "--seed", str(self.seed), "--gen", str(self.seconds)]

    def figures(self):
        match = re.search(rb": (\d+) generated inputs hold", read(self.log))
        return {"executions": int(match.group(1)) if match else 0, "edges": 0, "inputs": 0, "last": 0}

    def collect(self):
        """The input on which it failed, as its message has it."""
        match = re.search(rb"^base64: (\S*)$", read(self.log), re.M)
        if match:
            keep_finding(self.place, self.harness, base64.b64decode(match.group(1)), "crashes")


class LibFuzzer(Run):
    kind = "libfuzzer"

    def prepare(self):
        self.findings = self.place.folder(self.harness, "findings")
        self.corpus = self.place.folder(self.harness, "corpus")

    def command(self):
        return [self.place.program("libfuzzer", self.harness), f"-max_total_time={self.seconds}",
                f"-max_len={LONGEST}", f"-timeout={INPUT_SECONDS}", "-rss_limit_mb=2048", "-print_final_stats=1",
                "-reload=10", f"-dict={self.place.dictionary()}", f"-artifact_prefix={self.findings}/",
                f"-seed={(self.seed or 0) % 2**32}",  # 0: another each time
                self.corpus, self.place.seeds(self.harness)]

    def figures(self):
        """Executions, edges, inputs in the queue, and the execution that last found an edge."""
        log = read(self.log)
        lines = LIBFUZZER_LINE.findall(log)
        total = LIBFUZZER_TOTAL.search(log)
        if not lines:
            return {"executions": int(total.group(1)) if total else 0, "edges": 0, "inputs": 0, "last": 0}
        best = max(int(line[2]) for line in lines)
        last = next(int(line[0]) for line in lines if int(line[2]) == best)
        executions = max(int(lines[-1][0]), int(total.group(1)) if total else 0)
        return {"executions": executions, "edges": best, "inputs": int(lines[-1][4]), "last": last}


class Afl(Run):
    """AFL++: plain with CmpLog where that is built, or sanitized."""

    kind = "afl"

    def __init__(self, place, harness, seconds, seed=None, sanitized=False):
        self.kind = "afl-asan" if sanitized else "afl"
        super().__init__(place, harness, seconds, seed)
        self.instance = "asan" if sanitized else "main"
        self.before = 0

    def prepare(self):
        self.out = self.place.folder(self.harness, "afl")
        self.corpus = self.place.folder(self.harness, "corpus")
        self.before = self.stats().get("execs_done", 0)

    def settings(self):
        settings = {**sanitizers(leaks=False), **AFL_SETTINGS}
        mutator = self.place.mutator()
        if mutator is not None and uses_mutator(self.harness):
            settings["AFL_CUSTOM_MUTATOR_LIBRARY"] = mutator
        return settings

    def command(self):
        command = ["afl-fuzz", "-i", self.place.seeds(self.harness), "-o", self.out, "-V", str(self.seconds),
                   "-t", str(INPUT_SECONDS * 1000), "-G", str(LONGEST), "-x", self.place.dictionary()]
        if self.seed is not None:
            command += ["-s", str(self.seed)]
        if self.instance == "main":
            command += ["-M", "main", "-F", self.corpus]
            cmplog = self.place.program("afl-cmplog", self.harness)
            if os.path.exists(cmplog):
                command += ["-c", cmplog]
        else:
            command += ["-S", self.instance]
        return command + ["--", self.place.program(self.kind, self.harness)]

    def is_persistent(self):
        """Whether AFL++ runs many inputs a process: else its own main was not linked in."""
        return b"persistent" in read(os.path.join(self.out, self.instance, "fuzzer_stats"))

    def stats(self):
        stats = {}
        for line in read(os.path.join(self.out, self.instance, "fuzzer_stats")).decode(errors="replace").splitlines():
            name, _, value = line.partition(":")
            if value.strip().isdigit():
                stats[name.strip()] = int(value)
        return stats

    def figures(self):
        """While it runs, from its plot, which is written more often."""
        stats = self.stats()
        if self.process.poll() is None:
            stats.update(self.plotted())
        return {"executions": max(0, stats.get("execs_done", 0) - self.before),
                "edges": stats.get("edges_found", 0), "inputs": stats.get("corpus_count", 0), "last": 0}

    def plotted(self):
        lines = read(os.path.join(self.out, self.instance, "plot_data")).decode(errors="replace").splitlines()
        if len(lines) < 2 or not lines[0].startswith("#"):
            return {}
        row = dict(zip(lines[0].lstrip("# ").split(", "), lines[-1].split(", ")))
        names = {"total_execs": "execs_done", "edges_found": "edges_found", "corpus_count": "corpus_count"}
        return {to: int(row[name]) for name, to in names.items() if row.get(name, "").isdigit()}

    def share(self):
        queue = os.path.join(self.out, self.instance, "queue")
        if os.path.isdir(queue):
            copy_new(queue, sorted(n for n in os.listdir(queue) if n.startswith("id:") and ",sync:" not in n),
                     self.corpus)

    def collect(self):
        for kind in ("crashes", "hangs"):
            folder = os.path.join(self.out, self.instance, kind)
            if os.path.isdir(folder):
                for name in os.listdir(folder):
                    if name.startswith("id:"):
                        keep_finding(self.place, self.harness, read(os.path.join(folder, name)), kind)


def keep_finding(place, harness, data, kind):
    name = ("timeout-" if kind == "hangs" else "crash-") + hashlib.sha1(data).hexdigest()
    path = os.path.join(place.folder(harness, "findings"), name)
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(data)


def uses_mutator(harness):
    return row(harness)[1] == "yes"


def row(harness):
    """fuzz/harnesses.txt: the columns behind the harness's name, or those of all that are not named."""
    table = {}
    with open(os.path.join(os.path.dirname(__file__), "harnesses.txt"), encoding="utf-8") as file:
        for line in file:
            columns = line.split()
            if columns and not columns[0].startswith("#"):
                table[columns[0]] = columns[1:]
    return table.get(harness) or table["*"]


def merge(program, source, target):
    """Copies to the folder `target` as many inputs of `source` as reach all that it reaches."""
    result = subprocess.run([program, "-merge=1", "-set_cover_merge=1", f"-timeout={INPUT_SECONDS}", target, source],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env={**os.environ, **sanitizers()}, check=False)
    if result.returncode != 0 or not os.listdir(target):
        raise OSError(f"{program} could not merge:\n{result.stdout.decode(errors='replace')[-2000:]}")


# ---- findings ----

def found(place, harness):
    """The findings on disk. What was merely slow is none."""
    folder = place.folder(harness, "findings")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))
            if name.split("-")[0] in ("crash", "timeout", "oom", "leak")]


def try_input(place, harness, path):
    """What goes wrong with this input, in one line; None where nothing does."""
    status, output = replay(place, harness, path)
    if status == 0:
        return None
    return reason(output) or f"it ends with status {status}"


def replay(place, harness, path, names=False):
    """Runs the harness on one input, sanitized where libFuzzer is there; exit status and output."""
    command = [place.program("libfuzzer", harness), f"-timeout={INPUT_SECONDS}", "-rss_limit_mb=2048", path]
    if not os.path.exists(command[0]):
        command = [place.program("replay", harness), path]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env={**os.environ, **sanitizers(names)}, cwd=place.folder(harness), check=False,
                            timeout=INPUT_SECONDS * 30)
    return result.returncode, result.stdout


def reason(output):
    for line in output.decode(errors="replace").splitlines():
        if re.match(r"property failed: |SUMMARY: |.*: runtime error: ", line.lstrip("=")):
            return line.strip()
    return None


def minimize(place, harness, path, seconds):
    """A smaller input that fails too; its path, or `path` where there is none."""
    program = place.program("libfuzzer", harness)
    folder = place.folder(harness, "minimized")
    small = os.path.join(folder, os.path.basename(path))
    if not os.path.exists(program) or os.path.basename(path).startswith("timeout"):
        return path
    shutil.copyfile(path, small)
    subprocess.run([program, "-minimize_crash=1", f"-max_total_time={seconds}", f"-exact_artifact_path={small}",
                    os.path.abspath(path)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, env={**os.environ, **sanitizers()}, cwd=folder, check=False)
    return small if 0 < os.path.getsize(small) < os.path.getsize(path) and try_input(place, harness, small) else path


def describe(place, harness, path, seconds=10):
    """Text on a finding for a log: property, input in base64, minimised input."""
    why = try_input(place, harness, path)
    if why is None:
        return None
    frames = [line for line in replay(place, harness, path, names=True)[1].decode(errors="replace").splitlines()
              if re.match(r"\s+#\d+ ", line) and re.search(r" (reference|conformance|fuzz)/|/(reference|conformance|fuzz)/", line)]
    small = minimize(place, harness, path, seconds)
    text = f"FINDING {harness}: {why}\n  input {os.path.relpath(path)} ({os.path.getsize(path)} bytes), base64:\n"
    text += f"  {base64.b64encode(read(path)).decode()}\n"
    text += "".join(f"  {frame.strip()}\n" for frame in frames[:8])
    if small != path:
        text += f"  minimised to {os.path.getsize(small)} bytes: {try_input(place, harness, small)}, base64:\n"
        text += f"  {base64.b64encode(read(small)).decode()}\n"
    return text + "  to keep it: fuzz/README.md, \"A finding\"\n"


def duration(text):
    """Seconds out of `90`, `90s`, `10m`, `2h`."""
    match = re.fullmatch(r"(\d+)([smh]?)", text)
    if match is None:
        raise ValueError(f"{text}: a duration is a number with s, m or h behind it")
    return int(match.group(1)) * {"": 1, "s": 1, "m": 60, "h": 3600}[match.group(2)]
