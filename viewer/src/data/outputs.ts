// Names in the section `outputs:` of a model's text: what its author wanted to see.

export function outputNames(model: string): Set<string> {
  const names = new Set<string>();
  const lines = model.split("\n");
  const start = lines.findIndex((line) => /^outputs\s*:/.test(line));
  if (start < 0) return names;
  const flow = /^outputs\s*:\s*[{[](.*)/.exec(lines[start]!);
  if (flow) {
    for (const part of flow[1]!.split(/[,}\]]/)) addName(part.split(":")[0]!, names);
    return names;
  }
  let indent = -1;
  for (const line of lines.slice(start + 1)) {
    if (/^\s*(#|$)/.test(line)) continue;
    const found = /^(\s+)(?:-\s*)?("(?:[^"]*)"|'(?:[^']*)'|[^\s:#][^:]*?)\s*(:|$)/.exec(line);
    if (!found) break;
    if (indent < 0) indent = found[1]!.length;
    if (found[1]!.length === indent) addName(found[2]!, names);
  }
  return names;
}

function addName(text: string, names: Set<string>): void {
  const name = text.trim().replace(/^["']|["']$/g, "");
  if (name !== "") names.add(name);
}
