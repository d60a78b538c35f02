import { makeAutoObservable } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { ApiClient } from "./api/ApiClient.ts";
import { ApiError } from "./api/ApiError.ts";
import { isRecord } from "./api/readReply.ts";
import type { KeptAnswer } from "./KeptAnswer.ts";
import { Loadable } from "./Loadable.ts";
import { runKept } from "./runKept.ts";
import { texts } from "./texts.ts";

/** One page as it came. */
export interface Page<T> {
  readonly list: readonly T[];
  readonly hasMore: boolean;
}

/** Everything fetched so far, joined, and how many pages that is. */
export interface Known<T> extends Page<T> {
  readonly page: number;
}

interface Source<T> {
  /** Fetches one page; the first one is 1. */
  fetchPage(page: number, signal: AbortSignal): Promise<Page<T>>;
  idOf(item: T): string;
  /** Fetching the head anew keeps what lies further down, when the two still join up. */
  keepsTail?: boolean;
  /** Where the device keeps the list for when the network is away, if it does. */
  kept?(): KeptAnswer<Known<T>> | null;
}

/** A list that grows page by page while one reads; nothing is in it twice. */
export class PagedList<T> {
  readonly pages = new Loadable<Known<T>>();
  /** How far it was scrolled when it was left. */
  scrollTop = 0;
  private readonly source: Source<T>;
  private underWay: Promise<unknown> = Promise.resolve();

  constructor(source: Source<T>) {
    this.source = source;
    makeAutoObservable<this, "source" | "underWay">(
      this,
      { pages: false, scrollTop: false, source: false, underWay: false },
      { autoBind: true },
    );
  }

  get items(): readonly T[] {
    return this.pages.value?.list ?? [];
  }

  /** There has been an answer. */
  get isKnown(): boolean {
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
      return this.source.keepsTail === true ? this.joinHead(head) : head;
    }, this.source.kept?.() ?? null);
  }

  /** Fetches the next page, when there is one and nothing is under way. Rethrows failures. */
  async loadMore(): Promise<void> {
    const known = this.pages.value;
    if (known === undefined || !known.hasMore || this.pages.isLoading) return;
    const page = known.page + 1;
    await this.load(async (signal) =>
      this.joinTail(known, { ...(await this.source.fetchPage(page, signal)), page }),
    );
  }

  /** Waits until no page is on its way. */
  async settle(): Promise<void> {
    while (this.pages.isLoading) await this.underWay;
  }

  /** Puts other items in the place of those that are known. */
  replace(list: readonly T[]): void {
    const known = this.pages.value;
    if (known !== undefined) this.pages.set({ ...known, list });
  }

  reset(): void {
    this.scrollTop = 0;
    this.pages.reset();
  }

  private async load(
    work: (signal: AbortSignal) => Promise<Known<T>>,
    kept: KeptAnswer<Known<T>> | null = null,
  ): Promise<void> {
    const run = kept === null ? this.pages.run(work) : runKept(kept, this.pages, work);
    this.underWay = run.catch(() => undefined);
    await run;
  }

  /** New items push others to later pages: what is known keeps its place and takes its newer copy. */
  private joinTail(known: Known<T>, next: Known<T>): Known<T> {
    const fresh = new Map(next.list.map((item) => [this.source.idOf(item), item]));
    const kept = known.list.map((item) => take(fresh, this.source.idOf(item)) ?? item);
    return { ...next, list: [...kept, ...fresh.values()] };
  }

  private joinHead(head: Known<T>): Known<T> {
    const known = this.pages.value;
    const last = head.list[head.list.length - 1];
    if (known === undefined || last === undefined || known.page === 1) return head;
    const joint = known.list.findIndex((item) => this.source.idOf(item) === this.source.idOf(last));
    return joint < 0 ? head : { ...known, list: [...head.list, ...known.list.slice(joint + 1)] };
  }
}

/** A page of the contract's shape, or a bare list as all there is. Throws when it has another one. */
export function pageIn<T>(answer: { list: T[]; has_more: boolean } | T[]): Page<T> {
  if (Array.isArray(answer)) return { list: answer, hasMore: false };
  if (!isRecord(answer) || !Array.isArray(answer.list)) throw new ApiError("bad_reply", texts.badReply);
  return { list: answer.list, hasMore: answer.has_more };
}

/** Reads a list that the device kept; null when anything in it is none of its items. */
export function parseKnown<T>(isItem: (raw: unknown) => boolean): (raw: unknown) => Known<T> | null {
  return (raw) => {
    if (!isRecord(raw) || !Array.isArray(raw.list) || !raw.list.every(isItem)) return null;
    return { list: raw.list, hasMore: raw.hasMore === true, page: Number(raw.page) || 1 };
  };
}

interface PagedCall<T> {
  query: { page?: number; pageSize?: number };
  data: { list: T[]; has_more: boolean };
}

/** Fetches the pages of a call that asks for nothing else. */
export function pagesOf<T>(
  api: Pick<ApiClient, "call">,
  endpoint: Endpoint<PagedCall<T>>,
): (page: number, signal: AbortSignal) => Promise<Page<T>> {
  return async (page, signal) =>
    pageIn(await api.call(endpoint, { query: { page, pageSize: pageSizeDefault }, signal }));
}

function take<T>(from: Map<string, T>, id: string): T | undefined {
  const item = from.get(id);
  from.delete(id);
  return item;
}
