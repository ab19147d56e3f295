// A list of actions that opens below a button.

import { button, element, type Icon } from "./dom";

export interface Action {
  text: string;
  testid?: string;
  press: () => void;
}

export function menu(of: { icon: Icon; label: string; testid: string; actions: () => Action[] }): HTMLElement {
  const list = element("div", { class: "menu", attributes: { role: "menu", hidden: true } });
  const close = (focus: boolean) => {
    list.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (focus) opener.focus();
  };
  const outside = (event: Event) => {
    if (!whole.contains(event.target as Node)) close(false);
  };
  const open = () => {
    list.replaceChildren(
      ...of.actions().map((action) =>
        element("button", {
          class: "menu-item",
          text: action.text,
          testid: action.testid,
          attributes: { type: "button", role: "menuitem" },
          on: {
            click: () => {
              close(true);
              action.press();
            },
          },
        }),
      ),
    );
    list.hidden = false;
    list.classList.remove("rightwards");
    list.classList.toggle("rightwards", list.getBoundingClientRect().left < 0);
    opener.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", outside, true);
    (list.firstElementChild as HTMLElement | null)?.focus();
  };
  const opener = button({
    icon: of.icon,
    label: of.label,
    testid: of.testid,
    attributes: { "aria-haspopup": "menu", "aria-expanded": "false" },
    press: () => (list.hidden ? open() : close(true)),
  });
  const whole = element("div", { class: "menu-anchor" }, opener, list);
  whole.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const items = [...list.children] as HTMLElement[];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape") close(true);
    else if (event.key === "ArrowDown") items[(at + 1) % items.length]?.focus();
    else if (event.key === "ArrowUp") items[(at + items.length - 1) % items.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return whole;
}
