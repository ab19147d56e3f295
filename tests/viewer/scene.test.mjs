// Parts of the scene that calculate: values, scales, colours, shapes and rows, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { modules } from "./support/modules.mjs";

const scene = await modules(
  ["values", "scale", "colours", "solid", "hull", "fit", "track", "pose", "picker", "overlay", "entries", "measure"].map((name) => `src/scene/${name}.ts`),
);
const near = (got, expected, within, what = "") => assert.ok(Math.abs(got - expected) <= within, `${what} ${got} is not ${expected}`);

test("a value is a number, or a constant and weighted channels", () => {
  const values = new scene.Values();
  const [a, b, c] = [values.add(2.5), values.add([1, 0, 2, 2, -1]), values.add([7])];
  const out = new Float64Array(values.size);
  values.evaluate(Float64Array.of(10, 20, 30), out);
  assert.deepEqual([out[a], out[b], out[c]], [2.5, 1 + 20 - 30, 7]);
});

test("vectors follow each other, and equal ones are evaluated once", () => {
  const values = new scene.Values();
  const first = values.addVector([[0, 1, 1], 4, [0, 0, 3]]);
  assert.equal(values.addVector([[0, 1, 1], 4, [0, 0, 3]]), first);
  const other = values.addVector([[0, 1, 2], 4, [0, 0, 3]]);
  assert.equal(values.size, 6);
  const out = new Float64Array(6);
  values.evaluate(Float64Array.of(NaN, 5), out);
  assert.deepEqual([...out.subarray(first, first + 2)], [5, 4]);
  assert.equal(out[other], 10);
  assert.ok(Number.isNaN(out[first + 2]), "not a number stays one");
});

test("items without their channels are left out, with a note that names the channel", () => {
  const at = [[0, 0, 1], 0, 0];
  const far = [[0, 1, 1], 0, 0];
  const joint = { type: "joint", kind: "revolute", axis: null, bodies: [], rows: [], guide: null, torque: null };
  const items = [
    { type: "point", name: "A", at, ground: false, colour: "" }, { type: "point", name: "B", at: far, ground: false, colour: "" },
    { ...joint, name: "hinge", at, force: [0, [0, 1, 1], 0] },
  ];
  const { entries, notes } = scene.plan({ format: 1, plane: null, up: [0, 0, 1], channels: ["A.x", "B.x"], items }, new Set([1]), 0, 1);
  assert.deepEqual(entries.map((entry) => entry.item.name), ["A", "hinge"]);
  assert.equal(entries[1].force, -1);
  assert.deepEqual(notes, ["B: not drawn, as the result has no channel B.x", "hinge: force not drawn, as the result has no channel B.x"]);
});

test("one spike does not scale all other forces away", () => {
  const even = Float64Array.from({ length: 1000 }, (_, i) => i / 999);
  assert.equal(scene.robustLargest(even.slice()), 1);
  even[500] = 1e6;
  const robust = scene.robustLargest(even.slice());
  assert.ok(robust > 0.98 && robust <= 1, `${robust}`);
  assert.equal(scene.robustLargest(Float64Array.of(NaN, Infinity)), 0);
  // The largest is at most three times the rest: it counts.
  assert.equal(scene.robustLargest(Float64Array.of(1, 1, 1, 2.9)), 2.9);
});

test("percentiles leave out what is not a number", () => {
  assert.equal(scene.percentile(Float64Array.of(5, NaN, 1, 3, Infinity, 2, 4), 0.5), 3);
  assert.equal(scene.percentile(Float64Array.of(5, NaN, 1), 1), 5);
});

test("arrows are capped and say so", () => {
  assert.deepEqual(scene.arrowLength(10, 0.1, 2), { length: 1, capped: false });
  assert.deepEqual(scene.arrowLength(100, 0.1, 2), { length: 2, capped: true });
});

