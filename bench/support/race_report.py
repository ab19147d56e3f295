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
    found = [r for r in results if r.found]
    return min(found, key=lambda r: r.cpu) if found else None


def race_table(rows, peers, with_auto):
    """rows: (problem, {engine: Result})."""
    header = ["problem", "accuracy", "rheon's best", "rheon ms", *(f"{p} ms" for p in peers), "fastest peer / rheon"]
    header += ["auto/best"] if with_auto else []
    lines = []
    for problem, results in rows:
        ours = results["rheon"]
        best_peer = fastest([results[p] for p in peers if p in results])
        line = [problem.title, problem.accuracy_text,
                f"{ours.method}, {ours.setting_text}" if ours.found else ours.why_not or "not reached",
                milliseconds(ours.cpu) if ours.found else "-"]
        for peer in peers:
            result = results.get(peer)
            line.append(milliseconds(result.cpu) if result is not None and result.found else "-")
        line.append(f"{best_peer.cpu / ours.cpu:.2f}" if best_peer and ours.found else "-")
        if with_auto:
            auto = results.get("auto")
            line.append(f"{auto.cpu / ours.cpu:.2f}" if auto is not None and auto.found and ours.found else "-")
        lines.append(line)
    return table(header, lines, texts=3)


def settings_table(rows, engines):
    """How every engine reached the accuracy, or why not."""
    lines = []
    for problem, results in rows:
        for engine in engines:
            result = results.get(engine)
            if result is None:
                continue
            if not result.found:
                lines.append([problem.title, engine, result.why_not or "accuracy not reached", "", "", ""])
                continue
            reached = result.energy if problem.measure == "energy" else result.error
            lines.append([problem.title, engine, f"{result.method}, {result.setting_text}", f"{result.steps}",
                          f"{1e6 * result.cpu / max(1, result.steps):.3g}", f"{reached:.2g}"])
    return table(["problem", "engine", "setting", "steps", "us/step", "reached"], lines, texts=3)


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
