// What the page needs of the drawing of the mechanism.

import type { Head } from "../data/format";
import type { Source } from "../data/source";
import type { Clock } from "./clock";
import type { Shade } from "./theme";

export interface ScenePort {
  setResult(visible: boolean[]): void;
  setTheme(theme: Shade): void;
  setResultColours(colours: string[]): void;
  resize(): void;
  dispose(): void;
  fit(): void;
  view(name: string): void;
}

export interface SceneMaker {
  new (of: { container: HTMLElement; head: Head; source: Source; clock: Clock; theme: Shade }): ScenePort;
  canDraw(head: Head): boolean;
}