test("round numbers below", () => {
  for (const [value, expected] of [[1, 1], [1.99, 1], [2, 2], [4.9, 2], [5, 5], [9.99, 5], [0.037, 0.02], [1e5, 1e5], [0.1, 0.1]])
    near(scene.roundBelow(value), expected, 1e-12 * expected, `below ${value}:`);
});

test("shares of a colour bar, even and by powers of ten", () => {
  assert.equal(scene.share(5, 0, 10, false), 0.5);
  near(scene.share(1e-8, 1e-12, 1e-4, true), 0.5, 1e-12);
  assert.equal(scene.share(0, 1e-12, 1e-4, true), 0);
  assert.equal(scene.share(99, 0, 10, false), 1);
  assert.ok(Number.isNaN(scene.share(NaN, 0, 1, false)));
});

test("viridis has its known ends and middle, and grows lighter all the way", () => {
  assert.deepEqual(scene.viridisAt(0), [68, 1, 84]);
  assert.deepEqual(scene.viridisAt(0.5), [33, 145, 140]);
  assert.deepEqual(scene.viridisAt(1), [253, 231, 37]);
  let before = -1;
  for (let i = 0; i <= 100; ++i) {
    const [r, g, b] = scene.viridisAt(i / 100).map(scene.linear);
    const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    assert.ok(light > before, `at ${i}`);
    before = light;
  }
});

test("many bodies are coloured by their names without numbers", () => {
  assert.deepEqual(scene.colourNumbers(["a", "b", "c"]), [0, 1, 2]);
  const names = Array.from({ length: 20 }, (_, i) => (i % 2 ? `leg_${i}` : `bar${i}x`));
  const numbers = scene.colourNumbers(names);
  assert.deepEqual(numbers.slice(0, 4), [0, 1, 0, 1]);
});

test("a coil starts and ends on its axis and turns as often as asked", () => {
  const points = scene.coilPoints(8);
  assert.deepEqual(points[0], [0, 0, 0]);
  assert.deepEqual(points.at(-1), [0, 0, 1]);
  let angle = 0;
  const round = points.filter(([x, y]) => Math.hypot(x, y) > 0.5);
  for (let i = 1; i < round.length; ++i) {
    const [a, b] = [round[i - 1], round[i]];
    angle += Math.asin(a[0] * b[1] - a[1] * b[0]);
    assert.ok(b[2] > a[2], "it rises");
  }
  near(angle, 16 * Math.PI, 1e-9);
});

/** Volume inside a closed surface, positive if it is seen from outside: position scaled, offset times thickness. */
function volume(solid, [sx, sy, sz], thick) {
  const at = (i) => [sx, sy, sz].map((s, k) => s * solid.position[3 * i + k] + thick * solid.offset[3 * i + k]);
  let sum = 0;
  for (let t = 0; t < solid.index.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(solid.index[t + k]));
    sum += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
  }
  return sum;
}

test("solids are closed, look outwards and keep their thickness when stretched", () => {
  // Chords instead of arcs have less area: 4.5 % for 12 of them, 2.6 % for 16, and in two directions twice as much. The corners
  // of a brick are cut once: they have between half and all of the volume of round ones.
  const about = (got, expected, what, least = 0.9) => assert.ok(got > least * expected && got < 1.001 * expected, `${what}: ${got} of ${expected}`);
  const ball = (4 / 3) * Math.PI;
  about(volume(scene.ball(), [1, 1, 1], 2), 8 * ball, "ball");
  about(volume(scene.capsule(), [1, 1, 5], 0.5), 5 * Math.PI * 0.25 + ball / 8, "capsule");
  about(volume(scene.drum(), [2, 2, 3], 0), 12 * Math.PI, "drum");
  about(volume(scene.tube(), [3, 3, 1], 0.2), 2 * Math.PI ** 2 * 3 * 0.04, "tube");
  about(volume(scene.brick(), [2, 3, 4], 0), 24, "brick");
  about(volume(scene.brick(), [0, 0, 0], 1), ball, "brick of no size", 0.5);
  about(volume(scene.prism([[0, 0], [4, 0], [0, 3]]), [1, 1, 2], 0), 12, "prism");
  about(volume(scene.prism([[0, 0], [1, 0]]), [1, 1, 0], 0.5), Math.PI * 0.25 + ball / 8, "prism of a line");
  about(volume(scene.arrow(), [1, 1, 20], 1), Math.PI * (14 + (2.4 ** 2 * 6) / 3), "arrow");
  const wire = scene.wire([[0, 0, 0], [0, 0, 1]], 16);
  assert.ok(wire.shade.length > 0 && wire.index.every((i) => i < wire.shade.length));
});

