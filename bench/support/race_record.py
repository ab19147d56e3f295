"""The results of the race as they are kept: bench/results/NAME.json and .md. Rows can be renewed one by one."""
import dataclasses
import json

import race_report
from race_run import Result, Setting

FORMAT = 2  # of the JSON


def result_of(data):
    settings = [Setting(**s) for s in data["settings"]]
    return Result(data["engine"], settings, data["failures"], data["tried"], data["seconds"])


@dataclasses.dataclass
class Row:
    """A problem with the results of the engines that ran it."""
    title: str
    measure: str
    accuracy: float
    accuracy_text: str
    machine: str
    repetitions: int
    results: dict = dataclasses.field(default_factory=dict)

    def data(self):
        return dataclasses.asdict(self) | {"results": [dataclasses.asdict(r) for r in self.results.values()]}

    @classmethod
    def of(cls, data):
        return cls(**(data | {"results": {r["engine"]: result_of(r) for r in data["results"]}}))


class Record:
    def __init__(self, folder, name, introduction, order, fresh=False):
        self.folder, self.name, self.introduction, self.order = folder, name, introduction, order
        self.rows, self.points, self.exponents = {}, [], []
        path = folder / f"{name}.json"
        if path.exists() and not fresh:
            self.read(json.loads(path.read_text()))

    def read(self, data):
        if data.get("format") != FORMAT:  # written by a race that kept other things
            return
        self.rows = {row["title"]: Row.of(row) for row in data["problems"]}
        self.points, self.exponents = data["scaling"], data["exponents"]

    def result(self, title, engine):
        return self.rows[title].results.get(engine) if title in self.rows else None

    def take(self, row):
        """A row that is renewed keeps engines that did not run again."""
        if row.title in self.rows:
            row.results = self.rows[row.title].results | row.results
        self.rows[row.title] = row

    def in_order(self):
        known = [self.rows[title] for title in self.order if title in self.rows]
        return known + [row for title, row in self.rows.items() if title not in self.order]

    def text(self, engines, peers):
        rows = self.in_order()
        machines = sorted({row.machine for row in rows})
        counts = sorted({row.repetitions for row in rows})
        text = self.introduction.format(machine="; ".join(machines), reps=" or ".join(map(str, counts)))
        if rows:
            text += (race_report.race_table(rows, peers) + "\n## Settings\n\n" + race_report.settings_table(rows, engines)
                     + "\n## Methods of rheon\n\nIn ms, the fastest first. Left out: methods that cannot run a problem, do not "
                     "reach the accuracy, or\nwere given up because they are slower than the best; the JSON says which.\n\n"
                     + race_report.methods_table(rows))
        return text + race_report.scaling_text(self.points, self.exponents)

    def write(self, engines, peers):
        data = {"format": FORMAT, "problems": [row.data() for row in self.in_order()], "scaling": self.points,
                "exponents": self.exponents}
        self.folder.mkdir(exist_ok=True)
        (self.folder / f"{self.name}.md").write_text(self.text(engines, peers))
        (self.folder / f"{self.name}.json").write_text(json.dumps(data, indent=1) + "\n")
