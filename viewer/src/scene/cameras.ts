// The cameras: a perspective one that orbits, and for the plane another without perspective that pans and zooms only.
import { Box3, MOUSE, OrthographicCamera, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { fitted } from "./fit";

export type ViewName = "front" | "back" | "left" | "right" | "top" | "bottom" | "iso" | "plane";

export class Cameras {
  readonly space: PerspectiveCamera;
  readonly flat: OrthographicCamera;
  #controls: { space: OrbitControls; flat: OrbitControls };
  #up: Vector3;
  #right: Vector3;
  #toward: Vector3;
  #aspect = 1;
  #height = 1; // of the plane view, at zoom 1
  isFlat = false;
  /** The view that was chosen last; "" after it was turned by hand. */
  name: ViewName | "" = "iso";
  /** Moved by hand since it was last fitted. */
  touched = false;

  constructor(element: HTMLElement, up: readonly [number, number, number], changed: () => void) {
    this.#up = new Vector3(...up).normalize();
    // Level axes of the views: the first is x, unless that is up.
    const x = Math.abs(this.#up.x) > 0.7 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    this.#right = x.addScaledVector(this.#up, -x.dot(this.#up)).normalize();
    this.#toward = this.#right.clone().cross(this.#up);
    this.space = new PerspectiveCamera(28, 1, 0.01, 100);
    this.flat = new OrthographicCamera(-1, 1, 1, -1, 0.01, 100);
    this.space.up.copy(this.#up);
    this.flat.up.copy(this.#up);
    const space = new OrbitControls(this.space, element);
    const flat = new OrbitControls(this.flat, element);
    flat.enableRotate = false;
    flat.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    flat.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    for (const controls of [space, flat]) {
      controls.zoomToCursor = true;
      controls.screenSpacePanning = true;
      controls.addEventListener("change", changed);
      controls.addEventListener("start", () => (this.touched = true));
    }
    space.addEventListener("start", () => (this.name = ""));
    this.#controls = { space, flat };
    this.use(false);
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.isFlat ? this.flat : this.space;
  }
  use(flat: boolean): void {
    this.isFlat = flat;
    this.#controls.space.enabled = !flat;
    this.#controls.flat.enabled = flat;
  }
  get target(): Vector3 {
    return this.isFlat ? this.#controls.flat.target : this.#controls.space.target;
  }
  /** Size of the world that a pixel covers at the target. */
  pixel(height: number): number {
    if (this.isFlat) return this.#height / this.flat.zoom / height;
    const distance = this.space.position.distanceTo(this.target);
    return (2 * distance * Math.tan((this.space.fov * Math.PI) / 360)) / height;
  }

  resize(width: number, height: number): void {
    this.#aspect = width / Math.max(1, height);
    this.space.aspect = this.#aspect;
    this.space.updateProjectionMatrix();
    this.#frameFlat();
  }
  #frameFlat(): void {
    this.flat.top = this.#height / 2;
    this.flat.bottom = -this.#height / 2;
    this.flat.right = (this.#height * this.#aspect) / 2;
    this.flat.left = -this.flat.right;
    this.flat.updateProjectionMatrix();
  }

  /** Moves the camera along, as the mechanism moves. */
  carry(delta: Vector3): void {
    this.camera.position.add(delta);
    this.target.add(delta);
  }

  /** Shows a cloud of places (a box in the plane) from a named side; "iso" is from the front, right and above. */
  look(name: ViewName, box: Box3, cloud: Float64Array): void {
    this.name = name;
    this.touched = false;
    if (name === "plane") {
      this.use(true);
      this.#lookFlat(box);
      return;
    }
    const [u, r, t] = [this.#up, this.#right, this.#toward];
    const from = {
      front: t.clone(), back: t.clone().negate(), right: r.clone(), left: r.clone().negate(),
      // Not quite along up, where left and right would not be known.
      top: u.clone().addScaledVector(t, 1e-3), bottom: u.clone().negate().addScaledVector(t, 1e-3),
      iso: t.clone().addScaledVector(r, 0.75).addScaledVector(u, 0.6),
    }[name].normalize();
    this.use(false);
    this.#aim(from, cloud);
  }

  /** Shows all of it without turning. */
  fit(box: Box3, cloud: Float64Array): void {
    this.touched = false;
    if (this.isFlat) this.#lookFlat(box);
    else this.#aim(this.space.position.clone().sub(this.#controls.space.target).normalize(), cloud);
  }

  #lookFlat(box: Box3): void {
    const size = box.getSize(new Vector3());
    const centre = box.getCenter(new Vector3());
    const upright = Math.abs(this.#up.y) >= Math.abs(this.#up.x);
    const [wide, high] = upright ? [size.x, size.y] : [size.y, size.x];
    const far = size.length() || 1;
    this.#height = 1.14 * Math.max(high, wide / this.#aspect, 0.05 * far);
    this.flat.zoom = 1;
    this.flat.near = 0.01 * far;
    this.flat.far = 20 * far;
    this.flat.position.copy(centre).add(new Vector3(0, 0, 8 * far));
    this.#controls.flat.target.copy(centre);
    this.#frameFlat();
    this.#controls.flat.update();
  }

  #aim(from: Vector3, cloud: Float64Array): void {
    const camera = this.space;
    const side = this.#up.clone().cross(from).normalize();
    const above = from.clone().cross(side);
    const high = Math.tan((camera.fov * Math.PI) / 360) / 1.1;
    const { place, depth } = fitted(cloud, side.toArray(), above.toArray(), from.toArray(), high * this.#aspect, high);
    const distance = Math.max(place[2] - depth, 1e-9);
    camera.near = distance / 200;
    camera.far = distance * 50;
    const target = side.multiplyScalar(place[0]).addScaledVector(above, place[1]).addScaledVector(from, depth);
    this.#controls.space.target.copy(target);
    camera.position.copy(target).addScaledVector(from, distance);
    camera.updateProjectionMatrix();
    this.#controls.space.update();
  }

  dispose(): void {
    this.#controls.space.dispose();
    this.#controls.flat.dispose();
  }
}
