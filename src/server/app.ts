import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import path from "node:path";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from "fastify";
import type { Config } from "./config.ts";
import { createDeps } from "./create-deps.ts";
import { registerModules } from "./modules/register-modules.ts";
import type { ChainSettingsSource } from "./platform/Deps.ts";
import type { Database } from "./platform/database/Database.ts";
import { DatabaseClock } from "./platform/database/DatabaseClock.ts";
import { AppError } from "./platform/http/AppError.ts";
import { frameworkErrorHandler, registerErrorHandler } from "./platform/http/error-handler.ts";
import { isPageRequest } from "./platform/http/error-page.ts";
import { closeIdleSockets, closeListenerWhenIdle } from "./platform/http/graceful-close.ts";
import { registerHealthRoutes } from "./platform/http/health.ts";
import { registerLoadShedding } from "./platform/http/load-shedding.ts";
import { trackRouteMethods } from "./platform/http/method-not-allowed.ts";
import { registerOpenApi } from "./platform/http/open-api.ts";
import { registerSerializer } from "./platform/http/serialization.ts";
import { serveStaticFiles } from "./platform/http/static-files.ts";
import { registerStrictValidation } from "./platform/http/validation.ts";
import { Sweeper, type SweeperJob } from "./platform/jobs/Sweeper.ts";
import { toClientNetwork } from "./platform/limits/client-network.ts";
import { PostgresRateLimitStore } from "./platform/limits/PostgresRateLimitStore.ts";
import type { Metrics } from "./platform/metrics/Metrics.ts";
import { createMetrics } from "./platform/metrics/metrics-server.ts";
import { projectRoot } from "./platform/project-root.ts";
import type { ContentChangeFeed } from "./platform/response-cache/ContentChangeFeed.ts";
import { pageHeaders, reportDirectives } from "./platform/security/content-security-policy.ts";
import { CspReports, registerCspReports } from "./platform/security/csp-reports.ts";
import { recordRefusals } from "./platform/security/record-refusals.ts";
import { serializeError } from "./platform/serialize-error.ts";
import type { Clock } from "./platform/time/clock.ts";
import { version } from "./platform/version.ts";
import { HtmlPages } from "./ssr/HtmlPages.ts";
import { InternalApi } from "./ssr/InternalApi.ts";

type Logger = NonNullable<FastifyHttpOptions<Server>["logger"]>;

