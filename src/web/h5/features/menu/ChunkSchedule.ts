/** Rows that are made ahead in idle moments; beyond them only what comes near the screen is made. */
const aheadChunks = 40;

/** Makes the rows of a chunk; urgent when somebody is about to look at them. */
type Show = (isUrgent: boolean) => void;

/** Tells each chunk of a long list when to make its rows: those near the screen at once, the others one by one in idle moments. */
export class ChunkSchedule {
  private readonly waiting = new Map<number, Show>();
  private cancelIdle: (() => void) | null = null;

  /** A chunk that waits for its turn; returns how to take it out again. */
  add(order: number, show: Show): () => void {
    this.waiting.set(order, show);
    this.cancelIdle ??= whenIdle(this.next);
    return () => {
      this.waiting.delete(order);
    };
  }

  /** These chunks are about to be seen. */
  want(orders: readonly number[]): void {
    for (const order of orders) this.show(order, true);
  }

  /** Nothing is made ahead any more. */
  stop(): void {
    this.cancelIdle?.();
    this.cancelIdle = null;
  }

  private readonly next = () => {
    const order = Math.min(...this.waiting.keys());
    this.cancelIdle = null;
    if (order > aheadChunks) return;
    this.show(order, false);
    if (this.waiting.size > 0) this.cancelIdle = whenIdle(this.next);
  };

  private show(order: number, isUrgent: boolean): void {
    const show = this.waiting.get(order);
    this.waiting.delete(order);
    show?.(isUrgent);
  }
}

/** Runs work in an idle moment (soon anyway); returns how to call it off. */
function whenIdle(work: () => void): () => void {
  if (typeof window.requestIdleCallback === "function") {
    const handle = window.requestIdleCallback(work, { timeout: 500 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 30);
  return () => clearTimeout(timer);
}
