import type { FastifyBaseLogger } from "fastify";
import type { ByteCache } from "../platform/response-cache/byte-cache.ts";
import { CachedResponse } from "../platform/response-cache/CachedResponse.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { HtmlTemplate } from "./HtmlTemplate.ts";
import type { InternalResponse } from "./InternalApi.ts";
import { RenderBudget } from "./RenderBudget.ts";
import type { SsrCustomer } from "./SsrSessions.ts";
import { withinMaxWait } from "./within-max-wait.ts";

/** Exports of dist/screens; src/web/entry-server.tsx documents each. */
export interface RendererModule {
  pageAt(path: string): { title: string; module: string; parts: string[] } | null;
  isMissing(path: string): boolean;
  cacheKeyFor(url: string): string | null;
  renderTimeFor(screen: string, now: number): number;
  customerScreenFor(url: string): string | null;
  renderPage(request: {
    screen: string;
    at: number;
    notices: readonly string[];
    answer: (address: string) => Promise<string>;
    customerState?: string;
  }): Promise<{ html: string; ms: number }>;
}

/** Makes a request as an anonymous visitor, or as the customer of a login; null when it failed. */
export type FetchJson = (
  address: string,
  options?: { etag?: string | undefined; tokenHash?: string | undefined },
) => Promise<InternalResponse | null>;

/** Name of the errors of pages that the renderer leaves to the device (src/web/entry-server.tsx). */
const notPreparedName = "NotPreparedError";
const noResponseError = new Error("a call was not answered");

interface PageRendererOptions {
  module: RendererModule;
  template: HtmlTemplate;
  fetchJson: FetchJson;
  log: FastifyBaseLogger;
  clock: Clock;
  cache: ByteCache<CachedPage>;
}

/** A rendered page that can be sent now. */
export interface RenderedPage {
  document: CachedResponse;
  /** Age of its data when that is from before the database became unavailable, in ms. */
  ageMs: number | undefined;
}

interface CachedPage {
  document: CachedResponse;
  at: number;
  /** ETags of the responses that it was rendered from, by their URLs. */
  tags: ReadonlyMap<string, string>;
  readonly bytes: number;
}

/** Rendering budgets, in ms for each second; beyond them shells are sent, and browsers render. */
const publicMsPerSecond = 400;
const customerMsPerSecond = 300;

/**
 * Renders pages on the server, and caches each as long as the responses it was rendered from are unchanged.
 */
export class PageRenderer {
  readonly #options: PageRendererOptions;
  readonly #inFlight = new Map<string, Promise<RenderedPage | null>>();
  readonly #publicBudget = new RenderBudget(publicMsPerSecond);
  /** Of their own, because documents of customers are not cached: they must not take what the public ones need. */
  readonly #customerBudget = new RenderBudget(customerMsPerSecond);

  constructor(options: PageRendererOptions) {
    this.#options = options;
  }

  /** Returns the rendered page of a URL; null when it is not rendered on the server, or not in time. */
  async get(url: string): Promise<RenderedPage | null> {
    const screen = this.#options.module.cacheKeyFor(url);
    if (screen === null) return null;
    let rendering = this.#inFlight.get(screen);
    if (rendering === undefined) {
      rendering = this.#loadOrRender(screen).finally(() => this.#inFlight.delete(screen));
      this.#inFlight.set(screen, rendering);
    }
    return await withinMaxWait(rendering);
  }

  /** Returns whether the server renders the page of a URL for logged-in customers. */
  isForCustomers(url: string): boolean {
    return this.#options.module.customerScreenFor(url) !== null;
  }

  /**
   * Returns the document of a URL with the page of a customer, rendered for this request alone; null when the server
   * renders none, has no capacity, or not for this login any more.
   */
  async renderFor(url: string, customer: SsrCustomer): Promise<string | null> {
    const screen = this.#options.module.customerScreenFor(url);
    if (screen === null || !this.#customerBudget.hasCapacity) return null;
    try {
      return await this.#renderCustomerPage(screen, customer);
    } catch (error) {
      return this.#logFailure(screen, error);
    }
  }

  async #renderCustomerPage(screen: string, { tokenHash, state }: SsrCustomer): Promise<string> {
    const answer = async (address: string): Promise<string> => {
      const response = await this.#options.fetchJson(address, { tokenHash });
      if (response === null) throw noResponseError;
      return response.text;
    };
    const at = this.#options.clock.now().getTime();
    return await this.#renderDocument({ screen, at, answer, customerState: state }, this.#customerBudget);
  }

  async #loadOrRender(screen: string): Promise<RenderedPage | null> {
    const at = this.#options.module.renderTimeFor(screen, this.#options.clock.now().getTime());
    const cached = this.#options.cache.get(screen);
    try {
      const fresh = cached?.at === at ? await this.#revalidate(cached) : null;
      if (fresh !== null) return fresh;
      return this.#publicBudget.hasCapacity ? await this.#render(screen, at) : null;
    } catch (error) {
      return this.#logFailure(screen, error);
    }
  }

  /**
   * The shell is a valid page too and shows the error itself. Requests of a missing restaurant or an ended login are not
   * worth a warning.
   */
  #logFailure(screen: string, error: unknown): null {
    const isExpected = error === noResponseError || (error as Error).name === notPreparedName;
    const level = isExpected ? "debug" : "warn";
    this.#options.log[level](
      { err: error, screen: screen.split("?")[0] },
      "a first screen could not be made",
    );
    return null;
  }

  /** Returns null when one of the page's responses has changed. */
  async #revalidate({ document, tags }: CachedPage): Promise<RenderedPage | null> {
    const fetchJson = async ([address, etag]: [string, string]) => {
      const answer = await this.#options.fetchJson(address, { etag });
      return answer?.etag === etag ? answer : null;
    };
    const answers = await Promise.all([...tags].map(fetchJson));
    return answers.includes(null) ? null : { document, ageMs: maxAgeMs(answers) };
  }

  async #render(screen: string, at: number): Promise<RenderedPage> {
    const { fetchJson, cache: cached } = this.#options;
    const tags = new Map<string, string>();
    const answers: InternalResponse[] = [];
    const answer = async (address: string): Promise<string> => {
      const fresh = await fetchJson(address);
      if (fresh === null) throw noResponseError;
      tags.set(address, fresh.etag);
      answers.push(fresh);
      return fresh.text;
    };
    const document = new CachedResponse(
      await this.#renderDocument({ screen, at, answer }, this.#publicBudget),
    );
    cached.set(screen, { document, at, tags, bytes: document.bytes });
    return { document, ageMs: maxAgeMs(answers) };
  }

  async #renderDocument(
    request: Omit<Parameters<RendererModule["renderPage"]>[0], "notices">,
    budget: RenderBudget,
  ): Promise<string> {
    const { module, template } = this.#options;
    budget.reserve();
    const { html, ms } = await module.renderPage({ ...request, notices: template.notices });
    budget.settle(ms);
    const page = module.pageAt(new URL(request.screen, "http://local").pathname);
    return template.render({ ...page, screen: html });
  }
}

function maxAgeMs(answers: readonly (InternalResponse | null)[]): number | undefined {
  const ages = answers.map((answer) => answer?.ageMs).filter((age) => age !== undefined);
  return ages.length === 0 ? undefined : Math.max(...ages);
}
