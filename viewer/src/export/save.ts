// Saving a file, from a page that may itself be a file.

export function save(name: string, type: string, content: BlobPart): void {
  saveBlob(name, new Blob([content], { type }));
}

export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A file's name from any text: letters, digits, dots and dashes, not too long. */
export function fileName(text: string, ending: string): string {
  const name = text
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9._-]+/g, "_")
    .replace(/^[_.-]+|[_.-]+$/g, "")
    .slice(0, 60);
  return `${name || "plot"}.${ending}`;
}
