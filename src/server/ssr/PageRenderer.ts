import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { CachedResponse } from "../platform/response-cache/CachedResponse.ts";
import type { LruCache } from "../platform/response-cache/LruCache.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { HtmlTemplate } from "./HtmlTemplate.ts";
import type { InternalResponse } from "./InternalApi.ts";

/** What dist/screens exports: src/web/entry-server.tsx says what each promises. */
export interface RendererModule {
  pageAt(path: string): { title: string; module: string; parts: string[] } | null;
  isMissing(path: string): boolean;
  cacheKeyFor(url: string): string | null;
  renderTimeFor(screen: string, now: number): number;
  renderPage(request: {
    screen: string;
    at: number;
    answer: (address: string) => Promise<string>;
  }): Promise<{ html: string; ms: number }>;
}

/** A call as a visitor; null when there is no answer. */
export type FetchJson = (address: string, etag?: string) => Promise<InternalResponse | null>;

const noResponseError = new Error("a call was not answered");

interface PageRendererOptions {
  module: RendererModule;
  template: HtmlTemplate;
  fetchJson: FetchJson;
  log: FastifyBaseLogger;
  clock: Clock;
  cache: LruCache<CachedPage>;
}

/** A document as it can be sent now. */
export interface RenderedPage {
  document: CachedResponse;
  /** When its answers are from before the database went away. */
  ageMs: number | undefined;
}

interface CachedPage {
  document: CachedResponse;
  at: number;
  /** What it was made from: the tags of the answers by the addresses of the calls. */
  tags: ReadonlyMap<string, string>;
  readonly bytes: number;
}

/** Nobody waits longer for a screen than for the shell and the calls behind it. */
const maxWaitMs = 800;
/** So much of each second may go into making screens; beyond it shells are sent, and browsers do the work. */
const maxRenderMsPerSecond = 400;
/** What making one costs at least, with its calls; one that fails costs as much. */
const minRenderMs = 20;

/** Documents with their first screen, each kept as long as the answers it was made from are the same. */
export class PageRenderer {
  readonly #options: PageRendererOptions;
  readonly #inFlight = new Map<string, Promise<RenderedPage | null>>();
  #second = 0;
  #renderedMs = 0;

  constructor(options: PageRendererOptions) {
    this.#options = options;
  }

  /** The document of an address; null when none is made for it, or not in time. */
  async get(url: string): Promise<RenderedPage | null> {
    const screen = this.#options.module.cacheKeyFor(url);
    if (screen === null) return null;
    let rendering = this.#inFlight.get(screen);
    if (rendering === undefined) {
      rendering = this.#loadOrRender(screen).finally(() => this.#inFlight.delete(screen));
      this.#inFlight.set(screen, rendering);
    }
    const finished = new AbortController();
    const timeout = sleep(maxWaitMs, null, { signal: finished.signal, ref: false }).catch(() => null);
    return await Promise.race([rendering, timeout]).finally(() => finished.abort());
  }

  async #loadOrRender(screen: string): Promise<RenderedPage | null> {
    const at = this.#options.module.renderTimeFor(screen, this.#options.clock.now().getTime());
    const cached = this.#options.cache.get(screen);
    try {
      const fresh = cached?.at === at ? await this.#revalidate(cached) : null;
      if (fresh !== null) return fresh;
      return this.#hasCapacity() ? await this.#render(screen, at) : null;
    } catch (error) {
      // The shell is as good a document; its page says what is wrong. A store that does not exist is nothing to look at.
      const level = error === noResponseError ? "debug" : "warn";
      this.#options.log[level](
        { err: error, screen: screen.split("?")[0] },
        "a first screen could not be made",
      );
      return null;
    }
  }

  /** Null when one of its answers is another one by now. */
  async #revalidate({ document, tags }: CachedPage): Promise<RenderedPage | null> {
    const fetchJson = async ([address, etag]: [string, string]) => {
      const answer = await this.#options.fetchJson(address, etag);
      return answer?.etag === etag ? answer : null;
    };
    const answers = await Promise.all([...tags].map(fetchJson));
    return answers.includes(null) ? null : { document, ageMs: maxAgeMs(answers) };
  }

  async #render(screen: string, at: number): Promise<RenderedPage> {
    const { module, template, fetchJson, cache: cached } = this.#options;
    // Before anything is waited for: many that begin at once must not all pass.
    this.#renderedMs += minRenderMs;
    const tags = new Map<string, string>();
    const answers: InternalResponse[] = [];
    const answer = async (address: string): Promise<string> => {
      const fresh = await fetchJson(address);
      if (fresh === null) throw noResponseError;
      tags.set(address, fresh.etag);
      answers.push(fresh);
      return fresh.text;
    };
    const { html, ms } = await module.renderPage({ screen, at, answer });
    this.#renderedMs += Math.max(0, ms - minRenderMs);
    const page = module.pageAt(new URL(screen, "http://local").pathname);
    const document = new CachedResponse(template.render({ ...page, screen: html }));
    cached.set(screen, { document, at, tags, bytes: document.bytes });
    return { document, ageMs: maxAgeMs(answers) };
  }

  #hasCapacity(): boolean {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) this.#renderedMs = 0;
    this.#second = second;
    return this.#renderedMs < maxRenderMsPerSecond;
  }
}

function maxAgeMs(answers: readonly (InternalResponse | null)[]): number | undefined {
  const ages = answers.map((answer) => answer?.ageMs).filter((age) => age !== undefined);
  return ages.length === 0 ? undefined : Math.max(...ages);
}
