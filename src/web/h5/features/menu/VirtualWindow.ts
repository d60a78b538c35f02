/** Chunks beyond the visible ones that are rendered ahead when idle, in each direction. */
const overscanChunks = 6;
/**
 * Chunks farther away than this are dropped again, so that a list of thousands stays as light as one of
 * fifty.
 */
const retainedChunks = 10;

/** Range of chunks by their `order`, both ends included. */
export interface ChunkRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Decides which chunks of a long list are rendered: visible ones at once, those around them one by one when
 * idle. Distant chunks are dropped, one by one as well.
 */
export class VirtualWindow {
  private rendered: ChunkRange;
  private view: ChunkRange;
  private last: number;
  private cancelIdle: (() => void) | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(first: ChunkRange) {
    this.rendered = first;
    this.view = first;
    this.last = first.to;
  }

  get range(): ChunkRange {
    return this.rendered;
  }

  /** Calls back at each change; returns the unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /**
   * Sets the visible chunks of a list whose last chunk is `last`: they are rendered now, and those around
   * them soon.
   */
  setVisible(view: ChunkRange, last: number): void {
    this.view = view;
    this.last = last;
    const { from, to } = this.rendered;
    const isApart = view.from > to + 1 || view.to < from - 1;
    if (isApart) this.setRendered(view);
    else this.setRendered({ from: Math.min(from, view.from), to: Math.min(Math.max(to, view.to), last) });
    this.cancelIdle ??= runWhenIdle(this.renderNext);
  }

  /** Stops rendering ahead until the list is visible again. */
  stop(): void {
    this.cancelIdle?.();
    this.cancelIdle = null;
  }

  private readonly renderNext = () => {
    this.cancelIdle = null;
    const nextRange = this.nextRange();
    if (nextRange === null) return;
    this.setRendered(nextRange);
    this.cancelIdle = runWhenIdle(this.renderNext);
  };

  /** Returns the rendered range with one chunk more or less; null when it is complete. */
  private nextRange(): ChunkRange | null {
    const { view, last } = this;
    const { from, to } = this.rendered;
    if (to < Math.min(view.to + overscanChunks, last)) return { from, to: to + 1 };
    if (from > Math.max(view.from - overscanChunks, 0)) return { from: from - 1, to };
    if (to > view.to + retainedChunks) return { from, to: to - 1 };
    if (from < view.from - retainedChunks) return { from: from + 1, to };
    return null;
  }

  private setRendered(rendered: ChunkRange): void {
    if (rendered.from === this.rendered.from && rendered.to === this.rendered.to) return;
    this.rendered = rendered;
    for (const listener of this.listeners) listener();
  }
}

/** Runs work when idle (soon anyway); returns the cancel function. */
function runWhenIdle(callback: () => void): () => void {
  if (typeof window.requestIdleCallback === "function") {
    const handle = window.requestIdleCallback(callback, { timeout: 500 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, 30);
  return () => clearTimeout(timer);
}
