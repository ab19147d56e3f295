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

/** What Space does by itself where the focus is. */
function spacePresses(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type === "checkbox";
  return target instanceof HTMLButtonElement || target instanceof HTMLSelectElement || (target instanceof HTMLElement && target.tagName === "SUMMARY");
}

/** An entry of a menu has the focus because it is to be chosen from. */
function chosenFrom(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.getAttribute("role") === "menuitem";
}

/**
 * Space presses the button that keys have gone to. Where a pointer has left the focus it is the page's: a button that was
 * clicked is not meant again.
 */
export function attachKeys(actions: KeyAction[]): void {
  const byKey = new Map(actions.flatMap((action) => action.keys.map((key) => [key, action] as const)));
  let byPointer = false;
  let taken = false; // Space was, until it is let go
  document.addEventListener("pointerdown", () => (byPointer = true), true);
  document.addEventListener("keydown", (event) => event.key === "Tab" && (byPointer = false), true);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const { target } = event;
    if (event.key === " " && spacePresses(target)) {
      if (!byPointer || chosenFrom(target)) return;
    } else if (typing(target)) return;
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = byKey.get(event.shiftKey ? `shift+${letter}` : letter) ?? byKey.get(letter);
    if (!action) return;
    event.preventDefault();
    taken = event.key === " ";
    action.press(event);
  });
  // some browsers press a button when the key is let go
  document.addEventListener("keyup", (event) => {
    if (event.key !== " " || !taken) return;
    event.preventDefault();
    taken = false;
  });
}
