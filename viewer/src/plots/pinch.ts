// Two fingers on a plot zoom its time axis.

export function attachPinch(over: HTMLElement, scale: (factor: number, at: number) => void): () => boolean {
  const fingers = new Map<number, number>(); // pointer, distance from the left
  let apart = 0;
  const place = (event: PointerEvent) => event.clientX - over.getBoundingClientRect().left;
  const distance = () => {
    const [a = 0, b = 0] = fingers.values();
    return Math.max(20, Math.abs(a - b));
  };
  over.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, place(event));
    apart = distance();
  });
  over.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, place(event));
    if (fingers.size !== 2) return;
    const [a = 0, b = 0] = fingers.values();
    scale(apart / distance(), (a + b) / 2);
    apart = distance();
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    over.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
  return () => fingers.size > 1;
}
