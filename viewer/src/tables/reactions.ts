// Forces in joints: one line a joint, the largest first, to be searched, and plotted by a press.

import { shown, withUnit } from "../data/numbers";
import { inAxes, plotted, type Axes, type Part, type Reaction } from "../data/reactions";
import { found } from "../data/search";
import { lookAt, type Looked } from "../data/sizes";
import { Board } from "../plots/board";
import type { Context } from "../ui/context";
import { clear, cut, element } from "../ui/dom";

const atOnce = 200; // lines that are made; more when the list is scrolled to their end

const axesNames: Record<Axes, string> = {
  ground: "axes of the ground",
  body: "axes of the body it acts on",
  other: "axes of the other body",
};

/** A line of the list: a joint, or the multiplier of a constraint, which is no force by itself. */
interface Line {
  name: string;
  reaction: Reaction | null;
  keys(axes: Axes): string[];
}

function linesOf(context: Context): Line[] {
  const { catalogue } = context;
  const joints = catalogue.reactions.map((reaction): Line => ({ name: reaction.name, reaction, keys: (axes) => plotted(reaction, axes) }));
  const multipliers = catalogue.of("Multipliers").map(({ name, key }): Line => ({ name, reaction: null, keys: () => [key] }));
  return [...joints, ...multipliers];
}

export function hasReactions(context: Context): boolean {
  return linesOf(context).length > 0;
}

export function reactionsTab(context: Context): HTMLElement {
  const list = new ReactionList(context, linesOf(context));
  return element("div", {}, list.root, list.board.root);
}

