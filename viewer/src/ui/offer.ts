// What can be plotted of a part of the mechanism that was pressed in the scene.

import { groups, type Catalogue, type Quantity } from "../data/catalogue";
import { button, cut, element } from "./dom";

/** The part's own name, or a name that starts with it and a dot; multipliers and violations of its rows. */
function belongs(quantity: Quantity, name: string): boolean {
  const bare = quantity.name.replace(/^(lambda|violation|balance)\./, "").replace(/'+$/, "");
  return bare === name || bare.startsWith(`${name}.`);
}

export class Offer {
  readonly root = element("div", { class: "offer", testid: "offer", attributes: { hidden: true } });

  constructor(
    private catalogue: () => Catalogue,
    private plot: (keys: string[]) => void,
  ) {}

  show(name: string): void {
    const all = this.catalogue().quantities.filter((quantity) => belongs(quantity, name));
    const buttons = groups.flatMap((group) => {
      const unit = all.find((quantity) => quantity.group === group)?.unit;
      const keys = all.filter((quantity) => quantity.group === group && quantity.unit === unit).map((quantity) => quantity.key);
      if (keys.length === 0) return [];
      return [button({ text: group, icon: "plus", label: `Plot ${group.toLowerCase()}`, class: "text", press: () => this.plot(keys) })];
    });
    this.root.hidden = false;
    this.root.replaceChildren(
      cut(name, "offer-name"),
      ...(buttons.length > 0 ? buttons : [element("span", { class: "muted", text: "has no channels of its own" })]),
      element("span", { class: "fill" }),
      button({ icon: "close", label: "Close", press: () => this.hide() }),
    );
  }
  hide(): void {
    this.root.hidden = true;
  }
}
