// Scenes made by hand, with all kinds of items, to look at while the drawing is worked on.
import type { Head, Item, ResultHead, SceneHead, Value, Vector } from "../src/data/format";
import type { Block, Source } from "../src/data/source";

interface Made {
  head: Head;
  source: Source;
}

/** Collects channels by name: functions of time. */
class Maker {
  names = ["t"];
  functions: ((t: number) => number)[] = [(t) => t];
  used: string[] = [];
  items: Item[] = [];

  channel(name: string, f: (t: number) => number): string {
    this.names.push(name);
    this.functions.push(f);
    return name;
  }
  value(f: (t: number) => number, name = `c${this.names.length}`): Value {
    this.used.push(this.channel(name, f));
    return [0, this.used.length - 1, 1];
  }
  vector(f: (t: number) => [number, number, number], name = `v${this.names.length}`): Vector {
    return [0, 1, 2].map((i) => this.value((t) => f(t)[i]!, `${name}.${"xyz"[i]}`)) as Vector;
  }
  made(title: string, scene: Pick<SceneHead, "plane" | "up">, duration: number, rows: number, results = 1): Made {
    const columns = (k: number): Float64Array[] =>
      this.functions.map((f, c) => Float64Array.from({ length: rows }, (_, i) => (c === 0 ? (duration * i) / (rows - 1) : f((duration * i) / (rows - 1) * (1 - 0.03 * k)))));
    const data = Array.from({ length: results }, (_, k) => columns(k));
    const result = (k: number): ResultHead => ({
      label: `result ${k + 1}`, file: "", model: "", summary: {}, versions: {}, rows, rows_total: rows, note: "", verdicts: [],
      channels: this.names.map((name) => ({ name, unit: "", min: null, max: null })),
      scene: { format: 1, plane: scene.plane, up: scene.up, channels: this.used, items: this.items },
    });
    const head: Head = {
      format: 1, rheon: "0", title, kind: "results", source: "file", notes: [], comparison: null, reproduction: null,
      results: data.map((_, k) => result(k)),
    };
    const source: Source = {
      rows: (k, channels): Promise<Block> => Promise.resolve({ t: data[k]![0]!, columns: channels.map((c) => data[k]![c]!), complete: true }),
    };
    return { head, source };
  }
}

const [l1, l2] = [0.2, 0.5];
const crankTip = (t: number): [number, number, number] => [l1 * Math.cos(4 * t), l1 * Math.sin(4 * t), 0];
const slider = (t: number): [number, number, number] => {
  const [x, y] = crankTip(t);
  return [x + Math.sqrt(l2 * l2 - y * y), 0, 0];
};

function sliderCrank(): Made {
  const m = new Maker();
  const o: Vector = [0, 0, 0];
  const a = m.vector(crankTip, "A");
  const b = m.vector(slider, "B");
  const force = (name: string, scale: number, turn: number): Vector =>
    m.vector((t) => [scale * Math.cos(4 * t + turn), scale * Math.sin(3 * t) - (Math.abs(t - 1) < 0.01 ? 100 : 0), 0], name);
  m.channel("violation.crank", (t) => 1e-9 * (1.1 + Math.sin(5 * t)));
  m.channel("violation.rod", (t) => 1e-7 * (1.1 + Math.cos(7 * t)));
  m.channel("violation.guide", (t) => 1e-11 * (1.1 + Math.cos(2 * t)));
  m.items.push(
    { type: "point", name: "O", at: o, ground: true, colour: "" },
    { type: "point", name: "A", at: a, ground: false, colour: "" },
    { type: "point", name: "B", at: b, ground: false, colour: "" },
    { type: "body", name: "crank", kind: "rod", mass: 1, shape: { kind: "rod" }, ends: [o, a], points: [o, a], rows: ["crank"] },
    { type: "body", name: "rod", kind: "rod", mass: 0.8, shape: { kind: "rod" }, ends: [a, b], points: [a, b], rows: ["rod"] },
    { type: "body", name: "piston", kind: "point", mass: 1.5, shape: { kind: "point" }, frame: { origin: b, axes: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }, points: [b], rows: [] },
    { type: "joint", name: "hinge", kind: "revolute", at: o, axis: [0, 0, 1], bodies: ["ground", "crank"], rows: [], guide: null, force: force("hinge.f", 8, 0), torque: null },
    { type: "joint", name: "A", kind: "shared", at: a, axis: null, bodies: ["crank", "rod"], rows: [], guide: null, force: force("A.f", 6, 1), torque: null },
    { type: "joint", name: "guide", kind: "on_line", at: b, axis: null, bodies: ["ground", "piston"], rows: ["guide"], guide: { kind: "line", through: [0, 0, 0], along: [1, 0, 0] }, force: force("g.f", 3, 2), torque: null },
    { type: "driver", name: "motor", kind: "angle", at: o, axis: [0, 0, 1], bodies: ["crank"], rows: [], guide: null, force: null, torque: m.vector((t) => [0, 0, 2 * Math.sin(4 * t)], "motor.t") },
    { type: "force", name: "weight of rod", kind: "gravity", guide: null, at: m.vector((t) => [(crankTip(t)[0] + slider(t)[0]) / 2, crankTip(t)[1] / 2, 0]), force: [0, -7.85, 0], torque: null },
    { type: "trace", name: "coupler", at: m.vector((t) => [0.6 * crankTip(t)[0] + 0.4 * slider(t)[0], 0.6 * crankTip(t)[1] + 0.05, 0]), colour: "" },
  );
  return m.made("Slider-crank", { plane: "xy", up: [0, 1, 0] }, 3, 400, 2);
}

