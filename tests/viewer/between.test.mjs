// Values between rows, against formulas: without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { modules } from "./support/modules.mjs";

const { Curve, Difference, locate } = await modules(["src/data/curve.ts", "src/data/locate.ts"]);

const rows = (n, h, f) => Float64Array.from({ length: n }, (_, i) => f(i * h));
/** The largest |error| inside the steps of a curve, at nine places of each; where a row stands for it there is none. */
function worst(curve, exact, from = 0, to = curve.t.length - 1) {
  let most = 0;
  let found = 0;
  for (let k = from; k < to; ++k) {
    for (let j = 1; j < 10; ++j) {
      const time = curve.t[k] + (j / 10) * (curve.t[k + 1] - curve.t[k]);
      const { value, how, time: of } = curve.at(time);
      if (how !== "between") continue;
      assert.equal(of, time);
      most = Math.max(most, Math.abs(value - exact(time)));
      ++found;
    }
  }
  return { most, found };
}

test("rows are what they are, bit for bit, and outside of them there is nothing", () => {
  const t = Float64Array.of(0.1, 0.2, 0.30000000000000004);
  const curve = new Curve(t, Float64Array.of(1 / 3, 2 / 3, Math.PI));
  t.forEach((time, k) => assert.deepEqual(curve.at(time), { value: curve.y[k], time, how: "row" }));
  for (const time of [0.05, 0.31, -Infinity, NaN]) assert.equal(curve.at(time).how, "none");
});

test("with stored rates: the error of Hermite's polynomials, and polynomials of their degree exactly", () => {
  // |error| <= h^4 max|y''''| / 384 with rates, h^6 max|y^(6)| / 46080 with second rates, up to rounding
  for (const phase of [0.2, 0.44, 1]) {
    const t = rows(40, phase, (x) => x);
    const [sin, cos, minus] = [t.map(Math.sin), t.map(Math.cos), t.map((x) => -Math.sin(x))];
    const cubic = worst(new Curve(t, cos, minus), Math.cos);
    assert.ok(cubic.most <= phase ** 4 / 384 + 1e-15 && cubic.found === 39 * 9, `cubic: ${cubic.most} at ${phase}`);
    const quintic = worst(new Curve(t, sin, cos, minus), Math.sin);
    assert.ok(quintic.most <= phase ** 6 / 46080 + 1e-15 && quintic.found === 39 * 9, `quintic: ${quintic.most} at ${phase}`);
  }
  const t = rows(6, 0.5, (x) => x);
  const five = worst(new Curve(t, t.map((x) => x ** 5), t.map((x) => 5 * x ** 4), t.map((x) => 20 * x ** 3)), (x) => x ** 5);
  assert.ok(five.most < 1e-12, `${five.most}`); // values up to 100, rounding of some sums
});

test("without rates: through six rows, and fewer at the ends", () => {
  // |error| <= h^6 max|y^(6)| / 720 times (0.5 * 1.5 * 2.5)^2; in the first two steps and the last the product is larger
  const phase = 0.44;
  const t = rows(60, phase, (x) => x);
  const curve = new Curve(t, t.map(Math.sin));
  const middle = worst(curve, Math.sin, 2, 56);
  assert.ok(middle.most <= (phase ** 6 / 720) * 1.875 ** 2 && middle.found === 54 * 9, `${middle.most}`);
  // straight lines are off by h^2 / 8: 24 times a thousandth here
  assert.ok(worst(curve, Math.sin).most < 1e-3, "at the ends too");
  // rows at uneven distances
  const uneven = Float64Array.from({ length: 60 }, (_, i) => 0.4 * (i + 0.3 * Math.sin(i)));
  assert.ok(worst(new Curve(uneven, uneven.map(Math.cos)), Math.cos, 2, 56).most < 5e-4);
});

test("what is flat or grows stays so: a contact force is never negative", () => {
  const t = rows(12, 0.1, (x) => x);
  const force = Float64Array.of(0, 0, 0, 0, 5, 30, 60, 70, 72, 72, 72, 72);
  const curve = new Curve(t, force);
  let before = -1;
  for (let time = 0; time <= 1.1; time += 0.003) {
    const { value } = curve.at(time);
    assert.ok(value >= before - 1e-12 && value >= 0 && value <= 72, `${value} at ${time}`);
    before = value;
  }
});

