// Forces as arrows, torques as arrows that turn.
import type { Entry } from "./entries";
import { turnArrow } from "./glyphs";
import { length } from "./measure";
import { arrowLength } from "./scale";
import { arrow, empty, join, tube } from "./solid";
import type { Role, Stage } from "./stage";

/** Reaction of a joint or driver, or applied force; springs pull at both ends. */
export function addForces(stage: Stage, entry: Entry): void {
  const { shown } = stage;
  const type = entry.item.type;
  const reaction = type === "joint" || type === "driver";
  const role: Role = reaction ? "reaction" : "applied";
  const force = (): number => ((reaction ? shown.reactions : shown.applied) ? shown.forceScale : 0);
  const torque = (): number => ((reaction ? shown.reactions : shown.applied) ? shown.torqueScale : 0);
  if (entry.force >= 0) addArrow(stage, entry, entry.force, role, force);
  if (entry.torque >= 0) addTurn(stage, entry, entry.torque, role, torque);
  if (entry.pull >= 0) addPull(stage, entry, force);
}

interface Arrow {
  set(x: number, y: number, z: number, magnitude: number, scale: number): void;
}

/** An arrow at the place that the pose has; rings around its tip show that it is shown shorter than it is. */
function arrowPart(stage: Stage, entry: Entry, role: Role): Arrow {
  const part = stage.add("arrow", arrow, entry, role, "arrow");
  const cap = stage.add("cap", capMark, entry, role, "arrow");
  const h = stage.measures.thick;
  return {
    set(x, y, z, magnitude, scale) {
      const pose = stage.pose;
      const { length: long, capped } = arrowLength(magnitude, scale, stage.shown.longest);
      if (!(long > 1e-3 * stage.measures.size)) {
        part.batch.hide(part.index);
        cap.batch.hide(cap.index);
        return;
      }
      pose.aim(x, y, z, 0, 0, 1);
      const thick = Math.min(Math.max(0.62 * h, 1.5 * stage.shown.pixel), long / 9);
      part.batch.put(part.index, pose, 1, 1, long, thick);
      if (capped) {
        const p = pose.numbers;
        pose.move(0.55 * long * p[9]!, 0.55 * long * p[10]!, 0.55 * long * p[11]!);
        cap.batch.put(cap.index, pose, 1, 1, 1, thick);
      } else cap.batch.hide(cap.index);
    },
  };
}
const capMark = (): ReturnType<typeof empty> => {
  const mark = empty();
  for (const z of [-1.2, 1.2]) join(mark, tube(12), { at: [0, 0, z], scale: [2, 2, 1], thick: 0.5 });
  return mark;
};

export function addArrow(stage: Stage, entry: Entry, vector: number, role: Role, scale: () => number): void {
  const part = arrowPart(stage, entry, role);
  stage.updates.push((x) => {
    stage.pose.at(x, entry.at);
    part.set(x[vector]!, x[vector + 1]!, x[vector + 2]!, length(x, vector), scale());
  });
}

function addPull(stage: Stage, entry: Entry, scale: () => number): void {
  const [a, b] = entry.places as [number, number];
  for (const [at, to] of [[a, b], [b, a]] as const) {
    const part = arrowPart(stage, entry, "applied");
    stage.updates.push((x) => {
      const pull = x[entry.pull]!;
      const sign = Math.sign(pull);
      stage.pose.at(x, at);
      part.set(sign * (x[to]! - x[at]!), sign * (x[to + 1]! - x[at + 1]!), sign * (x[to + 2]! - x[at + 2]!), Math.abs(pull), scale());
    });
  }
}

function addTurn(stage: Stage, entry: Entry, vector: number, role: Role, scale: () => number): void {
  const part = stage.add("turn", turnArrow, entry, role, "arrow");
  stage.updates.push((x) => {
    const { length: radius } = arrowLength(length(x, vector), scale(), 0.5 * stage.shown.longest);
    if (!(radius > 1e-3 * stage.measures.size)) {
      part.batch.hide(part.index);
      return;
    }
    const pose = stage.pose.at(x, entry.at);
    pose.aim(x[vector]!, x[vector + 1]!, x[vector + 2]!, ...stage.up);
    const thick = Math.min(Math.max(0.5 * stage.measures.thick, 1.3 * stage.shown.pixel), radius / 7);
    part.batch.put(part.index, pose, radius, radius, radius, thick);
  });
}
