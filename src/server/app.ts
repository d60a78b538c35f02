import path from "node:path";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { type AppDeps, createDeps } from "./create-deps.ts";
import { createServer } from "./create-server.ts";
import { registerModules } from "./modules/register-modules.ts";
import type { ChainSettingsSource, Deps } from "./platform/Deps.ts";
import type { Database } from "./platform/database/Database.ts";
import { DatabaseClock } from "./platform/database/DatabaseClock.ts";
import { AppError } from "./platform/http/AppError.ts";
import { registerErrorHandler } from "./platform/http/error-handler.ts";
import { isPageRequest } from "./platform/http/error-page.ts";
import { closeIdleSockets, closeListenerWhenIdle } from "./platform/http/graceful-close.ts";
import { registerHealthRoutes } from "./platform/http/health.ts";
import { registerLoadShedding } from "./platform/http/load-shedding.ts";
import { trackRouteMethods } from "./platform/http/method-not-allowed.ts";
import { registerOpenApi } from "./platform/http/open-api.ts";
import { createSecurityHeaders } from "./platform/http/security-headers.ts";
import { registerSerializer } from "./platform/http/serialization.ts";
import { serveStaticFiles } from "./platform/http/static-files.ts";
import { registerStrictValidation } from "./platform/http/validation.ts";
import { Sweeper, type SweeperJob } from "./platform/jobs/Sweeper.ts";
import { toClientNetwork } from "./platform/limits/client-network.ts";
import type { SharedCounters } from "./platform/limits/SharedCounters.ts";
import { SharedRateLimitStore } from "./platform/limits/SharedRateLimitStore.ts";
import type { LoggerOption } from "./platform/log-options.ts";
import type { Metrics } from "./platform/metrics/Metrics.ts";
import { createMetrics } from "./platform/metrics/metrics-server.ts";
import { projectRoot } from "./platform/project-root.ts";
import type { ContentChangeFeed } from "./platform/response-cache/ContentChangeFeed.ts";
import { pageHeaders } from "./platform/security/content-security-policy.ts";
import { CspReports, registerCspReports } from "./platform/security/csp-reports.ts";
import { recordRefusals } from "./platform/security/record-refusals.ts";
import type { Clock } from "./platform/time/clock.ts";
import type { OtlpTracer } from "./platform/tracing/OtlpTracer.ts";
import { HtmlPages } from "./ssr/HtmlPages.ts";
import { InternalApi } from "./ssr/InternalApi.ts";
import { registerSsrCookies } from "./ssr/register-ssr-cookies.ts";
import { SsrSessions } from "./ssr/SsrSessions.ts";

/** Options of buildApp; tests replace the clock and switch the log off. */
export interface AppOptions {
  config: Config;
  database: Database;
  clock?: Clock;
  logger?: LoggerOption;
  /** Folder of the built web app; default dist/web. */
  webFolder?: string;
  /** Folder of the built server-side renderer; default dist/screens. */
  ssrFolder?: string;
}

export interface App {
  server: FastifyInstance;
  sweeper: Sweeper;
  /** Jobs that the sweeper runs. */
  jobs: SweeperJob[];
  content: ContentChangeFeed;
  chainSettings: ChainSettingsSource;
  /**
   * Makes readiness fail and asks clients to close their connections; still serves requests until the close.
   */
  drain(): void;
  /** Null unless METRICS_PORT is set. */
  metrics: Metrics | null;
}

interface SecurityOptions {
  config: Config;
  counters: SharedCounters;
  internalApi: InternalApi;
}

async function registerSecurity(server: FastifyInstance, options: SecurityOptions): Promise<void> {
  const { config, counters, internalApi } = options;
  server.addHook("onRequest", createSecurityHeaders(config));
  await server.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    // The plugin instantiates the store itself and passes no counters.
    store: class extends SharedRateLimitStore {
      constructor() {
        super({ counters, log: server.log });
      }
    },
    // A client that has disconnected has no address any more.
    keyGenerator: (request) => toClientNetwork(request.ip ?? "gone"),
    allowList: (request) =>
      internalApi.isInternal(request) || !(request.url.startsWith("/api/") || isPageRequest(request)),
    errorResponseBuilder: (_request, context) =>
      new AppError("rate_limited", {}, undefined, Math.ceil(context.ttl / 1000)),
  });
}

/** Adds the headers that do not depend on the route. */
function registerHeaders(server: FastifyInstance, { forwarded }: Deps, isDraining: () => boolean): void {
  // Hooks that every request passes have a callback: an async one makes promises, each of which Node follows for the trace.
  server.addHook("onRequest", ({ url, headers }, reply, done) => {
    if (!url.startsWith("/api/")) reply.headers(pageHeaders);
    if (!forwarded.concerns(headers)) return done();
    return forwarded.observe(headers, reply);
  });
  server.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-request-id", request.id);
    // A connection left open after its last response would delay the shutdown until its idle timeout.
    if (isDraining()) reply.header("connection", "close");
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
    done();
  });
}

