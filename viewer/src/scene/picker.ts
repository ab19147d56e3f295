// What is under the pointer: the few pixels around it are drawn with numbers of items instead of colours.
import { NearestFilter, WebGLRenderTarget, type OrthographicCamera, type PerspectiveCamera, type Scene, type WebGLRenderer } from "three";
import { pickLayer } from "./batch";
import { pickMaterial } from "./materials";

const wide = 13; // pixels, so that thin things and fingers meet

export class Picker {
  #target = new WebGLRenderTarget(wide, wide, { minFilter: NearestFilter, magFilter: NearestFilter });
  #material = pickMaterial();
  #pixels = new Uint8Array(4 * wide * wide);

  /** The number of the item nearest to a place of the canvas (CSS pixels), 0 if there is none. */
  pick(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera | OrthographicCamera, x: number, y: number, width: number, height: number): number {
    const half = (wide - 1) / 2;
    camera.setViewOffset(width, height, Math.round(x) - half, Math.round(y) - half, wide, wide);
    const background = scene.background;
    scene.background = null;
    scene.overrideMaterial = this.#material;
    camera.layers.set(pickLayer);
    renderer.setRenderTarget(this.#target);
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(scene, camera);
    renderer.readRenderTargetPixels(this.#target, 0, 0, wide, wide, this.#pixels);
    renderer.setRenderTarget(null);
    camera.layers.set(0);
    scene.overrideMaterial = null;
    scene.background = background;
    camera.clearViewOffset();
    return nearest(this.#pixels, wide);
  }
  dispose(): void {
    this.#target.dispose();
    this.#material.dispose();
  }
}

/** Of a square of pixels, the number in the one nearest to the middle that has any. */
export function nearest(pixels: Uint8Array, side: number): number {
  const half = (side - 1) / 2;
  let best = Infinity;
  let found = 0;
  for (let i = 0; i < side * side; ++i) {
    const id = pixels[4 * i]! + 256 * pixels[4 * i + 1]! + 65536 * pixels[4 * i + 2]!;
    const distance = ((i % side) - half) ** 2 + (Math.floor(i / side) - half) ** 2;
    if (id > 0 && distance < best) {
      best = distance;
      found = id;
    }
  }
  return found;
}