test("normals have unit length", () => {
  for (const make of [scene.ball, scene.capsule, scene.drum, scene.tube, scene.brick, scene.coil]) {
    const solid = make();
    for (let i = 0; i < solid.shade.length; ++i) near(Math.hypot(...solid.normal.slice(3 * i, 3 * i + 3)), 1, 1e-9, make.name);
  }
});

test("a glyph has offsets only, so that it has one size", () => {
  const glyph = scene.join(scene.empty(), scene.capsule(), { at: [1, 0, 0], along: [0, 1, 0], scale: [1, 1, 4], thick: 0.5 });
  assert.ok(glyph.position.every((value) => value === 0));
  const ys = glyph.offset.filter((_, i) => i % 3 === 1);
  near(Math.max(...ys), 4.5, 1e-9);
  near(Math.min(...ys), -0.5, 1e-9);
});

test("hull of points, and the plate through those in a plane", () => {
  const hull = scene.hull([[0, 0], [2, 0], [1, 0.5], [2, 2], [0, 2], [1, 1]]);
  assert.deepEqual(new Set(hull.map(String)), new Set(["0,0", "2,0", "2,2", "0,2"]));
  const plate = scene.plateOf([[0, 0, 1], [1, 0, 1], [0, 2, 1], [1, 2, 1]], 1e-6);
  near(Math.abs(plate.u[2]) + Math.abs(plate.v[2]), 0, 1e-12);
  assert.equal(scene.plateOf([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], 1e-6), null);
});

test("a camera that fits shows all points, and is no further away than it needs to", () => {
  const points = Float64Array.of(1, 2, 3, 0, -4, 1, 0, 0, 2, -5, 1, 0, 0, 0, -6, 0);
  // In a wide window height decides how far away it must be, in a narrow one width.
  for (const [wide, high] of [[0.5, 0.3], [0.1, 0.3]]) {
    const { place } = scene.fitted(points, [1, 0, 0], [0, 1, 0], [0, 0, 1], wide, high);
    const room = [Infinity, Infinity, Infinity, Infinity];
    for (let i = 0; i < points.length; i += 4) {
      const depth = place[2] - points[i + 2];
      const [x, y] = [points[i] - place[0], points[i + 1] - place[1]];
      [wide * depth - x, wide * depth + x, high * depth - y, high * depth + y].forEach((r, side) => (room[side] = Math.min(room[side], r)));
    }
    assert.ok(room.every((r) => r >= -1e-12), `outside: ${room}`);
    const touching = Math.min(room[0] + room[1], room[2] + room[3]);
    near(touching, 0, 1e-12, "room on two opposite sides:");
  }
});

/** Channels without rates, which say where something is. */
const followed = (count, more = {}) => ({
  channels: Array.from({ length: count }, (_, i) => i + 1), rates: Array.from({ length: count }, () => []),
  places: Array(count).fill(true), rowsOnly: Array(count).fill(false), switches: [], ...more,
});

