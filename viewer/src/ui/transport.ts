// Play, pause, speed, and where in time we are.

import { exact, shown } from "../data/numbers";
import type { Clock } from "./clock";
import { button, clear, element, icon, setPressed } from "./dom";
import { oncePerFrame } from "./signal";
import type { Follow } from "./follow";
import type { Stepper } from "./stepper";

const factors = [1, 2, 5];
/** 0.01 to 100, in steps of 1, 2, 5. */
export const speeds = [-2, -1, 0, 1, 2].flatMap((k) => factors.map((factor) => Number(`${factor}e${k}`))).filter((v) => v <= 100);

const resolution = 100_000; // positions of the slider

/** Real time if a run takes 2 to 60 s, otherwise such that it takes about ten. */
export function usualSpeed(duration: number): number {
  if (!(duration > 0)) return 1;
  if (duration >= 2 && duration <= 60) return 1;
  return Number((duration / 10).toPrecision(1));
}

export class Transport {
  readonly root = element("div", { class: "transport", testid: "transport", label: "Time", attributes: { role: "group" } });
  #play: HTMLButtonElement;
  #loop: HTMLButtonElement;
  #slider = element("input", {
    class: "scrub",
    testid: "scrub",
    label: "Time",
    attributes: { type: "range", min: 0, max: resolution, step: 1, value: 0 },
  });
  #time = element("output", { class: "now", testid: "time" });
  #end = element("span", { class: "end" });
  #speed = element("select", { class: "speed", testid: "speed", label: "Speed", title: "Speed" });

  constructor(
    private clock: Clock,
    stepper: Stepper,
    /** Of a run that goes on. */
    follow: Follow | null,
  ) {
    this.#play = button({ icon: "play", label: "Play (space)", testid: "play", class: "primary", press: () => clock.toggle() });
    this.#loop = button({ icon: "loop", label: "Repeat", testid: "loop", press: () => this.#toggleLoop() });
    this.#slider.addEventListener("input", () => {
      clock.pause();
      clock.set(clock.from + (Number(this.#slider.value) / resolution) * (clock.to - clock.from));
    });
    this.#speed.addEventListener("change", () => clock.setSpeed(Number(this.#speed.value)));
    this.root.append(
      this.#play,
      button({ icon: "back", label: "One row back (left arrow)", testid: "step-back", press: () => void stepper.step(-1) }),
      button({ icon: "forward", label: "One row forward (right arrow)", testid: "step-forward", press: () => void stepper.step(1) }),
      this.#loop,
      ...(follow ? [followButton(follow)] : []),
      this.#speed,
      this.#slider,
      element("span", { class: "times" }, this.#time, this.#end),
    );
    clock.listen(oncePerFrame(() => this.#update()));
    this.#update();
  }

  faster(by: number): void {
    const { clock } = this;
    const at = speeds.findIndex((speed) => speed >= clock.speed * (1 - 1e-9));
    const next = speeds[Math.max(0, Math.min(speeds.length - 1, (at < 0 ? speeds.length - 1 : at) + by))]!;
    clock.setSpeed(next);
  }

  #toggleLoop(): void {
    this.clock.loop = !this.clock.loop;
    this.#update();
  }

  #update(): void {
    const { clock } = this;
    const part = clock.to > clock.from ? (clock.time - clock.from) / (clock.to - clock.from) : 0;
    this.#slider.value = String(Math.round(part * resolution));
    this.#slider.style.setProperty("--part", `${100 * part}%`);
    this.#slider.setAttribute("aria-valuetext", `${shown(clock.time, 6)} s`);
    const digits = Math.max(0, Math.min(9, 3 - Math.floor(Math.log10(clock.to - clock.from || 1))));
    this.#time.textContent = clock.time.toFixed(digits).replace("-", "\u2212");
    this.#time.title = `${exact(clock.time)} s`;
    this.#time.dataset.exact = exact(clock.time);
    this.#end.textContent = ` / ${shown(clock.to, 6)} s`;
    if (this.#play.dataset.playing !== String(clock.playing)) {
      this.#play.dataset.playing = String(clock.playing);
      clear(this.#play);
      this.#play.append(icon(clock.playing ? "pause" : "play"));
      this.#play.setAttribute("aria-label", clock.playing ? "Pause (space)" : "Play (space)");
    }
    setPressed(this.#loop, clock.loop);
    this.#showSpeed();
  }

  #showSpeed(): void {
    const { speed } = this.clock;
    if (this.#speed.value === String(speed)) return;
    const all = [...new Set([...speeds, speed])].sort((a, b) => a - b);
    this.#speed.replaceChildren(
      ...all.map((value) => element("option", { text: `${shown(value, 3)}×`, attributes: { value: String(value) } })),
    );
    this.#speed.value = String(speed);
  }
}

function followButton(follow: Follow): HTMLElement {
  const made = button({
    text: "follow",
    label: "Stay at the newest row while the run goes on",
    testid: "follow",
    class: "text",
    press: () => follow.set(!follow.on),
  });
  const update = () => {
    setPressed(made, follow.on);
    made.hidden = follow.ended;
  };
  follow.listen(update);
  update();
  return made;
}
