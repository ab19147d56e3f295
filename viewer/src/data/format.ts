// What the page is given: the types of viewer/FORMAT.md.

export interface Head {
  format: 1;
  rheon: string;
  title: string;
  kind: "results" | "reproduction";
  source: "file" | "server" | "live";
  notes: string[];
  results: ResultHead[];
  comparison: Comparison | null;
  reproduction: Reproduction | null;
}

export interface Channel {
  name: string;
  unit: string;
  min: number | null;
  max: number | null;
}

export interface Verdict {
  name: string;
  value: number;
  limit: number;
  kept: boolean;
  unit: string;
}

export interface ResultHead {
  label: string;
  file: string;
  model: string;
  summary: Record<string, unknown>;
  versions: Record<string, string>;
  rows: number;
  rows_total: number;
  note: string;
  channels: Channel[];
  verdicts: Verdict[];
  scene: SceneHead | null;
}

/** A number, or c + w1 channels[k1] + w2 channels[k2] + ... as [c, k1, w1, k2, w2, ...]. */
export type Value = number | number[];
export type Vector = [Value, Value, Value];

export interface SceneHead {
  format: 1;
  plane: "xy" | "xz" | "yz" | null;
  up: [number, number, number];
  channels: string[];
  items: Item[];
}

export interface Frame {
  origin: Vector;
  axes: [Vector, Vector, Vector];
}

export type Shape =
  | { kind: "rod" | "point" | "general" }
  | { kind: "box"; size: [number, number, number] }
  | { kind: "disc"; radius: number; thickness: number }
  | { kind: "cylinder"; radius: number; length: number }
  | { kind: "sphere"; radius: number }
  | { kind: "ring"; radius: number };

export type Guide =
  | { kind: "line"; through: Vector; along: Vector }
  | { kind: "plane"; through: Vector; normal: Vector }
  | { kind: "circle"; centre: Vector; axis: Vector; radius: number };

export interface BodyItem {
  type: "body";
  name: string;
  kind: string;
  mass: number;
  shape: Shape;
  frame?: Frame;
  ends?: [Vector, Vector];
  points: Vector[];
  rows: string[];
}
export interface PointItem {
  type: "point";
  name: string;
  at: Vector;
  ground: boolean;
  colour: string;
}
export interface JointItem {
  type: "joint" | "driver";
  name: string;
  kind: string;
  at: Vector;
  axis: Vector | null;
  bodies: string[];
  rows: string[];
  guide: Guide | null;
  /** Of kind `distance`: the points that it holds apart. */
  ends?: [Vector, Vector];
  force: Vector | null;
  torque: Vector | null;
}
export interface SpringItem {
  type: "spring";
  name: string;
  kind: string;
  ends: [Vector, Vector];
  force: Value | null;
}
export interface ForceItem {
  type: "force";
  name: string;
  kind: string;
  at: Vector;
  /** What a contact pushes off from. */
  guide: Guide | null;
  force: Vector | null;
  torque: Vector | null;
}
export interface LineItem {
  type: "line";
  name: string;
  points: Vector[];
  colour: string;
}
export interface CircleItem {
  type: "circle";
  name: string;
  at: Vector;
  axis: Vector;
  radius: Value;
  filled: boolean;
  spoke: Vector | null;
  colour: string;
}
export interface BoxItem {
  type: "box";
  name: string;
  frame: Frame;
  size: [Value, Value, Value];
  colour: string;
}
export interface SphereItem {
  type: "sphere";
  name: string;
  at: Vector;
  radius: Value;
  colour: string;
}
export interface ArrowItem {
  type: "arrow";
  name: string;
  at: Vector;
  vector: Vector;
  quantity: "force" | "velocity" | "";
  colour: string;
}
export interface TraceItem {
  type: "trace";
  name: string;
  at: Vector;
  colour: string;
}
export type Item =
  | BodyItem
  | PointItem
  | JointItem
  | SpringItem
  | ForceItem
  | LineItem
  | CircleItem
  | BoxItem
  | SphereItem
  | ArrowItem
  | TraceItem;

export interface ComparisonRow {
  label: string;
  method: string;
  outcome: "completed" | "stopped" | "interrupted" | "refused" | "not_run";
  reason: string;
  result: number | null;
  errors: (number | null)[];
  orders: (number | null)[];
  steps: number;
  evaluations: number;
  cpu_seconds: number;
}
export interface Comparison {
  reference: { name: string; result: number | null };
  quantities: string[];
  rows: ComparisonRow[];
}

export interface PaperClaim {
  where: string;
  statement: string;
  expected: string;
  got: string;
  verdict: "agrees" | "differs" | "not run" | "left out";
  reason: string;
  foreseen: boolean;
  from_paper: boolean;
  figure: string;
}
export interface PaperAxis {
  label: string;
  unit: string;
  log: boolean;
}
export interface PaperSeries {
  label: string;
  style: "line" | "points" | "both";
  x: (number | null)[];
  y: (number | null)[];
}
export interface PaperPanel {
  title: string;
  x: PaperAxis;
  y: PaperAxis;
  equal: boolean;
  series: PaperSeries[];
}
export interface PaperFigure {
  name: string;
  title: string;
  definition: string;
  panels: PaperPanel[];
}
export interface Reproduction {
  paper: string;
  title: string;
  reference: string;
  citation: string;
  summary: string;
  claims: PaperClaim[];
  figures: PaperFigure[];
  notes: string[];
}