test("no value is interpolated across a jump: the nearest row is used, with its time", () => {
  const t = rows(20, 0.1, (x) => x);
  const jump = t.map((x) => (x < 0.95 ? Math.sin(x) : 40 + Math.sin(x)));
  const curve = new Curve(t, jump);
  assert.deepEqual(curve.at(0.94), { value: jump[9], time: t[9], how: "held" });
  assert.deepEqual(curve.at(0.97), { value: jump[10], time: t[10], how: "held" });
  // beside it the other side is not used
  for (const time of [0.86, 1.04]) assert.ok(Math.abs(curve.at(time).value - (time > 1 ? 40 : 0) - Math.sin(time)) < 1e-5);
  // a ball that bounces between two rows: its speed turns round, which its rate does not explain
  const g = 9.81;
  const fall = (x) => (x < 1 ? (g / 2) * (1 - x * x) : g * 0.8 * (x - 1) - (g / 2) * (x - 1) ** 2);
  const speed = (x) => (x < 1 ? -g * x : 0.8 * g - g * (x - 1));
  const times = rows(16, 0.15, (x) => x);
  const ball = new Curve(times, times.map(fall), times.map(speed), times.map(() => -g));
  assert.equal(ball.at(0.98).how, "held");
  assert.ok(worst(ball, fall).most < 1e-12, "parabolas before and after are exact");
});

test("no value is interpolated across a load that switches between rows, or at a row", () => {
  const t = rows(11, 1, (x) => x);
  const ramp = t.map((x) => Math.max(0, x - 4.5));
  const curve = new Curve(t, ramp, null, null, [4.5, 7]);
  assert.deepEqual(curve.at(4.2), { value: 0, time: 4, how: "held" });
  assert.deepEqual(curve.at(4.5), { value: 0.5, time: 5, how: "held" });
  assert.equal(curve.at(6.9).time, 6, "the row at the switch is of what comes after");
  assert.equal(curve.at(7.1).how, "between");
  assert.ok(Math.abs(curve.at(3.5).value) < 1e-15, "rows behind a switch do not count");
  // between two switches in one step: no row is of that piece
  assert.equal(locate(t, [4.2, 4.6], 4.4).how, "held");
});

test("rows too far apart for what goes on between them are not joined by a guess", () => {
  // seven tenths of a period a step
  const t = rows(40, 0.7, (x) => x);
  const w = 2 * Math.PI;
  const curve = new Curve(t, t.map((x) => Math.sin(w * x)), t.map((x) => w * Math.cos(w * x)), t.map((x) => -w * w * Math.sin(w * x)));
  const { found } = worst(curve, () => 0);
  assert.ok(found < 0.35 * 39 * 9, `${found} values were made up`);
});

test("numbers that are counted have no values between rows", () => {
  const t = rows(5, 1, (x) => x);
  const curve = new Curve(t, t.map((x) => 10 * x), null, null, [], true);
  assert.deepEqual(curve.at(2.4), { value: 20, time: 2, how: "held" });
});

test("differences of results with different rows are those of the same time", () => {
  const [a, b] = [rows(21, 0.1, (x) => x), rows(14, 0.15, (x) => x)];
  const of = (t, shift) => new Curve(t, t.map((x) => Math.sin(3 * x + shift)), t.map((x) => 3 * Math.cos(3 * x + shift)), t.map((x) => -9 * Math.sin(3 * x + shift)));
  const difference = new Difference(of(b, 0.001), of(a, 0));
  for (let time = 0; time < 1.95; time += 0.0131) {
    const exact = Math.sin(3 * time + 0.001) - Math.sin(3 * time);
    // both quintic: (3 * 0.15)^6 / 46080 = 1.8e-7
    assert.ok(Math.abs(difference.at(time).value - exact) < 2e-7, `at ${time}`);
  }
  assert.equal(difference.at(1.99).how, "none");
});