/** Frame of a body that turns about an axis near z and is carried along. */
function turning(m: Maker, rate: number, origin: (t: number) => [number, number, number]): { origin: Vector; axes: [Vector, Vector, Vector] } {
  const tilt = 0.3;
  const axis = (k: number) => (t: number): [number, number, number] => {
    const [c, s, ct, st] = [Math.cos(rate * t), Math.sin(rate * t), Math.cos(tilt), Math.sin(tilt)];
    return [[c, s, 0], [-s * ct, c * ct, st], [s * st, -c * st, ct]][k] as [number, number, number];
  };
  return { origin: m.vector(origin), axes: [m.vector(axis(0)), m.vector(axis(1)), m.vector(axis(2))] };
}

function shapes(): Made {
  const m = new Maker();
  const at = (x: number, y: number) => (t: number): [number, number, number] => [x, y, 0.5 + 0.1 * Math.sin(2 * t + x)];
  const body = (name: string, shape: Extract<Item, { type: "body" }>["shape"], x: number, y: number, points: Vector[] = []): void => {
    m.items.push({ type: "body", name, kind: shape.kind, mass: 1, shape, frame: turning(m, 1, at(x, y)), points, rows: [] });
  };
  body("box", { kind: "box", size: [0.6, 0.3, 0.2] }, 0, 0);
  body("disc", { kind: "disc", radius: 0.3, thickness: 0.05 }, 1, 0);
  body("cylinder", { kind: "cylinder", radius: 0.15, length: 0.6 }, 2, 0);
  body("sphere", { kind: "sphere", radius: 0.25 }, 3, 0);
  body("ring", { kind: "ring", radius: 0.3 }, 4, 0);
  body("star", { kind: "general" }, 0, 1, [[-0.3, 1, 0.5], [0.3, 1.2, 0.6], [0, 0.8, 1], [0.1, 1, 0.2]]);
  body("plate", { kind: "general" }, 1, 1, [[0.8, 0.8, 0.5], [1.3, 0.9, 0.5], [1, 1.3, 0.5]]);
  body("mass", { kind: "point" }, 2, 1);
  const kinds = ["revolute", "prismatic", "spherical", "universal", "cylindrical", "screw", "weld", "planar", "on_line", "rolling_disc", "skate", "gear", "shared"];
  kinds.forEach((kind, i) => {
    m.items.push({
      type: "joint", name: kind, kind, at: [0.45 * i - 0.5, 2, 0.4], axis: kind === "rolling_disc" ? [0, 0, 1] : [0.3, 0.9, 0.2], bodies: i % 3 === 0 ? ["ground", "a"] : ["a", "b"],
      rows: [], guide: kind === "on_line" ? { kind: "line", through: [0.45 * i - 0.5, 2, 0.4], along: [0.3, 0.9, 0.2] } : null, force: m.vector((t) => [0, Math.sin(t + i), 1]), torque: m.vector((t) => [0, 0, Math.sin(t + i)]),
    });
  });
  m.items.push(
    { type: "driver", name: "motor", kind: "angle", at: [3, 1, 0.5], axis: [0, 0, 1], bodies: ["a"], rows: [], guide: null, force: null, torque: null },
    { type: "driver", name: "ram", kind: "distance", at: [3.6, 1, 0.5], axis: [1, 0, 0], bodies: ["a"], rows: [], guide: null, force: null, torque: null },
    { type: "spring", name: "spring", kind: "spring", ends: [[4, 1, 0], m.vector((t) => [4, 1, 0.9 + 0.3 * Math.sin(3 * t)])], force: m.value((t) => 2 * Math.sin(3 * t)) },
    { type: "spring", name: "actuator", kind: "actuator", ends: [[4.5, 1, 0], m.vector((t) => [4.5, 1, 0.9 + 0.3 * Math.sin(3 * t)])], force: null },
    { type: "joint", name: "slope", kind: "on_plane", at: [4, 2, 0.5], axis: null, bodies: ["ground", "a"], rows: [], guide: { kind: "plane", through: [4, 2, 0.5], normal: [0.3, 0, 1] }, force: null, torque: null },
    { type: "joint", name: "lost", kind: "revolute", at: [[0, 999, 1], 0, 0], axis: null, bodies: [], rows: [], guide: null, force: null, torque: null },
    { type: "point", name: "<img src=x onerror=alert(1)> \"quoted\" " + "long ".repeat(50), at: [5, 2, 0.5], ground: false, colour: "" },
  );
  m.used[999] = "not.there";
  for (let i = 0; i < 999; ++i) m.used[i] ??= "t";
  return m.made("Shapes", { plane: null, up: [0, 0, 1] }, 6, 600);
}

