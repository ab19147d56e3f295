"""librheon as a shared library, whatever the build has made."""
import pathlib
import subprocess


def _made(build: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for path in build.rglob("librheon.so*") if not path.is_symlink())


def is_possible(build: pathlib.Path) -> bool:
    return (build / "librheon.a").exists() or bool(_made(build))


def link(cxx: str, build: pathlib.Path, symbols: pathlib.Path, folder: pathlib.Path, *libraries: str) -> pathlib.Path:
    """The shared library of the build, or its archive linked as one into `folder`, with the map of symbols that
    cmake/RheonTargets.cmake gives it. Without `libraries` what it uses is left open."""
    if not (build / "librheon.a").exists():
        return _made(build)[-1]
    library = folder / "librheon.so"
    subprocess.run([cxx, "-shared", "-o", str(library), f"-Wl,--version-script={symbols}", "-Wl,--whole-archive",
                    str(build / "librheon.a"), "-Wl,--no-whole-archive", *libraries], check=True)
    return library
