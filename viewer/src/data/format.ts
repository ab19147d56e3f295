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
  /** Times where a load switches; absent: none. */
  switches?: number[];
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
  outcome: "completed" | "stopped" | "interrupted" | "refused" | "not run";
  reason: string;
  result: number | null;
  /** It has figures, of all of the run or of what came before it stopped. */
  ran: boolean;
  errors: (number | null)[];
  /** Of each error: it may be that of the reference. */
  at_reference_level: boolean[];
  orders: (number | null)[];
  /** Largest, at the levels of position, velocity and acceleration. */
  violations: (number | null)[];
  /** Unexplained at the end, in J. */
  energy: number | null;
  steps: number;
  iterations: number;
  evaluations: number;
  cpu_seconds: number;
  sweep: SweepPoint[];
}
/** One run of work and precision. */
export interface SweepPoint {
  /** The other one is 0. */
  step: number;
  tolerance: number;
  completed: boolean;
  errors: (number | null)[];
  at_reference_level: boolean[];
  steps: number;
  evaluations: number;
  cpu_seconds: number;
}
export interface Comparison {
  duration: number;
  times: number;
  /** 0: none in use. */
  step: number;
  step_origin: string;
  tolerance: number;
  reference: {
    name: string;
    result: number | null;
    confirmed_by: string;
    accuracy: (number | null)[];
    scale: (number | null)[];
    unknown_columns: string[];
  };
  quantities: string[];
  reaction_difference: { value: number | null; channel: string; time: number; between: [string, string] } | null;
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
  /** Colour and dash of this result; absent or null: of its place among the series. */
  result?: number | null;
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