/** Options of buildApp; tests replace the clock and switch the log off. */
export interface AppOptions {
  config: Config;
  database: Database;
  clock?: Clock;
  logger?: Logger;
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

/** Logger options: logs name the request and its outcome, but no header, query, body or client address. */
export function logOptions(config: Config): Logger {
  return {
    level: config.logLevel,
    serializers: {
      req: (request) => ({ id: request.id, method: request.method, path: request.url.split("?")[0] }),
      res: (reply) => ({ status: reply.statusCode }),
      err: serializeError,
    },
  };
}

function createServer({ config, logger }: AppOptions, internalApi: InternalApi): FastifyInstance {
  const proxies = config.trustProxy;
  const server = Fastify({
    logger: logger ?? logOptions(config),
    logController: new LogController({ disableRequestLogging: internalApi.isInternal }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    frameworkErrors: frameworkErrorHandler,
    trustProxy: typeof proxies === "number" ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: 64 * 1024,
    requestTimeout: 20_000,
    forceCloseConnections: "idle",
    // Requests that arrive while the server is closing are served until the listener is closed.
    return503OnClosing: false,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 128 },
  });
  server.log.info({ version }, `Shidan ${version} starts`);
  for (const warning of config.warnings) server.log.warn(warning);
  return server;
}

interface SecurityOptions {
  config: Config;
  database: Database;
  internalApi: InternalApi;
}

async function registerSecurity(server: FastifyInstance, options: SecurityOptions): Promise<void> {
  const { config, database, internalApi } = options;
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The map service answers with a script (JSONP), which runs in its own document (locatePagePolicy).
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // The SDK reports by loading an image from the open platform; WeChat stores avatars on
        // thirdwx.qlogo.cn.
        imgSrc: [
          "'self'",
          "data:",
          "blob:",
          "https://open.weixin.qq.com",
          "https://thirdwx.qlogo.cn",
          new URL(config.wechat.openBaseUrl).origin,
        ],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...reportDirectives,
      },
    },
    strictTransportSecurity: config.isProduction,
    // Hides path and query, which may hold a login code; sends the origin, which WeChat's H5 payment
    // requires.
    referrerPolicy: { policy: "strict-origin" },
    crossOriginEmbedderPolicy: false,
  });
  await server.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    // The plugin instantiates the store itself and passes no database.
    store: class extends PostgresRateLimitStore {
      constructor() {
        super({ database, log: server.log });
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

/** Builds the whole server without listening. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, database } = options;
  const internalApi = new InternalApi();
  const server = createServer(options, internalApi);
  const databaseClock = await DatabaseClock.open(database, server.log);
  const deps = createDeps(options, options.clock ?? databaseClock, server.log);
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
  });
  let isDraining = false;
  const drain = () => {
    isDraining = true;
  };
  server.addHook("preClose", async () => drain());
  server.addHook("onRequest", async ({ url, headers }, reply) => {
    await deps.forwarded.observe(headers, reply);
    if (!url.startsWith("/api/")) reply.headers(pageHeaders);
  });
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    // A connection left open after its last response would delay the shutdown until its idle timeout.
    if (isDraining) reply.header("connection", "close");
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
  });
  registerLoadShedding(server, deps.databaseHealth, config.databaseWaitMs);
  await registerSecurity(server, { config, database, internalApi });
  // The API description is not published in production.
  if (!config.isProduction) await registerOpenApi(server);
  registerHealthRoutes(server, database, () => isDraining);
  registerCspReports(server, reports);
  const ownJobs = [databaseClock.job, deps.chainSettings.job, ...deps.backups.jobs];
  const jobs = [...ownJobs, ...registerModules(server, deps)];
  addMethodNotAllowedRoutes();
  const webFolder = options.webFolder ?? path.join(projectRoot(), "dist/web");
  const htmlPages = new HtmlPages({
    webFolder,
    ssrFolder: options.ssrFolder ?? path.join(projectRoot(), "dist/screens"),
    fetchJson: (address, etag) => internalApi.fetch(server, address, etag),
    log: server.log,
    clock: deps.clock,
    maxCacheBytes: config.responseCacheBytes / 4,
    settings: () => deps.chainSettings.currentOrInitial,
  });
  deps.chainSettings.onChange(() => htmlPages.forget());
  await serveStaticFiles(server, { folder: webFolder, htmlPages, maps: config.maps });
  closeListenerWhenIdle(server);
  const sweeper = new Sweeper(jobs, server.log, (work) => database.runInBackground(work));
  followListener(server, deps, { htmlPages, sweeper });
  return { server, sweeper, jobs, content: deps.content, chainSettings: deps.chainSettings, drain, metrics };
}

/** Starts what runs beside requests once the server listens, and stops it when the server closes. */
function followListener(
  server: FastifyInstance,
  deps: ReturnType<typeof createDeps>,
  { htmlPages, sweeper }: { htmlPages: HtmlPages; sweeper: Sweeper },
): void {
  server.addHook("onListen", async () => {
    deps.content.start();
    deps.databaseHealth.start();
    // Runs in the background: the shop can sell without image storage.
    deps.files.check().catch((err: unknown) => server.log.error({ err }, "pictures cannot be kept"));
    htmlPages.warmUp().catch((error: unknown) => server.log.warn({ err: error }, "no documents yet"));
  });
  server.addHook("onClose", async () => {
    deps.databaseHealth.stop();
    await sweeper.stop();
    await deps.content.stop();
    deps.files.close();
    deps.backupStorage?.close();
  });
}
