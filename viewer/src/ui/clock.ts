// The time that scene and plots show: one for all of them.

export class Clock {
  #time: number;
  #playing = false;
  #speed = 1;
  #listeners = new Set<() => void>();
  #frame = 0;
  #last = 0;

  /** Repeats from the start when it comes to the end. */
  loop = true;

  constructor(
    public from: number,
    public to: number,
  ) {
    this.#time = from;
  }

  get time(): number {
    return this.#time;
  }
  get playing(): boolean {
    return this.#playing;
  }
  /** Simulated seconds a second. */
  get speed(): number {
    return this.#speed;
  }

  /** Called after every change of time, speed, range or state; returns what ends it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(time: number): void {
    this.#time = Math.min(this.to, Math.max(this.from, time));
    this.#notify();
  }
  setSpeed(speed: number): void {
    this.#speed = speed;
    this.#notify();
  }
  setRange(from: number, to: number): void {
    this.from = from;
    this.to = to;
    this.set(this.#time);
  }

  play(): void {
    if (this.#playing) return;
    if (this.#time >= this.to && this.#speed > 0) this.#time = this.from;
    this.#playing = true;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#advance(now));
    this.#notify();
  }
  pause(): void {
    if (!this.#playing) return;
    this.#playing = false;
    cancelAnimationFrame(this.#frame);
    this.#notify();
  }
  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  #advance(now: number): void {
    if (!this.#playing) return;
    let time = this.#time + ((now - this.#last) / 1000) * this.#speed;
    this.#last = now;
    if (time > this.to) {
      if (!this.loop) {
        this.set(this.to);
        this.pause();
        return;
      }
      time = this.from;
    }
    this.#frame = requestAnimationFrame((next) => this.#advance(next));
    this.set(time);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
