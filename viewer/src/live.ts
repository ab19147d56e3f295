// A run that is still going on: time grows, plots with it, and at the end the head is read again.

import { Catalogue } from "./data/catalogue";
import { checked } from "./data/head";
import { askHead, askStatus, ServerSource } from "./data/server";
import type { Context } from "./ui/context";
import type { Follow } from "./ui/follow";
import type { ReportTabs } from "./ui/report_tabs";
import { usualSpeed } from "./ui/transport";

const pause = 500; // ms between requests

export function watchRun(context: Context, tabs: ReportTabs, follow: Follow, status: HTMLElement): void {
  const { clock, source, grown } = context;
  let known = "";
  const usual = clock.speed; // for the rows of the beginning
  const look = async (): Promise<void> => {
    const { rows, running } = await askStatus();
    if (JSON.stringify(rows) !== known) {
      known = JSON.stringify(rows);
      if (source instanceof ServerSource) source.clear();
      const last = await lastTime(context);
      if (last > clock.to) follow.grew(last, pause);
      grown.notify();
    }
    status.textContent = running ? `live: ${Math.max(0, ...rows)} rows` : "ended";
    if (running) {
      setTimeout(() => void look().catch(fail), pause);
      return;
    }
    Object.assign(context.head, checked(await askHead()));
    context.catalogue = new Catalogue(context.head);
    if (clock.speed === usual) clock.setSpeed(usualSpeed(clock.to - clock.from));
    follow.end();
    tabs.renewTables();
    grown.notify();
  };
  const fail = (problem: unknown) => {
    status.textContent = "lost";
    context.say(problem instanceof Error ? problem.message : String(problem));
  };
  void look().catch(fail);
}

/** Of any result. */
async function lastTime({ head, source, clock }: Context): Promise<number> {
  const range = { from: clock.to, to: Number.MAX_VALUE };
  const blocks = await Promise.all(head.results.map((_, k) => source.rows(k, [], range, 2, "even")));
  return Math.max(clock.to, ...blocks.map(({ t }) => t.at(-1) ?? clock.to));
}
