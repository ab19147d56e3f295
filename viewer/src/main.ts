import type { Head } from "./data/format";

const head = JSON.parse(document.getElementById("rheon-head")!.textContent!) as Partial<Head>;
document.title = head.title ?? "rheon";
