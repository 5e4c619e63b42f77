"""What the benchmarks share: running whole processes, what they took, and the documents that they read.

Nothing here prints a figure; each script says what it compares, and with what.
"""
import json, os, random, shutil, subprocess, sys, tempfile, time
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = ["alpha", "beta", "gamma", "delta", "Zürich", "São Paulo", 'a "quoted" word', "plain words in a row"]


class Usage(NamedTuple):
    """Seconds that one run took."""
    user: float
    cpu: float
    wall: float


def add_bin(parser):
    parser.add_argument("--bin", default=os.path.join(HERE, "..", "build", "bin"), help="folder of the release binaries")


def tools(folder, *names):
    return [os.path.abspath(os.path.join(folder, name)) for name in names]


def run(command, statuses=(0, 1), stdout=subprocess.DEVNULL, limit=None):
    """One run; None when it takes longer than `limit` seconds. Ends the script where the exit code is none of `statuses`."""
    start = time.monotonic()
    process = subprocess.Popen((["timeout", str(limit)] if limit else []) + command,
                               stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if limit and process.returncode == 124:
        return None
    if process.returncode not in statuses:
        sys.exit(f"{' '.join(command)} failed: {errors.decode(errors='replace')[:300]}")
    return Usage(usage.ru_utime, usage.ru_utime + usage.ru_stime, time.monotonic() - start)


def alternating(measured, floor, runs, **more):
    """Runs both sides in turns, since the speed of a machine drifts: a list of `Usage` for each. A side is a list of commands, whose times
    add up. The first turn only warms up and does not count."""
    sides = [], []
    for turn in range(runs + 1):
        for side, commands in zip(sides, (measured, floor)):
            used = [run(command, **more) for command in commands]
            if turn:
                side.append(Usage(*map(sum, zip(*used))))
    return sides


def peak(command):
    """Peak resident memory of a command in bytes, where it is more than the 14 MB of the process that starts it: a child's begins with what
    its parent had."""
    code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,"
            " stderr=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    return int(subprocess.run([sys.executable, "-c", code] + command, capture_output=True, check=True).stdout) * 1024


def instructions(command):
    """Instructions of one run, counted by callgrind; None where that is not installed."""
    valgrind = shutil.which("valgrind")
    if not valgrind:
        return None
    process = subprocess.run([valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null"] + command,
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return next((int(line.split()[-1]) for line in process.stderr.decode(errors="replace").splitlines() if "Collected" in line), None)


def has_module(name):
    return subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True).returncode == 0


class Folder:
    """A temporary folder of documents; gone behind `with`."""
    def __enter__(self):
        self.place = tempfile.mkdtemp(prefix="sz-benchmark-")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.place)

    def path(self, name):
        return os.path.join(self.place, name)

    def write(self, name, value):
        """The path of a file with `value`: a text as it is, all else as compact JSON."""
        with open(self.path(name), "w") as file:
            file.write(value) if isinstance(value, str) else json.dump(value, file, ensure_ascii=False, separators=(",", ":"))
        return self.path(name)

    def output(self, name, command):
        """The path of a file with what a command prints."""
        with open(self.path(name), "wb") as file:
            run(command, stdout=file)
        return self.path(name)


def record(number):
    """A record of some 270 bytes, random but for its id and mail address."""
    return {
        "id": number, "guid": "%032x" % random.getrandbits(128), "name": random.choice(WORDS) + " " + random.choice(WORDS),
        "email": f"user{number}@example.com", "active": random.random() < 0.5, "balance": round(random.random() * 10000, 2),
        "tags": [random.choice(WORDS) for _ in range(3)], "note": None,
        "address": {"street": f"{random.randint(1, 999)} Main St", "city": random.choice(WORDS), "zip": "%05d" % random.randint(0, 99999)},
    }


def edited(records, count):
    """The same records, the balance of `count` of them another."""
    records = [dict(record) for record in records]
    for index in random.sample(range(len(records)), count):
        records[index]["balance"] = round(random.random() * 10000, 2)
    return records