class ReactionList {
  readonly board: Board;
  readonly root: HTMLElement;
  #looked: Looked = { sizes: new Map(), complete: false };
  #known = false; // all sizes
  #axes: Axes = "ground";
  #by: Part = "force";
  #trouble = "";
  #most = atOnce;
  #box = element("input", {
    class: "list-box",
    testid: "reaction-search",
    label: "Search reactions",
    attributes: { type: "search", placeholder: "Search joints and points", autocomplete: "off" },
  });
  #list = element("ul", { class: "reaction-list", testid: "reaction-list" });
  #hint = element("p", { class: "hint", testid: "reaction-hint" });

  constructor(
    private context: Context,
    private lines: Line[],
  ) {
    const joints = context.catalogue.reactions;
    // sizes of what is in the page are computed before anything is plotted: the largest comes first
    const waits = context.head.source === "file" && joints.length > 0;
    this.board = new Board(context, [waits ? {} : { keys: lines[0]!.keys("ground"), title: lines[0]!.name }]);
    const tools = element("div", { class: "reaction-tools" }, this.#box);
    const most = Math.max(0, ...joints.map(({ bodies }) => bodies.length));
    if (most > 0) tools.append(this.#choice("reaction-axes", "Axes", axesNames, most > 1 ? ["ground", "body", "other"] : ["ground", "body"], (axes) => (this.#axes = axes)));
    if (joints.some(({ ground }) => ground.torque.length > 0 && ground.force.length > 0)) {
      tools.append(this.#choice("reaction-order", "Order", { force: "largest force first", torque: "largest torque first" }, ["force", "torque"], (by) => (this.#by = by)));
    }
    this.root = element("div", { class: "reactions" }, tools, this.#list, this.#hint);
    this.#box.addEventListener("input", () => {
      this.#most = atOnce;
      this.#fill();
    });
    this.#list.addEventListener("scroll", () => {
      const { scrollTop, clientHeight, scrollHeight, children } = this.#list;
      if (children.length < this.#most || scrollTop + 2 * clientHeight < scrollHeight) return;
      this.#most += atOnce;
      this.#fill();
    });
    this.#fill();
    void this.#look(waits);
  }

  #choice<T extends string>(testid: string, label: string, names: Record<T, string>, values: T[], choose: (value: T) => void): HTMLElement {
    const select = element("select", { testid, label, title: label });
    select.append(...values.map((value) => element("option", { text: names[value], attributes: { value } })));
    select.addEventListener("change", () => {
      choose(select.value as T);
      this.#fill();
    });
    return select;
  }

  async #look(plot: boolean): Promise<void> {
    const { head, catalogue, source } = this.context;
    try {
      this.#looked = await lookAt(head, catalogue, source, catalogue.reactions, (some) => {
        this.#looked = some;
        this.#fill();
      });
      this.#known = true;
    } catch (problem) {
      this.#trouble = problem instanceof Error ? problem.message : String(problem);
    }
    const pane = this.board.panes[0];
    if (plot && pane && pane.state.keys.length === 0) this.#press(this.#sorted()[0]!, false);
    this.#fill();
  }

  /** By size once all sizes are known, joints without the quantity behind those that have it; multipliers last. */
  #sorted(): Line[] {
    if (!this.#known) return this.lines;
    const other = this.#by === "force" ? "torque" : "force";
    const size = ({ name }: Line, part: Part) => this.#looked.sizes.get(name)?.[part] ?? -1;
    const rank = (line: Line) => (line.reaction === null ? 2 : line.reaction.ground[this.#by].length > 0 ? 0 : 1);
    return [...this.lines].sort((a, b) => rank(a) - rank(b) || size(b, this.#by) - size(a, this.#by) || size(b, other) - size(a, other));
  }

  #fill(): void {
    const sorted = this.#sorted();
    const names = sorted.map(({ name }) => name.toLowerCase());
    const hits = found(this.#box.value, names, sorted.map((line) => this.#words(line))).sort((a, b) => a - b);
    const largest = Math.max(0, ...[...this.#looked.sizes.values()].map((sizes) => sizes[this.#by] ?? 0));
    const { scrollTop } = this.#list;
    clear(this.#list);
    for (const index of hits.slice(0, this.#most)) this.#list.append(this.#line(sorted[index]!, largest));
    this.#list.scrollTop = scrollTop;
    this.#hint.textContent = [...this.#remarks(hits.length), "Shift and press to add to what is plotted."].join(" ");
  }

  /** What its channels are about: force, torque, the kind of the joint, its bodies. */
  #words(line: Line): string {
    const { catalogue } = this.context;
    return line.keys("ground").map((key) => catalogue.find(key)).map((quantity) => (quantity ? catalogue.words(quantity) : "")).join(" ");
  }

  #remarks(hits: number): string[] {
    const remarks: string[] = [];
    const joints = this.context.catalogue.reactions.length;
    if (hits > this.#most) remarks.push(`${this.#most} of ${hits} are listed${this.#known && joints > 0 ? ", the largest" : ", in the order of the results"}; scroll for more.`);
    if (joints === 0) return remarks;
    if (this.#trouble !== "") remarks.push(`Their sizes are not known: ${this.#trouble}`);
    else if (!this.#known) remarks.push(`Their sizes are being computed: ${this.#looked.sizes.size} of ${joints} so far.`);
    else if (!this.#looked.complete) remarks.push("Sizes are those of some of the rows, in which each component has its peaks.");
    return remarks;
  }

  #line(line: Line, largest: number): HTMLElement {
    const keys = line.keys(this.#axes);
    const on = keys.every((key) => this.board.panes.some((pane) => pane.state.keys.includes(key)));
    const sizes = this.#looked.sizes.get(line.name);
    const known = line.reaction === null ? this.context.catalogue.find(keys[0]!)?.size : null;
    const multiplier = known == null ? "" : shown(known, 4);
    const bar = element("span", { class: line.reaction ? "bar" : "" });
    bar.style.width = `${Math.max(1, (100 * (sizes?.[this.#by] ?? 0)) / (largest || 1))}%`;
    const body = line.reaction && inAxes(line.reaction, this.#axes).body;
    const vector = line.reaction !== null && line.reaction.ground.force.length + line.reaction.ground.torque.length > 1;
    const where = !vector || this.#axes === "ground" ? "" : (body ?? "the ground");
    const press = element(
      "button",
      {
        class: "reaction",
        testid: "reaction",
        attributes: { type: "button", "aria-pressed": String(on), "data-name": line.name },
        on: { click: (event) => this.#press(line, (event as MouseEvent).shiftKey) },
      },
      cut(line.name, "reaction-name"),
      where !== "" && cut(`in axes of ${where}`, "reaction-where"),
      element("span", { class: "reaction-bar", attributes: { "aria-hidden": "true" } }, bar),
      line.reaction ? this.#size(line.reaction, "force") : element("span"),
      line.reaction ? this.#size(line.reaction, "torque") : element("span", { class: "number", text: multiplier }),
    );
    return element("li", {}, press);
  }

  #size({ name, ground }: Reaction, part: Part): HTMLElement {
    const size = this.#looked.sizes.get(name)?.[part] ?? null;
    const channel = ground[part][0];
    const unit = channel === undefined ? "" : (this.context.catalogue.find(channel)?.unit ?? "");
    const text = size === null ? "" : withUnit(shown(size, 4), unit);
    const title = size === null ? "" : `largest magnitude of the ${part} in any row`;
    return element("span", { class: "number", text, title, testid: `reaction-${part}`, attributes: { "data-size": size === null ? null : String(size) } });
  }

  #press(line: Line, more: boolean): void {
    const pane = this.board.panes[0] ?? this.board.add({});
    const keys = line.keys(this.#axes);
    if (more) for (const key of keys) pane.add(key);
    pane.change(more ? { title: "" } : { keys, title: line.name });
    this.#fill();
  }
}
