export { SceneView, type SceneOptions, type SceneStats } from "./view";
