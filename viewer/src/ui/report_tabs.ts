// The parts of a report and what is in each, as far as there is something to show.

import { Board } from "../plots/board";
import type { PaneState } from "../plots/pane_spec";
import { differencePanes, driftPanes, energyPanes, firstPanes, runPanes } from "../plots/presets";
import { comparisonTable } from "../tables/comparison";
import { modelTexts } from "../tables/model_text";
import { hasReactions, reactionsTab } from "../tables/reactions";
import { summaryTable } from "../tables/summary";
import type { Context } from "./context";
import { Offer } from "./offer";
import { Tabs, type Tab } from "./tabs";

export class ReportTabs {
  readonly tabs: Tabs;
  /** Shows what was pressed in the scene, and plots it. */
  readonly offer: Offer;
  #plots: Board | null = null;

  constructor(private context: Context) {
    const { catalogue, head } = context;
    const several = head.results.length > 1;
    const board = (id: string, name: string, states: Partial<PaneState>[]): Tab[] =>
      states.length === 0 ? [] : [{ id, name, make: () => new Board(context, states).root }];
    const all: Tab[] = [
      { id: "plots", name: "Plots", make: () => this.#makePlots(several) },
      { id: "summary", name: "Summary", make: () => summaryTable(context) },
      ...(head.comparison ? [{ id: "comparison", name: "Comparison", make: () => comparisonTable(head.comparison!, context) }] : []),
      ...(several ? board("difference", "Differences", differencePanes(catalogue)) : []),
      ...board("drift", "Drift", driftPanes(catalogue, head.results)),
      ...board("energy", "Energy", energyPanes(catalogue)),
      ...(hasReactions(context) ? [{ id: "reactions", name: "Reactions", make: () => reactionsTab(context) }] : []),
      ...board("run", "Steps", runPanes(catalogue)),
      { id: "model", name: "Model", make: () => modelTexts(context) },
    ];
    this.tabs = new Tabs(all);
    this.offer = new Offer(
      () => context.catalogue,
      (keys) => this.plots.add({ keys }, 0).root.scrollIntoView({ block: "nearest" }),
    );
    context.theme.listen(() => this.renewTables());
  }

  /** The board of the reader's own plots. */
  get plots(): Board {
    this.tabs.show("plots");
    return this.#plots!;
  }

  renewTables(): void {
    for (const id of ["summary", "comparison", "model"]) this.tabs.renew(id);
  }

  #makePlots(several: boolean): HTMLElement {
    this.#plots = new Board(this.context, firstPanes(this.context.catalogue, several));
    return this.#plots.root;
  }
}
