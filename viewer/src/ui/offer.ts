// What can be plotted of a part of the mechanism that was pressed in the scene.

import { groups, type Catalogue, type Group, type Quantity } from "../data/catalogue";
import { plotted } from "../data/reactions";
import { mostUnits, unitsOf } from "../plots/pane_spec";
import { button, cut, element } from "./dom";

/** The part's own name, or a name that starts with it and a dot; multipliers and violations of its rows. */
function belongs(name: string, part: string): boolean {
  const bare = name.replace(/^(lambda|violation|balance)\./, "").replace(/'+$/, "");
  return bare === part || bare.startsWith(`${part}.`);
}

/** Of a joint its force and torque once, not again for each of its bodies and their axes. */
function quantitiesOf(catalogue: Catalogue, group: Group, part: string): Quantity[] {
  if (group !== "Forces in joints") return catalogue.of(group).filter(({ name }) => belongs(name, part));
  const keys = catalogue.reactions.filter(({ name }) => belongs(name, part)).flatMap((reaction) => plotted(reaction, "ground"));
  return keys.flatMap((key) => catalogue.find(key) ?? []);
}

/** As many panes as units need. */
function panesOf(quantities: Quantity[]): string[][] {
  const units = unitsOf(quantities);
  const panes: string[][] = [];
  for (let k = 0; k < units.length; k += mostUnits) {
    const some = units.slice(k, k + mostUnits);
    panes.push(quantities.filter(({ unit }) => some.includes(unit)).map(({ key }) => key));
  }
  return panes;
}

export class Offer {
  readonly root = element("div", { class: "offer", testid: "offer", attributes: { hidden: true } });

  constructor(
    private catalogue: () => Catalogue,
    private plot: (keys: string[]) => void,
  ) {}

  show(name: string): void {
    const buttons = groups.flatMap((group) => {
      const panes = panesOf(quantitiesOf(this.catalogue(), group, name));
      if (panes.length === 0) return [];
      const press = () => [...panes].reverse().forEach((keys) => this.plot(keys)); // each goes to the top
      return [button({ text: group, icon: "plus", label: `Plot ${group.toLowerCase()}`, class: "text", press })];
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
