#!/usr/bin/env node
// make_page.mjs TEMPLATE KIND OUTPUT: a page from made-up data, to work on the viewer without the rest of rheon.
// KIND: one, large (100,000 rows), many (1000 channels), several (six results), hostile (names), reproduction, broken.

import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const [template, kind, output] = process.argv.slice(2);
if (!output) {
  console.error("usage: make_page.mjs TEMPLATE KIND OUTPUT");
  process.exit(2);
}

/** As FORMAT.md has it: bytes shuffled, zlib, base64. */
function block(values) {
  const bytes = new Uint8Array(Float64Array.from(values).buffer);
  const rows = values.length;
  const shuffled = new Uint8Array(bytes.length);
  for (let i = 0; i < rows; ++i) for (let b = 0; b < 8; ++b) shuffled[b * rows + i] = bytes[8 * i + b];
  return deflateSync(shuffled).toString("base64");
}

const model = `rheon: 1
title: Slider-crank   # made up
plane: xy
gravity: [0, -9.81]
ground: {O: [0, 0]}
points: {A: [0.2, 0], B: [0.7, 0]}
bodies:
  crank: {rod: [O, A], mass: 1 kg}
  rod: {rod: [A, B], mass: 0.8 kg}
joints: {guide: {on_line: B, along: x}}
outputs:
  pin_force: sqrt(A.fx^2 + A.fy^2)
simulate: {formulation: ali3p, step: 1 ms, duration: 5 s}
`;

function channels(rows, duration, many, shift) {
  const t = Float64Array.from({ length: rows }, (_, i) => (i * duration) / (rows - 1));
  const of = (f) => t.map((time, i) => f(time, i));
  const list = [["t", "s", t]];
  const point = (name, length, rate) => {
    const phase = rate + shift;
    list.push([`${name}.x`, "m", of((s) => length * Math.cos(phase * s))]);
    list.push([`${name}.x'`, "m/s", of((s) => -length * phase * Math.sin(phase * s))]);
    list.push([`${name}.x''`, "m/s^2", of((s) => -length * phase ** 2 * Math.cos(phase * s))]);
    list.push([`${name}.y`, "m", of((s) => length * Math.sin(phase * s) * Math.exp(-0.05 * s))]);
    list.push([`${name}.y'`, "m/s", of((s) => length * phase * Math.cos(phase * s))]);
    list.push([`${name}.y''`, "m/s^2", of((s) => -length * phase ** 2 * Math.sin(phase * s))]);
  };
  point("A", 0.2, 10);
  point("B", 0.5, 3);
  list.push(["lambda.crank", "N/m", of((s) => 300 * Math.sin(20 * s))], ["lambda.guide", "N/m", of((s) => 20 * Math.cos(9 * s))]);
  list.push(["energy.kinetic", "J", of((s) => 2 + Math.sin(20 * s))], ["energy.potential", "J", of((s) => 1 - Math.sin(20 * s))]);
  list.push(["energy.total", "J", of((s) => 3 + 0.4 * (1 - Math.exp(-s)))], ["work.applied", "J", of((s) => 0.4 * (1 - Math.exp(-s)))]);
  list.push(["work.friction", "J", of(() => 0)], ["work.driving", "J", of(() => 0)]);
  list.push(["energy.projections", "J", of((s) => -1e-7 * s)], ["energy.integrator", "J", of((s) => 9e-8 * s + 1e-8 * Math.sin(50 * s))]);
  list.push(["drift.position", "", of((s, i) => 1e-14 * (1 + s) * (1.1 + Math.sin(50 * s + i)))]);
  list.push(["drift.velocity", "", of((s, i) => 1e-12 * (1 + s) * (1.1 + Math.sin(60 * s + i)))]);
  list.push(["drift.acceleration", "", of((s, i) => (i % 97 ? 1e-10 * (1.1 + Math.sin(70 * s + i)) : 0))]);
  for (const joint of ["O", "A", "A.crank", "B.piston"]) {
    for (const [k, part] of ["fx", "fy"].entries()) {
      list.push([`${joint}.${part}`, "N", of((s) => (60 + joint.length * 10) * Math.sin(10 * s + k))]);
    }
  }
  list.push(["motor.torque", "N m", of((s) => 2 * Math.sin(10 * s))], ["pin_force", "N", of((s) => 70 + 5 * Math.sin(20 * s))]);
  list.push(["run.step", "s", of((s) => 1e-3 * (1 + 0.9 * Math.sin(3 * s)))], ["run.steps", "", of((_, i) => 2 * i)]);
  list.push(["run.refused", "", of((_, i) => Math.floor(i / 100))], ["run.iterations", "", of((_, i) => 4 * i + 2 * Math.floor(i / 3))]);
  for (let k = 0; k < many; ++k) list.push([`link${k}.angle`, "rad", of((s) => Math.sin((1 + k / 100) * s))]);
  return list;
}