test("rows are found with and without a hint; outside of them there is nothing", () => {
  const t = Float64Array.of(0, 1, 1, 4);
  const rows = { t, columns: [Float64Array.of(0, 10, 20, 50)], complete: true, rates: [], spans: null };
  const out = new Float64Array(1);
  for (const [time, expected] of [[0.5, 5], [1, 20], [2.5, 35], [4, 50]]) {
    for (const hint of [0, 2, 99]) {
      scene.interpolate(rows, followed(1), time, out, hint);
      near(out[0], expected, 1e-12, `at ${time}, hint ${hint}:`);
    }
  }
  for (const time of [-1, 9]) assert.equal(scene.interpolate(rows, followed(1), time, out).how, "none");
  const none = { ...rows, t: new Float64Array(0), columns: [new Float64Array(0)] };
  assert.equal(scene.interpolate(none, followed(1), 0, out).how, "none");
  assert.ok(Number.isNaN(out[0]));
});

test("places are found between rows all or none, forces each for itself", () => {
  const t = Float64Array.from({ length: 10 }, (_, i) => i);
  const jump = t.map((time) => (time < 4.5 ? 0 : 90));
  const rows = { t, columns: [t.map((time) => 2 * time), jump], complete: true, rates: [], spans: null };
  const out = new Float64Array(2);
  assert.equal(scene.interpolate(rows, followed(2), 4.2, out).how, "held");
  assert.deepEqual([...out], [8, 0]);
  assert.equal(scene.interpolate({ ...rows, spans: null }, followed(2, { places: [true, false] }), 4.2, out).how, "between");
  near(out[0], 8.4, 1e-12);
  assert.equal(out[1], 0);
});

const wave = (time) => Math.sin(60 * time);
/** A server with 100,001 rows of y = sin(60 t) over 100 s, of which it gives `most` at even distances. */
function server() {
  const asked = [];
  const n = 100001;
  const source = {
    rows: (result, channels, range, most, pick) => {
      asked.push({ ...range, most, pick });
      const first = Math.max(0, Math.floor(range.from * 1000));
      const last = Math.min(n - 1, Math.ceil(range.to * 1000));
      const step = Math.max(1, Math.ceil((last - first) / most));
      const kept = [];
      for (let k = first; k < last; k += step) kept.push(k / 1000);
      kept.push(last / 1000);
      const t = Float64Array.from(kept);
      return Promise.resolve({ t, columns: channels.map(() => t.map(wave)), complete: step === 1 });
    },
  };
  return { source, asked };
}
const answered = () => new Promise((done) => setTimeout(done, 0));

test("of a large result the whole run comes coarsely, then windows where the time is", async () => {
  const { source, asked } = server();
  let changes = 0;
  const track = new scene.Track(source, 0, followed(1), null, () => ++changes);
  await track.load(0, 100);
  assert.deepEqual(asked, [{ from: 0, to: 100, most: 4000, pick: "even" }]);
  const row = new Float64Array(1);
  const error = (time) => {
    track.sample(time, row);
    return Math.abs(row[0] - wave(time));
  };
  // Through six rows h apart: off by (60 h)^6 / 720 (1/2 3/2 5/2)^2 at most, 1.5 rad a row of those that came first.
  const bound = (h) => ((60 * h) ** 6 / 720) * 1.875 ** 2;
  const times = Array.from({ length: 20 }, (_, i) => 50.0052 + 0.001 * i);
  const worst = () => Math.max(...times.map(error));
  assert.ok(worst() > 1e-3 && worst() < bound(0.025), `coarse: ${worst()}`);
  track.follow(50.0125, 1, false);
  track.follow(50.0125, 1, false);
  await answered();
  assert.equal(asked.length, 2, "one request at a time");
  assert.ok(worst() < bound(0.001), `rows of the result: ${worst()}`);
  // Slowly played, a window is asked for ahead of the time, and again only when its end comes near.
  for (let time = 20; time < 20.5; time += 0.01) {
    track.follow(time, 0.1, true);
    await answered();
  }
  const windows = asked.slice(2);
  assert.ok(windows.length >= 2 && windows.length <= 4, `${windows.length} windows`);
  assert.ok(windows.every(({ from, to }) => to - from <= 0.6), "windows are short");
  assert.equal(changes, 2 + windows.length);
  // Fast, the coarse rows are denser than frames.
  track.follow(70, 20, true);
  await answered();
  assert.equal(asked.length, 2 + windows.length);
});

