// Forces of joints from the names of channels: one entry a joint, with its force and its torque.
//
// `hinge.fx` is the force on the last body that the joint names, in the axes of the ground. `hinge.crank.fx` and
// `hinge.crank.local.fx` are the same force on the body `crank`, in the axes of the ground and of the body. Where three or more
// bodies meet there is no `A.fx`, and what `A.rod.fx` and its like say are different forces.

export type Part = "force" | "torque";

/** Channels of a force and of a torque, by name. */
export type Wrench = Record<Part, string[]>;

export interface Reaction {
  name: string;
  /** As it is reported: on the last body, in the axes of the ground. */
  ground: Wrench;
  /** In the axes of bodies, the last of them first; empty: not among the channels. */
  bodies: { body: string; wrench: Wrench }[];
}

/** A component of a force or torque: where it acts, and which one. */
export function forcePart(name: string): { of: string; part: Part } | null {
  const found = /^(?!balance\.|view\.)(.+)\.(f[xyz]|t[xyz]|force|torque)$/s.exec(name);
  return found ? { of: found[1]!, part: found[2]!.startsWith("f") ? "force" : "torque" } : null;
}

const ending = ".local";

export function reactionsOf(names: readonly string[]): Reaction[] {
  const wrenches = new Map<string, Wrench>();
  for (const name of names) {
    const found = forcePart(name);
    if (!found) continue;
    if (!wrenches.has(found.of)) wrenches.set(found.of, { force: [], torque: [] });
    wrenches.get(found.of)![found.part].push(name);
  }
  /** The joint that `joint.body` is of, and the body; null: it is a joint itself. */
  const split = (of: string): [string, string] | null => {
    for (let dot = of.lastIndexOf("."); dot > 0; dot = of.lastIndexOf(".", dot - 1)) {
      if (wrenches.has(of.slice(0, dot))) return [of.slice(0, dot), of.slice(dot + 1)];
    }
    return null;
  };
  const found = new Map<string, Reaction>();
  for (const [of, ground] of wrenches) {
    if (of.endsWith(ending) || split(of)) continue;
    found.set(of, { name: of, ground, bodies: [] });
  }
  for (const [of, wrench] of wrenches) {
    if (!of.endsWith(ending)) continue;
    const core = of.slice(0, -ending.length);
    const [joint, body] = split(core) ?? [core, core.slice(core.lastIndexOf(".") + 1)];
    found.get(joint)?.bodies.unshift({ body, wrench });
  }
  return [...found.values()];
}

export type Axes = "ground" | "body" | "other";

/** The channels in these axes; those of the ground where there are no others, which `body` says by null. */
export function inAxes(reaction: Reaction, axes: Axes): { wrench: Wrench; body: string | null } {
  const local = axes === "ground" ? undefined : reaction.bodies[axes === "body" ? 0 : 1];
  return local ? { wrench: local.wrench, body: local.body } : { wrench: reaction.ground, body: null };
}

/** The key of the magnitude of a force or torque; one component is its own. */
export function magnitudeKey({ name, ground }: Reaction, part: Part): string | null {
  return ground[part].length === 0 ? null : ground[part].length === 1 ? ground[part][0]! : `\u0000|${name}.${part}|`;
}

/** Everything that is plotted of a joint: how large its force and torque are, and their components. */
export function plotted(reaction: Reaction, axes: Axes): string[] {
  const { wrench } = inAxes(reaction, axes);
  return (["force", "torque"] as const).flatMap((part) => {
    const size = magnitudeKey(reaction, part);
    return [...new Set([...(size === null ? [] : [size]), ...wrench[part]])];
  });
}

/** The norm in every row. */
export function norms(columns: readonly ArrayLike<number>[]): Float64Array {
  const first = columns[0]!;
  return Float64Array.from({ length: first.length }, (_, row) => Math.hypot(...columns.map((column) => column[row]!)));
}
