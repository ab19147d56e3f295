// Numbers of a channel from the text in the page: base64, zlib, bytes shuffled.

/** Bytes of base64; the browser's own decoder where it has one. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const known = Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (known.fromBase64) return known.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < characters.length; ++i) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** All first bytes, then all second bytes, ... put back in order. */
function unshuffled(bytes: Uint8Array, rows: number): Float64Array {
  const result = new Float64Array(rows);
  const target = new Uint8Array(result.buffer);
  for (let b = 0; b < 8; ++b) {
    const start = b * rows;
    for (let i = 0, to = b; i < rows; ++i, to += 8) target[to] = bytes[start + i]!;
  }
  return result;
}

export function canDecode(): boolean {
  return typeof DecompressionStream === "function";
}

export async function decode(text: string, rows: number): Promise<Float64Array> {
  const bytes = await inflated(bytesOf(text));
  if (bytes.length !== 8 * rows) throw new Error(`${bytes.length} bytes instead of ${8 * rows}`);
  return unshuffled(bytes, rows);
}
