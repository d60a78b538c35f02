/** Chunks beyond what is in view that are made ahead in idle moments, each way. */
const overscanChunks = 6;
/** Chunks farther away than this are given up again, so that a list of thousands stays as light as one of fifty. */
const retainedChunks = 10;

/** Chunks in a row by their `order`, both ends included. */
export interface ChunkRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Which chunks of a long list are made: those in view at once, those around them one by one in idle moments. What is far
 * from the view is given up, one by one as well.
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

  /** Calls back at each change; returns how to end it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** These are in view, of a list whose last chunk is `last`: they are made now, and what is around them soon. */
  setVisible(view: ChunkRange, last: number): void {
    this.view = view;
    this.last = last;
    const { from, to } = this.rendered;
    const isApart = view.from > to + 1 || view.to < from - 1;
    if (isApart) this.setRendered(view);
    else this.setRendered({ from: Math.min(from, view.from), to: Math.min(Math.max(to, view.to), last) });
    this.cancelIdle ??= runWhenIdle(this.renderNext);
  }

  /** Nothing is made ahead any more until somebody looks again. */
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

  /** The made chunks with one more or one less; null when all is as it should be. */
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

/** Runs work in an idle moment (soon anyway); returns how to call it off. */
function runWhenIdle(callback: () => void): () => void {
  if (typeof window.requestIdleCallback === "function") {
    const handle = window.requestIdleCallback(callback, { timeout: 500 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, 30);
  return () => clearTimeout(timer);
}