interface PageParts {
  options: AppOptions;
  deps: AppDeps;
  internalApi: InternalApi;
  ssrSessions: SsrSessions;
}

/** Registers the pages and files of the built web app. */
async function registerPages(server: FastifyInstance, parts: PageParts): Promise<HtmlPages> {
  const { options, deps, internalApi, ssrSessions } = parts;
  const { config } = options;
  const webFolder = options.webFolder ?? path.join(projectRoot(), "dist/web");
  const htmlPages = new HtmlPages({
    webFolder,
    ssrFolder: options.ssrFolder ?? path.join(projectRoot(), "dist/screens"),
    fetchJson: (address, request) => internalApi.fetch(server, address, request),
    findCustomer: (cookies) => ssrSessions.find(cookies),
    log: server.log,
    clock: deps.clock,
    maxCacheBytes: config.responseCacheBytes / 4,
    settings: () => deps.chainSettings.currentOrInitial,
  });
  deps.chainSettings.onChange(() => htmlPages.forget());
  await serveStaticFiles(server, { folder: webFolder, htmlPages, maps: config.maps });
  return htmlPages;
}

/** Builds the whole server without listening. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, database } = options;
  const internalApi = new InternalApi();
  const { server, tracer } = await createServer(options, internalApi.isInternal);
  const databaseClock = await DatabaseClock.open(database, server.log);
  const deps = await createDeps(options, options.clock ?? databaseClock, server.log);
  await deps.chainSettings
    .reload()
    .catch((err: unknown) => server.log.warn({ err }, "the settings are not known yet"));
  closeIdleSockets(server);
  const addMethodNotAllowedRoutes = trackRouteMethods(server);
  registerStrictValidation(server);
  registerSerializer(server);
  registerErrorHandler(server);
  recordRefusals(server, deps.security);
  // Created before any route is registered, so that its hooks see every request.
  const reports = new CspReports();
  const metrics = await createMetrics(server, config.metrics !== null, {
    database,
    jobAges: () => sweeper.jobAges(),
    readBackupAges: () => deps.backups.readAges(),
    reports,
    tracer,
    redis: deps.redis,
  });
  let isDraining = false;
  const drain = () => {
    isDraining = true;
  };
  server.addHook("preClose", async () => drain());
  registerHeaders(server, deps, () => isDraining);
  registerLoadShedding(server, deps.databaseHealth, config.databaseWaitMs);
  await registerSecurity(server, { config, counters: deps.counters, internalApi });
  // The API description is not published in production.
  if (!config.isProduction) await registerOpenApi(server);
  registerHealthRoutes(server, database, () => isDraining);
  registerCspReports(server, reports);
  const ssrSessions = new SsrSessions(deps);
  registerSsrCookies(server, ssrSessions, internalApi.isInternal);
  const ownJobs = [databaseClock.job, deps.chainSettings.job, ...deps.backups.jobs];
  const jobs = [...ownJobs, ...registerModules(server, deps, internalApi.findTokenHash)];
  addMethodNotAllowedRoutes();
  const htmlPages = await registerPages(server, { options, deps, internalApi, ssrSessions });
  closeListenerWhenIdle(server);
  const sweeper = new Sweeper(jobs, {
    log: server.log,
    tracer,
    wrapRun: (run) => database.runInBackground(run),
  });
  followListener(server, deps, { htmlPages, sweeper, tracer });
  return { server, sweeper, jobs, content: deps.content, chainSettings: deps.chainSettings, drain, metrics };
}

/** Starts what runs beside requests once the server listens, and stops it when the server closes. */
function followListener(
  server: FastifyInstance,
  deps: AppDeps,
  { htmlPages, sweeper, tracer }: { htmlPages: HtmlPages; sweeper: Sweeper; tracer: OtlpTracer | null },
): void {
  server.addHook("onReady", async () => deps.redis?.connect());
  server.addHook("onListen", async () => {
    deps.content.start();
    deps.databaseHealth.start();
    // Runs in the background: the shop can sell without image storage.
    deps.files.check().catch((err: unknown) => server.log.error({ err }, "pictures cannot be kept"));
    htmlPages.warmUp().catch((error: unknown) => server.log.warn({ err: error }, "no documents yet"));
  });
  server.addHook("onClose", async () => {
    deps.databaseHealth.stop();
    deps.backups.stop();
    await sweeper.stop();
    await deps.content.stop();
    await deps.redis?.close();
    deps.files.close();
    deps.backupStorage?.close();
    await tracer?.close();
  });
}
