"""What is reached of the code, by llvm-cov: what fuzz/coverage, the report of a campaign and tools/coverage share."""
import json
import os
import subprocess

SOURCES = sorted(os.path.join("reference/src", name) for name in os.listdir("reference/src") if name.endswith(".c"))


class Failed(Exception):
    """A harness does not hold on an input, or llvm-cov failed."""


def tool(name, clang="clang"):
    """llvm-cov or llvm-profdata of the clang that compiled."""
    result = subprocess.run([clang, f"-print-prog-name={name}"], capture_output=True, text=True, check=True)
    return result.stdout.strip()


def profile(place, harness, inputs, name):
    """Runs the harness on files and folders; returns the profile's path."""
    folder = os.path.join(place.fuzz, "coverage", "profiles")
    os.makedirs(folder, exist_ok=True)
    raw = os.path.join(folder, name + ".raw")
    result = subprocess.run([place.program("coverage", harness), "--timeout", "60", *inputs],
                            env={**os.environ, "LLVM_PROFILE_FILE": raw}, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, check=False)
    if result.returncode != 0:
        raise Failed(f"{harness} fails on an input:\n{result.stdout.decode(errors='replace')}")
    return raw


def merge(raws, path, clang="clang"):
    subprocess.run([tool("llvm-profdata", clang), "merge", "-sparse", *raws, "-o", path], check=True)
    return path


def merged(place, raws, name):
    return merge(raws, os.path.join(place.fuzz, "coverage", "profiles", name + ".profile"))


def objects(programs):
    return [programs[0]] + [word for program in programs[1:] for word in ("-object", program)]


def export(programs, data, sources, *options, clang="clang"):
    """All that llvm-cov knows of the sources, or with --summary-only the sums."""
    result = subprocess.run([tool("llvm-cov", clang), "export", *options, f"-instr-profile={data}",
                             *objects(programs), *sources], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            check=True)
    return json.loads(result.stdout)["data"][0]


def write_html(programs, data, sources, folder, *options, clang="clang"):
    """What llvm-cov shows of each line."""
    subprocess.run([tool("llvm-cov", clang), "show", "--format=html", f"--output-dir={folder}",
                    "--show-branches=count", *options, f"-instr-profile={data}", *objects(programs), *sources],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def summary(programs, data, sources):
    """Sums over the sources: lines and branches, counted and covered."""
    sums = {}
    for file in export(programs, data, sources, "--summary-only")["files"]:
        for kind in ("lines", "branches"):
            count, covered = sums.get(kind, (0, 0))
            sums[kind] = (count + file["summary"][kind]["count"], covered + file["summary"][kind]["covered"])
    return {kind: 100.0 * covered / count if count else 0.0 for kind, (count, covered) in sums.items()}


def inputs_of(place, harness):
    """Everything there is for a harness: how many files, and the folders."""
    folders = [place.seeds(harness), os.path.join(place.work, harness, "corpus"),
               os.path.join("fuzz", "regressions", harness)]
    folders = [folder for folder in folders if os.path.isdir(folder) and os.listdir(folder)]
    return sum(len(os.listdir(folder)) for folder in folders), folders
