export { SceneView, type Pointed, type SceneOptions, type SceneStats } from "./view";