/** A crank and a rod, with the forces in their joints. */
function scene() {
  const names = ["A.x", "A.y", "B.x", "B.y", "A.fx", "A.fy", "O.fx", "O.fy"];
  const of = (k) => [0, k, 1];
  const [A, B, O] = [[of(0), of(1), 0], [of(2), of(3), 0], [0, 0, 0]];
  const joint = (name, at, force, bodies) => ({
    type: "joint", name, kind: "revolute", at, axis: [0, 0, 1], bodies, rows: [], guide: null, force, torque: null,
  });
  const rod = (name, ends) => ({ type: "body", name, kind: "rod", mass: 1, shape: { kind: "rod" }, ends, points: ends, rows: [name] });
  return {
    format: 1,
    plane: "xy",
    up: [0, 1, 0],
    channels: names,
    items: [
      rod("crank", [O, A]),
      rod("rod", [A, B]),
      { type: "point", name: "O", at: O, ground: true },
      { type: "point", name: "A", at: A, ground: false },
      { type: "point", name: "B", at: B, ground: false },
      joint("O", O, [of(6), of(7), 0], ["ground", "crank"]),
      joint("A", A, [of(4), of(5), 0], ["crank", "rod"]),
    ],
  };
}

const range = (values) => {
  const finite = values.filter(Number.isFinite);
  return finite.length > 0 ? [finite.reduce((a, b) => Math.min(a, b)), finite.reduce((a, b) => Math.max(a, b))] : [null, null];
};

function result(label, list, more = {}) {
  return {
    label,
    file: `${label}.h5`,
    model,
    summary: {
      model: "Slider-crank",
      file: "crank.yaml",
      formulation: label,
      integrator: "trapezoidal",
      ending: "completed",
      message: "",
      start_time: 0,
      end_time: list[0][2].at(-1),
      step: 0.001,
      smallest_step: 0.001,
      largest_step: 0.001,
      tolerance: 0,
      steps: 5000,
      refused_steps: 3,
      evaluations: 10001,
      factorisations: 2000,
      iterations: 9983,
      wall_seconds: 0.0154,
      cpu_seconds: 0.0153,
      violation: {
        position: { value: 1.8e-15, constraint: "motor", time: 0.563 },
        velocity: { value: 3.6e-15, constraint: "motor", time: 2.079 },
        acceleration: null,
      },
      energy: { start: 1.2, end: 0.793125757, unexplained: 8.66e-5, projections: -0.1134, worst: { value: 2.5e-4, time: 0.116 } },
      work: { applied: 0, friction: 0, driving: -0.407 },
      coordinates: 4,
      rows: 4,
      options: { penalty: "1e+06", alpha: "0", projections: "both", "newton-tolerance": "1e-10" },
      notes: ["initial solved for: A.y' = 2"],
    },
    versions: { rheon: "0.1.0", hdf5: "1.10.8" },
    rows: list[0][2].length,
    rows_total: list[0][2].length,
    note: "",
    channels: list.map(([name, unit, values]) => ({ name, unit, min: range(values)[0], max: range(values)[1] })),
    verdicts: [],
    scene: kind === "many" ? null : scene(),
    ...more,
  };
}

