// Materials for batches: three.js's own, with the vertices moved by offset and thickness (see solid.ts).
import {
  BackSide, Color, MeshBasicMaterial, MeshPhongMaterial, NotEqualStencilFunc, ReplaceStencilOp, ShaderMaterial, Vector2, Vector3,
  type WebGLProgramParametersWithUniforms,
} from "three";

const declared = `
attribute vec3 offset;
attribute float thick;
`;
const stretched = `
vec3 stretch = max(vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz)), 1e-20);
`;
const moved = `
vec3 transformed = position + offset * thick / stretch;
`;

function thicken(shader: WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = shader.vertexShader
    .replace("#include <common>", `#include <common>\n${declared}`)
    .replace("#include <beginnormal_vertex>", `${stretched}\nvec3 objectNormal = normal * stretch;`)
    .replace("#include <begin_vertex>", moved);
}

export function solidMaterial(): MeshPhongMaterial {
  const material = new MeshPhongMaterial({ vertexColors: true, specular: 0x2a2a2a, shininess: 28 });
  material.onBeforeCompile = thicken;
  material.customProgramCacheKey = () => "solid";
  return material;
}

/** Unlit: arrows, so that their colour is that of the legend. */
export function flatMaterial(): MeshBasicMaterial {
  const material = new MeshBasicMaterial({ vertexColors: true });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${declared}`)
      .replace("#include <begin_vertex>", stretched + moved);
  };
  material.customProgramCacheKey = () => "flat";
  return material;
}

/** Another result on top of the first: its shape in its colour, seen through. */
export function ghostMaterial(): MeshPhongMaterial {
  const material = solidMaterial();
  material.transparent = true;
  material.opacity = 0.42;
  material.depthWrite = false;
  // Where both have the same place, the first result is seen.
  material.polygonOffset = true;
  material.polygonOffsetFactor = 1;
  material.polygonOffsetUnits = 4;
  return material;
}

/** What lies straight below on the ground, once however many solids are above. */
export class ShadowMaterial extends ShaderMaterial {
  constructor() {
    super({
      transparent: true,
      depthWrite: false,
      stencilWrite: true,
      stencilRef: 1,
      stencilFunc: NotEqualStencilFunc,
      stencilZPass: ReplaceStencilOp,
      uniforms: { colour: { value: new Color() }, opacity: { value: 0.1 }, up: { value: new Vector3() }, level: { value: 0 } },
      vertexShader: `
        ${declared}
        uniform vec3 up;
        uniform float level;
        void main() {
          ${stretched}
          ${moved}
          vec4 place = modelMatrix * instanceMatrix * vec4(transformed, 1.0);
          place.xyz -= up * (dot(up, place.xyz) - level);
          gl_Position = projectionMatrix * viewMatrix * place;
        }`,
      fragmentShader: `
        uniform vec3 colour;
        uniform float opacity;
        void main() {
          gl_FragColor = vec4(colour, opacity);
        }`,
    });
  }
  set(up: readonly number[], level: number): void {
    (this.uniforms["up"]!.value as Vector3).fromArray(up as number[]);
    this.uniforms["level"]!.value = level;
  }
  paint(colour: string, opacity: number): void {
    (this.uniforms["colour"]!.value as Color).set(colour);
    this.uniforms["opacity"]!.value = opacity;
  }
}

/** A line around solids, `width` pixels wide whatever their distance. */
export class OutlineMaterial extends ShaderMaterial {
  constructor() {
    super({
      side: BackSide,
      uniforms: { colour: { value: new Color() }, width: { value: 1.2 }, viewport: { value: new Vector2(1, 1) } },
      vertexShader: `
        ${declared}
        uniform float width;
        uniform vec2 viewport;
        void main() {
          ${stretched}
          ${moved}
          vec4 place = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(transformed, 1.0);
          vec3 across = mat3(modelViewMatrix) * (mat3(instanceMatrix) * (normal / stretch));
          vec2 away = vec2(projectionMatrix[0][0] * across.x, projectionMatrix[1][1] * across.y) * viewport;
          float size = length(away);
          if (thick > 0.0 && size > 0.0) place.xy += away / size * (2.0 * width) / viewport * place.w;
          gl_Position = place;
        }`,
      fragmentShader: `
        uniform vec3 colour;
        void main() {
          gl_FragColor = vec4(colour, 1.0);
          #include <colorspace_fragment>
        }`,
    });
  }
  set(colour: string, width: number, viewport: [number, number]): void {
    (this.uniforms["colour"]!.value as Color).set(colour);
    this.uniforms["width"]!.value = width;
    (this.uniforms["viewport"]!.value as Vector2).set(...viewport);
  }
}

/** Writes the number of the item instead of its colour. */
export function pickMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: `
      ${declared}
      attribute vec4 pick;
      varying vec4 vPick;
      void main() {
        ${stretched}
        ${moved}
        vPick = pick;
        gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(transformed, 1.0);
      }`,
    fragmentShader: `
      varying vec4 vPick;
      void main() {
        if (vPick.a < 0.5) discard;
        gl_FragColor = vPick;
      }`,
  });
}
