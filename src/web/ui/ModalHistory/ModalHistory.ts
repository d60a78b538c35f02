interface Modal {
  /** Stands in its entry; 0 while it has none yet. */
  id: number;
  readonly close: () => void;
}

type HistoryWindow = Pick<Window, "addEventListener"> & {
  history: Pick<History, "state" | "pushState" | "replaceState" | "back">;
};

/**
 * Gives every open layer an entry of its own in the browser's history, so that the phone's Back closes the topmost
 * layer before it leaves the page. The address stays the same, and so does what the router keeps of the page.
 * An entry whose layer is closed is never stayed on: we step back from it, whichever way it was reached.
 */
export class ModalHistory {
  private readonly modals: Modal[] = [];
  private readonly getWindow: () => HistoryWindow;
  private isListening = false;
  private isGoingBack = false;

  /** The window is asked for when the first layer opens: without one this can still be made. */
  constructor(getWindow: () => HistoryWindow) {
    this.getWindow = getWindow;
  }

  /** A layer opened; `close` is called when Back is pressed. Answers what to call when it has closed by itself. */
  push(close: () => void): () => void {
    if (!this.isListening) this.browserWindow.addEventListener("popstate", this.onPopState);
    this.isListening = true;
    const layer = { id: 0, close };
    this.modals.push(layer);
    this.pushEntries();
    return () => this.remove(layer);
  }

  private get browserWindow(): HistoryWindow {
    return this.getWindow();
  }

  private pushEntries(): void {
    if (this.isGoingBack) return;
    for (const layer of this.modals.filter((candidate) => candidate.id === 0)) {
      const { state } = this.browserWindow.history;
      const top = Math.max(0, ...this.modals.map((candidate) => candidate.id));
      layer.id = Math.max(readModalId(state), top) + 1;
      const marked = { ...state, layer: layer.id };
      // The entry of a layer that has just closed, or was left behind by an earlier document, is taken over.
      if (readModalId(state) > top) this.browserWindow.history.replaceState(marked, "");
      else this.browserWindow.history.pushState(marked, "");
    }
  }

  /** Later, because closing a layer and leading to another page is mostly one and the same tap. */
  private remove(layer: Modal): void {
    const index = this.modals.indexOf(layer);
    if (index >= 0) this.modals.splice(index, 1);
    setTimeout(this.dropStaleEntry);
  }

  private readonly onPopState = (): void => {
    this.isGoingBack = false;
    const id = readModalId(this.browserWindow.history.state);
    for (const layer of this.modals.filter((candidate) => candidate.id > id).reverse()) layer.close();
    this.dropStaleEntry();
    this.pushEntries();
  };

  private readonly dropStaleEntry = (): void => {
    const id = readModalId(this.browserWindow.history.state);
    if (id === 0 || this.isGoingBack || this.modals.some((layer) => layer.id === id)) return;
    this.isGoingBack = true;
    this.browserWindow.history.back();
  };
}

/** Which layer an entry belongs to; 0 for a page. */
function readModalId(state: unknown): number {
  if (typeof state !== "object" || state === null || !("layer" in state)) return 0;
  return typeof state.layer === "number" ? state.layer : 0;
}