function hostile(list) {
  const names = [
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(2)>",
    'quote " and \' and `',
    "комета 彗星 ☄ \u202Ereversed",
    "L".repeat(10000),
    "comma, name",
    "__proto__",
    "constructor",
  ];
  return names.map((name, k) => [name, k % 2 ? "<b>m</b>" : "m", list[1][2].map((value) => value * (k + 1))]);
}

function comparison(labels) {
  const sweep = (k) =>
    [1, 2, 4, 8].map((n) => ({
      step: 0.008 / n,
      tolerance: 0,
      completed: true,
      errors: [1e-3 / (k + 1) / n ** 2, 1e-2 / n ** 2, null, null],
      at_reference_level: [false, false, false, false],
      steps: 625 * n,
      evaluations: 1250 * n,
      cpu_seconds: 0.002 * n,
    }));
  return {
    duration: 5,
    times: 201,
    step: 0.001,
    step_origin: "of the model",
    tolerance: 0,
    reference: {
      name: "lagrange + dopri5, tolerance 1e-12",
      result: labels.length - 1,
      confirmed_by: "lagrange + dop853, tolerance 1e-12",
      accuracy: [1.1e-11, 2.3e-10, null, null],
      scale: [0.5, 2, 110, null],
      unknown_columns: [],
    },
    quantities: ["positions", "velocities", "reactions", "outputs"],
    reaction_difference: { value: 0.2, channel: "lambda.crank", time: 1.5, between: [labels[0], labels[1]] },
    rows: [
      ...labels.slice(0, -1).map((label, k) => ({
        label,
        method: `${label} + trapezoidal`,
        outcome: "completed",
        reason: "",
        result: k,
        ran: true,
        errors: [1e-5 * (k + 1), 1e-3 / (k + 1), k % 2 ? null : 0.1, null],
        at_reference_level: [k === 0, false, false, false],
        orders: [2.01, 1.99, null, null],
        violations: [1e-12 * (k + 1), 1e-9, k % 2 ? null : 0.01],
        energy: 1e-7 * k,
        steps: 5000,
        iterations: 9983,
        evaluations: 10000 + 100 * k,
        cpu_seconds: 0.01 * (labels.length - k),
        sweep: sweep(k),
      })),
      {
        label: "udwadia",
        method: "udwadia + rk4",
        outcome: "refused",
        reason: "the mass matrix is singular: 2 of 12 coordinates have no mass",
        result: null,
        ran: false,
        errors: [null, null, null, null],
        at_reference_level: [false, false, false, false],
        orders: [null, null, null, null],
        violations: [null, null, null],
        energy: null,
        steps: 0,
        iterations: 0,
        evaluations: 0,
        cpu_seconds: 0,
        sweep: [],
      },
    ],
  };
}