test("all rows of data in the page are taken at once", async () => {
  const { source, asked } = server();
  const track = new scene.Track(source, 0, followed(1), 100001, () => {});
  await track.load(0, 100);
  track.follow(50, 1, true);
  await answered();
  assert.deepEqual(asked.map(({ most }) => most), [100001]);
});

test("very many channels are asked for in several requests, with fewer rows", async () => {
  const { source, asked } = server();
  const track = new scene.Track(source, 0, followed(5000), null, () => {});
  await track.load(0, 100);
  assert.equal(asked.length, 3);
  assert.equal(track.base.columns.length, 5000);
  assert.ok(asked.every(({ most }) => most === 1600), "8,000,000 numbers in 5000 channels");
});

test("a request that fails does not stop the animation", async () => {
  const { source } = server();
  const track = new scene.Track(source, 0, followed(1), null, () => {});
  await track.load(0, 100);
  source.rows = () => Promise.reject(new Error("gone"));
  track.follow(50.0125, 1, false);
  await answered();
  const row = new Float64Array(1);
  assert.ok(track.sample(50.0125, row));
  assert.ok(Number.isFinite(row[0]));
});

test("a pose has right-handed unit axes, whatever interpolation left of them", () => {
  const pose = new scene.Pose(Float64Array.of(1, 1, 1));
  const x = Float64Array.of(0.1, 0.9, 0.05, 0, 0.2, 0.8);
  pose.place(3, 4, 5).frame(x, 0, 3);
  const p = [...pose.numbers];
  assert.deepEqual(p.slice(0, 3), [2, 3, 4]);
  const [a, b, c] = [p.slice(3, 6), p.slice(6, 9), p.slice(9, 12)];
  const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  for (const [u, v, expected] of [[a, a, 1], [b, b, 1], [c, c, 1], [a, b, 0], [b, c, 0], [a, c, 0]]) near(dot(u, v), expected, 1e-12);
  near(dot([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], c), 1, 1e-12);
  assert.ok(!pose.place(NaN, 0, 0).good);
});

test("the item nearest to the pointer is picked", () => {
  const pixels = new Uint8Array(4 * 25);
  pixels.set([9, 0, 0, 255], 0);
  assert.equal(scene.nearest(pixels, 5), 9);
  pixels.set([1, 2, 0, 255], 4 * 13);
  assert.equal(scene.nearest(pixels, 5), 513);
  assert.equal(scene.nearest(new Uint8Array(4 * 25), 5), 0);
});

test("sizes come from the motion: its box, and the mechanism in it", () => {
  const values = new scene.Values();
  const at = values.addVector([[0, 0, 1], 0, 0]);
  const end = values.addVector([[1, 0, 1], 0, 0]);
  const item = { type: "body", name: "b", kind: "rod", mass: 1, shape: { kind: "rod" }, ends: [], points: [], rows: [] };
  const entry = { item, id: 1, result: 0, places: [at, end], reach: 0, force: -1, torque: -1, at, pull: -1, vector: -1 };
  const t = Float64Array.from({ length: 11 }, (_, i) => i);
  const sizes = scene.measure(values, [entry], { t, columns: [t], complete: true }, false);
  assert.deepEqual([sizes.low[0], sizes.high[0], sizes.size, sizes.link], [0, 11, 1, 1]);
});

test("long names are cut between letters", () => {
  assert.equal(scene.shortened("crank"), "crank");
  assert.equal([...scene.shortened("🙂".repeat(10000))].length, 28);
});
