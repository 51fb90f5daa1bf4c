"""The table of faults, and planting one: its edits made in a copy of a source, compiled, and linked with all
else as it is; and running what came of it."""
import ctypes
import os
import re
import resource
import shlex
import signal
import subprocess
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SRC = "reference/src"


class Refusal(Exception):
    """A fault of the table, or of the build: the message says where."""


# ---- the table ----


def function_range(text, name):
    """Where the definition of a function begins and ends in a source file."""
    start = re.search(r"^[A-Za-z].*\b%s\([^;{]*\)\s*\n\{" % re.escape(name), text, re.M)
    if start is None:
        raise Refusal(f"no function {name}")
    return start.start(), text.index("\n}\n", start.start()) + 3


class Fault:
    def __init__(self, name, line):
        self.name, self.line = name, line
        self.breaks, self.habit, self.ci = "", "", False
        self.edits = []  # file, function or "", old lines, new lines

    def apply(self, sources):
        """The files that the fault changes, as they become."""
        changed = {}
        for file, function, old, new in self.edits:
            text = changed.get(file, sources.get(file))
            if text is None:
                raise Refusal(f"{self.name}: no file {file}")
            try:
                begin, end = function_range(text, function) if function else (0, len(text))
            except Refusal as refusal:
                raise Refusal(f"{self.name}: {file}: {refusal}") from None
            part, old, new = text[begin:end], "".join(old), "".join(new)
            fits = ("\n" + part).count("\n" + old)
            if fits != 1:
                raise Refusal(f"{self.name}: {file}: an edit fits {fits} times, not once:\n{old}")
            at = begin + ("\n" + part).index("\n" + old)
            changed[file] = text[:at] + new + text[at + len(old):]
        return changed


def read_table(path):
    faults, names = [], set()
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        word, _, rest = line.rstrip("\n").partition(" ")
        if not line.strip() or word.startswith("#"):
            continue
        try:
            if word == "fault":
                if rest in names or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rest):
                    raise Refusal("a name that is badly formed or taken")
                faults.append(Fault(rest, number))
                names.add(rest)
            elif word in ("breaks", "habit"):
                setattr(faults[-1], word, rest)
            elif word == "ci":
                faults[-1].ci = True
            elif word == "in":
                file, _, function = rest.partition(" ")
                faults[-1].edits.append((file, function, [], []))
            elif word in ("-", "+"):
                faults[-1].edits[-1][2 if word == "-" else 3].append(rest + "\n")
            else:
                raise Refusal(f"unknown word {word}")
        except (Refusal, IndexError) as error:
            raise Refusal(f"{path}:{number}: {error}") from None
    for fault in faults:
        habit = os.path.join(ROOT, "conformance/testees", fault.habit + ".c")
        if not fault.breaks or not fault.edits or not all(edit[2] for edit in fault.edits):
            raise Refusal(f"{path}:{fault.line}: {fault.name}: it wants a rule that it breaks, and edits")
        if fault.habit and not os.path.exists(habit):
            raise Refusal(f"{path}:{fault.line}: {fault.name}: no testee {fault.habit}")
    return faults


# ---- building ----


def must(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False)
    if done.returncode != 0:
        raise Refusal(" ".join(command) + "\n" + done.stdout)
    return done.stdout


def make(*arguments):
    return must(["make", "--no-print-directory", "-j2", *arguments])


def shown(variable):
    """The words of a variable of the Makefile."""
    return make("-s", "show-" + variable).split()


