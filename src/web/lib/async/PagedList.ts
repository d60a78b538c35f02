import { makeAutoObservable } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { ApiClient } from "../api/ApiClient.ts";
import { ApiError } from "../api/ApiError.ts";
import { isRecord } from "../api/parseResponse.ts";
import { loadWithCache } from "../cache/loadWithCache.ts";
import type { PersistentQueryCache } from "../cache/PersistentQueryCache.ts";
import { commonMessages } from "../commonMessages.ts";
import { Loadable } from "./Loadable.ts";

/** One page as it came. */
export interface Page<T> {
  readonly list: readonly T[];
  readonly hasMore: boolean;
}

/** Everything fetched so far, joined, and how many pages that is. */
export interface LoadedPages<T> extends Page<T> {
  readonly page: number;
}

interface PageSource<T> {
  /** Fetches one page; the first one is 1. */
  fetchPage(page: number, signal: AbortSignal): Promise<Page<T>>;
  getId(item: T): string;
  /** Fetching the head anew keeps what lies further down, when the two still join up. */
  preservesTail?: boolean;
  /** Where the device keeps the list for when the network is away, if it does. */
  cache?(): PersistentQueryCache<LoadedPages<T>> | null;
}

/** A list that grows page by page while one reads; nothing is in it twice. */
export class PagedList<T> {
  readonly pages = new Loadable<LoadedPages<T>>();
  /** How far it was scrolled when it was left. */
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

  /** There has been an answer. */
  get hasLoaded(): boolean {
    return this.pages.value !== undefined;
  }

  get hasMore(): boolean {
    return this.pages.value?.hasMore === true;
  }

  get isEmpty(): boolean {
    return this.pages.status === "ready" && this.items.length === 0;
  }

  /** Fetches the first page anew. Rethrows failures. */
  async reload(): Promise<void> {
    await this.load(async (signal) => {
      const head = { ...(await this.source.fetchPage(1, signal)), page: 1 };
      return this.source.preservesTail === true ? this.mergeFirstPage(head) : head;
    }, this.source.cache?.() ?? null);
  }

  /** Fetches the next page, when there is one and nothing is under way. Rethrows failures. */
  async loadMore(): Promise<void> {
    const loaded = this.pages.value;
    if (loaded === undefined || !loaded.hasMore || this.pages.isLoading) return;
    const page = loaded.page + 1;
    await this.load(async (signal) =>
      this.mergeNextPage(loaded, { ...(await this.source.fetchPage(page, signal)), page }),
    );
  }

  /** Waits until no page is on its way. */
  async waitUntilIdle(): Promise<void> {
    while (this.pages.isLoading) await this.pendingRun;
  }

  /** Puts other items in the place of those that are known. */
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

  /** New items push others to later pages: what is known keeps its place and takes its newer copy. */
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

/** A page of the contract's shape, or a bare list as all there is. Throws when it has another one. */
export function toPage<T>(answer: { list: T[]; has_more: boolean } | T[]): Page<T> {
  if (Array.isArray(answer)) return { list: answer, hasMore: false };
  if (!isRecord(answer) || !Array.isArray(answer.list))
    throw new ApiError("bad_reply", commonMessages.badReply);
  return { list: answer.list, hasMore: answer.has_more };
}

/** Reads a list that the device kept; null when anything in it is none of its items. */
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

/** Fetches the pages of a call that asks for nothing else. */
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
