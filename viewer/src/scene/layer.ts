// One result in the scene: its numbers, its parts and their colours.
import { Color, Group, type Material } from "three";
import { ratesOf } from "../data/catalogue";
import type { JointItem, ResultHead, SceneHead } from "../data/format";
import { outputNames } from "../data/outputs";
import type { Block, Source } from "../data/source";
import type { Extra } from "./batch";
import { addBody, addWheel } from "./bodies";
import { bodyColours, colourNumbers, linear, viridisAt, type Palette } from "./colours";
import { guideVectors, placeChannels, plan, type Entry, type Plan } from "./entries";
import { addForces } from "./forces";
import { addGuide, addJoint, addPoint, type Reach } from "./joints";
import { length, measure, someRows, type Measures } from "./measure";
import { addBox, addCircle, addLine, addSphere, addSpring, addViewArrow } from "./others";
import { percentile, robustLargest, share } from "./scale";
import { Stage, type Beside, type Role, type Shown } from "./stage";
import { Track, type Followed, type Moment, type News } from "./track";

export type Materials = Record<"solid" | "arrow" | "sheet", Material>;
export type Colouring = "none" | "load" | "violation";

/** Ends of the colour bar; `units` of what is coloured. */
export interface Range {
  from: number;
  to: number;
  log: boolean;
  unit: string;
}

interface RowsBeside {
  rows: Block;
  row: number;
  before: Float64Array;
  after: Float64Array;
}

export class Layer {
  readonly scene: SceneHead;
  readonly group = new Group();
  readonly planar: boolean;
  readonly track: Track;
  readonly plan: Plan;
  stage: Stage | null = null;
  measures: Measures | null = null;
  /** Values of the moment that is shown. */
  x: Float64Array = new Float64Array(0);

  #row: Float64Array;
  #rowsBeside: RowsBeside | null = null;
  #colours: number[];
  /** Of each entry, places in the row of its violations. */
  #rows = new Map<Entry, number[]>();
  #units = new Set<string>();
  /** All that is drawn is from the section `view:`. */
  #bodiless: boolean;
  #reach: Reach = { along: (e, through, along) => this.#along(e, through, along), around: (e) => this.#around(e) };