def includers(folder, names):
    """These files of a folder, and every one there that includes one of them, or one that does."""
    reached = set()
    while not reached.issuperset(names):
        reached |= set(names)
        names = []
        for name in set(os.listdir(folder)) - reached:
            if name.endswith((".c", ".h")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    if reached & set(re.findall(r'^#include "(.*)"$', file.read(), re.M)):
                        names.append(name)
    return reached


class Build:
    """What is built in one folder with one compiler. Faults are compiled and linked by the very commands of the
    Makefile, with other names in them."""

    def __init__(self, folder, cc, flags, objects="obj", archive="fuzz/parts.a"):
        self.folder, self.archive = folder, os.path.join(folder, archive)
        self.objects = os.path.join(folder, objects, SRC)
        self.arguments = [f"BUILD={folder}", f"CC={cc}", f"CFLAGS={flags}"]
        self.recipes, self.lock = {}, threading.RLock()

    def make(self, *names):
        make(*self.arguments, *(os.path.join(self.folder, name) for name in names))

    def recipe(self, target, *newer):
        """The words of the command that makes a target once the files `newer` have changed."""
        with self.lock:
            if target not in self.recipes:
                text = make("-n", *self.arguments, *("--what-if=" + name for name in newer), target)
                lines = [line for line in text.replace("\\\n", " ").splitlines() if f" -o {target} " in line]
                if not lines:
                    raise Refusal(f"no command of the Makefile makes {target}:\n{text}")
                self.recipes[target] = shlex.split(lines[-1])
            return list(self.recipes[target])

    def compile(self, command, target, source, to):
        """Runs a compilation with another target and another source."""
        words, skip = [], 0
        for word in command:
            if skip == 0 and word not in ("-MMD", "-MP", "-MF"):
                words.append({target: to}.get(word, source if word.endswith(".c") else word))
            skip = word == "-MF"
        must([*words, "-w"])
        return to

    def plant(self, folder, changed, objects=None):
        """Objects of the changed files, and of those that include them. In place of what."""
        sources = sorted(name for name in includers(folder, changed) if name.endswith(".c"))
        objects = objects or self.objects
        planted = {}
        for name in sources:
            target = os.path.join(objects, name[:-2] + ".o")
            command = self.recipe(target, os.path.join(SRC, name))
            to = os.path.join(folder, target.replace("/", "-"))
            planted[target] = self.compile(command, target, os.path.join(folder, name), to)
        return planted

    def once(self, command, target, source):
        """The object of a source that the Makefile compiles and links in one."""
        to = os.path.join(self.folder, "once", target.replace("/", "-") + ".o")
        with self.lock:
            if source not in self.recipes:
                os.makedirs(os.path.dirname(to), exist_ok=True)
                words = [word for word in command if not word.endswith(".a") and not word.startswith("-l")]
                self.recipes[source] = self.compile([*words, "-c"], target, source, to)
        return to

    def link(self, name, to, planted):
        """Links a program with the planted objects in place of its own."""
        target = os.path.join(self.folder, name)
        command = self.recipe(target, self.archive, os.path.join(self.folder, "lib/libjets.a"))
        words = []
        for word in command:
            if word.endswith(".c"):
                word = self.once(command, target, word)
            if word.endswith(".a"):
                words += [planted[known] for known in planted if known.startswith(self.objects)]
            words.append(planted.get(word, to if word == target else word))
        skip = words.index("-MF") if "-MF" in words else None
        if skip is not None:
            del words[skip:skip + 2]
        must([word for word in words if word not in ("-MMD", "-MP")])
        return to


# ---- running ----


def limited(command, seconds, folder, memory=resource.RLIM_INFINITY):
    """Runs a command for so many seconds of processor time, with so many bytes of memory. Returns its status
    (negative: a signal), what it printed, and the seconds of processor time that it took."""
    def limit():
        os.setpgid(0, 0)  # all of it can be killed, and it keeps the priority of its session
        ctypes.CDLL(None).prctl(1, int(signal.SIGKILL))  # PR_SET_PDEATHSIG: no child outlives a run broken off
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    with open(os.path.join(folder, "output"), "w+b") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, preexec_fn=limit)
        end = time.monotonic() + 30 * seconds + 60
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid != 0:
                break
            if time.monotonic() > end:
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.02)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read(200000).decode("utf-8", "replace")
    return process.returncode, text, usage.ru_utime + usage.ru_stime
