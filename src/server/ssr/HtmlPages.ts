import { stat } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { createByteCache } from "../platform/response-cache/byte-cache.ts";
import { CachedResponse, sendCachedEncoded } from "../platform/response-cache/CachedResponse.ts";
import type { Clock } from "../platform/time/clock.ts";
import { type DocumentSettings, HtmlTemplate } from "./HtmlTemplate.ts";
import { findEntry, manifestPath, readManifest } from "./manifest.ts";
import { type FetchJson, PageRenderer, type RendererModule } from "./PageRenderer.ts";
import type { SsrCustomer } from "./SsrSessions.ts";
import { withinMaxWait } from "./within-max-wait.ts";

interface HtmlPagesOptions {
  /** Folder of the built web app. */
  webFolder: string;
  /** Folder of the built server-side renderer; without it every page is an empty shell. */
  ssrFolder: string;
  fetchJson: FetchJson;
  /** Returns the customer whom a request's cookies name; null without one. */
  findCustomer: (cookies: string | undefined) => Promise<SsrCustomer | null>;
  log: FastifyBaseLogger;
  clock: Clock;
  /** What the chain sets for every page. */
  settings: () => DocumentSettings;
  /** Memory limit of the page cache, in bytes. */
  maxCacheBytes: number;
}

interface Build {
  template: HtmlTemplate;
  renderer: RendererModule | null;
  pageRenderer: PageRenderer | null;
  shells: Map<string, CachedResponse>;
}

const htmlType = "text/html; charset=utf-8";

/** Maximum number of cached shells; more than the app has pages. */
const maxShells = 100;

/** Interval of the check for a new build, in ms. */
const checkEveryMs = 1_000;

/**
 * Serves the HTML pages of the app's routes: rendered on the server where possible, else a shell that loads
 * its page's code.
 */
export class HtmlPages {
  readonly #options: HtmlPagesOptions;
  #build: Promise<Build> | null = null;
  #buildVersion = "";
  /** Time of performance.now(). */
  #checkedAt = 0;

  constructor(options: HtmlPagesOptions) {
    this.#options = options;
  }

  /** Loads the build and renders the home page, so that the first request need not wait. */
  async warmUp(): Promise<void> {
    await (await this.#currentBuild()).pageRenderer?.get("/");
  }

  /** Drops every page made so far, because the chain's settings may be others. */
  forget(): void {
    this.#build = null;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const build = await this.#currentBuild();
    const { pathname } = new URL(request.url, "http://local");
    if (build.renderer?.isMissing(pathname)) reply.status(404);
    allowScripts(reply, build.template.scriptHashes);
    const customerPage = await this.#renderForCustomer(build, request);
    if (customerPage !== null)
      return await sendCachedEncoded(request, reply, new CachedResponse(customerPage), {
        type: htmlType,
        isPrivate: true,
      });
    const screen = await build.pageRenderer?.get(request.url);
    if (!screen)
      return await sendCachedEncoded(request, reply, this.#getShell(build, pathname), { type: htmlType });
    const { document, ageMs } = screen;
    return await sendCachedEncoded(request, reply, ageMs === undefined ? document : toStalePage(document), {
      type: htmlType,
      ageMs,
    });
  }

  async #renderForCustomer(
    { pageRenderer }: Build,
    { url, headers }: FastifyRequest,
  ): Promise<string | null> {
    if (headers.cookie === undefined || pageRenderer === null || !pageRenderer.isForCustomers(url))
      return null;
    const render = async () => {
      const customer = await this.#options.findCustomer(headers.cookie);
      return customer === null ? null : await pageRenderer.renderFor(url, customer);
    };
    return await withinMaxWait(
      render().catch((err: unknown) => {
        this.#options.log.warn({ err }, "the login of a document could not be read");
        return null;
      }),
    );
  }

  /**
   * Returns the current build. A build made while the server runs is served soon: the check runs once a
   * second in the background, and requests wait for the disk only when no build is loaded yet.
   */
  async #currentBuild(): Promise<Build> {
    const now = performance.now();
    if (this.#build === null) return await this.#refreshBuild();
    if (now - this.#checkedAt >= checkEveryMs) {
      this.#checkedAt = now;
      // A build that cannot be read fails the next request.
      this.#refreshBuild().catch(() => undefined);
    }
    return await this.#build;
  }

  async #refreshBuild(): Promise<Build> {
    const { webFolder, ssrFolder } = this.#options;
    // The two parts of a build are written one after the other.
    const files = [path.join(webFolder, "index.html"), manifestPath(ssrFolder)];
    const buildVersion = (await Promise.all(files.map(modifiedAtMs))).join();
    if (this.#build === null || this.#buildVersion !== buildVersion) {
      this.#buildVersion = buildVersion;
      this.#build = this.#loadBuild();
      this.#build.catch(() => {
        // The next request retries: a build may be in progress.
        this.#build = null;
      });
    }
    return await this.#build;
  }

  async #loadBuild(): Promise<Build> {
    const { webFolder, log, clock, fetchJson, maxCacheBytes, settings } = this.#options;
    const template = await HtmlTemplate.read(webFolder, settings());
    const module = await this.#loadRenderer();
    const pageRenderer =
      module &&
      new PageRenderer({ module, template, fetchJson, log, clock, cache: createByteCache(maxCacheBytes) });
    return { template, renderer: module, pageRenderer, shells: new Map() };
  }

  async #loadRenderer(): Promise<RendererModule | null> {
    const { ssrFolder } = this.#options;
    const manifest = await readManifest(ssrFolder);
    const entry = manifest[findEntry(manifest) ?? ""];
    if (entry === undefined) return null;
    const file = path.join(ssrFolder, entry.file);
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as RendererModule;
  }

  #getShell({ renderer: module, template, shells }: Build, pathname: string): CachedResponse {
    const page = module?.pageAt(pathname) ?? undefined;
    const key = page?.module ?? "";
    let shell = shells.get(key + page?.title);
    if (shell === undefined) {
      shell = new CachedResponse(template.render({ ...page }));
      if (shells.size < maxShells) shells.set(key + page?.title, shell);
    }
    return shell;
  }
}

const stalePages = new WeakMap<CachedResponse, CachedResponse>();

/**
 * Returns a copy of the page that refetches all of its data as soon as it can (src/web/ssr-payload.ts), and
 * shows its age.
 */
function toStalePage(document: CachedResponse): CachedResponse {
  let stale = stalePages.get(document);
  if (stale === undefined) {
    stale = new CachedResponse(document.body.toString().replace(/(id="sent">\{)/, '$1"isOld":true,'));
    stalePages.set(document, stale);
  }
  return stale;
}

/** Allows the page's inline scripts; the rest of the content security policy stays unchanged. */
function allowScripts(reply: FastifyReply, hashes: readonly string[]): void {
  const policy = reply.getHeader("content-security-policy");
  if (typeof policy !== "string") throw new Error("a document has no content security policy");
  const sources = ["script-src 'self'", ...hashes].join(" ");
  reply.header("content-security-policy", policy.replace("script-src 'self'", sources));
}

/** Returns a file's modification time, in ms; 0 when it does not exist. */
async function modifiedAtMs(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}
