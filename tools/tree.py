"""What the checks in this folder share: the files of the tree, and how a problem is reported."""
import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GENERATED = {".git", "build", "node_modules", "__pycache__", ".venv", ".cache"}


def files(root: pathlib.Path) -> list[pathlib.Path]:
    """Files that are, or could be, committed; relative to root, sorted."""
    if (root / ".git").exists() and shutil.which("git"):
        listing = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            capture_output=True, check=False).stdout.decode()
        found = [pathlib.Path(name) for name in listing.split("\0") if name]
    else:
        found = []
    if not found:
        found = [path.relative_to(root) for path in root.rglob("*")]
        found = [path for path in found if not GENERATED & set(path.parts)]
    return sorted({path for path in found if (root / path).is_file()})


def text(path: pathlib.Path) -> str | None:
    """The content, or None if it is not text."""
    data = path.read_bytes()
    if b"\0" in data[:8192]:
        return None
    return data.decode("utf-8", errors="replace")


def arguments(description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="the tree to look at")
    return parser


def report(name: str, problems: list[str]) -> int:
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print(f"{name}: {len(problems)} problem{'s' if len(problems) > 1 else ''}", file=sys.stderr)
        return 1
    print(f"{name}: in order")
    return 0
