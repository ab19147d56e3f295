// A change that others are notified of.

export class Signal {
  #listeners = new Set<() => void>();

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** At most one call a frame. */
export function oncePerFrame(call: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      call();
    });
  };
}
