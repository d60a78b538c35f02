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
export class LazyPage {
  private readonly load: () => Promise<Page>;
  private page: Page | undefined;
  private lazyComponent: ComponentType;
  private hasFailed = false;
  private hasMissingStyles = false;

  constructor(load: () => Promise<Page>) {
    this.load = load;
    this.lazyComponent = lazy(() => this.loadPage());
  }

  /** The page itself when its code is here, else one that suspends until it is. */
  get component(): ComponentType {
    return this.page ?? this.lazyComponent;
  }

  get isReady(): boolean {
    return this.page !== undefined;
  }

  async preload(): Promise<void> {
    // Styles that were asked for once are not asked for again (Vite's preloading): only a new document gets them.
    if (this.hasMissingStyles) throw new Error("CSS");
    try {
      this.page ??= await this.load();
    } catch (error) {
      this.hasMissingStyles = String(error).includes("CSS");
      throw error;
    }
  }

  /** Prepares a page whose code is here. */
  async hydrateData(stores: unknown, search: string): Promise<void> {
    await this.page?.prepare?.(stores as never, search);
  }

  /** Lets a page whose code is here load before it is rendered. */
  async preloadData(stores: unknown): Promise<void> {
    await this.page?.begin?.(stores as never);
  }

  /** After a failed fetch: lets the next mount try again. React itself renders a failing page over and over. */
  retry(): void {
    if (!this.hasFailed) return;
    if (this.hasMissingStyles && navigator.onLine) window.location.reload();
    this.hasFailed = false;
    this.lazyComponent = lazy(() => this.loadPage());
  }

  /** A failure stays until `renew`; when the code is gone because of a new release, the app reloads once. */
  private async loadPage(): Promise<{ default: ComponentType }> {
    try {
      await this.preload();
      return { default: this.page ?? EmptyPage };
    } catch (error) {
      if (reloadOnce()) return { default: EmptyPage };
      this.hasFailed = true;
      throw error;
    }
  }
}

/** Stands for the page during the moment until the document is reloaded. */
function EmptyPage() {
  return null;
}
