"""The tables of the race as Markdown."""


def milliseconds(seconds):
    return f"{1e3 * seconds:.3g}" if seconds < 0.9995 else f"{1e3 * seconds:.0f}"


def table(header, rows, texts=1):
    """Columns after the first `texts` hold numbers."""
    cells = [header, *rows]
    width = [max(3, *(len(row[j]) for row in cells)) for j in range(len(header))]

    def line(row):
        return "| " + " | ".join(c.ljust(w) if j < texts else c.rjust(w) for j, (c, w) in enumerate(zip(row, width))) + " |"

    rule = ["-" * w if j < texts else "-" * (w - 1) + ":" for j, w in enumerate(width)]
    return "\n".join([line(header), line(rule), *map(line, rows)]) + "\n"


def fastest(results):
    found = [r.best for r in results if r is not None and r.found]
    return min(found, key=lambda s: s.cpu) if found else None


def time_of(result):
    return milliseconds(result.best.cpu) if result is not None and result.found else "-"


def race_table(rows, peers):
    """rows: see race_record."""
    header = ["problem", "accuracy", "rheon's best", "rheon ms", *(f"{p} ms" for p in peers), "fastest peer / rheon",
              "auto/best", "auto's trial ms"]
    lines = []
    for row in rows:
        rheon, auto = row.results.get("rheon"), row.results.get("auto")
        ours, peer = fastest([rheon]), fastest([row.results.get(p) for p in peers])
        line = [row.title, row.accuracy_text,
                f"{ours.method}, {ours.text}" if ours else rheon.why_not if rheon else "not run", time_of(rheon)]
        line += [time_of(row.results.get(p)) for p in peers]
        line.append(f"{peer.cpu / ours.cpu:.2f}" if peer and ours else "-")
        chosen = fastest([auto])
        line.append(f"{chosen.cpu / ours.cpu:.2f}" if chosen and ours else "-")
        line.append(milliseconds(max(0.0, chosen.setup - ours.setup)) if chosen and ours else "-")
        lines.append(line)
    return table(header, lines, texts=3)


def settings_table(rows, engines):
    """How every engine reached the accuracy, or why not."""
    lines = []
    for row in rows:
        for engine in engines:
            result = row.results.get(engine)
            if result is None:
                continue
            best = result.best
            if best is None:
                lines.append([row.title, engine, result.why_not, "", "", "", ""])
                continue
            reached = best.energy if row.measure == "energy" else best.error
            lines.append([row.title, engine, f"{best.method}, {best.text}", f"{best.steps}", f"{best.divided or ''}",
                          f"{1e6 * best.cpu / max(1, best.steps):.3g}", f"{reached:.2g}"])
    return table(["problem", "engine", "setting", "steps", "in parts", "us/step", "reached"], lines, texts=3)


def methods_table(rows):
    """All methods of rheon that reached the accuracy."""
    lines = []
    for row in rows:
        result = row.results.get("rheon")
        if result is not None and result.found:
            ordered = sorted(result.settings, key=lambda s: s.cpu)
            lines.append([row.title, ", ".join(f"{s.method} {milliseconds(s.cpu)}" for s in ordered),
                          f"{len(result.failures)}"])
    return table(["problem", "methods", "others"], lines, texts=2)


def scaling_text(points, exponents):
    if not points:
        return ""
    return ("\n## Growth with the number of bodies\n\nSteps of 1 ms. Memory: the peak of the process beyond that of a "
            "mechanism of two.\n\n" + scaling_table(points) + "\nFitted exponents:\n\n" + exponent_table(exponents))


def scaling_table(points):
    lines = [[p["problem"], p["method"], f"{p['n']}", f"{p['us_per_step']:.4g}", f"{p['us_per_step'] / p['n']:.3g}",
              f"{p['setup']:.3g}", f"{p['loading_bytes_per_body']:.0f}", f"{p['stepping_bytes_per_body']:.0f}"]
             if "us_per_step" in p else
             [p["problem"], p["method"], f"{p['n']}", p["failed"], "", "", "", ""] for p in points]
    header = ["problem", "method", "N", "us/step", "us/step/N", "load s", "loading B/body", "and stepping B/body"]
    return table(header, lines, texts=2)


def exponent_table(exponents):
    return table(["problem", "method", "step ~ N^", "N"],
                 [[e["problem"], e["method"], f"{e['exponent']:.2f}", e["range"]] for e in exponents], texts=2)
