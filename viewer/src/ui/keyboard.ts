// Keys that work wherever the focus is, except where text is typed.

export interface KeyAction {
  keys: string[];
  text: string;
  press(event: KeyboardEvent): void;
}

function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== "range" && target.type !== "checkbox";
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Space presses the button that has the focus, arrows move a slider. */
function ownUse(event: KeyboardEvent): boolean {
  const target = event.target;
  if (event.key === " ") return target instanceof HTMLButtonElement || (target instanceof HTMLElement && target.tagName === "SUMMARY");
  return false;
}

export function attachKeys(actions: KeyAction[]): void {
  const byKey = new Map(actions.flatMap((action) => action.keys.map((key) => [key, action] as const)));
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (typing(event.target) || ownUse(event) || document.querySelector("dialog[open]")) return;
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = byKey.get(event.shiftKey ? `shift+${letter}` : letter) ?? byKey.get(letter);
    if (!action) return;
    event.preventDefault();
    action.press(event);
  });
}
