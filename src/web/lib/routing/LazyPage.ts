import { type ComponentType, lazy } from "react";
import { reloadOnce } from "./reloadOnce.ts";

/**
 * Page component. `prepare` fills the stores for its first rendering; the server can render a page that has
 * it. `begin` fills them from the device's cache and begins to load; it resolves when there is something to
 * show.
 */
export type Page = ComponentType & {
  prepare?: (stores: never, search: string, pathname: string) => Promise<void>;
  begin?: (stores: never) => Promise<void>;
};

/** Lazy code of one page, fetched when the page is first shown, or before by `preload`. */
export class LazyPage {
  private readonly load: () => Promise<Page>;
  private page: Page | undefined;
  private loading: Promise<Page> | undefined;
  private lazyComponent: ComponentType;
  private hasFailed = false;
  private hasMissingStyles = false;

  constructor(load: () => Promise<Page>) {
    this.load = load;
    this.lazyComponent = lazy(() => this.loadPage());
  }

  /** The page itself if its code is loaded, else a component that suspends until then. */
  get component(): ComponentType {
    return this.page ?? this.lazyComponent;
  }

  get isReady(): boolean {
    return this.page !== undefined;
  }

  /** Loads the code; calls at the same time share one download. */
  async preload(): Promise<void> {
    // Vite's preloading never requests the same styles twice: only a new document gets them.
    if (this.hasMissingStyles) throw new Error("CSS");
    if (this.page !== undefined) return;
    this.loading ??= this.load();
    try {
      this.page = await this.loading;
    } catch (error) {
      this.hasMissingStyles = String(error).includes("CSS");
      throw error;
    } finally {
      this.loading = undefined;
    }
  }

  /** Prepares the stores of a page whose code is loaded. */
  async hydrateData(stores: unknown, search: string, pathname: string): Promise<void> {
    await this.page?.prepare?.(stores as never, search, pathname);
  }

  /** Starts loading the data of a page whose code is loaded, before it is rendered. */
  async preloadData(stores: unknown): Promise<void> {
    await this.page?.begin?.(stores as never);
  }

  /**
   * Lets the next mount try again after a failed fetch; React itself would render a failing page over and
   * over.
   */
  retry(): void {
    if (!this.hasFailed) return;
    if (this.hasMissingStyles && navigator.onLine) window.location.reload();
    this.hasFailed = false;
    this.lazyComponent = lazy(() => this.loadPage());
  }

  /** A failure stays until `retry`; if the code is gone because of a new release, the app reloads once. */
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

/** Placeholder until the document is reloaded. */
function EmptyPage() {
  return null;
}
