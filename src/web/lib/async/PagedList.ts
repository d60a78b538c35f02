import { makeAutoObservable } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { ApiClient } from "../api/ApiClient.ts";
import { ApiError } from "../api/ApiError.ts";
import { isRecord } from "../api/parseResponse.ts";
import type { PersistentQueryCache } from "../cache/PersistentQueryCache.ts";
import { loadWithCache } from "../cache/PersistentQueryCache.ts";
import { commonMessages } from "../commonMessages.ts";
import { Loadable } from "./Loadable.ts";

/** Page as received. */
export interface Page<T> {
  readonly list: readonly T[];
  readonly hasMore: boolean;
}

/** All pages fetched so far, joined, and their number. */
export interface LoadedPages<T> extends Page<T> {
  readonly page: number;
}

interface PageSource<T> {
  /** Fetches one page, counted from 1. */
  fetchPage(page: number, signal: AbortSignal): Promise<Page<T>>;
  getId(item: T): string;
  /** Keeps the later pages on reload, if they still overlap with the first one. */
  preservesTail?: boolean;
  /** Cache of the list on the device for use offline, if any. */
  cache?(): PersistentQueryCache<LoadedPages<T>> | null;
}

/** List that grows page by page; free of duplicates. */
export class PagedList<T> {
  readonly pages = new Loadable<LoadedPages<T>>();
  /** Scroll offset at which the list was left. */
  scrollTop = 0;
  private readonly source: PageSource<T>;
  private pendingRun: Promise<unknown> = Promise.resolve();

  constructor(source: PageSource<T>) {
    this.source = source;
    makeAutoObservable<this, "source" | "pendingRun">(
      this,
      { pages: false, scrollTop: false, source: false, pendingRun: false },
      { autoBind: true },
    );
  }

  get items(): readonly T[] {
    return this.pages.value?.list ?? [];
  }

  /** Whether a response has arrived. */
  get hasLoaded(): boolean {
    return this.pages.value !== undefined;
  }

  get hasMore(): boolean {
    return this.pages.value?.hasMore === true;
  }

  get isEmpty(): boolean {
    return this.pages.status === "ready" && this.items.length === 0;
  }

  /** Reloads the first page. Rethrows failures. */
  async reload(): Promise<void> {
    await this.load(async (signal) => {
      const head = { ...(await this.source.fetchPage(1, signal)), page: 1 };
      return this.source.preservesTail === true ? this.mergeFirstPage(head) : head;
    }, this.source.cache?.() ?? null);
  }

  /** Fetches the next page, if there is one and no fetch is running. Rethrows failures. */
  async loadMore(): Promise<void> {
    const loaded = this.pages.value;
    if (loaded === undefined || !loaded.hasMore || this.pages.isLoading) return;
    const page = loaded.page + 1;
    await this.load(async (signal) =>
      this.mergeNextPage(loaded, { ...(await this.source.fetchPage(page, signal)), page }),
    );
  }

  /** Waits until no fetch is running. */
  async waitUntilIdle(): Promise<void> {
    while (this.pages.isLoading) await this.pendingRun;
  }

  /** Replaces the loaded items. */
  replace(list: readonly T[]): void {
    const loaded = this.pages.value;
    if (loaded !== undefined) this.pages.set({ ...loaded, list });
  }

  reset(): void {
    this.scrollTop = 0;
    this.pages.reset();
  }

  private async load(
    task: (signal: AbortSignal) => Promise<LoadedPages<T>>,
    cache: PersistentQueryCache<LoadedPages<T>> | null = null,
  ): Promise<void> {
    const run = cache === null ? this.pages.run(task) : loadWithCache(cache, this.pages, task);
    this.pendingRun = run.catch(() => undefined);
    await run;
  }

  /** New items push others to later pages: a loaded item keeps its position and takes its newer version. */
  private mergeNextPage(loaded: LoadedPages<T>, next: LoadedPages<T>): LoadedPages<T> {
    const incoming = new Map(next.list.map((item) => [this.source.getId(item), item]));
    const merged = loaded.list.map((item) => takeFromMap(incoming, this.source.getId(item)) ?? item);
    return { ...next, list: [...merged, ...incoming.values()] };
  }

  private mergeFirstPage(head: LoadedPages<T>): LoadedPages<T> {
    const loaded = this.pages.value;
    const last = head.list[head.list.length - 1];
    if (loaded === undefined || last === undefined || loaded.page === 1) return head;
    const overlapIndex = loaded.list.findIndex((item) => this.source.getId(item) === this.source.getId(last));
    return overlapIndex < 0
      ? head
      : { ...loaded, list: [...head.list, ...loaded.list.slice(overlapIndex + 1)] };
  }
}

/** Converts a page of the contract, or a bare list as the only page. Throws for any other shape. */
export function toPage<T>(answer: { list: T[]; has_more: boolean } | T[]): Page<T> {
  if (Array.isArray(answer)) return { list: answer, hasMore: false };
  if (!isRecord(answer) || !Array.isArray(answer.list))
    throw new ApiError("bad_reply", commonMessages.badReply);
  return { list: answer.list, hasMore: answer.has_more };
}

/** Creates a parser of cached pages; it returns null if any item is invalid. */
export function parsePages<T>(isItem: (raw: unknown) => boolean): (raw: unknown) => LoadedPages<T> | null {
  return (raw) => {
    if (!isRecord(raw) || !Array.isArray(raw.list) || !raw.list.every(isItem)) return null;
    return { list: raw.list, hasMore: raw.hasMore === true, page: Number(raw.page) || 1 };
  };
}

interface PagedEndpoint<T> {
  query: { page?: number; pageSize?: number };
  data: { list: T[]; has_more: boolean };
}

/** Creates a page fetcher for an endpoint without further input. */
export function pageFetcher<T>(
  api: Pick<ApiClient, "call">,
  endpoint: Endpoint<PagedEndpoint<T>>,
): (page: number, signal: AbortSignal) => Promise<Page<T>> {
  return async (page, signal) =>
    toPage(await api.call(endpoint, { query: { page, pageSize: pageSizeDefault }, signal }));
}

function takeFromMap<T>(from: Map<string, T>, id: string): T | undefined {
  const item = from.get(id);
  from.delete(id);
  return item;
}
