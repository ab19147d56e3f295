"""What the public headers declare: functions and member functions that a program outside may call."""
import pathlib
import re

CLASS = re.compile(r"^(?:class|struct) (?P<api>RHEON_API )?(?P<name>\w+)(?: final)?(?: : [^{;]*)? \{$")
OPENING = re.compile(r"^namespace (?P<name>[\w:]+) \{")
CLOSING = re.compile(r"^\}  // namespace ")
NAME = re.compile(r"(?P<name>operator\S{1,3}|~?\w+)\s*\((?!\*)")  # stands before the first bracket
ELSEWHERE = re.compile(r"(using|template|constexpr|inline|friend|struct|class|enum)\b|std::function<")
WITHOUT_SYMBOL = re.compile(r"= (default|delete|0);$")


def declarations(text: str):
    """(namespace, class or "", is it marked, name) of each function that needs a definition in the library. Relies on the
    layout that clang-format gives: members are indented by two blanks, a declaration goes on until its brackets close."""
    namespaces, holder, marked, pending, template = [], "", False, "", False
    for line in text.split("\n"):
        if CLOSING.match(line):
            namespaces.pop()
            continue
        line = re.sub(r"\s*//.*", "", line)
        indent = "  " if holder else ""
        if opening := OPENING.match(line):
            namespaces.append(opening["name"])
        elif not holder and (kind := CLASS.match(line)):
            # of a template nothing is in the library
            holder, marked = ("" if template else kind["name"]), bool(kind["api"])
            template = False
        elif line.startswith("};"):
            holder = ""
        elif pending or re.match(indent + r"[\w~\[:]", line):
            pending = f"{pending} {line.strip()}".strip()
            if pending.startswith("template") and not pending.endswith((";", "}", "{")):
                pending, template = "", True
                continue
            if pending.count("(") != pending.count(")") or not pending.endswith((";", "}", "{", ":")):
                continue
            words, pending = pending, ""
            if not template and words.endswith(";") and "{}" not in words.split("(")[0] and not ELSEWHERE.match(words) \
                    and not WITHOUT_SYMBOL.search(words) and not words.startswith(("return", "RHEON_API static_assert")):
                name = NAME.search(words)
                if name and "=" not in words[:name.start()]:
                    yield "::".join(namespaces), holder, marked or words.startswith("RHEON_API "), name["name"]
            template = False


def of_headers(include: pathlib.Path):
    for header in sorted(include.rglob("*.hpp")):
        for found in declarations(header.read_text(encoding="utf-8")):
            yield (header, *found)
