interface Modal {
  /** Id in its history entry; 0 while it has none yet. */
  id: number;
  readonly close: () => unknown;
}

type HistoryWindow = Pick<Window, "addEventListener"> & {
  history: Pick<History, "state" | "pushState" | "replaceState" | "back">;
};

/**
 * Gives every open modal its own entry in the browser's history, so that the phone's Back closes the topmost
 * modal before it leaves the page. The URL and the router's state of the page stay the same. An entry whose
 * modal is closed is never stayed on: it is stepped back from, whichever way it was reached.
 */
export class ModalHistory {
  private readonly modals: Modal[] = [];
  private readonly getWindow: () => HistoryWindow;
  private isListening = false;
  private isGoingBack = false;
  /** State of the entry of a modal that was open when its document was reloaded, while this document is on it. */
  private staleState: { layer?: unknown; key?: unknown } | null = null;

  /** The window is read when the first modal opens, so that the class can be created without one. */
  constructor(getWindow: () => HistoryWindow) {
    this.getWindow = getWindow;
  }

  /**
   * Registers an open modal; `close` is called on Back and returns true if the modal stays open, because it asks
   * first. Returns the function to call when it has closed otherwise.
   */
  push(close: () => unknown): () => void {
    this.listen();
    const layer = { id: 0, close };
    this.modals.push(layer);
    this.pushEntries();
    return () => this.remove(layer);
  }

  /**
   * Lets the next Back step over the page's own entry, if a modal was open when the document was reloaded: the page looks
   * the same on both. Not at once: a browser that is reloaded in the moment in which a modal opens gives the new document
   * the modal's state in the page's place, and a step back would leave the page.
   */
  watchStaleEntry(): void {
    this.listen();
    const { state } = this.browserWindow.history;
    const id = readModalId(state);
    if (id > 0 && this.modals.every((layer) => layer.id !== id)) this.staleState = state;
  }

  private get browserWindow(): HistoryWindow {
    return this.getWindow();
  }

  private listen(): void {
    if (!this.isListening) this.browserWindow.addEventListener("popstate", this.onPopState);
    this.isListening = true;
  }

  private pushEntries(): void {
    if (this.isGoingBack) return;
    for (const layer of this.modals.filter((candidate) => candidate.id === 0)) {
      const { state } = this.browserWindow.history;
      const top = Math.max(0, ...this.modals.map((candidate) => candidate.id));
      layer.id = Math.max(readModalId(state), top) + 1;
      this.staleState = null;
      const marked = { ...state, layer: layer.id };
      // Reuses the entry of a modal that has just closed, or was left behind by an earlier document.
      if (readModalId(state) > top) this.browserWindow.history.replaceState(marked, "");
      else this.browserWindow.history.pushState(marked, "");
    }
  }

  /** Deferred, because closing a modal and navigating are mostly the same tap. */
  private remove(layer: Modal): void {
    const index = this.modals.indexOf(layer);
    if (index >= 0) this.modals.splice(index, 1);
    setTimeout(this.dropStaleEntry);
  }

  private readonly onPopState = (): void => {
    this.isGoingBack = false;
    const { history } = this.browserWindow;
    const id = readModalId(history.state);
    const { staleState } = this;
    this.staleState = null;
    if (staleState !== null && id === 0 && history.state?.key === staleState.key) history.back();
    for (const layer of this.modals.filter((candidate) => candidate.id > id).reverse()) {
      const staysOpen = layer.close() === true;
      // Its entry is gone; it gets another one.
      if (staysOpen) layer.id = 0;
    }
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

/** Returns the id of the modal that an entry belongs to; 0 for a page. */
function readModalId(state: unknown): number {
  if (typeof state !== "object" || state === null || !("layer" in state)) return 0;
  return typeof state.layer === "number" ? state.layer : 0;
}
