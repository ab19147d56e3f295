// A window over the page: Escape, the cross and a press outside close it, and the focus goes back to where it was.

import { button, element } from "./dom";

export interface Dialog {
  close(): void;
}

export function openDialog(title: string, content: HTMLElement, testid: string): Dialog {
  const before = document.activeElement as HTMLElement | null;
  const dialog = element(
    "dialog",
    { class: "dialog", testid: `dialog-${testid}`, label: title },
    element(
      "header",
      { class: "dialog-head" },
      element("h2", { text: title }),
      button({ icon: "close", label: "Close", testid: "dialog-close", press: () => close() }),
    ),
    content,
  );
  // keys go to the page again at once, not only after the next frame
  const close = () => {
    (document.activeElement as HTMLElement | null)?.blur();
    dialog.close();
  };
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    before?.focus();
  });
  dialog.addEventListener("click", (event) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const { clientX: x, clientY: y, target } = event;
    if (target === dialog && (x < left || x > right || y < top || y > bottom)) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { close };
}
