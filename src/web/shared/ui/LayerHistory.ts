interface Layer {
  /** Stands in its entry; 0 while it has none yet. */
  id: number;
  readonly close: () => void;
}

type View = Pick<Window, "addEventListener"> & {
  history: Pick<History, "state" | "pushState" | "replaceState" | "back">;
};

/**
 * Gives every open layer an entry of its own in the browser's history, so that the phone's Back closes the topmost
 * layer before it leaves the page. The address stays the same, and so does what the router keeps of the page.
 * An entry whose layer is closed is never stayed on: we step back from it, whichever way it was reached.
 */
export class LayerHistory {
  private readonly layers: Layer[] = [];
  private readonly viewOf: () => View;
  private isHeard = false;
  private isStepping = false;

  /** The window is asked for when the first layer opens: without one this can still be made. */
  constructor(viewOf: () => View) {
    this.viewOf = viewOf;
  }

  /** A layer opened; `close` is called when Back is pressed. Answers what to call when it has closed by itself. */
  enter(close: () => void): () => void {
    if (!this.isHeard) this.view.addEventListener("popstate", this.follow);
    this.isHeard = true;
    const layer = { id: 0, close };
    this.layers.push(layer);
    this.giveEntries();
    return () => this.leave(layer);
  }

  private get view(): View {
    return this.viewOf();
  }

  private giveEntries(): void {
    if (this.isStepping) return;
    for (const layer of this.layers.filter((one) => one.id === 0)) {
      const { state } = this.view.history;
      const top = Math.max(0, ...this.layers.map((one) => one.id));
      layer.id = Math.max(idOf(state), top) + 1;
      const marked = { ...state, layer: layer.id };
      // The entry of a layer that has just closed, or was left behind by an earlier document, is taken over.
      if (idOf(state) > top) this.view.history.replaceState(marked, "");
      else this.view.history.pushState(marked, "");
    }
  }

  /** Later, because closing a layer and leading to another page is mostly one and the same tap. */
  private leave(layer: Layer): void {
    const place = this.layers.indexOf(layer);
    if (place >= 0) this.layers.splice(place, 1);
    setTimeout(this.settle);
  }

  private readonly follow = (): void => {
    this.isStepping = false;
    const id = idOf(this.view.history.state);
    for (const layer of this.layers.filter((one) => one.id > id).reverse()) layer.close();
    this.settle();
    this.giveEntries();
  };

  private readonly settle = (): void => {
    const id = idOf(this.view.history.state);
    if (id === 0 || this.isStepping || this.layers.some((layer) => layer.id === id)) return;
    this.isStepping = true;
    this.view.history.back();
  };
}

/** Which layer an entry belongs to; 0 for a page. */
function idOf(state: unknown): number {
  if (typeof state !== "object" || state === null || !("layer" in state)) return 0;
  return typeof state.layer === "number" ? state.layer : 0;
}
