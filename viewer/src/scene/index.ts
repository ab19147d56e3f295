export { SceneView, sceneKeys, type Pointed, type SceneOptions, type SceneStats } from "./view";
