import { type ComponentType, lazy } from "react";
import { reloadOnce } from "./reloadOnce.ts";

/**
 * A page. `prepare` fills the stores with what its first rendering needs; a page that has it can be made by the server.
 * `begin` does so with what the device kept, and begins to load; it answers when there is something to show.
 */
export type Page = ComponentType & {
  prepare?: (stores: never, search: string) => Promise<void>;
  begin?: (stores: never) => Promise<void>;
};

/** The code of one page, fetched when the page is first shown, or before by `preload`. */
export class PageCode {
  private readonly load: () => Promise<Page>;
  private ready: Page | undefined;
  private waiting: ComponentType;
  private hasFailed = false;
  private lacksStyles = false;

  constructor(load: () => Promise<Page>) {
    this.load = load;
    this.waiting = lazy(() => this.fetchCode());
  }

  /** The page itself when its code is here, else one that suspends until it is. */
  get component(): ComponentType {
    return this.ready ?? this.waiting;
  }

  get isReady(): boolean {
    return this.ready !== undefined;
  }

  async preload(): Promise<void> {
    // Styles that were asked for once are not asked for again (Vite's preloading): only a new document gets them.
    if (this.lacksStyles) throw new Error("CSS");
    try {
      this.ready ??= await this.load();
    } catch (error) {
      this.lacksStyles = String(error).includes("CSS");
      throw error;
    }
  }

  /** Prepares a page whose code is here. */
  async prepare(stores: unknown, search: string): Promise<void> {
    await this.ready?.prepare?.(stores as never, search);
  }

  /** Lets a page whose code is here load before it is rendered. */
  async begin(stores: unknown): Promise<void> {
    await this.ready?.begin?.(stores as never);
  }

  /** After a failed fetch: lets the next mount try again. React itself renders a failing page over and over. */
  renew(): void {
    if (!this.hasFailed) return;
    if (this.lacksStyles && navigator.onLine) window.location.reload();
    this.hasFailed = false;
    this.waiting = lazy(() => this.fetchCode());
  }

  /** A failure stays until `renew`; when the code is gone because of a new release, the app reloads once. */
  private async fetchCode(): Promise<{ default: ComponentType }> {
    try {
      await this.preload();
      return { default: this.ready ?? NothingYet };
    } catch (error) {
      if (reloadOnce()) return { default: NothingYet };
      this.hasFailed = true;
      throw error;
    }
  }
}

/** Stands for the page during the moment until the document is reloaded. */
function NothingYet() {
  return null;
}