function wheel(): Made {
  const m = new Maker();
  const r = 0.5;
  const path = (t: number): [number, number, number] => [2 * Math.cos(0.5 * t), 2 * Math.sin(0.5 * t), r * Math.cos(0.25)];
  const lean = (t: number): [number, number, number] => [Math.cos(0.5 * t) * Math.cos(0.25), Math.sin(0.5 * t) * Math.cos(0.25), Math.sin(0.25)];
  const spoke = (t: number): [number, number, number] => {
    const tangent = [-Math.sin(0.5 * t), Math.cos(0.5 * t), 0];
    const a = lean(t);
    const up = [a[1]! * tangent[2]! - a[2]! * tangent[1]!, a[2]! * tangent[0]! - a[0]! * tangent[2]!, a[0]! * tangent[1]! - a[1]! * tangent[0]!];
    return [0, 1, 2].map((i) => r * (Math.cos(2 * t) * tangent[i]! - Math.sin(2 * t) * up[i]!)) as [number, number, number];
  };
  const at = m.vector(path, "C");
  const contact = m.vector((t) => [2 * Math.cos(0.5 * t) + 0.12 * Math.cos(0.5 * t), 2 * Math.sin(0.5 * t) + 0.12 * Math.sin(0.5 * t), 0], "P");
  m.items.push(
    { type: "circle", name: "wheel", at, axis: m.vector(lean), radius: r, filled: true, spoke: m.vector(spoke), colour: "" },
    { type: "line", name: "axle", points: [at, m.vector((t) => [0, 1, 2].map((i) => path(t)[i]! + 0.4 * lean(t)[i]!) as [number, number, number])], colour: "#d55e00" },
    { type: "arrow", name: "speed", at, vector: m.vector((t) => [-Math.sin(0.5 * t), Math.cos(0.5 * t), 0]), quantity: "velocity", colour: "" },
    { type: "arrow", name: "push", at: contact, vector: m.vector((t) => [0, 0, 5 + Math.sin(t)]), quantity: "force", colour: "" },
    { type: "sphere", name: "ball", at: [0, 0, 0.2], radius: 0.2, colour: "no-such-colour" },
    { type: "box", name: "cart", frame: turning(m, 0.5, () => [0, 0, 0.9]), size: [0.5, 0.2, [0.1]], colour: "purple" },
    { type: "trace", name: "contact", at: contact, colour: "" },
    { type: "trace", name: "centre", at, colour: "" },
  );
  return m.made("Rolling wheel", { plane: null, up: [0, 0, 1] }, 12, 900);
}

/** A chain of windows of the plane, N of them; many equal bodies. */
function windows(n: number): Made {
  const m = new Maker();
  const swing = (t: number): [number, number] => [Math.cos(1.2 + 0.4 * Math.sin(2 * t)), Math.sin(1.2 + 0.4 * Math.sin(2 * t))];
  let before: Vector | null = null;
  for (let i = 0; i <= n; ++i) {
    const foot: Vector = [i, 0, 0];
    const top = m.vector((t) => [i + swing(t)[0], swing(t)[1], 0], `P${i}`);
    const force = m.vector((t) => [Math.sin(3 * t + i), 2 + Math.cos(2 * t + 0.3 * i), 0]);
    m.items.push(
      { type: "point", name: `O${i}`, at: foot, ground: true, colour: "" },
      { type: "point", name: `P${i}`, at: top, ground: false, colour: "" },
      { type: "body", name: `leg${i}`, kind: "rod", mass: 1, shape: { kind: "rod" }, ends: [foot, top], points: [foot, top], rows: [] },
      { type: "joint", name: `O${i}`, kind: "shared", at: foot, axis: null, bodies: ["ground", `leg${i}`], rows: [], guide: null, force, torque: null },
      { type: "joint", name: `P${i}`, kind: "shared", at: top, axis: null, bodies: [`leg${i}`, `bar${i}`], rows: [], guide: null, force, torque: null },
    );
    if (before) m.items.push({ type: "body", name: `bar${i}`, kind: "rod", mass: 1, shape: { kind: "rod" }, ends: [before, top], points: [before, top], rows: [] });
    before = top;
  }
  return m.made(`${n} windows`, { plane: "xy", up: [0, 1, 0] }, 6, 600);
}

/** A run that goes on: rows until the time that is asked for. */
function growing(): Made {
  const { head, source } = sliderCrank();
  head.source = "live";
  const rows: Source["rows"] = async (result, channels, range) => {
    const { t, columns } = await source.rows(result, channels, range, 0, "even");
    const n = Math.max(1, t.filter((time) => time <= range.to).length);
    return { t: t.subarray(0, n), columns: columns.map((column) => column.subarray(0, n)), complete: true };
  };
  return { head, source: { rows } };
}

export const scenes: Record<string, () => Made> = {
  crank: sliderCrank, growing, shapes, wheel, windows40: () => windows(40), windows2000: () => windows(2000),
};