  constructor(
    readonly head: ResultHead,
    readonly index: number,
    source: Source,
    whole: boolean,
    /** Number of its first entry. */
    readonly first: number,
    changed: (news: News) => void,
  ) {
    this.scene = head.scene!;
    this.planar = this.scene.plane !== null;
    const numbers = new Map(head.channels.map((channel, i) => [channel.name, i]));
    const missing = new Set<number>();
    const channels = this.scene.channels.map((name, k) => {
      const found = numbers.get(name);
      if (found === undefined) missing.add(k);
      return found ?? 0;
    });
    this.plan = plan(this.scene, missing, index, first);
    for (const entry of this.plan.entries) {
      const item = entry.item;
      if (item.type !== "body" && item.type !== "joint" && item.type !== "driver") continue;
      const places: number[] = [];
      for (const row of item.rows) {
        const found = numbers.get(`violation.${row}`);
        if (found === undefined) continue;
        places.push(channels.push(found) - 1);
        this.#units.add(head.channels[found]!.unit);
      }
      if (places.length > 0) this.#rows.set(entry, places);
    }
    this.#row = new Float64Array(channels.length);
    const bodies = this.plan.entries.filter(({ item }) => coloured.has(item.type));
    this.#bodiless = !this.plan.entries.some(({ item }) => item.type === "body");
    this.#colours = new Array<number>(this.plan.entries.length).fill(0);
    colourNumbers(bodies.map((entry) => entry.item.name)).forEach((colour, i) => (this.#colours[bodies[i]!.id - first] = colour));
    this.track = new Track(source, index, followed(head, channels), whole ? Math.max(1, head.rows) : null, changed);
  }

  get hasForces(): boolean {
    return this.plan.entries.some((e) => e.force >= 0 || e.torque >= 0 || e.pull >= 0);
  }
  /** Arrows of the model's own that are scaled. */
  hasArrows(quantity: "force" | "velocity"): boolean {
    return this.plan.entries.some(({ item }) => item.type === "arrow" && item.quantity === quantity);
  }
  get hasViolations(): boolean {
    return this.#rows.size > 0;
  }

  /** Sizes from the numbers that have come; returns whether there are any. */
  measure(): boolean {
    const base = this.track.base;
    if (!base || base.t.length === 0) return false;
    this.measures = measure(this.plan.values, this.plan.entries, base, this.planar);
    return true;
  }

  /** Makes the parts, with sizes that are the same for all layers. */
  build(measures: Measures, centre: Float64Array, shown: Shown, materials: Materials, extras: Extra[]): void {
    this.stage?.dispose();
    const { values, entries } = this.plan;
    // Directions are needed in the first row while parts are made: slots for them come before.
    for (const entry of entries) this.#register(entry);
    const start = new Float64Array(values.size);
    values.evaluate(this.#firstRow(), start);
    const up = this.scene.up;
    const stage = new Stage(values, measures, this.planar, up, centre, shown, start, entries.length > 100);
    const masses = entries.map((e) => (e.item.type === "body" && e.item.shape.kind === "point" ? e.item.mass : 0));
    const heaviest = masses.reduce((most, mass) => Math.max(most, mass), 0);
    const supports = new Set<number>();
    for (const entry of entries) this.#add(stage, entry, heaviest, supports);
    for (const entry of entries) addForces(stage, entry);
    this.x = new Float64Array(values.size);
    this.#rowsBeside = null;
    stage.build(materials, extras, this.group);
    this.stage = stage;
  }
  #register(entry: Entry): void {
    const { values } = this.plan;
    const item = entry.item;
    if ((item.type === "joint" || item.type === "driver") && item.axis) values.addVector(item.axis);
    if (item.type === "body" && item.frame) for (const axis of item.frame.axes) values.addVector(axis);
    if ((item.type === "joint" || item.type === "driver" || item.type === "force") && item.guide)
      for (const vector of guideVectors(item.guide)) values.addVector(vector);
  }
  #firstRow(): Float64Array {
    const base = this.track.base!;
    for (let k = 0; k < base.columns.length; ++k) this.#row[k] = base.columns[k]![0]!;
    return this.#row;
  }

  #add(stage: Stage, entry: Entry, heaviest: number, supports: Set<number>): void {
    const item = entry.item;
    switch (item.type) {
      case "body":
        return addBody(stage, entry, item, heaviest);
      case "point":
        return addPoint(stage, entry, item, this.#bodiless, supports);
      case "joint":
      case "driver":
        this.#addWheel(stage, entry, item);
        return addJoint(stage, entry, item, this.#reach, supports);
      case "spring":
        return addSpring(stage, entry, item);
      case "line":
        return addLine(stage, entry, item);
      case "circle":
        return addCircle(stage, entry, item);
      case "box":
        return addBox(stage, entry, item);
      case "sphere":
        return addSphere(stage, entry, item);
      case "arrow":
        return addViewArrow(stage, entry, item);
      case "force":
        if (item.guide) addGuide(stage, entry, item.guide, true, this.#reach);
        return;
      case "trace":
        return;
    }
  }

  /** Of a joint that rolls: the wheel, if the body has no shape and its centre stays at one distance from the contact. */
  #addWheel(stage: Stage, entry: Entry, item: JointItem): void {
    if (!rolling.has(item.kind)) return;
    const last = item.bodies[item.bodies.length - 1];
    const body = this.plan.entries.find((other) => other.item.type === "body" && other.item.name === last);
    if (body?.item.type !== "body" || body.item.shape.kind !== "general" || !body.item.frame) return;
    let [least, most] = [Infinity, 0];
    this.each(50, (x) => {
      const d = Math.hypot(...[0, 1, 2].map((i) => x[entry.at + i]! - x[body.at + i]!));
      least = Math.min(least, d);
      most = Math.max(most, d);
    });
    if (!(most > 0) || most - least > 0.01 * most) return;
    const axis = item.axis && !this.planar ? stage.values.addVector(item.axis) : -1;
    addWheel(stage, body, body.item, axis, most, item.kind === "rolling_sphere");
  }

  /** From where to where a joint moves along a line, with some more on both sides. */
  #along(entry: Entry, through: number, along: number): [number, number] {
    let low = Infinity;
    let high = -Infinity;
    this.each(400, (x) => {
      const size = length(x, along);
      let s = 0;
      for (let i = 0; i < 3; ++i) s += ((x[entry.at + i]! - x[through + i]!) * x[along + i]!) / size;
      if (s < low) low = s;
      if (s > high) high = s;
    });
    const more = 8 * (this.stage?.measures ?? this.measures!).thick;
    return low <= high ? [low - more, high + more] : [-more, more];
  }
  /** A ball around all places where a joint is. */
  #around(entry: Entry): { middle: number[]; radius: number } {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    this.each(400, (x) => {
      for (let i = 0; i < 3; ++i) {
        low[i] = Math.min(low[i]!, x[entry.at + i]!);
        high[i] = Math.max(high[i]!, x[entry.at + i]!);
      }
    });
    return { middle: low.map((v, i) => (v + high[i]!) / 2), radius: Math.hypot(...low.map((v, i) => high[i]! - v)) / 2 };
  }

  /** Calls back with the values of some rows of the whole run. */
  each(most: number, use: (x: Float64Array, time: number, row: Float64Array) => void): void {
    const base = this.track.base;
    if (!base) return;
    const x = new Float64Array(this.plan.values.size);
    const row = new Float64Array(this.#row.length);
    for (const k of someRows(base, most)) {
      for (let c = 0; c < row.length; ++c) row[c] = base.columns[c]![k]!;
      this.plan.values.evaluate(row, x);
      use(x, base.t[k]!, row);
    }
  }

  /** Everything at a time. False if there are no numbers yet, or none of this time. */
  update(time: number): boolean {
    const moment = this.stage && this.track.sample(time, this.#row);
    if (!moment || moment.how === "none") return false;
    this.plan.values.evaluate(this.#row, this.x);
    this.stage!.update(this.x, moment.how === "between" ? this.#beside(moment) : null);
    return true;
  }
  /** Values in the rows on both sides. */
  #beside({ rows, before, share }: Moment): Beside {
    const known = this.#rowsBeside;
    const beside = known && known.rows === rows && known.row === before ? known : this.#evaluated(rows, before);
    this.#rowsBeside = beside;
    return { before: beside.before, after: beside.after, share };
  }
  #evaluated(rows: Block, row: number): RowsBeside {
    const at = (k: number): Float64Array => {
      const values = new Float64Array(this.plan.values.size);
      this.plan.values.evaluate(Float64Array.from(rows.columns, (column) => column[k]!), values);
      return values;
    };
    return { rows, row, before: at(row), after: at(row + 1) };
  }

  /** Calls back with the values of the whole run: of its rows, and of times between them until there are about `most`. */
  along(most: number, use: (x: Float64Array, time: number) => void): void {
    const base = this.track.base;
    const pieces = base && base.t.length > 1 ? Math.min(32, Math.floor(most / base.t.length)) : 0;
    if (!base || pieces < 2) return this.each(most, use);
    const x = new Float64Array(this.plan.values.size);
    const row = new Float64Array(this.#row.length);
    for (let k = 0; k < base.t.length; ++k) {
      const [from, to] = [base.t[k]!, base.t[Math.min(k + 1, base.t.length - 1)]!];
      for (let i = 0; i < (to > from ? pieces : 1); ++i) {
        const time = from + (i / pieces) * (to - from);
        const moment = this.track.sampleBase(time, row);
        if (i > 0 && moment?.how !== "between") continue;
        this.plan.values.evaluate(row, x);
        use(x, time);
      }
    }
  }

  /** What an entry is coloured by at the moment; not a number: nothing. */
  measureOf(entry: Entry, by: Colouring, x: Float64Array = this.x, row: Float64Array = this.#row): number {
    if (by === "load") {
      if (entry.item.type !== "joint" && entry.item.type !== "driver" && entry.item.type !== "spring") return NaN;
      return entry.force >= 0 ? length(x, entry.force) : entry.pull >= 0 ? Math.abs(x[entry.pull]!) : NaN;
    }
    const rows = this.#rows.get(entry);
    if (by !== "violation" || !rows) return NaN;
    let most = 0;
    for (const k of rows) most = Math.max(most, Math.abs(row[k]!));
    return most;
  }

  /** Range of the colour bar over the whole run. */
  range(by: Colouring): Range | null {
    if (by === "none") return null;
    const found: number[] = [];
    this.each(500, (x, _, row) => {
      for (const entry of this.plan.entries) {
        const value = this.measureOf(entry, by, x, row);
        if (Number.isFinite(value) && (by === "load" || value > 0)) found.push(value);
      }
    });
    if (found.length === 0) return null;
    const numbers = Float64Array.from(found);
    if (by === "load") return { from: 0, to: robustLargest(numbers) || 1, log: false, unit: "N" };
    const to = 10 ** Math.ceil(Math.log10(percentile(numbers, 1)));
    const from = 10 ** Math.floor(Math.log10(percentile(numbers, 0.05)));
    return { from: Math.min(from, to / 10), to, log: true, unit: this.#units.size === 1 ? [...this.#units][0]! : "units of the rows" };
  }

  /** Colours of everything: by kind, by load or violation, or all in the colour of the result. */
  paint(palette: Palette, ghost: string | null, by: Colouring, range: Range | null, marked: Entry | null): void {
    if (!this.stage) return;
    const colour = new Color();
    for (const { batch, index, entry, role } of this.stage.tinted) {
      if (entry === marked && role === "item") colour.set(palette.highlight);
      else if (ghost !== null) colour.set(role === "reaction" || role === "applied" || role === "drawn" ? palette[role] : ghost);
      else if (role === "item" && by !== "none" && range && this.#scaled(entry, by, range, colour)) {
        // coloured by its number
      } else this.#plain(entry, role, palette, colour, by !== "none");
      batch.paint(index, colour.r, colour.g, colour.b);
    }
    this.stage.painted();
  }
  #scaled(entry: Entry, by: Colouring, range: Range, colour: Color): boolean {
    const at = share(this.measureOf(entry, by), range.from, range.to, range.log);
    if (!Number.isFinite(at)) return false;
    const [r, g, b] = viridisAt(at);
    colour.setRGB(linear(r), linear(g), linear(b));
    return true;
  }
  #plain(entry: Entry, role: Role, palette: Palette, colour: Color, muted: boolean): void {
    const item = entry.item;
    const own = "colour" in item && item.colour !== "" && known(item.colour) ? item.colour : null;
    if (own !== null && (role === "item" || role === "drawn" || role === "velocity")) colour.set(own);
    else if (role === "mark") colour.set(palette.point);
    else if (role !== "item") colour.set(palette[role]);
    else if (coloured.has(item.type))
      colour.set(muted ? palette.ground : bodyColours[this.#colours[entry.id - this.first]!]!);
    else if (item.type === "spring") colour.set(palette.spring);
    else if (item.type === "driver") colour.set(palette.velocity);
    else colour.set(palette.joint);
  }

  dispose(): void {
    this.stage?.dispose();
    this.group.removeFromParent();
  }
}

/** Channels of a scene with their rates; those behind them are violations. */
function followed(head: ResultHead, channels: number[]): Followed {
  const numbers = new Map(head.channels.map((channel, i) => [channel.name, i]));
  const outputs = outputNames(head.model);
  const places = placeChannels(head.scene!);
  const count = head.scene!.channels.length;
  const rates = channels.map((channel, k) => {
    const { name } = head.channels[channel]!;
    return k >= count || outputs.has(name) ? [] : ratesOf(name, numbers).map((rate) => numbers.get(rate)!);
  });
  return {
    channels, rates, places: channels.map((_, k) => places.has(k)), rowsOnly: channels.map((_, k) => k >= count),
    switches: head.switches ?? [],
  };
}

/** Items that have colours of their own, if the model gives none. */
const coloured = new Set(["body", "line", "circle", "box", "sphere", "arrow"]);

const rolling = new Set(["wheel", "rolling_disc", "rolling_sphere"]);

/** A colour that browsers know; anything else in a model is no reason to fail. */
export function known(colour: string): boolean {
  return CSS.supports("color", colour);
}