function reproduction() {
  const x = Array.from({ length: 200 }, (_, i) => i / 20);
  const line = (label, style, f) => ({ label, style, x, y: x.map(f) });
  const axis = (label, unit, log = false) => ({ label, unit, log });
  const claim = (where, statement, expected, got, verdict, reason = "", foreseen = false) => ({
    where, statement, expected, got, verdict, reason, foreseen, from_paper: true, figure: where.startsWith("Fig") ? "fig3" : "",
  });
  return {
    paper: "gonzalez",
    title: "A paper about motion with constraints",
    reference: "Somebody2015",
    citation: "A. Somebody, B. Else: A paper about motion with constraints. Journal of Made-up Mechanics 12 (2015), 1-20.",
    summary: "3 agree, 1 differs, 1 was not run",
    claims: [
      claim("(44)", "Largest force in the thread", "0.833 N", "0.8333 N", "agrees"),
      claim("Fig. 3", "Path of the pursuer ends on the target", "< 1e-3 m", "2.1e-4 m", "agrees"),
      claim("Table 2", "Cost of the method against its rival", "2.1", "3.4", "differs", "another computer", true),
      claim("Table 3", "Energy stays within", "1e-6 J", "2e-5 J", "differs", "the paper's step is not given"),
      claim("p. 12", "A run of an hour", "", "", "not run", "takes too long"),
    ],
    figures: [
      {
        name: "fig3",
        title: "Fig. 3: paths and forces",
        definition: "The path of both points, and the force between them over time.",
        panels: [
          { title: "path", x: axis("x", "m"), y: axis("y", "m"), equal: true,
            series: [{ label: "pursuer", style: "line", x: x.map((s) => Math.cos(s) * s), y: x.map((s) => Math.sin(s) * s) }] },
          { title: "force", x: axis("t", "s"), y: axis("force", "N"), equal: false,
            series: [line("here", "line", (s) => Math.sin(s)), { label: "read off the paper", style: "points", x: x.filter((_, i) => i % 10 === 0), y: x.filter((_, i) => i % 10 === 0).map((s) => Math.sin(s) + 0.01) }] },
          { title: "error", x: axis("step", "s", true), y: axis("error", "", true), equal: false,
            series: [{ label: "order 2", style: "both", x: [1e-4, 1e-3, 1e-2, 1e-1], y: [1e-9, 1e-7, 1e-5, 1e-3] }, { label: "order 4", style: "both", x: [1e-4, 1e-3, 1e-2, 1e-1], y: [null, 1e-12, 1e-8, 1e-4] }] },
        ],
      },
    ],
    notes: ["Runs on a model of our own making."],
  };
}

const head = { format: 1, rheon: "0.1.0", title: "Slider-crank", kind: "results", source: "file", notes: [], results: [], comparison: null, reproduction: null };
const lists = [];
const add = (label, list, more) => {
  head.results.push(result(label, list, more));
  lists.push(list);
};
const verdicts = [
  { name: "energy", value: 1e-9, limit: 1e-6, kept: true, unit: "J" },
  { name: "position", value: 1e-3, limit: 1e-9, kept: false, unit: "" },
];
if (kind === "one") add("ali3p", channels(5001, 5, 0, 0), { verdicts });
else if (kind === "large") add("ali3p", channels(100000, 50, 0, 0));
else if (kind === "many") add("ali3p", channels(2001, 5, 1000, 0));
else if (kind === "hostile") {
  head.title = '<b>"Title"</b> ' + "T".repeat(10000);
  const list = channels(501, 5, 0, 0);
  add("<i>ali3p</i>", [...list, ...hostile(list)], { model: "</script><script>alert(3)</script>\n" + "x".repeat(10000) });
} else if (kind === "several") {
  const labels = ["ali3p", "index1", "projection", "udwadia_kalaba", "baumgarte", "reference"];
  labels.forEach((label, k) => add(label, channels(k === 1 ? 801 : 1001, 5, 0, (labels.length - 1 - k) * 1e-4), { verdicts: k ? [] : verdicts }));
  head.results[2].summary.ending = "stopped";
  head.results[2].summary.message = "iteration did not converge at t = 3.2 s: residual 0.013";
  head.comparison = comparison(labels);
  head.notes.push("index1 was thinned: 801 of 8001 rows, every peak is there.");
} else if (kind === "reproduction") {
  head.kind = "reproduction";
  head.title = "gonzalez: a paper reproduced";
  head.reproduction = reproduction();
} else if (kind === "broken") add("ali3p", channels(501, 5, 0, 0));
else {
  console.error(`unknown kind ${kind}`);
  process.exit(2);
}

const json = JSON.stringify(head).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
const data = lists.flatMap((list, r) =>
  list.flatMap(([, , values], k) => (kind === "broken" && k % 3 === 1 ? [] : [`<script id="rheon-data-${r}-${k}" type="text/plain">${block(values)}</script>`])),
);
const page = readFileSync(template, "utf8")
  .replace('<script id="rheon-head" type="application/json">{}</script>', () => `<script id="rheon-head" type="application/json">${json}</script>`)
  .replace("<!-- rheon-data -->", () => data.join("\n"));
writeFileSync(output, page);
console.log(`${output}: ${(page.length / 1e6).toFixed(2)} MB`);
