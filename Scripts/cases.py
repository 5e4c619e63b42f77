"""The command lines of Tests/CommandTests/Cases, for the scripts that run them against programs.

What they ought to print stands there, too; these scripts compare one program with another instead.
"""
import glob, os, re, subprocess, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Job:
    """A command line and the files it finds."""

    def __init__(self, name, line, files):
        self.name, self.line, self.files = name, line, files

    def run(self, programs, limit=60, **variables):
        """What the command line does with the programs of a folder, in `limit` seconds."""
        with tempfile.TemporaryDirectory() as folder:
            for name, data in self.files.items():
                path = os.path.join(folder, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(data)
            environment = dict(os.environ, PATH=programs + ":" + os.environ["PATH"], TMPDIR=folder, NO_COLOR="1", **variables)
            try:
                done = subprocess.run(
                    ["bash", "-c", "set -o pipefail; " + self.line], cwd=folder, env=environment,
                    stdin=subprocess.DEVNULL, capture_output=True, timeout=limit)
                code, output, errors = done.returncode, done.stdout, done.stderr
            except subprocess.TimeoutExpired:
                code, output, errors = f"more than {limit} s", b"", b""
            after = {}
            for path in glob.glob(folder + "/**", recursive=True):
                if os.path.isfile(path):
                    with open(path, "rb") as file:
                        after[os.path.relpath(path, folder)] = file.read()
            return {"code": code, "stdout": output, "stderr": errors.replace(folder.encode(), b"FOLDER"),
                    "files": {k: v for k, v in after.items() if self.files.get(k) != v}}


def unescaped(text):
    text = text.replace(b"\n", b"")
    return re.sub(rb"\\(x..|.)", lambda m: bytes([int(m[1][1:], 16)]) if m[1][:1] == b"x" else
                  b"\n" if m[1] == b"n" else m[1], text)


def cases():
    for path in sorted(glob.glob(os.path.join(ROOT, "Tests/CommandTests/Cases/*.cases"))):
        with open(path, "rb") as file:
            text = file.read()
        above = {}
        for block in re.split(rb"(?m)^=== ", text)[1:]:
            name, _, rest = block.partition(b"\n")
            command = re.search(rb"(?m)^\$ (.*)$", rest)
            if not command:
                continue
            files = {}
            for header, body in re.findall(rb"(?ms)^--- ([^\n]*)\n(.*?)(?=^--- |\Z)", rest):
                word = re.sub(rb" \((no newline|escaped|as above)\)", b"", header).decode()
                if word in ("stdout", "stderr") or word.startswith(("exit ", "after ")):
                    continue
                body = body.rstrip(b"\n") + b"\n" if body.strip(b"\n") else body
                if b"(as above)" in header:
                    body = above[word]
                elif b"(escaped)" in header:
                    body = unescaped(body)
                elif b"(no newline)" in header:
                    body = body[:-1] if body.endswith(b"\n") else body
                files[word] = body
            above.update(files)
            yield Job(os.path.basename(path) + ": " + name.decode(), command[1].decode(), files)
