"""What the headers of a program say about how it is loaded and protected."""
import pathlib
import subprocess


def is_elf(path: pathlib.Path) -> bool:
    if not path.is_file() or path.is_symlink():
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def faults(path: pathlib.Path) -> list[str]:
    """What an outsider could use: libraries taken from the current folder, code or tables of addresses that can be written."""
    def readelf(*options: str) -> str:
        return subprocess.run(["readelf", "-W", *options, str(path)], capture_output=True, text=True, check=True).stdout

    found = []
    dynamic, header, segments = readelf("-d"), readelf("-h"), readelf("-l")
    for line in dynamic.splitlines():
        if "(RPATH)" in line or "(RUNPATH)" in line:
            entries = line[line.index("[") + 1:line.rindex("]")].split(":")
            # an empty entry is the current folder, and so, in effect, is any relative one
            if any(not entry.startswith(("/", "$ORIGIN")) for entry in entries):
                found.append(f"run path {entries}")
    if "Type:" not in header or "DYN" not in header.split("Type:")[1].splitlines()[0]:
        found.append("not position independent")
    if "GNU_RELRO" not in segments:
        found.append("no RELRO")
    if "BIND_NOW" not in dynamic and "NOW" not in dynamic:
        found.append("addresses are bound late: RELRO is not full")
    for line in segments.splitlines():
        if "GNU_STACK" in line and "RWE" in line:
            found.append("executable stack")
    return found


def uses_stack_protector(path: pathlib.Path) -> bool:
    symbols = subprocess.run(["readelf", "-W", "--dyn-syms", str(path)], capture_output=True, text=True, check=True).stdout
    return "__stack_chk_fail" in symbols


def is_sanitized(path: str) -> bool:
    """Sanitizers of addresses and threads have memory of their own: what they hold says nothing about the program."""
    program = pathlib.Path(path).read_bytes()
    return b"__asan_init" in program or b"__tsan_init" in program
